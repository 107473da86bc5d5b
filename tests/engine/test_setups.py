"""The set-up: what is allowed, what it becomes, and what is said of the rest (R2, R7, R8)."""

from typing import Any

import pytest

from quedlinburg import Game, Setup
from quedlinburg.rules.constants import EDITIONS

BAD: list[tuple[dict[str, Any], str]] = [
    ({"players": 1}, "players: 1 is not allowed; allowed: 2, 3, 4"),
    ({"players": 5}, "players: 5 is not allowed; allowed: 2, 3, 4"),
    ({"players": "3"}, "players: '3' is not allowed; allowed: 2, 3, 4"),
    ({"players": True}, "players: True is not allowed; allowed: 2, 3, 4"),
    ({"players": 2.0}, "players: 2.0 is not allowed; allowed: 2, 3, 4"),
    ({"books": 0}, "books: 0 is not allowed; allowed: 1 to 4, or a mapping of the five colours"),
    ({"books": 5}, "books: 5 is not allowed; allowed: 1 to 4, or a mapping of the five colours"),
    (
        {"books": "1"},
        "books: '1' is not allowed; allowed: 1 to 4, or a mapping of the five colours",
    ),
    (
        {"books": {"green": 1}},
        "books: {'green': 1} is not allowed; allowed: one number for each of "
        "green, blue, red, yellow, purple",
    ),
    (
        {"books": {"green": 1, "blue": 1, "red": 7, "yellow": 1, "purple": 1}},
        "books['red']: 7 is not allowed; allowed: 1 to 4",
    ),
    (
        {"edition": "first"},
        "edition: 'first' is not allowed; allowed: "
        "north_star, north_star_first, schmidt, or switches",
    ),
    (
        {"edition": None},
        "edition: None is not allowed; allowed: north_star, north_star_first, schmidt, or switches",
    ),
    (
        {"edition": {"gems": 1}},
        "edition switch: 'gems' is not allowed; allowed: rubies, flask, green_3_G4, blue_4_B4",
    ),
    ({"edition": {"flask": "red"}}, "flask: 'red' is not allowed; allowed: white, any"),
    ({"edition": {"rubies": -1}}, "rubies: -1 is not allowed; allowed: 0 to 99"),
    ({"edition": {"green_3_G4": 0}}, "green_3_G4: 0 is not allowed; allowed: 1 to 99"),
    ({"edition": {"blue_4_B4": "19"}}, "blue_4_B4: '19' is not allowed; allowed: 1 to 99"),
    ({"tubes": 1}, "tubes: 1 is not allowed; allowed: True, False"),
    ({"overflow": "no"}, "overflow: 'no' is not allowed; allowed: True, False"),
    ({"stir": "often"}, "stir: 'often' is not allowed; allowed: last, always, never"),
    ({"stir": True}, "stir: True is not allowed; allowed: last, always, never"),
    (
        {"start": 2},
        "start: 2 is not allowed; allowed: None (drawn by lot) or a seat, 0 to 1",
    ),
    (
        {"start": -1},
        "start: -1 is not allowed; allowed: None (drawn by lot) or a seat, 0 to 1",
    ),
]


@pytest.mark.parametrize(("values", "message"), BAD)
def test_a_bad_value_is_refused_with_what_is_allowed(values: dict[str, Any], message: str) -> None:
    """The name of the field, the value, and what is allowed, in one line."""
    with pytest.raises(ValueError) as refused:
        Setup(**({"players": 2} | values))
    assert str(refused.value) == message


def test_a_mapping_of_equal_books_is_the_same_set_up() -> None:
    """R2.3: one number for the whole set, or five that are equal."""
    colours = ("green", "blue", "red", "yellow", "purple")
    same = Setup(players=3, books=dict.fromkeys(colours, 2))
    assert same == Setup(players=3, books=2)
    assert hash(same) == hash(Setup(players=3, books=2))
    assert same.books == 2


@pytest.mark.parametrize("name", EDITIONS)
def test_switches_that_make_a_printing_have_its_name(name: str) -> None:
    """R8: presets of four switches."""
    assert Setup(players=2, edition=dict(EDITIONS[name])).edition == name
    assert Setup(players=2, edition=dict(EDITIONS[name])) == Setup(players=2, edition=name)


def test_missing_switches_are_as_in_north_star() -> None:
    """Only what differs has to be said."""
    setup = Setup(players=2, edition={"rubies": 3})
    assert setup.switches == EDITIONS["north_star"] | {"rubies": 3}
    assert setup.edition == {"rubies": 3}


@pytest.mark.parametrize(
    ("edition", "rubies"), [("north_star", 1), ("north_star_first", 0), ("schmidt", 0)]
)
def test_r2_2_everybody_begins_alike(edition: str, rubies: int) -> None:
    """R2.2, R8: bag, flask, droplet, points, and rubies by edition."""
    text = Game.new(Setup(players=4, edition=edition, start=0), seed=1).position()
    line = f"vp 0  rubies {rubies}  droplet 0  flask full  bag W1x4 W2x2 W3 O1 G1"
    assert text.count(line) == 4


def test_r2_3_black_has_a_page_for_two_and_one_for_more() -> None:
    """R2.3: orange and black always play."""
    assert [Setup(players=n).pages["black"] for n in (2, 3, 4)] == [1, 2, 2]
    assert Setup(players=2).pages["orange"] == 1


def test_the_start_player_is_drawn_by_lot() -> None:
    """R2.1: without a seat named, every seat can be the first, and the game says who."""
    starts = {Game.new(Setup(players=3), seed=seed).start for seed in range(30)}
    assert starts == {0, 1, 2}
    game = Game.new(Setup(players=3), seed=1)
    assert game.setup.start == game.start


def test_only_one_source_of_luck_is_taken() -> None:
    """Seed, luck and pledge exclude each other."""
    with pytest.raises(ValueError, match="give only one of seed, luck and pledge"):
        Game.new(Setup(players=2), seed=1, luck=Game.new(Setup(players=2)).luck)


@pytest.mark.parametrize("names", [("Ann",), ("Ann", "Bo", "Cy")])
def test_names_are_one_for_each_seat_or_none(names: tuple[str, ...]) -> None:
    """A table of two."""
    with pytest.raises(ValueError, match=f"names: {len(names)} given; allowed: none, or 2"):
        Game.new(Setup(players=2), seed=1, names=names)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"seed": 1.5}, "seed: 1.5 is not allowed; allowed: a whole number, text, bytes or None"),
        ({"seed": True}, "seed: True is not allowed; allowed: a whole number, text"),
        ({"seed": [1]}, "seed: [1] is not allowed; allowed: a whole number, text"),
        ({"names": "ab"}, "names: 'ab' is not allowed; allowed: a text for each seat"),
        ({"names": (1, 2)}, "names: (1, 2) is not allowed; allowed: a text for each seat"),
        ({"setup": None}, "setup: None is not allowed; allowed: a Setup"),
    ],
)
def test_a_game_is_not_begun_with_what_it_would_misread(
    values: dict[str, Any], message: str
) -> None:
    """Seeds, names and set-ups of the wrong kind are refused before anything is laid."""
    with pytest.raises(ValueError) as refused:
        Game.new(**({"setup": Setup(players=2)} | values))
    assert message in str(refused.value)
