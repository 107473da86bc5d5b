"""A contest: what may be asked for, and how it is written down."""

from __future__ import annotations

import shlex

import pytest

from quedlinburg.arena.contest import Contest, read_edition

PAIR = ("novice", "apprentice")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"seats": ("novice",)}, "seats: 1 is not allowed"),
        ({"seats": ("novice",) * 5}, "seats: 5 is not allowed"),
        ({"games": 0}, "games: 0 is not allowed"),
        ({"games": 10**9}, "games: 1000000000 is not allowed"),
        ({"books": "5"}, "books: '5' is not known"),
        ({"books": "green=1"}, "books: 'green=1' is not known"),
        ({"edition": "leipzig"}, "edition: 'leipzig' is not known"),
        ({"edition": "north_star rubies"}, "'rubies' is not a switch"),
        ({"edition": "rubies=many"}, "rubies: 'many' is not allowed"),
        ({"edition": "schmidt colour=1"}, "edition switch: 'colour' is not allowed"),
        ({"stir": "often"}, "stir: 'often' is not allowed"),
        ({"order": "crosswise"}, "order: 'crosswise' is not allowed; allowed: together, seats"),
        ({"seed": ""}, "seed"),
        ({"seed": "x" * 201}, "seed"),
    ],
)
def test_what_a_contest_refuses_is_named(wrong: dict[str, object], said: str) -> None:
    """One line says which field is wrong."""
    with pytest.raises(ValueError) as refused:
        Contest(**{"seats": PAIR, **wrong})  # type: ignore[arg-type]
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_every_deal_is_as_many_games_as_there_are_seats() -> None:
    """Games are rounded up to whole deals."""
    assert Contest(("novice",) * 4, games=10_000).deals == 2500
    assert Contest(("novice",) * 3, games=10_000).deals == 3334
    assert Contest(PAIR, games=1).deals == 1


def test_a_contest_comes_back_from_its_plain_dict() -> None:
    """What is written into a run can be read again."""
    contest = Contest(PAIR, games=7, books="3", tubes=True, seed="abc", stir="always")
    assert Contest.from_json(contest.to_json()) == contest


@pytest.mark.parametrize(
    "damage",
    [{"games": "7"}, {"tubes": 1}, {"seats": "novice"}, {"books": 3}, {"further": 1}],
)
def test_a_damaged_dict_is_no_contest(damage: dict[str, object]) -> None:
    """Numbers stay numbers and words stay words."""
    with pytest.raises(ValueError, match="not a contest"):
        Contest.from_json({**Contest(PAIR).to_json(), **damage})


def test_the_command_names_what_differs_and_nothing_else() -> None:
    """The command can be typed: its words are those of the options."""
    contest = Contest(PAIR, games=7, books="green=1 blue=2 red=3 yellow=4 purple=1", tubes=True)
    words = shlex.split(contest.command())
    assert words[:2] == ["quacks", "arena"]
    assert words[2:] == [
        *("--seats", "novice,apprentice", "--games", "7"),
        *("--books", "green=1 blue=2 red=3 yellow=4 purple=1", "--tubes"),
    ]


def test_an_edition_may_be_a_name_with_switches() -> None:
    """The named edition, but for what is switched (R8)."""
    edition = read_edition("schmidt rubies=3")
    assert isinstance(edition, dict)
    assert edition["rubies"] == 3
    contest = Contest(PAIR, edition="schmidt rubies=3")
    schmidt = Contest(PAIR, edition="schmidt").setup_with(1).switches
    assert contest.setup_with(1).switches == {**schmidt, "rubies": 3}


def test_a_bot_with_two_seats_is_named_once() -> None:
    """Findings are for bots, not for seats."""
    contest = Contest(("novice", "apprentice", "novice"))
    assert contest.bots == ("novice", "apprentice")
    assert contest.copies("novice") == [0, 2]
