"""The end of a game and of a round in words: who won and why, who received what and why."""

from __future__ import annotations

import pytest
from rich.console import Console

from quedlinburg.cli.terminal.event_words import Teller
from quedlinburg.cli.terminal.results import evaluation, explain, exploded_seats, ranking, steps_of
from quedlinburg.engine import events as ev
from quedlinburg.engine.outcome import Outcome
from quedlinburg.text import catalogue

NAMES = ("Ann", "Bo", "Cy")
EN = catalogue("en")


def outcome(points: tuple[int, ...], scoring: tuple[int, ...], reason: str) -> Outcome:
    """An outcome as the rules rank it (R5.H)."""
    keys = list(zip(points, scoring, strict=True))
    order = sorted(range(len(keys)), key=lambda seat: keys[seat], reverse=True)
    winners = tuple(seat for seat in range(len(keys)) if keys[seat] == keys[order[0]])
    return Outcome(tuple(order), winners, points, scoring, reason)


@pytest.mark.parametrize(
    ("points", "scoring", "reason", "told"),
    [
        ((40, 50, 30), (9, 8, 7), "points", "Bo wins. 50 points."),
        ((60, 50, 30), (9, 8, 7), "points", "You win. 60 points."),
        (
            (40, 50, 50),
            (9, 30, 20),
            "scoring space",
            "Bo wins. 50 points. "
            "Bo and Cy have equal points: the further last pot counts (30, 20).",
        ),
        (
            (50, 50, 30),
            (20, 20, 7),
            "shared",
            "You and Bo share the victory. 50 points.",
        ),
    ],
)
def test_the_tie_break_is_explained(
    points: tuple[int, ...], scoring: tuple[int, ...], reason: str, told: str
) -> None:
    """R5.H: points, then the scoring space of round 9, then a shared victory."""
    assert explain(outcome(points, scoring, reason), Teller(NAMES, 0)) == told


def test_seats_that_share_a_victory_share_the_first_place() -> None:
    """And the next one is third."""
    console = Console(width=80)
    with console.capture() as capture:
        console.print(ranking(outcome((50, 50, 30), (20, 20, 7), "shared"), Teller(NAMES)))
    places = [line.split()[0] for line in capture.get().splitlines()[1:]]
    assert places == ["1.", "1.", "3."]


ROUND = [
    ev.RoundBegan("R3.1", 2, 0),
    ev.PotExploded("R4.3", 1, 8, False),
    ev.PotExploded("R4.3", 2, 8, False),
    ev.PotRestarted("R6 second_chance", 2),
    ev.RubiesWon("R4.13", 0, 1),
    ev.EvaluationBegan("R5.A"),
    ev.DieRolled("R5.A", 0, "ruby"),
    ev.RubiesWon("R5.A", 0, 1),
    ev.PointsWon("R5.D", 0, 3),
    ev.CoinsWon("R5.E", 0, 14),
    ev.ChipBought("R5.E", 0, "B1", 5),
    ev.ChipBought("R5.E", 0, "R1", 6),
    ev.RubiesPaid("R5.F", 0, 2),
    ev.DropletMoved("R5.F", 0, 1),
    ev.PointsWon("R6 lucky_devil", 1, 2),
]


def test_the_steps_of_a_seat_have_their_reasons() -> None:
    """What came from one rule stands together, in order."""
    assert steps_of(0, ROUND[6:], EN) == [
        "die (R5.A): rolled a ruby, +1 ruby",
        "scoring space (R5.D): +3 points",
        "scoring space (R5.E): 14 coins",
        "shop (R5.E): buys B1 for 5 coins, buys R1 for 6 coins",
        "for rubies (R5.F): −2 rubies, droplet +1 space",
    ]
    assert steps_of(1, ROUND[6:], EN) == ["Lucky devil (R6): +2 points"]


def test_a_restarted_pot_has_not_exploded() -> None:
    """R6 second_chance."""
    assert exploded_seats(ROUND) == {1}


def test_the_evaluation_shows_every_seat_and_only_the_evaluation() -> None:
    """A ruby won while brewing is no part of it; a seat without anything says so."""
    console = Console(width=80)
    with console.capture() as capture:
        console.print(evaluation(Teller(NAMES, 0), ROUND, round_no=2))
    lines = [line.rstrip() for line in capture.get().splitlines()]
    assert lines[0].startswith("Round 2, the evaluation")
    assert lines[1] == "You  die (R5.A): rolled a ruby, +1 ruby"
    assert "Bo   the pot exploded" in lines
    assert lines[-1] == "Cy   nothing"
    assert "R4.13" not in capture.get()


def test_the_end_is_told_in_german() -> None:
    """In the same words as on the page."""
    told = explain(outcome((40, 50, 50), (9, 30, 20), "scoring space"), Teller(NAMES, 0, "de"))
    assert told == (
        "Bo gewinnt. 50 Punkte. "
        "Bo und Cy haben gleich viele Punkte: Der weitere letzte Kessel zählt (30, 20)."
    )
