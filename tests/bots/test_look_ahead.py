"""The plan of a brew against everything that can happen, and a table that is left as it was."""

from __future__ import annotations

import numpy as np
import pytest

from quedlinburg.bots import make_bot
from quedlinburg.bots.policies import master
from quedlinburg.bots.value.look_ahead import draw_value
from quedlinburg.bots.value.option_values import fill_option_values
from quedlinburg.bots.value.search import Scratch, Search, new_scratch, utility
from quedlinburg.bots.value.stop_value import chance_of_none, stop_value
from quedlinburg.bots.weights import shipped
from quedlinburg.engine.game import Game
from quedlinburg.engine.luck import Scripted
from quedlinburg.rules import ids, options
from quedlinburg.rules.phases.potions import use_chip
from quedlinburg.rules.questions import fill_options
from quedlinburg.rules.table import FIELDS, Table
from quedlinburg.sim.luck import Fast

ALONE = "seat 1  bag O1  pot O1@52  stopped"


def table_of(seat: str, round_no: int = 4, card: str = "alms") -> Table:
    """A table with seat 0 brewing and the other pot out of reach."""
    head = f"players 2  books 1  round {round_no}  card {card}"
    return Game.from_position(f"{head}\nseat 0  {seat}\n{ALONE}").table.copy(Fast())


def coin_values(depth: float = 1.0) -> Search:
    """Points as they are, and a quarter of a point for each coin."""
    search = Search()
    search.depth = depth
    for coins in range(36):
        search.coins[coins] = coins / 4
    return search


def best(t: Table, search: Search, *, draws: bool) -> float:
    """The best that can be done, by trying everything; the first time drawing is a must."""
    stop = utility(search, stop_value(t, 0, search))
    total = sum(t.bag[0])
    if t.status[0] != ids.BREWING or total == 0:
        return stop
    drawn = 0.0
    for kind in range(ids.KINDS):
        count = t.bag[0][kind]
        if count:
            after = t.copy(Fast())
            after.drawn[0] = 1
            use_chip(after, 0, kind)
            drawn += count / total * best(after, search, draws=False)
    return drawn if draws else max(stop, drawn)


@pytest.mark.parametrize(
    "seat",
    [
        "flask empty  pot W3@3 W2@5  bag W1x2 W2 W3 O1x3",
        "flask empty  pot W3@3 W3@6  bag W1 W2 W3 O1x4",
        "flask empty  droplet 10  pot W3@13  bag W1x2 W2x2 W3 O1x2",
        "flask empty  pot O1@1  bag W1x3 W2 W3",
    ],
)
def test_a_plan_of_alike_chips_is_near_what_trying_everything_says(seat: str) -> None:
    """With pumpkins alone besides cherry bombs, to a third of a point: ruby spaces are averaged."""
    t, search = table_of(seat), coin_values()
    assert draw_value(t, 0, search) == pytest.approx(best(t, search, draws=True), abs=0.35)


UNLIKE = (
    "flask empty  pot W3@3 W2@5  bag W1x2 W2 W3 O1 R4 G2",
    "flask empty  pot W3@3 W2@5 O1@6  bag W1x2 W2 R4 R2x2 G4",
    "flask empty  droplet 9  pot W3@12 W1@13  bag W1x2 W2x2 O1 G1 G4",
    "flask empty  droplet 4  pot W2@6 W2@8 W1@9  bag W1x2 W3 R1 R4 K1",
)


def test_a_chip_further_is_nearer_to_what_trying_everything_says() -> None:
    """Where chips are not alike, the second look removes much of the plan's error."""
    errors = []
    for depth in (1.0, 2.0):
        search = coin_values(depth)
        tables = [table_of(seat) for seat in UNLIKE]
        off = [draw_value(t, 0, search) - best(t, search, draws=True) for t in tables]
        errors.append(sum(abs(one) for one in off))
    assert errors[1] < 0.7 * errors[0]


def test_a_second_look_is_taken_where_options_are_close() -> None:
    """And not where the first one has decided."""
    close = table_of("flask empty  droplet 9  pot W2@11 W2@13 W1@14  bag W1x2 W3 R1 R4 K1")
    clear = table_of("flask empty  pot W1@1  bag W1x2 R4x2 O1x3 G2")
    for t, depth in ((close, 2.0), (clear, 1.0)):
        assert draw_value(t, 0, coin_values(1.0)) != draw_value(t, 0, coin_values(2.0))
        fill_options(t, 0)
        liked = np.zeros(t.option_n)
        fill_option_values(t, Scratch(Table(Fast()), coin_values()), 0, liked)
        assert t.option[0] == options.DRAW
        assert liked[0] == draw_value(t, 0, coin_values(depth))
    stopped = stop_value(close, 0, coin_values())
    assert draw_value(close, 0, coin_values(1.0)) > stopped > draw_value(close, 0, coin_values(2.0))


def test_a_plan_tells_safe_draws_from_hopeless_ones() -> None:
    """Drawing is liked where nothing can explode, and not where everything does."""
    search = coin_values()
    safe = table_of("flask empty  pot W1@1  bag W1x2 O1x3")
    assert draw_value(safe, 0, search) > utility(search, stop_value(safe, 0, search))
    hopeless = table_of("flask empty  pot W3@3 W3@6 W1@27  bag W1x3 W2x2 W3")
    assert draw_value(hopeless, 0, search) < utility(search, stop_value(hopeless, 0, search))


def test_a_full_flask_makes_a_draw_better() -> None:
    """The same pot with and without it (R4.5)."""
    search = coin_values()
    seat = "pot W3@3 W1@4  bag W1x2 W2x2 W3 O1x3"
    full, empty = table_of(f"flask full  {seat}"), table_of(f"flask empty  {seat}")
    assert draw_value(full, 0, search) > draw_value(empty, 0, search) + 0.1


@pytest.mark.parametrize("depth", [1.0, 2.0])
def test_imagining_leaves_the_imagined_table_as_it_was(depth: float) -> None:
    """Every chip that was imagined is taken back, whatever it does."""
    for books in (1, 2, 3, 4):
        head = f"players 2  books {books}  round 5  card second_chance"
        seat = "seat 0  pot W2@2 O1@3 R1@4 Y1@6  bag W1x2 W3 B1 B4 Y2 R2 G4 P1 K1 O1"
        t = Game.from_position(f"{head}\n{seat}\n{ALONE}").table.copy(Fast())
        check_left_as_it_was(t, depth)


def check_left_as_it_was(t: Table, depth: float) -> None:
    """Imagine every draw, and compare all that is not overwritten by the next chip."""
    before = t.copy(Fast())
    draw_value(t, 0, coin_values(depth))
    chips = t.pot_n[0]
    assert t.pot_space[0][:chips] == before.pot_space[0][:chips]
    for name, _ in FIELDS:
        if name not in ("pot_kind", "pot_space", "task", "arg", "luck_n", "lucks"):
            assert getattr(t, name) == getattr(before, name), name


@pytest.mark.parametrize("depth", [0.0, 1.0, 2.0])
@pytest.mark.parametrize("blue", [1, 2, 3, 4])
@pytest.mark.parametrize(("red", "yellow"), [(1, 1), (2, 1), (2, 2), (3, 2), (4, 4)])
def test_imagining_leaves_what_a_drawn_chip_has_open(
    blue: int, red: int, yellow: int, depth: float
) -> None:
    """R4.7, R4.12, R4.19: extra spaces, a shield, a white chip drawn directly before."""
    head = f"players 2  books green=1 blue={blue} red={red} yellow={yellow} purple=1  round 5"
    bag = "bag W1x3 W3 B1 B4 Y2 R2 R1 P1 O1"
    skull = "B1" if blue > 1 else "P1"
    for pot, chip in (("Y1@2 B4@6 O1@7", "W1"), ("O1@6 Y1@7", skull), ("O1@3 W2@5", "R1")):
        seat = f"seat 0  pot {pot}  {bag}"
        game = Game.from_position(f"{head}  card alms\n{seat}\n{ALONE}\n0 draw  luck {chip}")
        check_left_as_it_was(game.table.copy(Fast()), depth)


def test_the_master_leaves_the_table_as_it_was() -> None:
    """But for the options, which it fills in."""
    t = table_of("flask full  pot W3@3 W2@5  bag W1x2 W2 W3 O1x3 B2 R4")
    before = t.copy(Fast())
    master.choose(t, new_scratch(), 0, shipped("master"))
    for name, _ in FIELDS:
        if name not in ("option", "option_n"):
            assert getattr(t, name) == getattr(before, name), name


def test_a_plain_search_keeps_python_numbers_in_its_table() -> None:
    """What an undo writes back into the lists are no numbers of numpy, which would overflow."""
    t = table_of("flask full  pot W3@3 W2@5  bag W1x2 W2 W3 O1x3 B2 R4")
    scratch = new_scratch()
    master.choose(t, scratch, 0, shipped("master"))
    for table in (t, scratch.table):
        for name, _ in FIELDS:
            assert number_types(getattr(table, name)) <= {int}, name


def number_types(value: object) -> set[type]:
    """The types of the numbers in nested lists."""
    if isinstance(value, list):
        return set().union(*map(number_types, value))
    return {type(value)}


def test_the_master_does_not_look_at_what_is_hidden() -> None:
    """Luck, the deck, sealed choices and what others look at change nothing."""
    seat = "flask full  pot W3@3 W2@5  bag W1x2 W2 W3 O1x3 B2 R4"
    t, other = table_of(seat), table_of(seat)
    other.rng[:] = [7, 8, 9, 10]
    other.deck[:] = [5] * len(other.deck)
    other.sealed[1] = 1
    other.looked[1][ids.W1] = 1
    scratch = new_scratch()
    weights = shipped("master")
    assert master.choose(t, scratch, 0, weights) == master.choose(other, scratch, 0, weights)


@pytest.mark.parametrize(
    ("count", "total", "looks", "chance"),
    [(1, 2, 1, 0.5), (2, 4, 2, 1 / 6), (0, 5, 3, 1.0), (3, 3, 1, 0.0), (1, 2, 5, 0.0)],
)
def test_the_chance_to_see_none(count: int, total: int, looks: int, chance: float) -> None:
    """Chips looked at are not put back in between."""
    assert chance_of_none(count, total, looks) == pytest.approx(chance)


@pytest.mark.parametrize("name", ["journeyman", "master"])
def test_a_skull_chosen_from_a_look_brings_another_look(name: str) -> None:
    """Chips that come after it are imagined beside no open look, which would leave too few (R4.11).

    The second look shows two of three chips; after one of them no chip would be left to look at.
    """
    position = f"players 2  books 1  round 4  card alms\nseat 0  bag B1 B2 B1 R1x2\n{ALONE}"
    game = Game.from_position(position, luck=Scripted(["B1", "B2"]))
    game.act(0, "draw")
    legal = game.legal_actions(0)
    assert [str(action) for action in legal] == ["choose B2", "choose none"]
    assert make_bot(name, 0).decide(game.view(0), legal) is legal[0]
