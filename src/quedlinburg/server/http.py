"""The HTTP interface: who one is, tables, games, rules."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from quedlinburg import Game
from quedlinburg.engine.record import verify
from quedlinburg.engine.version import RULES_VERSION
from quedlinburg.server import bodies, metrics
from quedlinburg.server.catalogue import rules_of
from quedlinburg.server.halted import log_text
from quedlinburg.server.house import House
from quedlinburg.server.kept import takes_gzip
from quedlinburg.server.limits import BODY_BYTES
from quedlinburg.server.logs import trouble
from quedlinburg.server.options import malformed
from quedlinburg.server.people import COOKIE, COOKIE_SECONDS, Person, clean_name
from quedlinburg.server.refusal import Refusal
from quedlinburg.server.room import Room
from quedlinburg.server.shapes import OwnGame
from quedlinburg.server.storage.documents import TableDocument
from quedlinburg.server.storage.writer import StoreError

Endpoint = Callable[[Request], Awaitable[Response]]
B = TypeVar("B")
OWN_GAMES = 200


def answer(value: object, status: int = 200) -> Response:
    """An answer in JSON that nobody keeps."""
    data = msgspec.json.encode(value)
    return Response(
        data, status, media_type="application/json", headers={"cache-control": "no-store"}
    )


def endpoint(handle: Endpoint) -> Endpoint:
    """Count and limit requests, check where changes come from, and say in words what is wrong."""

    async def guarded(request: Request) -> Response:
        """Answer a request, whatever happens."""
        house = house_of(request)
        try:
            house.gate.check_request(request)
            if request.method not in ("GET", "HEAD"):
                house.gate.check_origin(request)
            response = await handle(request)
        except Refusal as refusal:
            response = problem(refusal.code, refusal.reason, refusal.status)
        except (StoreError, SQLAlchemyError) as error:
            trouble("a request was not stored", error, path=request.url.path)
            response = problem("trouble", "the server can't store anything now; try again", 503)
        metrics.REQUESTS.labels(response.status_code).inc()
        return response

    return guarded


def problem(code: str, reason: str, status: int) -> Response:
    """What is wrong with a request."""
    return answer(bodies.Problem(code=code, reason=reason), status)


def house_of(request: Request) -> House:
    """The server's own things."""
    house: House = request.app.state.house
    return house


async def read_body(request: Request, shape: type[B]) -> B:
    """The body of a request as a shape; refused if it is too large or another."""
    if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
        raise Refusal("media_type", "send application/json", 415)
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > BODY_BYTES:
            raise Refusal("too_large", f"at most {BODY_BYTES} bytes", 413)
    try:
        return msgspec.json.decode(data, type=shape)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise malformed(data, error) from None


async def person_of(request: Request) -> Person:
    """Who asks; refuse those who are nobody."""
    person = await house_of(request).people.who(request)
    if person is None:
        raise nobody()
    return person


def nobody() -> Refusal:
    """What those hear who are nobody."""
    return Refusal("no_identity", "say who you are first: POST /api/identity", 401)


def checked_name(name: str) -> str:
    """A name that can be shown."""
    cleaned = clean_name(name)
    if not cleaned:
        raise Refusal("name", "a name needs letters")
    return cleaned


async def room_of(request: Request) -> Room:
    """The table that a request names."""
    house = house_of(request)
    room = await house.hall.room(request.path_params["code"].upper())
    if room is None:
        house.gate.check_make(request)
        raise Refusal("no_table", "there is no such table", 404)
    return room


# --- who one is ----------------------------------------------------------------------------------


def _with_cookie(request: Request, response: Response, signed: str) -> Response:
    """Give a browser its identity."""
    config = house_of(request).config
    response.set_cookie(
        COOKIE,
        signed,
        max_age=COOKIE_SECONDS,
        path=config.prefix or "/",
        secure=config.secure_cookie or request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )
    return response


async def make_identity(request: Request) -> Response:
    """`POST /api/identity`: become somebody, or change the own name."""
    house = house_of(request)
    wanted = await read_body(request, bodies.MakeIdentity)
    name = checked_name(wanted.name)
    person = await house.people.who(request)
    if person is not None:
        person = await house.people.rename(person, name)
        signed = await house.people.another_secret(person) if wanted.program else None
        return answer(bodies.Identity(name=name, token=signed))
    house.gate.check_make(request)
    person, signed = await house.people.make(name)
    if wanted.program:
        return answer(bodies.Identity(name=name, token=signed), 201)
    return _with_cookie(request, answer(bodies.Identity(name=name), 201), signed)


async def show_identity(request: Request) -> Response:
    """`GET /api/identity`: who one is."""
    person = await person_of(request)
    return answer(bodies.Identity(name=person.name))


async def delete_identity(request: Request) -> Response:
    """`DELETE /api/identity`: delete everything that belongs to one."""
    house = house_of(request)
    person = await person_of(request)
    await house.hall.delete_person(person)
    await house.people.delete(person)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, path=house.config.prefix or "/")
    return response


async def make_code(request: Request) -> Response:
    """`POST /api/identity/code`: a one-time code for another device."""
    house = house_of(request)
    person = await person_of(request)
    house.gate.check_make(request)
    seconds = house.config.limits.code_seconds
    code = await house.people.moving_code(person, seconds)
    return answer(bodies.MovingCode(code=code, seconds=seconds), 201)


async def claim_code(request: Request) -> Response:
    """`POST /api/identity/claim`: be the same person on this device."""
    house = house_of(request)
    house.gate.check_make(request)
    wanted = await read_body(request, bodies.ClaimIdentity)
    claimed = await house.people.claim(wanted.code)
    if claimed is None:
        raise Refusal("code", "this code does not hold, or no longer", 403)
    person, signed = claimed
    return _with_cookie(request, answer(bodies.Identity(name=person.name)), signed)


# --- tables --------------------------------------------------------------------------------------


def _made(request: Request, room: Room) -> Response:
    """The answer to a table that was made."""
    link = f"{house_of(request).config.prefix}/t/{room.code}"
    return answer(bodies.TableMade(code=room.code, link=link, commit=room.document.commit), 201)


async def make_table(request: Request) -> Response:
    """`POST /api/tables`: make a table; with a name, become somebody first if one is nobody."""
    house = house_of(request)
    wanted = await read_body(request, bodies.MakeTable)
    house.gate.check_make(request)
    person, signed = await house.people.who(request), None
    if person is None and wanted.name is not None:
        person, signed = await house.people.make(checked_name(wanted.name))
    if person is None:
        raise nobody()
    await house.hall.check_room_for_more(person)
    room = await house.hall.make(person, wanted)
    response = _made(request, room)
    return response if signed is None else _with_cookie(request, response, signed)


async def make_test_table(request: Request) -> Response:
    """`POST /api/test/tables`, in test mode only: a table that stands as a text says."""
    house = house_of(request)
    person = await person_of(request)
    wanted = await read_body(request, bodies.MakeTableFromPosition)
    return _made(request, await house.hall.make_from_position(person, wanted))


async def list_tables(request: Request) -> Response:
    """`GET /api/tables`: public tables."""
    return answer(bodies.TableList(tables=house_of(request).hall.lobby()))


async def show_table(request: Request) -> Response:
    """`GET /api/tables/CODE`: what anybody with the code may know."""
    room = await room_of(request)
    return answer(bodies.TableAnswer(table=room.info()))


async def show_log(request: Request) -> Response:
    """`GET /api/tables/CODE/log`: what was done in a game that can't be played on here."""
    room = await room_of(request)
    document = room.document
    if room.play is not None or not document.started or document.state == "over":
        raise Refusal("no_log", "only a game that can't be played on here shows its log", 404)
    actions = await house_of(request).store.load_actions(room.code)
    return PlainTextResponse(log_text(document, room.halted, actions))


# --- games ---------------------------------------------------------------------------------------


async def list_games(request: Request) -> Response:
    """`GET /api/games`: one's own games."""
    house = house_of(request)
    person = await person_of(request)
    documents = await house.store.tables_of(person.id, OWN_GAMES)
    games = []
    for document in documents:
        own = document.seats_of(person.id)
        room = house.hall.rooms.get(document.code)
        is_running = document.state == "playing"
        halted = is_running and not _can_go_on(document, room)
        waiting = document.waiting if room is None else room.waiting
        outcome = document.outcome
        games.append(
            OwnGame(
                code=document.code,
                state=document.state,
                seats=own,
                names=[seat.name for seat in document.seats],
                points=outcome.points if outcome else None,
                winners=outcome.winners if outcome else None,
                your_turn=is_running and not halted and any(seat in waiting for seat in own),
                updated=document.updated,
                halted=halted,
            )
        )
    return answer(bodies.GameList(games=games))


def _can_go_on(document: TableDocument, room: Room | None) -> bool:
    """Whether a running game can be played on here, as far as is known without waking it."""
    return document.rules == RULES_VERSION if room is None else room.halted is None


async def _record_of(request: Request) -> str:
    """The record that a request names."""
    house = house_of(request)
    record = await house.store.load_record(request.path_params["code"].upper())
    if record is None:
        house.gate.check_make(request)
        raise Refusal("no_game", "there is no such finished game", 404)
    return record


async def show_record(request: Request) -> Response:
    """`GET /api/games/CODE/record`: the record, for download."""
    record = await _record_of(request)
    name = f"quacks-{request.path_params['code'].upper()}.txt"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(record, headers=headers)


async def show_replay(request: Request) -> Response:
    """`GET /api/games/CODE/replay`: a finished game, event by event."""
    house = house_of(request)
    packed = await house.store.load_replay(request.path_params["code"].upper())
    if packed is None:
        house.gate.check_make(request)
        raise Refusal("no_game", "there is no such finished game", 404)
    headers = {"cache-control": "no-store", "vary": "accept-encoding"}
    if takes_gzip(request.headers):
        headers["content-encoding"] = "gzip"
        return Response(packed, media_type="application/json", headers=headers)
    return Response(gzip.decompress(packed), media_type="application/json", headers=headers)


def _verify(record: str) -> bodies.Verified:
    """Check a record, off the event loop."""
    try:
        _, text = verify(record, Game)
    except ValueError as error:
        return bodies.Verified(ok=False, text=str(error))
    return bodies.Verified(ok=True, text=text)


async def verify_game(request: Request) -> Response:
    """`GET /api/games/CODE/verify`: whether rules and promise were kept."""
    house = house_of(request)
    house.gate.check_make(request)
    return answer(await asyncio.to_thread(_verify, await _record_of(request)))


# --- rules and operators -------------------------------------------------------------------------


async def show_rules(request: Request) -> Response:
    """`GET /api/rules?language=en`: the tables of the rules and the texts."""
    rules = rules_of(request.query_params.get("language", "en")[:8])
    return rules.answer(request.headers, "public, max-age=300")


async def healthz(request: Request) -> Response:
    """`GET /healthz`: whether the server and its database answer."""
    try:
        await house_of(request).store.is_alive()
    except (SQLAlchemyError, OSError):
        return PlainTextResponse("the database does not answer\n", 503)
    return PlainTextResponse("ok\n")


async def show_metrics(request: Request) -> Response:
    """`GET /metrics`: figures for Prometheus, only on this machine unless they are opened."""
    house = house_of(request)
    near = request.client is not None and request.client.host in ("127.0.0.1", "::1")
    through_proxy = "x-forwarded-for" in request.headers or "forwarded" in request.headers
    if not house.config.open_metrics and (not near or through_proxy):
        raise Refusal("forbidden", "figures are shown on this machine only", 403)
    return Response(metrics.exposition(), media_type="text/plain; version=0.0.4")
