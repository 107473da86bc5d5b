"""Hypothesis strategies: set-ups, seeds, and whole games that play themselves.

`QUEDLINBURG_SOAK=20` makes every property that uses `examples` look at twenty times as many
games, other ones each time.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from quedlinburg.engine.game import Game
from quedlinburg.engine.luck import Seeded
from quedlinburg.engine.names import BOOK_COLOURS, KIND, STIRS
from quedlinburg.engine.setup import Setup
from quedlinburg.rules.constants import CARD_IDS, EDITIONS, KIND_CODES
from quedlinburg.testing.policies import Order, Policy, Step, by_lot, play_on

SOAK = int(os.environ.get("QUEDLINBURG_SOAK", "1"))


def examples(count: int) -> settings:
    """Settings for a property over whole games: so many of them, times QUEDLINBURG_SOAK.

    A game that fails is shown as it was found: to make it smaller takes longer than to read it.
    """
    return settings(
        max_examples=count * SOAK,
        phases=(Phase.explicit, Phase.generate),
        derandomize=SOAK == 1,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),  # pyright: ignore[reportArgumentType]
    )


def books() -> st.SearchStrategy[int | dict[str, int]]:
    """One set of books, or one book for each colour (R2.3)."""
    number = st.integers(1, 4)
    colours: dict[str, st.SearchStrategy[int]] = dict.fromkeys(BOOK_COLOURS, number)
    return st.fixed_dictionaries(colours) | number


def editions() -> st.SearchStrategy[str | dict[str, int | str]]:
    """A preset, or switches by themselves (R8)."""
    switches: dict[str, st.SearchStrategy[int | str]] = {
        "rubies": st.integers(0, 6),
        "flask": st.sampled_from(["white", "any"]),
    }
    for name in EDITIONS["north_star"]:
        # The others are prices that differ by printing.
        switches.setdefault(name, st.sampled_from([preset[name] for preset in EDITIONS.values()]))
    mapping = st.fixed_dictionaries({}, optional=switches)
    return st.sampled_from(sorted(EDITIONS)) | mapping


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Any set-up of a table (R2, R7, R8)."""
    players = draw(st.integers(2, 4))
    return Setup(
        players=players,
        books=draw(books()),
        edition=draw(editions()),
        tubes=draw(st.booleans()),
        stir=draw(st.sampled_from(STIRS)),
        overflow=draw(st.booleans()),
        start=draw(st.none() | st.integers(0, players - 1)),
    )


# --- tables in the middle of a game --------------------------------------------------------------

# What nobody has at set-up, but in a head: so few that four seats can have two of each kind.
_OTHER_KINDS = tuple(code for code in KIND_CODES if code[0] not in "WOG")


def setup_line(setup: Setup) -> str:
    """The line of a head that tells the set-up."""
    return Game.new(setup, seed=0).position().splitlines()[0]


@st.composite
def _placed(draw: st.DrawFn, kinds: tuple[str, ...]) -> str:
    """Some chips of a pot, in order, none before the last."""
    words = []
    space = draw(st.integers(0, 50))
    for kind in draw(st.lists(st.sampled_from(kinds), max_size=9, unique=True)):
        space = min(52, space + draw(st.integers(1, 4)))
        words.append(f"{kind}@{space}")
    return " ".join(words)


@st.composite
def seat_heads(draw: st.DrawFn, setup: Setup, *, in_potions: bool) -> str:
    """What a head says of a seat: some chips more than at set-up, and anything else."""
    chips = draw(st.lists(st.sampled_from(_OTHER_KINDS), max_size=8, unique=True))
    words = [f"vp {draw(st.integers(0, 60))}", f"rubies {draw(st.integers(0, 7))}"]
    words.append(f"droplet {draw(st.integers(0, 12) | st.integers(45, 52))}")
    words.append(f"flask {draw(st.sampled_from(['full', 'empty']))}")
    words.append(f"bag W1x4 W2x2 W3 O1 G1 {' '.join(chips)}")
    if setup.tubes:
        words.append(f"glass {draw(st.integers(0, 12))}")
    if setup.book_numbers["red"] == 2 and draw(st.booleans()):
        words.append("aside R1 R2")
    if in_potions:
        words.append(f"rats {draw(st.integers(0, 6))}")
        words.append(f"pot {draw(_placed(('W1', 'O1', 'G1', 'G2', 'G4', *_OTHER_KINDS)))}")
        words.append(draw(st.sampled_from(["", "", "stopped", "exploded"])))
    return "  ".join(words)


@st.composite
def heads(draw: st.DrawFn) -> str:
    """The head of a table in the middle of a game, with little left in the supply (R3.6)."""
    setup = draw(setups())
    in_potions = draw(st.booleans())
    first = f"round {draw(st.integers(1, 9))}  start {draw(st.integers(0, setup.players - 1))}"
    lines = [setup_line(setup), f"{first}  phase {'potions' if in_potions else 'fortune'}"]
    if draw(st.booleans()):
        lines.append(f"card {draw(st.sampled_from(CARD_IDS))}")
    seats = [draw(seat_heads(setup, in_potions=in_potions)) for _ in range(setup.players)]
    lines.extend(f"seat {number}  {seat}" for number, seat in enumerate(seats))
    scarce = draw(st.dictionaries(st.sampled_from(KIND_CODES[3:]), st.integers(0, 3), min_size=4))
    reader = Game.from_position("\n".join([*lines, ""]), Seeded(0))
    left = reader.first_head.supply
    few = {k: min(n, left[KIND[k]]) for k, n in scarce.items()}
    lines.insert(2, "supply " + " ".join(f"{kind}={count}" for kind, count in few.items()))
    return "\n".join(lines) + "\n"


# --- whole games ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Start:
    """How a whole game is played: its set-up or head, the seed, policies, and the order of seats.

    A game with a head begins in the middle; one without begins with round 1.
    """

    setup: Setup
    seed: int
    policies: tuple[Policy, ...]
    salt: int
    head: str = ""

    @property
    def order(self) -> Order:
        """The order in which waiting seats act."""
        return by_lot(self.salt)

    def game(self, seed: int | None = None) -> Game:
        """The game before its first action; with another seed, if one is given."""
        if self.head:
            return Game.from_position(self.head, Seeded(self.seed if seed is None else seed))
        return Game.new(self.setup, seed=self.seed if seed is None else seed)

    def steps(self, game: Game) -> Iterator[Step]:
        """Play a game of this kind to its end."""
        return play_on(game, self.policies, self.order)


@st.composite
def starts(draw: st.DrawFn, *, from_heads: bool = True, stirs: bool = True) -> Start:
    """Whole games over any set-up, some from a head; some seats are careful and some are not.

    With `stirs` some seats call for a stir, so that the order in which seats act matters.
    """
    head = draw(heads()) if from_heads and draw(st.booleans()) else ""
    setup = Game.from_position(head, Seeded(0)).setup if head else draw(setups())
    salts = st.integers(0, 2**20)
    risks = st.sampled_from([0.2, 0.0, 0.35, 0.6])
    calls = st.booleans() if stirs else st.just(False)
    policies = tuple(Policy(draw(salts), draw(risks), draw(calls)) for _ in range(setup.players))
    return Start(setup, draw(st.integers(0, 2**32)), policies, draw(salts), head)
