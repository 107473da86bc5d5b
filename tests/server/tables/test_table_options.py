"""Setting a table up: every option while it is open, who begins, colours and signs."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from driving import Client, Json, Person, Server, drive, refused

from quedlinburg.server.protocol.shapes import SeatColour, SeatSign, TableOptions
from quedlinburg.server.protocol.table_options import ALLOWED
from quedlinburg.server.tables.seat_marks import COLOURS, SIGNS, assign

# Another value for every option of a table.
OTHERS: Json = {
    "players": 3,
    "books": {"green": 1, "blue": 2, "red": 3, "yellow": 4, "purple": 1},
    "edition": {"rubies": 0, "flask": "any"},
    "tubes": True,
    "overflow": True,
    "stir": "always",
    "start": 1,
    "memory": True,
    "odds": False,
    "advice": False,
    "public": True,
    "clock": 30,
    "pace": "slow",
    "pass_around": True,
    "title": "at the market",
}
# What can't be had, and the beginning of the line that says so.
REFUSED: list[tuple[str, Any, str]] = [
    ("players", 5, "players: 5 is not allowed; allowed: 2, 3, 4"),
    ("players", True, "players: true is not allowed; allowed: 2, 3, 4"),
    ("books", 0, "books: 0 is not allowed; allowed: 1 to 4, random"),
    ("books", "all", 'books: "all" is not allowed; allowed: 1 to 4, random'),
    ("books", {"green": 9}, "books: {"),
    ("books", {"green": 1}, "books: {'green': 1} is not allowed"),
    ("edition", "first", "edition: 'first' is not allowed; allowed: north_star"),
    ("edition", {"rubies": 100}, "rubies: 100 is not allowed; allowed: 0 to 99"),
    ("edition", 3, "edition: 3 is not allowed"),
    ("tubes", 1, "tubes: 1 is not allowed; allowed: true, false"),
    ("overflow", "yes", 'overflow: "yes" is not allowed'),
    ("stir", "often", 'stir: "often" is not allowed; allowed: last, always, never'),
    ("start", 3, "start: 3 is not allowed"),
    ("start", 9, "start: 9 is not allowed; allowed: null (by lot), a seat, or cooked"),
    ("start", "youngest", 'start: "youngest" is not allowed'),
    ("memory", "a little", 'memory: "a little" is not allowed; allowed: true, false'),
    ("odds", None, "odds: null is not allowed"),
    ("advice", [], "advice: [] is not allowed"),
    ("public", 0, "public: 0 is not allowed"),
    ("clock", 5, "clock: 5 is not allowed; allowed: 0 (none), or 15 to 259200 seconds"),
    ("clock", -1, "clock: -1 is not allowed"),
    ("pace", "fast", 'pace: "fast" is not allowed; allowed: instant, brisk, human, slow'),
    ("pass_around", "no", 'pass_around: "no" is not allowed'),
    ("title", "x" * 61, 'title: "xxx'),
    ("colour", "red", "Object contains unknown field `colour`"),
]


async def open_table(shared: Server, **options: Any) -> tuple[str, Client, Client]:  # noqa: ANN401
    """An open table for three with two people at it; the third seat is free."""
    people = [await Person.arrive(shared, name) for name in ("Ada", "Bo")]
    code = await people[0].make_table(options={"players": 3, **options})
    ada, bo = [await person.at(code) for person in people]
    for client in (ada, bo):
        await client.until_type("snapshot")
    assert (await bo.say("sit", seat=1))["type"] == "ack"
    await ada.say("ping")
    return code, ada, bo


def marks(client: Client) -> list[tuple[str, str]]:
    """The colour and sign of every seat."""
    return [(seat["colour"], seat["sign"]) for seat in client.table["seats"]]


# --- options -------------------------------------------------------------------------------------


def test_every_option_has_its_words_and_is_changed_in_these_tests() -> None:
    """An option that is added has to be thought of here."""
    assert list(ALLOWED) == list(TableOptions.__struct_fields__)
    assert set(OTHERS) == set(ALLOWED) == {name for name, _, _ in REFUSED} - {"colour"}


def test_the_host_changes_every_option_of_an_open_table(shared: Server) -> None:
    """One after the other and all together; everybody at the table sees it."""

    async def run() -> None:
        _, ada, bo = await open_table(shared)
        usual = ada.table["options"]
        for name, value in OTHERS.items():
            assert (await ada.say("set_options", options={**usual, name: value}))["type"] == "ack"
            await bo.until(lambda m: m["type"] == "table")
            assert bo.table["options"] == ada.table["options"] == {**usual, name: value}
        assert (await ada.say("set_options", options=OTHERS))["type"] == "ack"
        assert ada.table["options"] == OTHERS

    drive(run)


@pytest.mark.parametrize(
    ("name", "value", "reason"), REFUSED, ids=[f"{name} {value}"[:30] for name, value, _ in REFUSED]
)
def test_an_option_that_can_not_be_had_is_refused_in_one_line_and_changes_nothing(
    shared: Server, name: str, value: object, reason: str
) -> None:
    """At the table and when one is made, in the same words."""

    async def run() -> None:
        _, ada, _ = await open_table(shared)
        before = ada.table
        answer = await ada.say("set_options", options={"players": 3, name: value})
        assert refused(answer) == "options"
        assert answer["reason"].startswith(reason)
        assert "\n" not in answer["reason"]
        await ada.say("ping")
        assert ada.table == before
        http = (await Person.arrive(shared, "Cy")).http
        made = await http.post("/api/tables", json={"options": {"players": 3, name: value}})
        assert made.status_code == 400
        assert made.json() == {"code": "options", "reason": answer["reason"]}

    drive(run)


def test_a_message_with_more_wrong_than_one_option_is_still_answered(shared: Server) -> None:
    """Also where the rest of it can't be read, or the same name comes twice."""

    async def run() -> None:
        _, ada, _ = await open_table(shared)
        for text in (
            '{"type":"set_options","id":"a","options":{"players":9,',
            '{"type":"set_options","id":"a","options":{"players":9},"options":3}',
            '{"type":"set_options","id":"a","options":[]}',
        ):
            await ada.socket.send(text)
            told = await ada.until_type("refused")
            assert told["code"] in ("options", "malformed")

    drive(run)


def test_options_are_the_hosts_and_only_before_the_game(shared: Server) -> None:
    """Nobody else changes them, and nobody in a running game."""

    async def run() -> None:
        _, ada, bo = await open_table(shared)
        assert refused(await bo.say("set_options", options=OTHERS)) == "not_host"
        assert (await ada.say("add_bot", seat=2, level="random"))["type"] == "ack"
        await bo.say("ready")
        assert (await ada.say("start"))["type"] == "ack"
        assert refused(await ada.say("set_options", options=OTHERS)) == "not_open"
        assert refused(await ada.say("pick", colour="red")) == "not_open"
        assert refused(await ada.say("cooked", seat=0)) == "not_open"

    drive(run)


def test_a_device_that_is_passed_around_stays_so_while_it_has_two_seats(shared: Server) -> None:
    """Otherwise somebody would have a seat that could not have been taken."""

    async def run() -> None:
        _, ada, _ = await open_table(shared, pass_around=True)
        assert (await ada.say("sit", seat=2, name="Eve"))["type"] == "ack"
        answer = await ada.say("set_options", options={"players": 3})
        assert refused(answer) == "options"
        assert answer["reason"].startswith("pass_around: false is not allowed")
        await ada.say("leave", seat=2)
        assert (await ada.say("set_options", options={"players": 3}))["type"] == "ack"

    drive(run)


# --- who begins ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_named_seat_begins(shared: Server, seat: int) -> None:
    """R2.1: the start player is given."""

    async def run() -> None:
        _, ada, bo = await open_table(shared, start=seat)
        await ada.say("add_bot", seat=2, level="random")
        await bo.say("ready")
        assert (await ada.say("start"))["type"] == "ack"
        assert ada.view is not None
        assert ada.view["start"] == seat

    drive(run)


def test_who_cooked_last_begins_and_the_table_says_who_that_is(shared: Server) -> None:
    """Everybody who sits may say it, also of a bot; the last word counts, and all see it."""

    async def run() -> None:
        code, ada, bo = await open_table(shared, start="cooked")
        eve = await (await Person.arrive(shared, "Eve")).at(code)
        await eve.hear()
        assert refused(await eve.say("cooked", seat=0)) == "not_host"
        assert refused(await bo.say("cooked", seat=2)) == "no_seat"
        await ada.say("add_bot", seat=2, level="random")
        await bo.say("ready")
        assert refused(await ada.say("start")) == "not_ready"
        assert (await bo.say("cooked", seat=1))["type"] == "ack"
        assert bo.table["cooked"] == 1
        assert [seat["ready"] for seat in bo.table["seats"]] == [False, True, True]
        assert (await ada.say("cooked", seat=2))["type"] == "ack"
        assert ada.table["cooked"] == 2
        # Bo was ready for another beginning.
        assert refused(await ada.say("start")) == "not_ready"
        await bo.say("ready")
        assert (await ada.say("start"))["type"] == "ack"
        for client in (ada, eve):
            if client.view is None:
                await client.until(lambda m: m["type"] == "snapshot")
            assert client.view is not None
            assert client.view["start"] == 2

    drive(run)


def test_who_stands_up_has_not_cooked_last(shared: Server) -> None:
    """Nor is it kept when the table begins otherwise; and the table need not be asked."""

    async def run() -> None:
        _, ada, bo = await open_table(shared, start="cooked")
        await bo.say("cooked", seat=1)
        await bo.say("leave")
        assert bo.table["cooked"] is None
        await ada.say("cooked", seat=0)
        assert (await ada.say("cooked", seat=None))["type"] == "ack"
        assert ada.table["cooked"] is None
        await ada.say("cooked", seat=0)
        await ada.say("set_options", options={"players": 3})
        assert ada.table["cooked"] is None
        assert refused(await ada.say("cooked", seat=0)) == "options"

    drive(run)


# --- colours and signs ---------------------------------------------------------------------------


@pytest.mark.parametrize("every", [COLOURS, SIGNS])
def test_no_two_seats_have_the_same_whatever_is_picked(every: Any) -> None:  # noqa: ANN401
    """What was picked is kept; a seat whose own is free has that."""
    wishes = [None, *every]
    for players in (2, 3, 4):
        for number in range(len(wishes) ** players):
            picked = [wishes[number // len(wishes) ** n % len(wishes)] for n in range(players)]
            chosen = [mark for mark in picked if mark is not None]
            if len(set(chosen)) < len(chosen):
                continue
            own = assign(picked, every)
            assert len(set(own)) == players
            for n, mark in enumerate(picked):
                if mark is not None:
                    assert own[n] == mark
                elif every[n] not in chosen:
                    assert own[n] == every[n]


def test_each_seat_picks_its_colour_and_its_sign(shared: Server) -> None:
    """Everybody sees it; bots and those who picked nothing take what is free."""

    async def run() -> None:
        _, ada, bo = await open_table(shared)
        assert marks(ada) == [("yellow", "sun"), ("blue", "moon"), ("red", "star")]
        await ada.say("add_bot", seat=2, level="random")
        assert (await bo.say("pick", colour="yellow", sign="leaf"))["type"] == "ack"
        assert marks(bo) == [("blue", "sun"), ("yellow", "leaf"), ("red", "star")]
        assert (await ada.say("pick", colour="red"))["type"] == "ack"
        assert marks(ada) == [("red", "sun"), ("yellow", "leaf"), ("blue", "star")]
        picked = [(s["picked_colour"], s["picked_sign"]) for s in ada.table["seats"]]
        assert picked == [(True, False), (True, True), (False, False)]
        assert (await bo.say("pick", colour=None))["type"] == "ack"
        assert marks(bo) == [("red", "sun"), ("blue", "leaf"), ("yellow", "star")]

    drive(run)


def test_what_somebody_has_picked_is_refused_to_others(shared: Server) -> None:
    """In words that say whose it is; nothing changes, also not the other half of the wish."""

    async def run() -> None:
        _, ada, bo = await open_table(shared)
        await bo.say("pick", sign="sun")
        before = marks(bo)
        answer = await ada.say("pick", colour="green", sign="sun")
        assert refused(answer) == "taken"
        assert answer["reason"] == "sun is taken: Bo has picked it"
        await ada.say("ping")
        assert marks(ada) == before
        assert refused(await ada.say("pick", colour="pink")) == "malformed"
        assert refused(await ada.say("pick", seat=1, colour="green")) == "not_your_seat"
        await bo.say("leave")
        assert (await ada.say("pick", colour="green", sign="sun"))["type"] == "ack"
        assert refused(await bo.say("pick", colour="red")) == "not_your_seat"

    drive(run)


def test_colours_and_signs_are_kept_for_the_game_and_the_next(shared: Server) -> None:
    """Start, and another game with the same seats."""

    async def run() -> None:
        _, ada, bo = await open_table(shared)
        await ada.say("add_bot", seat=2, level="random")
        await bo.say("pick", colour="red", sign="sun")
        await bo.say("ready")
        await ada.say("start")
        before = marks(ada)
        assert before == [("yellow", "moon"), ("red", "sun"), ("blue", "star")]
        for client in (ada, bo):
            await client.say("abandon")
        await ada.say("rematch")
        again = await (await Person.arrive(shared, "Eve")).at(ada.table["rematch"])
        await again.hear()
        assert marks(again) == before

    drive(run)


def test_the_words_for_colours_and_signs_are_the_shapes_own() -> None:
    """In their order, which is that of the seats."""
    assert get_args(SeatColour) == COLOURS == ("yellow", "blue", "red", "green")
    assert get_args(SeatSign) == SIGNS == ("sun", "moon", "star", "leaf")
