"""The lobby in pages: bounded messages however many tables there are, and no host fills it."""

from __future__ import annotations

import asyncio

from driving import Client, Json, Person, Server, drive, wait_until
from strangers import Ear, arrive_from, first, knock

from quedlinburg.server.limits import Limits
from quedlinburg.server.protocol.shapes import TableOptions
from quedlinburg.server.storage.documents import SeatDocument, TableDocument
from quedlinburg.server.tables.contents import Contents
from quedlinburg.server.tables.lobby import PAGE, Lobby, read_cursor

# Sixty characters of four bytes each: the longest line there is.
TITLE = "\N{MUSICAL SYMBOL G CLEF}" * 60


async def public_tables(person: Person, count: int) -> list[Client]:
    """Make public tables and be at each of them."""

    async def one() -> Client:
        """Make one table."""
        code = await person.make_table(options={"public": True, "title": TITLE, "players": 2})
        client = await person.at(code)
        await client.until_type("snapshot")
        return client

    return [
        client
        for _ in range(count // 10)
        for client in await asyncio.gather(*(one() for _ in range(10)))
    ]


def test_hundreds_of_public_tables_close_no_lobby_socket(
    attacked: Server,
) -> None:
    """Who was there before, and who comes after, hears a page and stays."""

    async def run() -> None:
        server = attacked
        host = await Person.arrive(server, "\N{GOTHIC LETTER AHSA}" * 24)
        before = await knock(server, "/ws/lobby")
        assert (await first(before))["type"] == "lobby"
        await public_tables(host, 240)
        await before.until(lambda m: m["type"] == "lobby_total" and m["total"] == 240)
        assert before.socket.close_code is None
        told = await first(await knock(server, "/ws/lobby"))
        assert told["type"] == "lobby"
        assert (len(told["tables"]), told["total"]) == (50, 240)
        assert len(str(told).encode()) < 128 * 1024

    drive(run)


def line(number: int, *, host: str | None = None, title: str = "") -> Contents:
    """A public table, newer the greater its number; each of another host unless one is named."""
    return Contents(
        TableDocument(
            code=f"T{number:05}",
            options=TableOptions(public=True, title=title),
            seats=(SeatDocument(), SeatDocument()),
            host=host or f"host {number}",
            host_name="",
            secret="",
            commit="",
            created=1000 + number,
            updated=0,
        )
    )


def lobby_of(count: int) -> Lobby:
    """A lobby with so many tables, each of a network of its own, that tells changes at once."""
    lobby = Lobby(Limits(lobby_seconds=0.0))
    for number in range(count):
        lobby.update(line(number), f"network {number}")
    return lobby


def codes(tables: list[Json]) -> list[str]:
    """The codes of some lines."""
    return [table["code"] for table in tables]


def test_pages_follow_each_other_without_gap_or_double() -> None:
    """The newest first, fifty a page, and each says where the next one begins."""
    lobby = lobby_of(2 * PAGE + 7)
    seen: list[str] = []
    page, pages = lobby.page(), 1
    while page.next is not None:
        seen += [one.code for one in page.lines]
        assert (len(page.lines), page.total) == (PAGE, 2 * PAGE + 7)
        page, pages = lobby.page(read_cursor(page.next)), pages + 1
    seen += [one.code for one in page.lines]
    assert pages == 3
    assert seen == [f"T{number:05}" for number in reversed(range(2 * PAGE + 7))]


def test_ten_thousand_tables_cost_a_watcher_no_more_than_a_page() -> None:
    """Whatever changes is told of the own page alone, and otherwise counted."""

    async def run() -> None:
        lobby, watcher = lobby_of(10_000), Ear()
        lobby.watch(watcher.connection)
        async with watcher.listening():
            await wait_until(lambda: len(watcher.heard) == 1)
            assert (len(watcher.heard[0]["tables"]), watcher.heard[0]["total"]) == (PAGE, 10_000)
            for number in range(5_000):
                lobby.update(line(number, title="changed"), f"network {number}")
            lobby.update(line(5_000), None)
            await wait_until(lambda: len(watcher.heard) == 2)
            assert watcher.heard[1] == {
                "type": "lobby_total",
                "total": 9_999,
                "next": watcher.heard[0]["next"],
            }
            for number in range(10_000, 13_000):
                lobby.update(line(number), f"network {number}")
            await wait_until(lambda: watcher.heard[-1].get("total") == 12_999)
            assert len(watcher.heard) == 2 + PAGE + PAGE + 1
            fold = set(codes(watcher.heard[0]["tables"]))
            fold -= {m["code"] for m in watcher.heard if m["type"] == "lobby_gone"}
            fold |= {m["table"]["code"] for m in watcher.heard if m["type"] == "lobby_table"}
            assert fold == {one.code for one in lobby.page().lines}

    asyncio.run(run())


def test_a_watcher_that_reads_slowly_is_told_less_and_stays() -> None:
    """It gets the page as it is once it has read, instead of all that has happened to it."""

    async def run() -> None:
        lobby, watcher = lobby_of(0), Ear()
        lobby.watch(watcher.connection)
        for number in range(2_000):
            lobby.update(line(number, title=TITLE), f"network {number}")
            if number % 20 == 0:
                await asyncio.sleep(0)
                await asyncio.sleep(0)
        assert not watcher.connection.is_closing
        async with watcher.listening():
            newest = [one.code for one in lobby.page().lines]

            def is_up_to_date() -> bool:
                """Whether the last message is the page as it is."""
                last = watcher.heard[-1] if watcher.heard else {}
                return last.get("type") == "lobby" and codes(last["tables"]) == newest

            await wait_until(is_up_to_date)

    asyncio.run(run())


def test_one_host_or_network_does_not_fill_the_lobby() -> None:
    """Further tables are not listed as long as theirs are."""

    async def run() -> None:
        limits = Limits()
        lobby = Lobby(limits)
        for number in range(10):
            lobby.update(line(number, host="eve"), f"network {number}")
        assert lobby.page().total == limits.public_tables_an_identity
        for number in range(100, 150):
            lobby.update(line(number), "one network")
        both = limits.public_tables_an_identity + limits.public_tables_a_network
        assert lobby.page().total == both
        lobby.update(line(0, host="eve"), None)
        lobby.update(line(9, host="eve"), "network 9")
        assert lobby.page().total == both
        assert "T00009" in [one.code for one in lobby.page().lines]

    asyncio.run(run())


def test_a_host_opens_a_few_tables_to_all_and_is_told_so(usual: Server) -> None:
    """One more is refused in words; tables without a seat of the own count, too."""

    async def run() -> None:
        eve = await arrive_from(usual, "Eve", "127.0.6.1")
        public = {"options": {"players": 2, "public": True}, "sit": False}
        limits = Limits()
        answers = [await eve.http.post("/api/tables", json=public) for _ in range(4)]
        assert [one.status_code for one in answers] == [201, 201, 201, 429]
        assert answers[-1].json()["code"] == "too_many"
        private = {"options": {"players": 2}, "sit": False}
        more = limits.tables_an_identity - limits.public_tables_an_identity
        for _ in range(more):
            assert (await eve.http.post("/api/tables", json=private)).status_code == 201
        assert (await eve.http.post("/api/tables", json=private)).json()["code"] == "too_many"

    drive(run)


def test_what_is_no_page_is_refused(shared: Server) -> None:
    """By request and by socket, in one line."""

    async def run() -> None:
        ada = await Person.arrive(shared, "Ada")
        answer = await ada.http.get("/api/tables?before=yesterday")
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
        empty = (await ada.http.get("/api/tables?before=0-")).json()
        assert (empty["tables"], empty["next"]) == ([], None)
        assert (await first(await knock(shared, "/ws/lobby?before=x")))["code"] == 4004

    drive(run)
