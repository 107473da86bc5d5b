"""The end of the game: most points, then the scoring space of round 9, then shared (R5.H)."""

import pytest

from quedlinburg import Game
from quedlinburg.testing.builders import finished

HEAD = "players {players}  round 9  card alms\n"


def end(*seats: str) -> Game:
    """A game of round 9 with these pots, all exploded; everybody takes the points."""
    lines = [
        f"seat {number}  rubies 0  bag O1  {seat}  exploded" for number, seat in enumerate(seats)
    ]
    game = finished(HEAD.format(players=len(seats)) + "\n".join(lines))
    assert game.outcome is not None
    return game


def test_most_points_win() -> None:
    """Whatever the pots show."""
    outcome = end("vp 20  pot O1@1", "vp 9  pot O1@20").outcome
    assert outcome is not None
    assert (outcome.winners, outcome.ranking, outcome.reason) == ((0,), (0, 1), "points")
    assert outcome.points == (20, 13)


def test_equal_points_are_decided_by_the_scoring_space() -> None:
    """Of round 9, exploded or not: 3 points each, from the spaces 14 and 16."""
    outcome = end("vp 0  pot O1@13", "vp 0  pot O1@15").outcome
    assert outcome is not None
    assert outcome.points == (3, 3)
    assert outcome.scoring == (14, 16)
    assert (outcome.winners, outcome.reason) == ((1,), "scoring space")
    assert outcome.ranking == (1, 0)


def test_equal_points_and_spaces_share_the_victory() -> None:
    """Two of three."""
    outcome = end("vp 5  pot O1@9", "vp 2  pot O1@8", "vp 5  pot O1@9").outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0, 2), "shared")
    assert outcome.ranking == (0, 2, 1)
    assert outcome.to_json() == {
        "ranking": [0, 2, 1],
        "winners": [0, 2],
        "points": [7, 3, 7],
        "scoring": [10, 9, 10],
        "reason": "shared",
    }


def test_a_running_game_has_no_outcome() -> None:
    """Not before the last seat of round 9 is through."""
    game = Game.from_position(HEAD.format(players=2) + "seat 0  pot O1@3\nseat 1  pot O1@3")
    assert game.outcome is None


@pytest.mark.parametrize(("vp", "winner"), [(3, 1), (4, 1), (5, 0)])
def test_ranking_is_by_points_then_space(vp: int, winner: int) -> None:
    """Seat 1 has the further pot and four points in all."""
    outcome = end(f"vp {vp}  pot O1@1", "vp 1  pot O1@14").outcome
    assert outcome is not None
    assert outcome.winners == (winner,)
