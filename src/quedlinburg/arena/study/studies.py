"""Studies of a bot: what gifts are worth to it, how it brews, what it buys first (numba)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from quedlinburg.arena import compiled_games
from quedlinburg.arena.contest import Contest
from quedlinburg.arena.deals import deal_of
from quedlinburg.arena.entries import policy_weights
from quedlinburg.arena.statistics import Estimate, mean_of
from quedlinburg.arena.study import watching
from quedlinburg.arena.study.watching import COUNTS, GIFTS, PAGES, RISKS, Habits
from quedlinburg.bots.games import compiled as bots_compiled
from quedlinburg.bots.games import playing
from quedlinburg.bots.games.compiled import Deal
from quedlinburg.bots.games.playing import Cast
from quedlinburg.bots.value.search import Scratch
from quedlinburg.engine.names import page_name
from quedlinburg.rules.constants import CARD_IDS, KIND_CODES, LAST_ROUND, PRICES
from quedlinburg.rules.ids import CARDS, NO_KIND
from quedlinburg.rules.table import SEATS
from quedlinburg.sim import games, kernel
from quedlinburg.sim.arrays import FloatArray, RecordArray

kernel.register((watching,))
_compile = kernel.compile_with(*bots_compiled.SOURCES, Path(__file__).parent)

# Gifts by name: what is given, and what it is compared with.
GIFT_NAMES = {
    "a ruby": (watching.RUBY, watching.NOTHING),
    "a droplet space": (watching.STEP, watching.NOTHING),
    "a full flask": (watching.FULL_FLASK, watching.EMPTY_FLASK),
}


@_compile
def _study(tables: RecordArray, deal: Deal, cast: Cast, worth: FloatArray, habits: Habits) -> None:
    """Play games with gifts if there are sheets for them, else watch how they are brewed.

    Three records after the templates are played on. Both in one: they share what is compiled.
    """
    last = len(tables)
    t = tables[last - 1]
    scratch = Scratch(tables[last - 2], cast.search[0])
    for game in range(len(deal.seeds)):
        games.lay_table(t, tables[int(deal.which[game])], deal.seeds[game], -1)
        if len(worth) > 0:
            watching.try_gifts(t, tables[last - 3 : last - 1], cast, game, worth[game])
        else:
            watching.watch_game(t, scratch, cast, game, habits)


@dataclass(frozen=True)
class Dealt:
    """Tables for a study: templates, for each game its template and its seed, and who plays."""

    tables: RecordArray
    deal: Deal
    cast: Cast


def dealt(contest: Contest, first: int, deals: int) -> Dealt:
    """Deal games of a bot against itself, one for each deal: rotations would all be the same."""
    drawn = [deal_of(contest, number) for number in range(first, first + deals)]
    tables = compiled_games.templates_of([deal.setup for deal in drawn])
    tables = np.append(tables, tables[-1:])
    one = compiled_games.cast_of(contest, 1)
    weights = np.atleast_2d(np.array(policy_weights(contest.seats[0]), np.float64))
    policies = np.repeat(one.policies[:1], deals, axis=0)
    cast = bots_compiled.cast_of(policies, None, weights, order=one.order)
    seeds = np.array([deal.seed for deal in drawn], np.int64)
    lots = np.full(deals, -1)
    return Dealt(tables, Deal(np.arange(deals), seeds, lots), cast)


@dataclass(frozen=True)
class Worth:
    """What a gift is worth at the beginning of each round: points, and share of wins."""

    points: tuple[Estimate, ...]
    shares: tuple[Estimate, ...]


def gifts_worth(contest: Contest, first: int, deals: int) -> FloatArray:
    """For each deal, round and gift: points and share of the seat that had it."""
    laid = dealt(contest, first, deals)
    worth: FloatArray = np.zeros((deals, LAST_ROUND + 1, GIFTS, SEATS))
    _study(laid.tables, laid.deal, laid.cast, worth, blank_habits())
    return worth[:, :LAST_ROUND, :, :2]


def worth_of(found: FloatArray) -> dict[str, Worth]:
    """What each gift is worth, from the differences within each deal."""
    gained = {}
    for name, (gift, otherwise) in GIFT_NAMES.items():
        gaps = found[:, :, gift] - found[:, :, otherwise]
        points, shares = (
            tuple(mean_of(gaps[:, line, what]) for line in range(LAST_ROUND)) for what in (0, 1)
        )
        gained[name] = Worth(points, shares)
    return gained


def blank_habits() -> Habits:
    """Nothing counted yet."""
    return Habits(
        draws=np.zeros((LAST_ROUND, RISKS), np.int64),
        stops=np.zeros((LAST_ROUND, RISKS), np.int64),
        answers=np.zeros((LAST_ROUND, 2), np.int64),
        cards=np.zeros((CARDS, COUNTS), np.int64),
        pages=np.zeros((PAGES, COUNTS), np.int64),
        now=np.zeros(SEATS, np.int64),
    )


def habits_of(contest: Contest, first: int, deals: int) -> Habits:
    """How a bot brews against itself."""
    laid = dealt(contest, first, deals)
    habits = blank_habits()
    none: FloatArray = np.zeros((0, LAST_ROUND + 1, GIFTS, SEATS))
    _study(laid.tables, laid.deal, laid.cast, none, habits)
    return habits


@dataclass(frozen=True)
class Boldness:
    """How boldly a bot brews with a card or page: explosions, and the risk it stopped before."""

    name: str
    pots: int
    exploded: float
    declined: float


def boldness(habits: Habits) -> tuple[list[Boldness], list[Boldness]]:
    """By card and by page, those with the most explosions first."""
    cards = [_bold(name, habits.cards[card].tolist()) for card, name in enumerate(CARD_IDS)]
    pages = [_bold(page_name(page), habits.pages[page].tolist()) for page in PRICES]
    return _boldest(cards), _boldest(pages)


def _boldest(found: list[Boldness]) -> list[Boldness]:
    """Those that came up, by explosions."""
    return sorted((b for b in found if b.pots), key=lambda b: b.exploded, reverse=True)


def _bold(name: str, counts: list[int]) -> Boldness:
    """Counts as parts."""
    pots, explosions, stops, declined, *_ = counts
    return Boldness(name, pots, explosions / max(pots, 1), declined / max(stops, 1) / 1000)


def first_purchases(contest: Contest, first: int, deals: int) -> list[Counter[str]]:
    """What a bot buys together in each round, in the notation: "B1 O1"."""
    laid = dealt(contest, first, deals)
    played = bots_compiled.play(
        laid.tables, laid.deal.which, laid.deal.seeds, laid.cast, diary=True
    )
    found: list[Counter[str]] = [Counter() for _ in range(LAST_ROUND)]
    diary = played.diary[:, : contest.players]
    pairs = diary[..., [playing.FIRST_BOUGHT, playing.SECOND_BOUGHT]]
    for line, counter in enumerate(found):
        for kinds in pairs[:, :, line].reshape(-1, 2).tolist():
            counter[" ".join(KIND_CODES[kind] for kind in kinds if kind != NO_KIND)] += 1
    return found
