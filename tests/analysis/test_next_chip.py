"""The chances of the next draw, exactly (R4.3, R4.4, R4.5)."""

from fractions import Fraction

import pytest

from analysis.brute import lay
from quedlinburg import Game
from quedlinburg.analysis import next_chip


def chip_chances(game: Game) -> dict[str, Fraction]:
    """The chance of each kind by playing every draw out."""
    found: dict[str, Fraction] = {}
    before = dict(game.view(0).seats[0].known_bag())
    for chance, after in game.chances(0, "draw"):
        now = after.view(0).seats[0].known_bag()
        (kind,) = [code for code, count in before.items() if now.get(code, 0) < count]
        found[kind] = found.get(kind, Fraction(0)) + chance
    return found


def exploding(game: Game, action: str = "draw") -> Fraction:
    """The chance that a draw explodes by playing every draw out."""
    ends = game.chances(0, action)
    return sum((p for p, g in ends if g.view(0).seats[0].state == "exploded"), Fraction(0))


POSITIONS = [
    ("books 2 card alms", "bag W1x3 W2x2 W3 O1 G1x2 pot W3@3 W2@5"),
    ("books 3 card alms", "bag W1x3 W2x2 W3 O1 Y1 pot W3@3 Y1@4 W2@6"),
    ("books 3 card alms", "bag W1x3 W3x2 O1 pot W3@3 Y1@4 Y1@5 Y2@7 W2@9 W1@10 W2@12"),
    ("books 4 card living_in_luxury", "bag W1x3 W2x2 W3 O1 pot W3@3 W2@5 W2@7"),
    ("books 4 edition schmidt card alms", "bag W1x3 W2x2 W3 O1 pot W3@3 W2@5 W2@7 O1@8"),
    ("books 3 edition schmidt card alms", "bag W1x3 W2 O1 pot W3@3 W2@5 W2@7 Y1@8"),
]


@pytest.mark.parametrize(("head", "seat"), POSITIONS)
def test_the_chances_of_a_draw_are_those_of_every_draw_played_out(head: str, seat: str) -> None:
    """R4.3: each kind, and the explosion, with and without the flask."""
    game = lay(head, seat)
    found = next_chip(game.view(0))
    assert found.chances == chip_chances(game)
    assert found.explodes == exploding(game)
    if "flask" in map(str, game.legal_actions(0)):
        game.act(0, "flask")
        assert found.explodes_after_flask == exploding(game)
    else:
        assert found.explodes_after_flask is None


def test_any_viewer_sees_the_chances_of_any_seat() -> None:
    """R3.6: what a bag contains is public."""
    game = lay("books 1 card alms", "bag W1 W3 pot W3@3 W2@5")
    assert next_chip(game.view(1), 0) == next_chip(game.view(0)) == next_chip(game.view(None), 0)


def test_a_shield_is_told() -> None:
    """R4.12: an explosion with the next chip would be covered."""
    game = lay("books 2 card alms", "bag W3 O1 pot W3@3 W2@5 B1@6")
    assert next_chip(game.view(0)).shielded
    assert next_chip(game.view(0)).explodes == Fraction(1, 2)


def test_a_finished_pot_has_no_next_chip() -> None:
    """R4.2: a stop is final."""
    game = lay("books 1 card alms", "bag W1 W3 pot W3@3 W2@5")
    game.act(0, "stop")
    with pytest.raises(ValueError, match="finished"):
        next_chip(game.view(0))


def test_other_phases_have_no_next_chip() -> None:
    """R3: brewing has its own phase."""
    game = Game.from_position("players 2 round 3 phase fortune card choose_wisely\nbegin")
    with pytest.raises(ValueError, match="nobody brews"):
        next_chip(game.view(0))
