"""`quacks bench engine`: random games through the public API, and the calls that searches use.

Times are processor times of this thread, which other programs and the progress bar disturb
little.
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from time import perf_counter, thread_time

from quedlinburg.engine.game import Game
from quedlinburg.engine.setup import Setup

# The share of the time that the random games have; the small measurements have the rest.
GAMES_SHARE = 0.7
# Games that are played before any is timed.
WARMING = 12
# How many games, and how many rounds of the reference loop, are timed in turn.
BATCH = 5
LOOP = 50_000


@dataclass(frozen=True)
class EngineFigures:
    """The figures of one run; ratios are to the reference loop of the same run."""

    seconds: float
    games: int
    decisions: int
    events: int
    decisions_per_second: float
    games_per_second: float
    copy_microseconds: float
    legal_actions_microseconds: float
    view_json_microseconds: float
    import_seconds: float
    reference_per_second: float
    decisions_ratio: float

    def to_json(self) -> dict[str, object]:
        """The figures as a plain dict."""
        python = ".".join(str(part) for part in sys.version_info[:3])
        return {"benchmark": "engine", "python": python, **asdict(self)}

    def rows(self) -> list[tuple[str, str]]:
        """The figures in words and numbers."""
        return [
            ("decisions a second", f"{self.decisions_per_second:,.0f}"),
            ("  as a ratio to the reference loop", f"{self.decisions_ratio:.4f}"),
            ("games a second", f"{self.games_per_second:,.1f}"),
            ("copy()", f"{self.copy_microseconds:,.1f} µs"),
            ("legal_actions()", f"{self.legal_actions_microseconds:,.1f} µs"),
            ("view().to_json()", f"{self.view_json_microseconds:,.1f} µs"),
            ("import quedlinburg", f"{self.import_seconds:.3f} s"),
            ("reference loop, rounds a second", f"{self.reference_per_second:,.0f}"),
            ("measured", f"{self.games:,} games, {self.decisions:,} decisions"),
        ]


def reference_loop(rounds: int) -> int:
    """A fixed piece of plain Python, to compare machines by: whole numbers and a list."""
    counts = [0] * 64
    state = 1
    for _ in range(rounds):
        state = (state * 1_103_515_245 + 12_345) & 0x7FFF_FFFF
        counts[state >> 25] += 1
    return sum(counts)


def random_game(number: int) -> tuple[int, int]:
    """Play a random game of four with the books in turn; count decisions and events read."""
    game = Game.new(Setup(players=4, books=1 + number % 4), seed=number)
    chance = random.Random(number).random
    decisions = events = 0
    while waiting := game.waiting:
        seat = waiting[int(chance() * len(waiting))]
        legal = game.legal_actions(seat)
        for _ in game.act(seat, legal[int(chance() * len(legal))]):
            events += 1
        decisions += 1
    return decisions, events


def positions(count: int) -> list[tuple[Game, int]]:
    """Games in the middle of all kinds of questions, each with a waiting seat, not yet asked."""
    found: list[tuple[Game, int]] = []
    number = 0
    while len(found) < count:
        game = Game.new(Setup(players=4, books=1 + number % 4), seed=number)
        chance = random.Random(number).random
        while waiting := game.waiting:
            seat = waiting[int(chance() * len(waiting))]
            if chance() < 0.2:
                found.append((game.copy(), seat))
            legal = game.legal_actions(seat)
            game.act(seat, legal[int(chance() * len(legal))])
        number += 1
    return found[:count]


Call = Callable[[], object]


def mean_microseconds(prepare: Callable[[], Iterable[Call]], seconds: float) -> float:
    """The mean time of some calls, made again and again for so many seconds, in microseconds."""
    spent = 0.0
    count = 0
    until = perf_counter() + seconds
    while count == 0 or perf_counter() < until:
        calls = list(prepare())
        begun = thread_time()
        for call in calls:
            call()
        spent += thread_time() - begun
        count += len(calls)
    return 1e6 * spent / count


def import_seconds() -> float:
    """The time that `import quedlinburg` takes in a fresh process, the best of three."""
    code = "from time import perf_counter as t; s = t(); import quedlinburg; print(t() - s)"
    times = []
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
        )
        times.append(float(done.stdout))
    return min(times)


@dataclass
class _Played:
    """What was played and what it took, beside the reference loop of the same moments."""

    games: int = 0
    decisions: int = 0
    events: int = 0
    seconds: float = 0.0
    loops: int = 0
    loop_seconds: float = 0.0


def _play(seconds: float, tell: Callable[[float], None]) -> _Played:
    """Play random games and run the reference loop in turn, so that both meet the same machine."""
    for number in range(WARMING):
        random_game(number)
    played = _Played()
    started = perf_counter()
    while (since := perf_counter() - started) < seconds or not played.games:
        begun = thread_time()
        for _ in range(BATCH):
            decisions, events = random_game(played.games)
            played.games += 1
            played.decisions += decisions
            played.events += events
        between = thread_time()
        reference_loop(LOOP)
        played.loops += LOOP
        played.seconds += between - begun
        played.loop_seconds += thread_time() - between
        tell(GAMES_SHARE * min(1.0, since / seconds))
    return played


def measure(seconds: float, tell: Callable[[float], None]) -> EngineFigures:
    """Measure for about so many seconds; `tell` hears how much of it is done, from 0 to 1."""
    begun = perf_counter()
    played = _play(GAMES_SHARE * seconds, tell)
    copying, legal, viewing = _small_measurements((1 - GAMES_SHARE) / 3 * seconds, tell)
    reference = played.loops / played.loop_seconds
    return EngineFigures(
        seconds=perf_counter() - begun,
        games=played.games,
        decisions=played.decisions,
        events=played.events,
        decisions_per_second=played.decisions / played.seconds,
        games_per_second=played.games / played.seconds,
        copy_microseconds=copying,
        legal_actions_microseconds=legal,
        view_json_microseconds=viewing,
        import_seconds=import_seconds(),
        reference_per_second=reference,
        decisions_ratio=played.decisions / played.seconds / reference,
    )


def _small_measurements(
    seconds: float, tell: Callable[[float], None]
) -> tuple[float, float, float]:
    """Microseconds of copy(), legal_actions() and view().to_json() over many positions."""
    places = positions(200)
    copying = mean_microseconds(lambda: [game.copy for game, _ in places], seconds)
    tell(0.8)
    legal = mean_microseconds(lambda: [_legal_call(game, seat) for game, seat in places], seconds)
    tell(0.9)
    viewing = mean_microseconds(lambda: [_view_call(game, seat) for game, seat in places], seconds)
    tell(1.0)
    return copying, legal, viewing


def _legal_call(game: Game, seat: int) -> Call:
    """Ask a fresh copy for its legal actions, which a game remembers once they were asked for."""
    twin = game.copy()
    return lambda: twin.legal_actions(seat)


def _view_call(game: Game, seat: int) -> Call:
    """See a game from a seat, as plain dicts."""
    return lambda: game.view(seat).to_json()
