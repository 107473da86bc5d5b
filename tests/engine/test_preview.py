"""The preview says what each option brings, and does what it says (R4, R5, R6)."""

import pytest

from positions import POSITIONS
from quedlinburg import Game, Option, Seeded
from quedlinburg.engine.luck import Scripted
from quedlinburg.engine.preview import Explosion, explosion

RED = (
    "players 2  books 2  round 4  card donations\n"
    "seat 0  aside R1 R4  bag O1  pot O1@{space}  stopped\nseat 1  stopped\n"
)
STRONG = (
    "players 2  books 1  round 4  card strong_ingredient\n"
    "seat 0  pot O1@{space}  bag O1 G4 W1  stopped\nseat 1  stopped\n"
)
RICH = (
    "players 2  books 1  {tubes}  round 4  card donations\n"
    "seat 0  bag O1  rubies 7  flask empty  pot O1@1  stopped\nseat 1  stopped\n"
)
# Most chips of the bag are crow skulls, the others cherry bombs, one of which explodes.
LOOK = "players 2  books 1  round 4  card donations\nseat 0  bag B4x6 W1 W3 pot W3@3 W2@5\n"
GHOSTS = (
    "players 2  books {books}  round 4  card alms\n"
    "seat 0  exploded pot P1@1 P1@2 P1@3\nseat 1  stopped\n"
)


def asked(game: Game) -> dict[str, Option]:
    """The options of seat 0 by their notation."""
    return {str(option.action): option for option in game.view(0).legal}


@pytest.mark.parametrize(("space", "spaces"), [(9, (10, 13)), (50, (51, 52))])
def test_a_red_chip_from_aside_says_where_it_would_lie(space: int, spaces: tuple[int, int]) -> None:
    """As far as its value, and never beyond the last space (R4.7, R4.9)."""
    told = asked(Game.from_position(RED.format(space=space)))
    assert [told["choose R1"].space, told["choose R4"].space] == list(spaces)
    assert all(o.space == 0 for action, o in told.items() if "R" not in action)


def test_a_strong_ingredient_says_where_it_would_lie() -> None:
    """Each chip that was looked at, by its own value (R6)."""
    game = Game.from_position(STRONG.format(space=20), Scripted(["O1", "G4", "W1"]))
    told = asked(game)
    assert {action: o.space for action, o in told.items()} == {
        "choose O1": 21,
        "choose G4": 24,
        "choose W1": 21,
        "choose none": 0,
    }


def test_what_rubies_buy_says_how_often() -> None:
    """A flask is filled once; a droplet moves as often as it can be paid (R5.F)."""
    game = Game.from_position(RICH.format(tubes=""), Scripted(["1vp"]))
    told = {action: o.most for action, o in asked(game).items()}
    assert told == {"spend droplet": 3, "spend flask": 1, "done": 0}


def test_trying_changes_nothing_and_foretells_no_luck() -> None:
    """The game stands as before, and its next luck is still to come."""
    game = Game.from_position(RICH.format(tubes="tubes"), Scripted(["1vp"]))
    before = game.key()
    assert set(asked(game)) == {"spend droplet", "spend flask", "spend glass", "done"}
    assert game.key() == before


@pytest.mark.parametrize(("bags", "explodes"), [(True, True), (False, False)])
def test_a_white_chip_of_a_look_says_what_it_makes_of_the_pot(bags: bool, explodes: bool) -> None:
    """R4.11: where bags are not looked into, everybody has to reckon for themselves."""
    game = Game.from_position(LOOK, Scripted(["B4", "W1", "W3", "B4", "B4"]))
    game.act(0, "draw")
    legal = game.view(0, bags=bags).legal
    assert {str(o.action): (o.white_sum, o.explodes) for o in legal} == {
        "choose W1": (6, False),
        "choose W3": (8, explodes),
        "choose B4": (0, False),
        "choose none": (0, False),
    }


def test_ghosts_say_what_their_lines_pay() -> None:
    """R5.7, R5.8: read off the rules, not written again."""
    lines = asked(Game.from_position(GHOSTS.format(books=1), Scripted(["1vp"])))
    assert {action: (o.points, o.spaces) for action, o in lines.items()} == {
        "choose 1": (1, 0),
        "choose 2": (1, 0),
        "choose 3": (2, 1),
    }
    given = asked(Game.from_position(GHOSTS.format(books=2), Scripted(["1vp"])))
    assert [(o.points, o.spaces) for o in given.values()] == [(0, 0), (1, 0), (3, 1), (6, 2)]


@pytest.mark.parametrize("question", sorted(POSITIONS))
def test_an_option_brings_at_least_what_it_promises(question: str) -> None:
    """In every question: points, and the space on which its chip lies, as the game goes on."""
    game = Game.from_position(POSITIONS[question], luck=Seeded(3))
    for option in game.view(0).legal:
        after = game.copy()
        events = after.act(0, option.action)
        if question not in ("brew", "exploded"):
            assert after.table.vp[0] - game.table.vp[0] >= option.points
        placed = [event for event in events if event.name == "chip_placed"]
        if option.space:
            assert getattr(placed[0], "space", None) == option.space


@pytest.mark.parametrize(
    ("books", "pot", "bag", "left"),
    [
        (1, "W3@3 W2@5 W2@7 G1@8", "W2 W1x3 O1", Explosion(2, 10, both=False)),
        (1, "W1@1", "W1x3 O1", None),
        (1, "W3@3 W2@5 W2@7 G1@8", "O1x3", None),
        (2, "W3@3 W2@5 W2@7 B2@9", "W1x3 O1", Explosion(2, 11, both=True)),
    ],
)
def test_an_explosion_leaves_what_the_smallest_bomb_that_explodes_would(
    books: int, pot: str, bag: str, left: Explosion | None
) -> None:
    """Points or coins of the space after it, both under a shield; nothing if none explodes."""
    position = f"players 2  books {books}  round 4  card alms\nseat 0  pot {pot}  bag {bag}\n"
    table = Game.from_position(position).table
    assert explosion(table, 0) == left
    assert table.pot_n[0] == len(pot.split())
