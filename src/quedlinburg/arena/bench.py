"""How long the levels think: milliseconds a decision in plain Python, games a second compiled."""

from __future__ import annotations

import gc
import importlib
import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from time import perf_counter, process_time

from quedlinburg.arena.contest import Contest
from quedlinburg.arena.deals import deal_of
from quedlinburg.arena.plain import play_game
from quedlinburg.arena.roster import check, is_compiled, make_entry
from quedlinburg.bots import Bot
from quedlinburg.engine.actions import Action
from quedlinburg.engine.view import View

PLAYERS = 4
Tell = Callable[[float], None]


@dataclass(frozen=True)
class Thinking:
    """What a bot's decisions take. Answers without a choice are not counted."""

    bot: str
    decisions: int
    p50_ms: float
    p99_ms: float
    longest_ms: float
    plain_games_per_second: float
    compiled_games_per_second: float | None

    def to_json(self) -> dict[str, object]:
        """The figures as a plain dict."""
        return asdict(self)


class Clocked:
    """A bot with a clock: it writes down how long each real decision took."""

    def __init__(self, bot: Bot, times: list[float]) -> None:
        """Hold the clock beside a bot."""
        self.name = bot.name
        self._bot = bot
        self._times = times

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        """Answer as the bot does."""
        begun = process_time()
        action = self._bot.decide(view, legal_actions)
        if len(legal_actions) > 1:
            self._times.append(process_time() - begun)
        return action


def percentile(times: Sequence[float], part: float) -> float:
    """The time below which a part of all times lies.

    >>> percentile([3.0, 1.0, 2.0, 4.0], 0.5)
    3.0
    """
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def _plain_games(bot: str, seconds: float) -> tuple[int, float, list[float]]:
    """Let four of a kind play whole games; how many, in what time, with which decisions."""
    contest = Contest((bot,) * PLAYERS, plain=True)
    times: list[float] = []
    games = 0
    gc.collect()
    begun, until = process_time(), perf_counter() + seconds
    while games == 0 or perf_counter() < until:
        deal = deal_of(contest, games)
        seats = [make_entry(bot, f"{deal.seed} {seat}") for seat in range(PLAYERS)]
        play_game(deal, [Clocked(own, times) for own in seats])
        games += 1
    return games, process_time() - begun, times


def _compiled_games(bot: str, seconds: float) -> float:
    """Games a second on one core with four of a kind, books drawn by lot."""
    fast = importlib.import_module("quedlinburg.arena.fast")
    contest = Contest((bot,) * PLAYERS)
    fast.play_deals(contest, [deal_of(contest, 0)])
    games, spent, number, size = 0, 0.0, 1, 1
    until = perf_counter() + seconds
    while games == 0 or perf_counter() < until:
        deals = [deal_of(contest, number + i) for i in range(size)]
        begun = process_time()
        games += fast.play_deals(contest, deals).games
        took = process_time() - begun
        spent += took
        number += size
        size = min(256, 2 * size) if took < 0.2 else size
    return float(games / spent)


def measure(bots: Sequence[str], seconds: float, tell: Tell) -> list[Thinking]:
    """Measure some bots for about so many seconds in all; `tell` hears how much is done."""
    check(bots, plain=True)
    can_compile = importlib.util.find_spec("numba") is not None
    found = []
    each = seconds / len(bots)
    for number, bot in enumerate(bots):
        games, spent, times = _plain_games(bot, 0.7 * each)
        tell((number + 0.7) / len(bots))
        compiled = None
        if can_compile and is_compiled(bot):
            compiled = _compiled_games(bot, 0.3 * each)
        found.append(
            Thinking(
                bot=bot,
                decisions=len(times),
                p50_ms=1000 * percentile(times, 0.5),
                p99_ms=1000 * percentile(times, 0.99),
                longest_ms=1000 * max(times),
                plain_games_per_second=games / spent,
                compiled_games_per_second=compiled,
            )
        )
        tell((number + 1) / len(bots))
    return found
