"""`quacks bench bots`: milliseconds of a decision in plain Python, games a second compiled."""

from __future__ import annotations

import gc
import importlib
import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from time import perf_counter, process_time

from quedlinburg.arena.contest import Contest
from quedlinburg.arena.deals import deal_of
from quedlinburg.arena.entries import check, is_compiled, make_entry
from quedlinburg.arena.plain_games import play_game
from quedlinburg.bots import BOT_NAMES, Bot
from quedlinburg.engine.actions import Action
from quedlinburg.engine.view import View

PLAYERS = 4
Tell = Callable[[float], None]


@dataclass(frozen=True)
class DecisionTimes:
    """Processor time of a bot's decisions; a question with one option is not counted."""

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

    def row(self) -> tuple[str, ...]:
        """The figures as a row of the table."""
        compiled = self.compiled_games_per_second
        return (
            self.bot,
            f"{self.p50_ms:.2f}",
            f"{self.p99_ms:.2f}",
            f"{self.longest_ms:.1f}",
            f"{self.plain_games_per_second:,.2f}",
            "–" if compiled is None else f"{compiled:,.0f}",
            f"{self.decisions:,}",
        )


HEAD = ("bot", "p50 ms", "p99 ms", "longest", "plain games/s", "compiled games/s", "decisions")


@dataclass(frozen=True)
class BotFigures:
    """The decision times of some bots."""

    bots: tuple[DecisionTimes, ...]

    def to_json(self) -> list[dict[str, object]]:
        """The figures as plain dicts, one for each bot."""
        return [bot.to_json() for bot in self.bots]

    def rows(self) -> list[tuple[str, ...]]:
        """A table with a row for each bot."""
        return [HEAD, *(bot.row() for bot in self.bots)]


class TimedBot:
    """A bot that notes the processor time of each of its decisions."""

    def __init__(self, bot: Bot, times: list[float]) -> None:
        """Append the seconds of each decision to a list."""
        self.name = bot.name
        self._bot = bot
        self._times = times

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        """Decide as the bot does."""
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
    """Let four of a kind play for some seconds: games, processor time, time of each decision."""
    contest = Contest((bot,) * PLAYERS, plain=True)
    times: list[float] = []
    games = 0
    gc.collect()
    begun, until = process_time(), perf_counter() + seconds
    while games == 0 or perf_counter() < until:
        deal = deal_of(contest, games)
        seats = [make_entry(bot, f"{deal.seed} {seat}") for seat in range(PLAYERS)]
        play_game(deal, [TimedBot(own, times) for own in seats])
        games += 1
    return games, process_time() - begun, times


def _compiled_games(bot: str, seconds: float) -> float:
    """Compiled games a second of processor time with four of a kind, books drawn at random."""
    fast = importlib.import_module("quedlinburg.arena.compiled_games")
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


def measure(bots: Sequence[str], seconds: float, tell: Tell) -> BotFigures:
    """Measure some bots (all if none is named) for about so many seconds in all.

    `tell` is called with the part that is done, from 0 to 1.
    """
    bots = bots or BOT_NAMES
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
            DecisionTimes(
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
    return BotFigures(tuple(found))
