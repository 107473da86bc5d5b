"""What the page shows and never reckons: where a draw leads, what white chips do, what is paid."""

from __future__ import annotations

import json
import sys

import pytest
from driving import Person, Server, drive
from test_advice import LATE

from quedlinburg import Game
from quedlinburg.analysis import next_chip
from quedlinburg.engine.luck import Scripted
from quedlinburg.server.bots.odds import odds_of
from quedlinburg.server.http.rules_json import rules_of

POT = "players 2  books {books}  round 4  card {card}\nseat 0  {seat}\n"
# Books and cards that move a chip by more than its value, or not at all.
MOVING = {
    "plain": POT.format(books=4, card="donations", seat="bag W1x2 W3 G4 O1 pot O1@3"),
    "red_1": POT.format(books=1, card="donations", seat="bag R1 R2 O1 pot O1@1 O1@2 O1@3"),
    "red_2": POT.format(books=2, card="donations", seat="bag R1 R4 G1 pot O1@3"),
    "red_3": POT.format(books=3, card="donations", seat="bag R1 R2 O1 pot W3@3"),
    "red_4": POT.format(books=4, card="donations", seat="bag W1x3 W2 O1 pot R1@1"),
    "yellow_4": POT.format(books=4, card="donations", seat="bag Y1 Y2 O1 pot Y1@2"),
    "pumpkin_party": POT.format(books=1, card="pumpkin_party", seat="bag O1x2 G1 pot W1@1"),
    "the last space": POT.format(books=4, card="donations", seat="bag G4 O1 pot O1@50"),
    "an explosion": POT.format(books=4, card="donations", seat="bag W2x2 O1 pot W3@3 W3@6"),
}
# Most chips of the bag are crow skulls, the others cherry bombs, one of which explodes.
LOOK = (
    "players 2  books 1  round 4  card donations\nseat 0  bag B4x{skulls} W1 W3 pot W3@3 W2@5\n"
    "seat 1  stopped\n"
)


def after_each_draw(position: str) -> float:
    """The mean scoring space after one draw, as the engine itself places each chip."""
    bag = Game.from_position(position).view(0).seats[0].known_bag()
    reached = 0
    for kind, count in bag.items():
        game = Game.from_position(position, Scripted([kind]))
        game.act(0, "draw")
        reached += count * game.view(0).seats[0].scoring
    return reached / sum(bag.values())


@pytest.mark.parametrize("position", MOVING)
def test_the_expected_scoring_space_is_where_the_engine_places_the_chips(position: str) -> None:
    """Books, card and the end of the pot count, not the values alone (R4.7)."""
    view = Game.from_position(MOVING[position]).view(0)
    assert next_chip(view).space == pytest.approx(after_each_draw(MOVING[position]))


def test_the_odds_name_the_kinds_that_explode() -> None:
    """With a white sum of 6, a white 1 is still safe (R4.3)."""
    told = odds_of(
        Game.from_position(
            POT.format(books=1, card="donations", seat="bag W1 W2 W3 O1 pot W3@3 W3@6")
        ).view(0),
        "",
    )
    assert told is not None
    assert told.white_sums == {"W1": 7, "W2": 8, "W3": 9}
    assert told.bombs == ["W2", "W3"]


def test_the_odds_of_a_large_bag_take_few_steps() -> None:
    """Late in the game, with every colour in the bag: the steps grow with its kinds alone."""
    view = Game.from_position(LATE).view(0)
    steps = 0

    def count(_frame: object, event: str, _: object) -> None:
        nonlocal steps
        steps += event == "call"

    sys.setprofile(count)
    told = odds_of(view, "")
    sys.setprofile(None)
    assert told is not None
    assert 0 < steps < 2_000


@pytest.mark.parametrize("what", ["droplet", "flask"])
def test_the_catalogue_tells_what_two_rubies_buy(what: str) -> None:
    """What a table pays is the price that the page shows (R5.F)."""
    game = Game.from_position(
        "players 2  books 1  round 4  card donations\n"
        "seat 0  bag O1  rubies 4  flask empty  pot O1@1  stopped\nseat 1  stopped\n"
    )
    before = game.view(0).seats[0].rubies
    game.act(0, f"spend {what}")
    paid = before - game.view(0).seats[0].rubies
    assert json.loads(rules_of("en").data)["ruby_price"] == paid


def test_news_and_snapshot_tell_the_same_options_of_a_look(shared: Server) -> None:
    """Whoever comes back in the middle of a look reads what was told before."""

    async def run() -> None:
        ada = await Person.arrive(shared, "Ada")
        # Most draws lead to a look; another bag is another luck.
        for skulls in range(3, 11):
            position = LOOK.format(skulls=skulls)
            made = await ada.http.post("/api/test/tables", json={"position": position})
            client = await ada.at(made.json()["code"])
            await client.hear()
            await client.act("draw")
            if client.ask is not None and client.ask["question"]["id"] == "blue_1":
                break
        assert client.ask is not None
        assert client.ask["question"]["id"] == "blue_1"
        again = await (await ada.at(made.json()["code"])).hear()
        assert again["view"]["legal"] == client.ask["legal"]

    drive(run)
