"""The values of one decision, and what a search by them writes down on the way."""

from math import exp
from typing import ClassVar, NamedTuple

from quedlinburg.analysis.values import FIELDS as VALUE_FIELDS
from quedlinburg.analysis.values import Fields, Values, clear_values, record_type
from quedlinburg.rules.table import Table
from quedlinburg.sim.luck import Fast

# What a search adds to the values; all of it is one record.
SEARCH_FIELDS: Fields = (
    ("wins", ()),
    ("temperature", ()),
    ("others", ()),
    ("base", ()),
    ("depth", ()),
    ("chips_known", ()),
    ("chips", ()),
    ("points_won", ()),
    ("rubies_won", ()),
    ("steps_won", ()),
    ("chips_won", ()),
)
FIELDS: Fields = (*VALUE_FIELDS, *SEARCH_FIELDS)

# What a point counts beside the chance to win.
POINT_SHARE = 1e-7


class Search(Values):
    """What things are worth to a seat in one decision, and the state of the search for it."""

    __slots__ = tuple(name for name, _ in SEARCH_FIELDS)

    fields: ClassVar[Fields] = FIELDS

    wins: float
    """1 if outcomes count by the chance to win the game, 0 if by final points."""
    temperature: float
    """The temperature of the softmax that makes a chance to win of final points."""
    others: float
    """The log-sum-exp of the other seats' final points, as the softmax has them."""
    base: float
    """What must be added to a strength to make it the seat's own final points."""
    depth: float
    """How many further chips the rules place one by one; later ones follow the stopping plan."""
    chips_known: float
    """1 while `chips` says what the seat's chips are worth together."""
    chips: float
    """What the seat's chips in bag, pot, bowl and aside are worth together."""
    points_won: float
    """The points that the evaluation brings the pot."""
    rubies_won: float
    """The rubies that the evaluation brings the pot."""
    steps_won: float
    """The steps of the droplet that the evaluation brings the pot."""
    chips_won: float
    """What the chips are worth that the evaluation brings the pot."""


RECORD = record_type(FIELDS)


class Scratch(NamedTuple):
    """Room for one policy to think in; what it holds before and afterwards means nothing."""

    table: Table
    """A second table, to carry out on it what is only considered."""
    search: Search
    """The record that the policy fills in for its decision."""


def new_scratch() -> Scratch:
    """Make room for a policy that runs in plain Python."""
    return Scratch(Table(Fast()), Search())


def clear_search(search: Search) -> None:
    """Make a record like a new one."""
    clear_values(search)
    search.wins = 0.0
    search.temperature = 0.0
    search.others = 0.0
    search.base = 0.0
    search.depth = 0.0
    search.chips_known = 0.0
    search.chips = 0.0
    clear_gains(search)


def clear_gains(search: Search) -> None:
    """Begin to add up what the evaluation brings a pot."""
    search.points_won = 0.0
    search.rubies_won = 0.0
    search.steps_won = 0.0
    search.chips_won = 0.0


def utility(search: Search, strength: float) -> float:
    """How good a strength is: the strength itself, or the chance to win the game with it."""
    if search.wins == 0.0:
        return strength
    behind = search.others - strength / search.temperature
    # Where the game is decided, more points are still better than fewer.
    return 1.0 / (1.0 + exp(min(max(behind, -60.0), 60.0))) + POINT_SHARE * strength


def marginal_utility(search: Search, reached: float) -> float:
    """How much one more point adds to a utility."""
    if search.wins == 0.0:
        return 1.0
    chance = min(max(reached, 0.0), 1.0)
    return chance * (1.0 - chance) / search.temperature + POINT_SHARE
