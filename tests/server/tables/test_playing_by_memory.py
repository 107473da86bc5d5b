"""Tables that play by memory: nobody is told what lies in a bag before the game is over.

Every path is looked through as it comes out of the socket: snapshots, events, what was missed,
options, odds and hints; for those who play, and for those who watch.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from typing import Any

from driving import Client, Json, Person, Server, drive, full_table, play_on, refused

from quedlinburg.rules.constants import BAG, KIND_CODES

# What is worked out from a bag, and has no name at such a table.
FORBIDDEN = {"explodes", "explodes_after_flask", "chances", "bombs", "white_sums", "chips", "risks"}
# What may name kinds of chips with counts: all of it lies open, or in the own hand.
COUNTED = {"supply", "aside", "bowl", "looked"}
LOOK = "players 2  books 1  round 4  card alms\nseat 0  bag B2 W1x2 W3 O1  pot W3@2 W2@4 W1@5\n"


def parts_of(value: object, name: str = "") -> Iterator[tuple[str, object]]:
    """Every part of a message with the name that it goes by."""
    yield name, value
    if isinstance(value, dict):
        for key, part in value.items():
            yield from parts_of(part, str(key))
    elif isinstance(value, list):
        for part in value:
            yield from parts_of(part, name)


def check_hidden(message: Json) -> None:
    """Check that nothing in a message is a bag, or is worked out from one."""
    for name, part in parts_of(message):
        assert name not in FORBIDDEN, (name, part)
        if name == "bag":
            assert part is None, part
        elif isinstance(part, dict) and any(key in KIND_CODES for key in part):
            assert name in COUNTED, (name, part)


def counts(view: Json) -> list[int]:
    """How many chips each bag holds."""
    return [seat["bag_count"] for seat in view["seats"]]


class Counting:
    """Counts the chips of every bag along with the events, as a page does."""

    def __init__(self, view: Json) -> None:
        """Begin with what a snapshot says."""
        self.viewer = view["viewer"]
        self.bags = counts(view)
        self.inside = [len(s["pot"]) + sum(s["bowl"].values()) for s in view["seats"]]
        self.hand = [0] * len(self.bags)
        if self.viewer is not None:
            self.hand[self.viewer] = sum(view["looked"].values())

    def take(self, event: Json) -> None:
        """Count one event."""
        seat, name = event.get("seat"), event["event"]
        if name == "round_ended":
            for one in range(len(self.bags)):
                self._empty(one)
        if seat is None:
            return
        match name:
            case "pot_restarted":
                self._empty(seat)
            case "chip_placed":
                # A chip of the own look is placed out of the hand.
                self.bags[seat] -= event["source"] == "bag"
                self.inside[seat] += 1
            case "chip_returned":
                self.bags[seat] += 1
                self.inside[seat] -= 1
            case "chip_traded_in":
                self.inside[seat] -= 1
            case "chip_laid_aside" | "chip_given_back":
                self.bags[seat] -= 1
            case "chip_put_back" | "chip_taken" | "chip_bought":
                self.bags[seat] += 1
            case "chips_looked_at" if event["kinds"] is not None:
                self.hand[seat] = len(event["kinds"])
                self.bags[seat] -= len(event["kinds"])
            case "look_ended":
                self.bags[seat] += self.hand[seat]
                self.hand[seat] = 0

    def _empty(self, seat: int) -> None:
        """Put all chips of a pot back."""
        self.bags[seat] += self.inside[seat]
        self.inside[seat] = 0


async def table_at(
    ada: Person,
    position: str,
    level: str = "random",
    **options: Any,  # noqa: ANN401
) -> Client:
    """A running table by memory that stands as a text says."""
    wanted = {"position": position, "level": level, "options": {"memory": True, **options}}
    made = await ada.http.post("/api/test/tables", json=wanted)
    assert made.status_code == 201, made.text
    return await ada.at(made.json()["code"])


def test_before_the_end_no_byte_that_is_sent_tells_what_lies_in_a_bag(shared: Server) -> None:
    """A whole game of three people and a bot, with people who watch, come again and look around."""

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Ada", "Bo", "Cy")]
        options = {"players": 4, "books": 1, "memory": True, "tubes": True, "overflow": True}
        code = await people[0].make_table(options={**options, "pace": "instant"}, bots=["cautious"])
        clients = [await person.at(code) for person in people]
        for seat, client in zip((0, 2, 3), clients, strict=True):
            await client.until_type("snapshot")
            if seat:
                assert (await client.say("sit", seat=seat))["type"] == "ack"
                assert (await client.say("ready"))["type"] == "ack"
        watcher = await (await Person.arrive(shared, "Eve")).at(code)
        assert (await clients[0].say("start"))["type"] == "ack"
        visits: list[Client] = []
        playing = [asyncio.create_task(play_on(c, random.Random(n))) for n, c in enumerate(clients)]

        async def visit() -> None:
            """Come again and again, by snapshot and by resuming, as a seat and as a guest."""
            while not all(task.done() for task in playing):
                for person, query in ((people[0], ""), (people[1], "&since=0"), (people[2], "")):
                    client = await person.at(code, query)
                    visits.append(client)
                    await client.send({"type": "look", "id": "l", "seat": None})
                    await client.send({"type": "resume", "id": "r", "since": 0})
                    await client.send({"type": "odds", "id": "o"})
                    await client.send({"type": "hint", "id": "h"})
                    await client.send({"type": "ping", "id": "p"})
                    while not {"o", "h", "p"} <= {m.get("id") for m in client.heard}:
                        client.heard.append(json.loads(await client.socket.recv()))
                    await client.close()

        visiting = asyncio.create_task(visit())
        await asyncio.gather(*playing, visiting)
        await watcher.until(lambda m: m["type"] == "snapshot" and m["table"]["state"] == "over")
        assert len(visits) > 3
        for client in (*clients, watcher, *visits):
            hidden = [m for m in client.heard if m.get("table", {}).get("state") != "over"]
            assert hidden
            assert {"snapshot", "resumed", "refused"} <= {
                m["type"] for v in visits for m in v.heard
            }
            for message in hidden:
                check_hidden(message)
        for client in (*clients, watcher):
            await check_end(client)
        replay = (await people[0].http.get(f"/api/games/{code}/replay")).json()
        assert all(seat["bag"] for seat in replay["view"]["seats"])
        assert (await people[0].http.get(f"/api/games/{code}/verify")).json()["ok"]

    drive(run)


async def check_end(client: Client) -> None:
    """Check that the end came with everything, and that the count along was right to the last."""
    snapshots = [m for m in client.heard if m["type"] == "snapshot" and m["view"] is not None]
    begun, over = snapshots[0], snapshots[-1]
    assert over["table"]["state"] == "over"
    counted = Counting(begun["view"])
    for message in client.heard[client.heard.index(begun) + 1 : client.heard.index(over)]:
        for event in message.get("events", ()):
            counted.take(event)
    assert counts(over["view"]) == counted.bags
    assert all(sum(seat["bag"].values()) == seat["bag_count"] for seat in over["view"]["seats"])


def test_a_snapshot_counts_the_bags_and_names_no_chip(shared: Server) -> None:
    """For those who play, and for those who watch; the start bag has as many as always (R2.2)."""

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Ada", "Bo")]
        code, clients = await full_table(people, memory=True)
        watcher = await (await Person.arrive(shared, "Eve")).at(code)
        await watcher.hear()
        for client in (*clients, watcher):
            for message in client.heard:
                check_hidden(message)
            shown = [m for m in client.heard if m["type"] == "snapshot" and m["view"]][-1]["view"]
            assert [seat["bag"] for seat in shown["seats"]] == [None, None]
            # The first card may let people look at chips of theirs, or give them one.
            in_hand = sum(shown["looked"].values())
            assert all(count + in_hand >= sum(BAG) for count in counts(shown))

    drive(run)


def test_odds_and_hints_are_refused_in_words_whatever_the_table_shows(shared: Server) -> None:
    """Also to a program, at its own question; after the end there is nothing to decide."""

    async def run() -> None:
        ada = await Person.arrive(shared, "Ada")
        client = await table_at(ada, LOOK, odds=True, advice=True)
        await client.hear()
        for kind in ("odds", "hint"):
            answer = await client.say(kind)
            assert refused(answer) == "memory"
            assert answer["reason"].startswith("this table plays by memory")
            check_hidden(answer)

    drive(run)


def test_chips_in_hand_are_named_and_what_they_make_of_the_pot_is_left_to_the_player(
    shared: Server,
) -> None:
    """R4.11: the sum of the white chips is told, that a chip explodes the pot is not."""

    async def run() -> None:
        ada = await Person.arrive(shared, "Ada")
        position = f"{LOOK}0 draw  luck B2 W1 W3\n"
        client = await table_at(ada, position)
        told = await client.hear()
        check_hidden(told)
        assert told["view"]["looked"] == {"W1": 1, "W3": 1}
        assert told["view"]["seats"][0]["bag_count"] == 2
        options = {option["action"]: option for option in told["view"]["legal"]}
        assert options["choose W3"] == {"action": "choose W3", "white_sum": 9}
        # At any other table it is said.
        other = await table_at(ada, position, memory=False)
        options = {o["action"]: o for o in (await other.hear())["view"]["legal"]}
        assert options["choose W3"] == {"action": "choose W3", "white_sum": 9, "explodes": True}

    drive(run)


def test_what_an_option_does_is_tried_without_telling_a_bag(shared: Server) -> None:
    """Where a chip would lie, and how often rubies could buy something, as at any table."""
    positions = {
        "red_2": "players 2  books 2  round 4\nseat 0  pot O1@3  aside R1 R2\n0 stop\n",
        "rubies": "players 2  books 1  round 4\nseat 0  rubies 5  pot O1@3  stopped\n"
        "seat 1  pot O1@3\n1 stop  luck 1vp 1vp\n0 buy\n",
    }

    async def run() -> None:
        ada = await Person.arrive(shared, "Ada")
        for question, position in positions.items():
            legal = []
            for memory in (True, False):
                client = await table_at(ada, position, memory=memory)
                told = await client.hear()
                assert told["view"]["question"]["id"] == question
                legal.append(told["view"]["legal"])
                if memory:
                    check_hidden(told)
            assert legal[0] == legal[1]
            assert any("space" in option or "most" in option for option in legal[0])

    drive(run)


def test_a_game_that_is_abandoned_shows_its_bags(shared: Server) -> None:
    """Nothing is left to remember."""

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Ada", "Bo")]
        _, clients = await full_table(people, memory=True)
        for client in clients:
            await client.say("abandon")
        for client in clients:
            over = [m for m in client.heard if m["type"] == "snapshot"][-1]
            if over["table"]["state"] != "abandoned":
                over = await client.until_type("snapshot")
            assert all(seat["bag"] for seat in over["view"]["seats"])

    drive(run)


def test_bots_of_the_server_still_see_what_they_saw(shared: Server) -> None:
    """The same bot with the same secret plays the same, whether people may look or not."""
    position = "players 2  books 1  round 4  card alms\nseat 1  bag W3x2 W1x3  pot W3@2 W2@4 W2@6\n"

    async def run() -> None:
        ada = await Person.arrive(shared, "Ada")
        stopped = []
        for memory in (True, False):
            client = await table_at(ada, position, memory=memory, pace="instant", level="cautious")
            told = await client.hear()
            while 1 in told["view"]["waiting"]:
                await client.send({"type": "look", "seat": None})
                told = await client.until_type("snapshot")
            stopped.append(told["view"]["seats"][1]["state"])
        # Seven of seven and nothing but bombs in the bag: a bot that sees it stops.
        assert stopped == ["stopped"] * 2

    drive(run)


def test_a_table_in_the_lobby_and_in_lists_says_that_it_plays_by_memory(shared: Server) -> None:
    """So that people know before they sit down; nothing of the game is there."""

    async def run() -> None:
        people = [await Person.arrive(shared, name) for name in ("Ada", "Bo")]
        code, _ = await full_table(people, memory=True, public=True)
        for path in ("/api/tables", f"/api/tables/{code}", "/api/games"):
            found = (await people[0].http.get(path)).json()
            check_hidden(found)
        listed = {t["code"]: t for t in (await people[0].http.get("/api/tables")).json()["tables"]}
        assert listed[code]["options"]["memory"] is True
        for path in ("record", "replay", "verify"):
            answer = await people[0].http.get(f"/api/games/{code}/{path}")
            assert answer.status_code == 404
        assert (await people[0].http.get(f"/api/tables/{code}/log")).status_code == 404
        assert "W1" not in json.dumps((await people[0].http.get(f"/api/tables/{code}")).json())

    drive(run)
