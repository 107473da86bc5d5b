"""What every page and card does while brewing and in the evaluation, as plain settings.

The only module of the analysis that names pages and cards. A page or card that is missing from
`EFFECTS` is taken to change nothing of a seat's own brewing and evaluation; the tests compare
every page and card of the rules with the rules themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum, auto
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from quedlinburg.engine.setup import Setup
from quedlinburg.rules import ids
from quedlinburg.rules.books.green import green_2_gives
from quedlinburg.rules.books.purple import purple_3_row, trade_gives, trade_wants
from quedlinburg.rules.constants import (
    REWARD_CHIP,
    REWARD_FIRST,
    REWARD_POINTS,
    REWARD_RUBIES,
    REWARD_SECOND_CHIP,
    REWARD_STEPS,
    SPOON,
)


class Question(Enum):
    """A question of brewing, by what it asks."""

    BREW = auto()
    """Draw, stop, or use a right that is open (R4.2)."""
    LOOK = auto()
    """Which of the chips that are looked at is placed (R4.11)."""
    RETURN_BEFORE_LAST = auto()
    """Whether the white chip before the last chip goes back into the bag (R4.19)."""
    RETURN_LAST = auto()
    """Whether the last chip, the first white one of the round, goes back (R6)."""
    RESTART = auto()
    """Whether the pot starts again (R6)."""
    ASIDE = auto()
    """Which red chips from aside are placed when the pot is finished (R4.16)."""
    FINAL_LOOK = auto()
    """Which of the chips looked at after everybody has stopped is placed (R6)."""


QUESTIONS: Mapping[str, Question] = MappingProxyType(
    {
        "brew": Question.BREW,
        "blue_1": Question.LOOK,
        "yellow_1": Question.RETURN_BEFORE_LAST,
        "well_stirred": Question.RETURN_LAST,
        "second_chance": Question.RESTART,
        "red_2": Question.ASIDE,
        "strong_ingredient": Question.FINAL_LOOK,
    }
)
"""The questions of brewing by their ids; every other question is outside this analysis."""


class Reward(NamedTuple):
    """What one line of a page or card pays."""

    points: int
    rubies: int
    steps: int
    chips: tuple[int, ...]


def _rewards(name: str, count: int = 1) -> tuple[Reward, ...]:
    """The first lines of a page's or card's rewards, from the data of the rules."""
    first = REWARD_FIRST[name]
    return tuple(
        Reward(
            REWARD_POINTS[row],
            REWARD_RUBIES[row],
            REWARD_STEPS[row],
            tuple(kind for kind in (REWARD_CHIP[row], REWARD_SECOND_CHIP[row]) if kind >= 0),
        )
        for row in range(first, first + count)
    )


@dataclass(frozen=True, slots=True)
class Effects:
    """The settings of the pages and the card in force; the defaults are a game without any."""

    # While brewing (R4). Tuples are indexed by a number of chips in the pot, the last entry
    # standing for every higher number.
    least_limit: int = 7
    """The white sum that no pot explodes below or at (R4.4)."""
    limit_by_yellow: tuple[int, ...] = ()
    """The limit by the number of yellow chips."""
    orange_extra: int = 0
    """The extra spaces of an orange chip (R4.7)."""
    white_1_extra_with_red: int = 0
    """The extra spaces of a W1 while a red chip is in the pot."""
    red_extra_by_orange: tuple[int, ...] = ()
    """The extra spaces of a red chip by the number of orange chips."""
    red_extra_after_white: bool = False
    """Whether a red chip moves the value of a white chip directly before it further."""
    yellow_extra_by_yellow: tuple[int, ...] = ()
    """The extra spaces of a yellow chip by the number of yellow chips before it."""
    blue_looks: bool = False
    """Whether a blue chip lets the seat look at as many chips as its value."""
    blue_shields: bool = False
    """Whether a blue chip covers as many of the next chips as its value."""
    blue_rubies: int = 0
    """The rubies that a blue chip wins on a ruby space."""
    blue_points: int = 0
    """The points that a blue chip wins on a ruby space for each of its value."""
    red_aside: bool = False
    """Whether drawn red chips are laid aside, to be placed when the pot is finished."""
    yellow_returns_white: bool = False
    """Whether a yellow chip lets a white chip drawn directly before it go back."""
    yellow_doubles: bool = False
    """Whether a yellow chip doubles the movement of the next chip."""
    first_white_returns: bool = False
    """Whether the first white chip of the round may go back."""
    restart_at: int = 0
    """The number of chips with which, once, the pot may start again, or when it explodes; 0: no."""
    final_look: int = 0
    """The number of chips that are looked at after everybody has stopped."""

    # In the evaluation (R5).
    die_rolls: int = 1
    """How often the bonus die is rolled (R5.A)."""
    white_seven: Reward | None = None
    """What a white sum of exactly 7 pays."""
    green_last: Reward | None = None
    """What each green chip among the last two pays."""
    green_last_for_ruby: Reward | None = None
    """What each green chip among the last two pays for one ruby."""
    green_last_chips: Mapping[int, tuple[int, ...]] | None = None
    """The kinds of which each green chip among the last two brings one, by the green kind."""
    green_moves_last: bool = False
    """Whether the last chip may move on by all green values, with a white sum of exactly 7."""
    purple_line: tuple[Reward, ...] = ()
    """What one, two or three purple chips pay: one of the lines up to their number."""
    purple_given_back: tuple[Reward, ...] = ()
    """What one, two or three purple chips pay that are given back."""
    purple_by_space: bool = False
    """Whether each purple chip pays by its space (`PURPLE_SPACE_POINTS`)."""
    purple_trades: tuple[tuple[tuple[int, int], ...], ...] = ()
    """The trades, kind for kind, that one, two or three purple chips add."""
    black_duel: tuple[Reward, ...] = ()
    """What as many black chips as the opponent pay, and more."""
    black_neighbours: tuple[Reward, ...] = ()
    """What more black chips than one neighbour pay, and than both."""
    ruby_space: Reward | None = None
    """What a scoring space with a ruby pays besides."""
    fills_flask: bool = False
    """Whether the flask is filled for nothing at the end of the round."""


NONE = Effects()

PURPLE_SPACE_POINTS = tuple(REWARD_POINTS[purple_3_row(space)] for space in range(SPOON))
"""What a purple chip pays by the space that it stands on (R5.9)."""

_GREEN_2_CHIPS = MappingProxyType(
    {
        spider: tuple(kind for kind in range(ids.O1, ids.KINDS) if green_2_gives(spider, kind))
        for spider in (ids.G1, ids.G2, ids.G4)
    }
)
_PURPLE_4_TRADES = tuple(
    tuple((trade_wants(line, colour), trade_gives(line, colour)) for colour in range(4))
    for line in range(3)
)

EFFECTS: dict[str, Effects] = {
    "blue_1": Effects(blue_looks=True),
    "blue_2": Effects(blue_shields=True),
    "blue_3": Effects(blue_rubies=_rewards("blue_3")[0].rubies),
    "blue_4": Effects(blue_points=1),
    "red_1": Effects(red_extra_by_orange=(0, 1, 1, 2)),
    "red_2": Effects(red_aside=True),
    "red_3": Effects(red_extra_after_white=True),
    "red_4": Effects(white_1_extra_with_red=1),
    "yellow_1": Effects(yellow_returns_white=True),
    "yellow_2": Effects(yellow_doubles=True),
    "yellow_3": Effects(limit_by_yellow=(7, 8, 8, 9)),
    "yellow_4": Effects(yellow_extra_by_yellow=(1, 2, 3, 0)),
    "green_1": Effects(green_last=_rewards("green_1")[0]),
    "green_2": Effects(green_last_chips=_GREEN_2_CHIPS),
    "green_3": Effects(green_moves_last=True),
    "green_4": Effects(green_last_for_ruby=_rewards("green_4")[0]),
    "purple_1": Effects(purple_line=_rewards("purple_1", 3)),
    "purple_2": Effects(purple_given_back=_rewards("purple_2", 3)),
    "purple_3": Effects(purple_by_space=True),
    "purple_4": Effects(purple_trades=_PURPLE_4_TRADES),
    "black_1": Effects(black_duel=_rewards("black_1", 2)),
    "black_2": Effects(black_neighbours=_rewards("black_2", 2)),
    "living_in_luxury": Effects(least_limit=9),
    "pumpkin_party": Effects(orange_extra=1),
    "well_stirred": Effects(first_white_returns=True),
    "second_chance": Effects(restart_at=5),
    "strong_ingredient": Effects(final_look=5),
    "pot_is_full": Effects(die_rolls=2),
    "seasoned_perfectly": Effects(white_seven=_rewards("seasoned_perfectly")[0]),
    "lucky_devil": Effects(ruby_space=_rewards("lucky_devil")[0]),
    "shining_bright": Effects(ruby_space=_rewards("shining_bright")[0]),
    "magic_potion": Effects(fills_flask=True),
}
"""The effects of each page and card by its id."""


def effects_of(setup: Setup, card: str | None) -> Effects:
    """The effects of the pages of a set-up and a card together."""
    pages = [f"{colour}_{number}" for colour, number in setup.pages.items()]
    return effects_together((*pages, card) if card else tuple(pages))


@cache
def effects_together(names: tuple[str, ...]) -> Effects:
    """The effects of some pages and cards together, by their ids."""
    together = NONE
    for name in names:
        own = EFFECTS.get(name, NONE)
        changed = {
            field.name: getattr(own, field.name)
            for field in fields(Effects)
            if getattr(own, field.name) != field.default
        }
        together = replace(together, **changed)
    return together
