"""What an option would do and what draws risked: told by the server, so that no page reckons it."""

from __future__ import annotations

import gzip
import json
import random

import pytest

from quedlinburg import Game
from quedlinburg.engine.events import ChipDrawn
from quedlinburg.engine.fold import fold
from quedlinburg.engine.luck import Scripted
from quedlinburg.server.games import begin
from quedlinburg.server.keeping import keep
from quedlinburg.server.shapes import TableOptions
from quedlinburg.server.storage.documents import SeatDocument, TableDocument
from quedlinburg.server.trying import add_trials

pytestmark = pytest.mark.timeout(120)

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


def asked(game: Game) -> dict[str, dict[str, object]]:
    """The options of seat 0 by their notation, with what trying them says."""
    question = game.question(0)
    assert question is not None
    legal = [option.to_json() for option in game.view(0).legal]
    add_trials(game, 0, question.id, legal)
    return {str(option["action"]): option for option in legal}


@pytest.mark.parametrize(("space", "spaces"), [(9, (10, 13)), (50, (51, 52))])
def test_a_red_chip_from_aside_says_where_it_would_lie(space: int, spaces: tuple[int, int]) -> None:
    """As far as its value, and never beyond the last space (R4.7, R4.9)."""
    told = asked(Game.from_position(RED.format(space=space)))
    assert [told["choose R1"]["space"], told["choose R4"]["space"]] == list(spaces)
    assert all("space" not in o for action, o in told.items() if "R" not in action)


def test_a_strong_ingredient_says_where_it_would_lie() -> None:
    """Each chip that was looked at, by its own value (R6)."""
    game = Game.from_position(STRONG.format(space=20), Scripted(["O1", "G4", "W1"]))
    told = asked(game)
    assert {action: o.get("space") for action, o in told.items()} == {
        "choose O1": 21,
        "choose G4": 24,
        "choose W1": 21,
        "choose none": None,
    }


def test_what_rubies_buy_says_how_often() -> None:
    """A flask is filled once; a droplet moves as often as it can be paid (R5.F)."""
    game = Game.from_position(RICH.format(tubes=""), Scripted(["1vp"]))
    told = {action: o.get("most") for action, o in asked(game).items()}
    assert told == {"spend droplet": 3, "spend flask": 1, "done": None}


def test_trying_changes_nothing_and_foretells_no_luck() -> None:
    """The game stands as before, and its next luck is still to come."""
    game = Game.from_position(RICH.format(tubes="tubes"), Scripted(["1vp"]))
    before = game.key()
    assert set(asked(game)) == {"spend droplet", "spend flask", "spend glass", "done"}
    assert game.key() == before


def _finished() -> tuple[TableDocument, Game]:
    """A game to its end by somebody who draws a lot."""
    seats = [SeatDocument(kind="bot", name=name) for name in ("Ada", "Bo")]
    document = TableDocument(
        code="RISKS1",
        options=TableOptions(players=2),
        seats=seats,
        host=None,
        host_name="",
        secret="00" * 32,
        commit="",
        created=0,
        updated=0,
    )
    game = begin(document)
    choices = random.Random(5)
    while game.outcome is None:
        seat = min(game.waiting)
        actions = [str(option.action) for option in game.view(seat).legal]
        draws = "draw" in actions and choices.random() < 0.85
        game.act(seat, "draw" if draws else choices.choice(actions))
    return document, game


def test_the_replay_tells_how_many_explosions_were_to_be_expected() -> None:
    """The risk of each draw: what lay in that bag that would have exploded that pot (R4.3)."""
    document, game = _finished()
    expected = [0.0, 0.0]
    events = list(game.events)
    for number, event in enumerate(events):
        if isinstance(event, ChipDrawn):
            seat = fold(game.setup, events[:number]).seats[event.seat]
            bad = sum(
                n
                for kind, n in seat.known_bag().items()
                if kind[0] == "W" and seat.white_sum + int(kind[1]) > seat.limit
            )
            expected[event.seat] += bad / seat.bag_count
    _, packed = keep(document, game, [])
    told = json.loads(gzip.decompress(packed))["risks"]
    assert told == pytest.approx(expected, abs=1e-3)
    assert min(told) > 0.5
