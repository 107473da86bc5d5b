"""The compilation of the rules beside the rules: every page and card, while brewing and after.

Pages and cards are those of the rules' data. One that the compilation does not know counts as
without effect there and is compared like every other: if it has an effect, it fails here.
"""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from analysis.brute import Brute, Evaluated, came_to, odd_worth
from analysis.comparing import brew_of, compare
from quedlinburg import Game, Scripted
from quedlinburg.analysis import EXACT, RoundWorth, Solution, Values, simple_values
from quedlinburg.analysis.compiled_rules.effects import (
    EFFECTS,
    NONE,
    effects_together,
)
from quedlinburg.engine.names import BOOK_COLOURS, page_name
from quedlinburg.rules import ids
from quedlinburg.rules.constants import CARD_IDS, PRICES

PAGES = tuple(page_name(page) for page in PRICES)
ROOT = Path(__file__).parents[2]
ANALYSIS = ROOT / "src/quedlinburg/analysis"
HOME = "src/quedlinburg/analysis/compiled_rules/effects.py"

# Brews in which the pages of each colour act.
BREWS = {
    "orange": ("bag W3 O1x2 pot W2@2 W2@4",),
    "green": ("bag W3 G1 G2 pot W2@2 W3@5",),
    "blue": ("bag W1 W3 B1 B2 O1 pot W2@2 W2@4", "flask empty bag W3 B1 O1 G1 pot W3@3 W2@4"),
    "red": ("bag W1 R1 R2 G1 pot W2@2 O1@3 W2@5", "flask empty bag W1 W3 R1 O1 pot R1@1 W3@4"),
    "yellow": ("flask empty bag W1 W3 Y1 Y2 G1 pot W2@2 W2@4",),
    "purple": ("bag W3 P1x2 O1 pot W2@7 W3@10",),
    "black": ("bag W3 K1x2 O1 pot W2@2 W3@5",),
}
# Brews in which cards act, with the books of a set; and one in which the other seat is through, so
# that what waits until everybody has stopped comes at once.
CARD_BREWS = (
    (1, "flask empty bag W1 W3 B1 O1"),
    (2, "bag W3 W1 Y1 R1"),
    (4, "flask empty bag W3 G1 P1 pot W2@2 O1@3 W3@6"),
)
LAST_BREW = (1, "flask empty bag W3 G1 P1 pot W3@3 W2@5")
THROUGH = "bag O1 pot G1@1 exploded"
# Pots that the evaluation pays for, beside a pot that is further on and has a black chip.
POTS = (
    "rubies 2 flask full bag pot O1@1 W2@3",
    "rubies 2 flask empty bag pot O1@1 W2@3 G1@4",
    "rubies 1 flask full bag pot G2@2 O1@3 G4@7",
    "rubies 0 flask full bag pot G2@2 W2@3 G1@4",
    "rubies 3 flask full bag pot W3@3 W2@5 W2@7 G1@8 O1@9",
    "rubies 1 flask full bag pot W3@3 W2@5 W2@7 G2@9 P1@10",
    "rubies 1 flask empty bag pot P1@1 B1@2 R2@4",
    "rubies 2 flask full bag pot P1@11 Y1@12 P1@13 G2@15",
    "rubies 3 flask full bag pot P1@21 P1@22 R1@23 P1@24 B1@25 P1@26",
    "rubies 0 flask full bag pot K1@1",
    "rubies 1 flask empty bag pot K1@1 K1@2",
    "rubies 1 flask full bag pot O1@12",
    "rubies 1 flask empty bag pot W3@3 W3@6 W2@12 exploded",
    "rubies 2 flask full bag pot W3@5 W3@10 W2@14 G1@15 P1@16 K1@33 exploded",
)
OTHER = "bag W1 pot W3@3 K1@45"


def head_of(name: str, players: int = 2) -> str:
    """The head of a table at which a page or card is in force; the other books are of set 4."""
    books = dict.fromkeys(BOOK_COLOURS, "4")
    colour, _, number = name.rpartition("_")
    if name in PAGES and colour in books:
        books[colour] = number
    card = name if name in CARD_IDS else "alms"
    written = " ".join(f"{colour}={number}" for colour, number in books.items())
    return f"players {players} round 5 start 0 books {written} card {card}"


def lay_seats(head: str, *seats: str) -> Game:
    """A table with these seats."""
    lines = [f"seat {number} {seat}" for number, seat in enumerate(seats)]
    return Game.from_position("\n".join([head, *lines]), luck=Scripted(()))


# --- while brewing -------------------------------------------------------------------------------


@cache
def brews_of(name: str) -> list[Brute]:
    """The brews in which a page or card is compared, played out by the rules."""
    if name in PAGES:
        games = [lay_seats(head_of(name), seat, "") for seat in BREWS[name.rpartition("_")[0]]]
    else:
        head = f"players 2 round 5 start 0 card {name} books"
        games = [lay_seats(f"{head} {LAST_BREW[0]}", LAST_BREW[1], THROUGH)]
        if not EFFECTS.get(name, NONE).final_look:
            games += [lay_seats(f"{head} {number}", seat, "") for number, seat in CARD_BREWS]
    return [Brute(game, odd_worth) for game in games]


def compare_brewing(name: str) -> None:
    """See that the compilation gives every action the value that the rules give it."""
    for brute in brews_of(name):
        compare(brute)


# --- in the evaluation ---------------------------------------------------------------------------


def uneven_values() -> Values:
    """Values without any regularity, so that everything that is won shows."""
    values = Values()
    values.point, values.lead, values.lead_cost = 0.9, 4.0, 0.37
    values.step, values.ruby, values.flask = 1.31, 0.53, 0.71
    values.chip = [0.11 * kind + 0.07 * (kind * kind % 7) for kind in range(ids.KINDS)]
    values.aside = [0.05, 0.13, 0.29]
    values.coins = [0.17 * coins + 0.05 * (coins % 4) for coins in range(len(values.coins))]
    counts = range(len(values.rubies_full))
    values.rubies_full = [0.53 * n + 0.29 * (n // 2) for n in counts]
    values.rubies_empty = [0.53 * n + 0.41 * (n >= 2) + 0.17 * (n // 2) for n in counts]
    return values


def even_values() -> Values:
    """Values by which every ruby is worth the same: the die's ruby counts by itself."""
    values = uneven_values()
    values.lead_cost = 0.0
    values.rubies_full = [0.53 * n for n in range(len(values.rubies_full))]
    values.rubies_empty = values.rubies_full
    return values


@cache
def evaluated(name: str, seats: tuple[str, ...], leads: bool) -> tuple[Game, float]:
    """A table whose last seat only has to stop, and what the rules then bring seat 0."""
    game = lay_seats(head_of(name, len(seats)), *seats)
    return game, Evaluated(game, even_values() if leads else uneven_values()).worth


def compare_pot(name: str, *seats: str, leads: bool = False) -> None:
    """See that a pot is worth by the compilation what its evaluation brings by the rules."""
    game, expected = evaluated(name, seats, leads)
    values = even_values() if leads else uneven_values()
    worth = RoundWorth.of(game.view(0), 0, values, die_chance=float(leads))
    result = came_to(game.table, (game.table.rubies[0], game.table.vp[0]))
    assert worth(result) == pytest.approx(expected, abs=1e-9), game.position()


def compare_evaluation(name: str) -> None:
    """See that every pot is worth the same: behind another pot, and before it."""
    for pot in POTS:
        compare_pot(name, pot if "exploded" in pot else f"stopped {pot}", OTHER)
    compare_pot(name, "stopped bag pot O1@20", "bag W1 pot O1@10", leads=True)
    if name == "black_2":
        for own in ("", " K1@2", " K1@2 K1@3"):
            seats = (f"stopped bag pot O1@1{own}", f"stopped {OTHER}", "bag W1 pot W3@46")
            compare_pot(name, *seats)


# --- the walk ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*PAGES, *CARD_IDS])
def test_every_page_and_card_brews_as_the_rules_say(name: str) -> None:
    """R4, R6: the same legal actions, each with the same value, in every state of some brews."""
    try:
        compare_brewing(name)
    except Exception as error:
        error.add_note(f"{name}: what it does while brewing is missing or wrong in {HOME}")
        raise


@pytest.mark.parametrize("name", [*PAGES, *CARD_IDS])
def test_every_page_and_card_is_evaluated_as_the_rules_say(name: str) -> None:
    """R5, R6: a pot is worth what its evaluation brings, every choice made in the best way."""
    try:
        compare_evaluation(name)
    except Exception as error:
        error.add_note(f"{name}: what it pays in the evaluation is missing or wrong in {HOME}")
        raise


@pytest.mark.parametrize("name", [*PAGES, *CARD_IDS])
def test_the_worth_of_a_round_depends_on_no_other_fields_than_it_needs(name: str) -> None:
    """The solver leaves the other fields at 0; brute force knows them all."""
    for brute in brews_of(name):
        game = brute.games[brute.root]
        worth = RoundWorth.of(game.view(0), 0, uneven_values())
        brute.weigh(worth)
        found = Solution(brew_of(game), worth, EXACT).values
        expected = brute.actions(brute.root)
        brute.weigh(odd_worth)
        assert found == pytest.approx(expected, rel=0, abs=1e-9), game.position()


@pytest.mark.parametrize("books", [1, 2, 3, 4])
@pytest.mark.parametrize("pot", POTS)
def test_in_round_9_a_pot_is_worth_the_points_that_it_ends_with(books: int, pot: str) -> None:
    """R5.G: with the simple values, which are exact there; books of one set together."""
    seat = pot if "exploded" in pot else f"stopped {pot}"
    game = lay_seats(f"players 2 round 9 start 0 books {books} card alms", seat, OTHER)
    won = Evaluated(game, Values()).worth - game.table.rubies[0] // 2
    worth = RoundWorth.of(game.view(0), 0, simple_values(game.view(0)), die_chance=0.0)
    result = came_to(game.table, (game.table.rubies[0], game.table.vp[0]))
    assert worth(result) == pytest.approx(won, abs=1e-9), game.position()


def test_only_one_module_of_the_analysis_names_pages_and_cards() -> None:
    """What a page or card does is found, and added, in one place."""
    named = re.compile(rf"(?<![a-z0-9])({'|'.join([*PAGES, *CARD_IDS])})(?![a-z0-9])", re.I)
    naming = [path for path in ANALYSIS.rglob("*.py") if named.search(path.read_text("utf-8"))]
    assert naming == [ROOT / HOME]


def fails(check: Callable[[str], None], name: str) -> bool:
    """Whether a comparison of a page or card fails."""
    try:
        check(name)
    except Exception:
        return True
    return False


@pytest.mark.parametrize("name", EFFECTS)
def test_a_page_or_card_left_out_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The walk has the power to fail: without any one line of the compilation it does."""
    assert name in (*PAGES, *CARD_IDS)
    monkeypatch.delitem(EFFECTS, name)
    effects_together.cache_clear()
    noticed = fails(compare_brewing, name) or fails(compare_evaluation, name)
    effects_together.cache_clear()
    assert noticed
