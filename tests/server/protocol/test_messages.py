"""The protocol: shapes that hold, types that are up to date, numbers without gaps, idempotence."""

from __future__ import annotations

import random
import runpy
from dataclasses import fields
from pathlib import Path
from typing import Any

import msgspec
import pytest
from driving import Client, Person, Server, drive, full_table, play_on

from quedlinburg import Game, Setup
from quedlinburg.engine import events as told
from quedlinburg.engine.fold import fold
from quedlinburg.server.bots.levels import ADVISER
from quedlinburg.server.protocol import client_messages, server_messages, shapes

ROOT = Path(__file__).parents[3]


def same_keys(plain: object, shape: type[msgspec.Struct]) -> None:
    """A plain dict has exactly the fields of a shape."""
    assert isinstance(plain, dict)
    assert set(plain) == set(shape.__struct_fields__)


def test_the_engines_views_have_the_shape_that_the_protocol_promises() -> None:
    """Every field of a view is in the types, and none is there that a view lacks."""
    game = Game.new(Setup(players=3, tubes=True, books=2), seed=3)
    for viewer in (None, 0, 1, 2):
        view = game.view(viewer).to_json()
        msgspec.convert(view, shapes.ViewData)
        same_keys(view, shapes.ViewData)
        seats = view["seats"]
        assert isinstance(seats, list)
        for seat in seats:
            same_keys(seat, shapes.SeatData)
        same_keys(view["setup"], shapes.SetupData)


def test_every_event_of_the_engine_has_a_shape() -> None:
    """What can happen can be told."""
    names = {shape.__struct_config__.tag for shape in shapes.EVENT_SHAPES}
    assert names == {name for name in told.CLASSES if name != "seat_event"}


def test_the_pages_types_are_up_to_date() -> None:
    """`web/src/protocol.ts` is what the tool writes."""
    tool = runpy.run_path(str(ROOT / "tools" / "make_protocol_types.py"))
    target = ROOT / "web" / "src" / "protocol.ts"
    assert target.read_text("utf-8") == tool["typescript"]()


def test_the_reference_names_every_message() -> None:
    """docs/reference/protocol.md knows every message by its type."""
    text = (ROOT / "docs" / "reference" / "protocol.md").read_text("utf-8")
    for union in (client_messages.FromClient, server_messages.FromServer):
        for shape in union.__args__:
            assert f"`{shape.__struct_config__.tag}" in text, shape


def test_an_action_sent_twice_acts_once(shared: Server) -> None:
    """The same id is acknowledged again with the same number of events."""

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Ada", "Bo")]
        _, (ada, _) = await full_table(people)
        assert ada.ask is not None
        question = ada.ask["question"]["number"]
        first = await ada.say("act", id="once", question=question, action="draw")
        second = await ada.say("act", id="once", question=question, action="draw")
        third = await ada.say("act", id="once", question=999, action="stop")
        assert first["type"] == "ack"
        assert first == second == third

    drive(run)


def test_an_action_for_a_past_question_is_refused_with_the_reason(shared: Server) -> None:
    """Nothing changes, and the own question stays as it is."""

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Ada", "Bo")]
        _, (ada, _) = await full_table(people)
        assert ada.ask is not None
        question = ada.ask["question"]["number"]
        await ada.act("draw")
        late = await ada.say("act", question=question, action="draw")
        assert (late["type"], late["code"]) == ("refused", "past_question")

    drive(run)


def test_other_seats_never_make_an_action_stale(shared: Server) -> None:
    """In the potions phase a question's number outlives everything the other seat does."""

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Ada", "Bo")]
        _, (ada, bo) = await full_table(people)
        assert ada.ask is not None
        if ada.ask["question"]["id"] != "brew":
            await ada.act(ada.legal[0])
        question = ada.ask["question"]["number"]
        for _ in range(3):
            if bo.ask is not None and "draw" in bo.legal:
                await bo.act("draw")
        answer = await ada.say("act", question=question, action="draw")
        assert answer["type"] == "ack", answer

    drive(run)


def test_an_illegal_action_is_refused_with_the_engines_reason(shared: Server) -> None:
    """The reason names what would be legal; the game is unchanged."""

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Ada", "Bo")]
        _, (ada, _) = await full_table(people)
        answer = await ada.act("buy K1 K1")
        assert (answer["type"], answer["code"]) == ("refused", "illegal")
        assert (await ada.act("choose nonsense"))["code"] == "illegal"
        before = ada.number
        await ada.act(ada.legal[0])
        assert ada.number > before

    drive(run)


def test_a_client_resumes_from_its_number_without_a_gap(shared: Server) -> None:
    """What was missed comes in one message; the question is the one of now."""

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Ada", "Bo")]
        code, (ada, bo) = await full_table(people)
        number = ada.number
        await ada.close()
        await bo.act(bo.legal[0])
        again = await people[0].at(code, f"&since={number}&seat=0")
        again.number = number
        message = await again.hear()
        assert message["type"] == "resumed"
        assert again.number == bo.number
        assert again.ask is not None
        everything = await people[0].at(code, "&since=0")
        whole = await everything.hear()
        assert whole["first"] == 0
        assert len(whole["events"]) == bo.number
        beyond = await people[0].at(code, "&since=99999")
        assert (await beyond.hear())["type"] == "snapshot"
        other = await people[0].at(code, f"&since={number}&seat=1")
        assert (await other.hear())["type"] == "snapshot"

    drive(run)


def event_of(plain: dict[str, Any]) -> told.Event:
    """The event that a client was told of."""
    cls = told.CLASSES[plain["event"]]
    values = {f.name: plain[f.name] for f in fields(cls)}
    plain_values: Any = {k: tuple(v) if isinstance(v, list) else v for k, v in values.items()}
    return cls(**plain_values)


@pytest.mark.parametrize("seed", range(4))
def test_what_a_client_received_folded_equals_its_view(shared: Server, seed: int) -> None:
    """From the set-up through every event, for players and a spectator, at many moments."""
    choose = random.Random(seed)
    options: dict[str, Any] = {
        "books": seed + 1,
        "tubes": seed % 2 == 0,
        "stir": "always" if seed == 3 else "last",
        "overflow": seed == 1,
    }

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Ada", "Bo")]
        code, clients = await full_table(people, **options)
        watcher = await (await Person.arrive(shared, "Watcher")).at(code)
        await watcher.hear()
        everybody = [*clients, watcher]
        for client in everybody:
            client.events, client.number = [], 0
            await client.send({"type": "resume", "since": 0})
            await client.until_type("resumed")
        start = clients[0].view["start"] if clients[0].view else 0
        setup = Setup(players=2, start=start, **options)
        for _ in range(40):
            for client in clients:
                if client.ask is not None:
                    await client.act(choose.choice(client.legal))
            for client in everybody:
                await compare(client, setup)

    drive(run)


async def compare(client: Client, setup: Setup) -> None:
    """Compare the fold of what a client heard with a new snapshot."""
    await client.say("ping")
    seat = client.you["seat"]
    folded = fold(setup, [event_of(event) for event in client.events])
    number, events = client.number, client.events
    await client.send({"type": "look", "seat": seat})
    view = (await client.until_type("snapshot"))["view"]
    client.number, client.events = number, events
    assert folded.round == view["round"]
    assert folded.phase == view["phase"]
    assert folded.card == view["card"]
    assert dict(folded.supply) == view["supply"]
    assert list(folded.sealed) == view["sealed"]
    assert [seat.to_json() for seat in folded.seats] == view["seats"]
    if seat is not None:
        assert dict(folded.looks.get(seat, {})) == view["looked"]


def test_seats_told_with_events_are_those_of_the_view(shared: Server) -> None:
    """What a page puts over its folded seats is what the view says, besides the chips."""
    choose = random.Random(9)

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Ada", "Bo")]
        code, clients = await full_table(people, books=4)
        ada = clients[0]
        assert ada.view is not None
        seats = [dict(seat) for seat in ada.view["seats"]]
        for _ in range(30):
            for client in clients:
                if client.ask is not None:
                    await client.act(choose.choice(client.legal))
            await ada.say("ping")
        for message in ada.heard:
            for seat, change in message.get("seats", {}).items():
                if message["type"] == "events":
                    seats[int(seat)].update(change)
        fresh = await people[0].at(code)
        view = (await fresh.hear())["view"]
        for mine, theirs in zip(seats, view["seats"], strict=True):
            numbers = {name: mine[name] for name in shapes.SEAT_NUMBERS}
            assert numbers == {name: theirs[name] for name in shapes.SEAT_NUMBERS}

    drive(run)


def test_a_draw_is_told_in_less_than_500_bytes(shared: Server) -> None:
    """An event, not a whole state: for the one who drew, with the new question, and for others."""
    position = "players 4  books 1  round 3  card donations\nseat 0  bag W1x4 W2x2 O1x3\n"

    async def run() -> None:
        ada = await Person.arrive(shared, "Ada")
        wanted = {"position": position, "seats": [0, 1, 2, 3]}
        code = (await ada.http.post("/api/test/tables", json=wanted)).json()["code"]
        drawing, watching = await ada.at(code), await ada.at(code, "&seat=2")
        await drawing.hear()
        await watching.hear()
        for _ in range(3):
            await drawing.act("draw")
            told = await watching.until_type("events")
            assert [e["event"] for e in told["events"]] == ["chip_drawn", "chip_placed"]
        sizes = [
            len(msgspec.json.encode(message))
            for client in (drawing, watching)
            for message in client.heard
            if message["type"] == "events"
        ]
        assert len(sizes) == 6
        assert max(sizes) < 500

    drive(run)


def test_one_person_and_three_bots_play_to_the_end(shared: Server) -> None:
    """The shortest way to a game: make, nonce, start; bots do the rest."""

    async def run() -> None:
        ada = await Person.arrive(shared, "Ada")
        code = await ada.make_table(options={"players": 4}, bots=["cautious", "random", "cautious"])
        client = await ada.at(code)
        await client.hear()
        await client.say("nonce", nonce="abc")
        assert (await client.say("start"))["type"] == "ack"
        await play_on(client, random.Random(1))
        assert client.table["state"] == "over"
        replay = (await ada.http.get(f"/api/games/{code}/replay")).json()
        assert len(replay["events"]) == client.number
        assert replay["rounds"][0] == 0
        assert len(replay["rounds"]) == 9
        assert replay["outcome"] == client.table["outcome"]
        assert replay["secret"] == client.table["secret"]
        games = (await ada.http.get("/api/games")).json()["games"]
        assert games[0]["code"] == code
        assert games[0]["points"] == client.table["outcome"]["points"]

    drive(run)


def test_odds_and_hints_come_only_where_the_table_allows_them(shared: Server) -> None:
    """Chances of the next draw from the view; a bot's answer that is legal."""

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Ada", "Bo")]
        _, (ada, _) = await full_table(people)
        while ada.ask is not None and ada.ask["question"]["id"] != "brew":
            await ada.act(ada.legal[0])
        odds = await ada.say("odds")
        assert odds["type"] == "odds_told"
        assert odds["explodes"] == 0.0
        assert sum(odds["kinds"].values()) == pytest.approx(1)
        hint = await ada.say("hint")
        assert hint["action"] in ada.legal
        assert hint["bot"] == ADVISER
        _, (cy, _) = await full_table(people, odds=False, advice=False)
        assert (await cy.say("odds"))["code"] == "off"
        assert (await cy.say("hint"))["code"] == "off"

    drive(run)
