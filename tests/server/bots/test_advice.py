"""Odds and hints: exact where the pot is concerned, from the own view alone, and quick."""

from __future__ import annotations

import pytest
from driving import Client, Json, Person, Server, drive

from quedlinburg import Game, View
from quedlinburg.analysis import explain
from quedlinburg.bots import make_bot, reasons
from quedlinburg.server.bots.advice import advise
from quedlinburg.server.bots.levels import ADVISER, APPRENTICE
from quedlinburg.text import text

# The pot has 7 white points: nobody in their senses draws again.
FULL_POT = (
    "players 2  books 1  round 2  card donations\n"
    "seat 0  bag W3x2 W2x3 pot W3@3 W2@5 W2@7 G4@20  flask empty\n"
)
# A white chip that the flask can take back.
FLASK = (
    "players 2  books 1  round 2  card donations\n"
    "seat 0  bag W1 W3 O1x2 pot W3@3 W2@5 W1@6  flask full\n"
)
# A large bag late in the game: the most there is to reckon.
LATE = (
    "players 4  books 1  round 8  card alms\n"
    "seat 0  droplet 5  bag W1x4 W2x2 W3 O1x4 G1x3 G2x2 B1x3 B2x2 R1x3 R2 Y1x2 P1x2 K1x2 "
    "pot W1@6 O1@7\n"
)
SHOP = "players 2  books 1  round 3  card donations\nseat 0  stopped  pot O1@12\nseat 1  stopped\n"


async def at_position(server: Server, position: str) -> tuple[Client, Json]:
    """Somebody at a table that stands as a text says."""
    ada = await Person.arrive(server, "Ada")
    made = await ada.http.post("/api/test/tables", json={"position": position})
    assert made.status_code == 201, made.text
    client = await ada.at(made.json()["code"])
    return client, await client.hear()


def test_a_hint_says_what_to_do_and_why(shared: Server) -> None:
    """With seven white points and no flask, stop; every action is judged, the best first."""

    async def run() -> None:
        client, _ = await at_position(shared, FULL_POT)
        hint = await client.say("hint")
        assert hint["action"] == "stop"
        assert "points" in hint["why"]
        assert hint["bot"] == ADVISER
        assert client.ask is not None
        assert hint["question"] == client.ask["question"]["number"]
        assert sorted(choice["action"] for choice in hint["choices"]) == sorted(client.legal)
        wins = [choice["win"] for choice in hint["choices"]]
        assert wins == sorted(wins, reverse=True)
        assert all(0 <= win <= 1 for win in wins)
        draw = next(choice for choice in hint["choices"] if choice["action"] == "draw")
        assert draw["explodes"] == pytest.approx(1)

    drive(run)


def test_odds_are_exact_with_and_without_the_flask(shared: Server) -> None:
    """One chip in four explodes; after the flask has taken the white 1, one in five."""

    async def run() -> None:
        client, _ = await at_position(shared, FLASK)
        odds = await client.say("odds")
        assert odds["explodes"] == pytest.approx(1 / 4)
        assert odds["explodes_after_flask"] == pytest.approx(1 / 5)
        assert odds["kinds"] == pytest.approx({"W1": 0.25, "W3": 0.25, "O1": 0.5})
        assert odds["shielded"] is False
        assert odds["chips"] == 4

    drive(run)


def test_a_hint_away_from_the_pot_judges_every_purchase(shared: Server) -> None:
    """Each with the chance to win, points and a reason in words, the best first."""

    async def run() -> None:
        client, told = await at_position(shared, SHOP)
        assert told["view"]["question"]["id"] == "shop"
        hint = await client.say("hint")
        assert hint["action"] in client.legal
        assert hint["choices"][0]["action"] == hint["action"]
        assert sorted(choice["action"] for choice in hint["choices"]) == sorted(client.legal)
        for choice in hint["choices"]:
            assert 0 <= choice["win"] <= 1
            assert choice["why"] == text(choice["reason"], "en").title
        assert (await client.say("odds"))["code"] == "not_running"

    drive(run)


def test_advice_is_the_same_whatever_the_luck_will_be() -> None:
    """It is made from a view, and a view knows nothing of the draws to come."""
    told = []
    for _ in range(2):
        game = Game.from_position(FLASK)
        told.append(advise(ADVISER, "seed", game.view(0), game.legal_actions(0)))
    assert told[0] == told[1]


def test_without_the_masters_weights_the_pot_is_still_reckoned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And other questions get a bot's answer, with every legal action named."""

    def unreadable(_: View) -> None:
        raise ValueError("weights master: the file is damaged")

    monkeypatch.setattr(reasons, "explain", unreadable)
    game = Game.from_position(FLASK)
    told = advise(APPRENTICE, "seed", game.view(0), game.legal_actions(0))
    assert [one.action for one in told] == [line[0] for line in explain(game.view(0))]
    game = Game.from_position(SHOP)
    legal = game.legal_actions(0)
    told = advise(APPRENTICE, "seed", game.view(0), legal)
    assert told[0].action == str(make_bot(APPRENTICE, "seed").decide(game.view(0), legal))
    assert sorted(one.action for one in told) == sorted(str(action) for action in legal)
