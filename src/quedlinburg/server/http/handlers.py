"""Handlers of the HTTP interface: tables, games, the rules, and for operators."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from quedlinburg import Game
from quedlinburg.engine.notation.record import verify
from quedlinburg.engine.version import RULES_VERSION
from quedlinburg.server import metrics
from quedlinburg.server.http.identity import device_of, with_cookie
from quedlinburg.server.http.requests import (
    check_make,
    code_of,
    no_identity,
    person_of,
    read_body,
    services_of,
    table_of,
)
from quedlinburg.server.http.responses import json_response, stored_gzip
from quedlinburg.server.http.rules_json import rules_of
from quedlinburg.server.people.names import checked_name
from quedlinburg.server.protocol import bodies
from quedlinburg.server.protocol.refusals import Refusal
from quedlinburg.server.protocol.shapes import OwnGame
from quedlinburg.server.storage.documents import TableDocument
from quedlinburg.server.storage.writer import StoreError
from quedlinburg.server.tables.halted import log_text
from quedlinburg.server.tables.lobby import read_cursor
from quedlinburg.server.tables.table import Table

OWN_GAMES = 200


# --- tables ---------------------------------------------------------------------------------------


def _made(request: Request, table: Table) -> Response:
    """The response to the request that made a table."""
    link = f"{services_of(request).config.prefix}/t/{table.code}"
    return json_response(
        bodies.TableMade(code=table.code, link=link, commit=table.document.commit), 201
    )


async def make_table(request: Request) -> Response:
    """`POST /api/tables`: make a table; with a name, become somebody first if one is nobody."""
    services = services_of(request)
    wanted = await read_body(request, bodies.MakeTable)
    check_make(request)
    person, signed = await services.identities.who(request), None
    if person is None and wanted.name is not None:
        name = checked_name(wanted.name)
        person, signed = await services.identities.make(name, device_of(request))
    if person is None:
        raise no_identity()
    await services.registry.check_table_count(person, is_public=wanted.options.public)
    table = await services.registry.make(person, wanted)
    response = _made(request, table)
    return response if signed is None else with_cookie(request, response, signed)


async def make_test_table(request: Request) -> Response:
    """`POST /api/test/tables`, in test mode only: a table that stands as a text says."""
    services = services_of(request)
    person = await person_of(request)
    wanted = await read_body(request, bodies.MakeTableFromPosition)
    return _made(request, await services.registry.make_from_position(person, wanted))


async def list_tables(request: Request) -> Response:
    """`GET /api/tables`: a page of public tables, the newest first."""
    after = read_cursor(request.query_params.get("before"))
    page = services_of(request).registry.lobby.page(after)
    return json_response(
        bodies.TableList(tables=list(page.lines), total=page.total, next=page.next)
    )


async def show_table(request: Request) -> Response:
    """`GET /api/tables/CODE`: what anybody with the code may know."""
    table = await table_of(request)
    return json_response(bodies.TableAnswer(table=table.info()))


async def show_log(request: Request) -> Response:
    """`GET /api/tables/CODE/log`: what was done in a game that can't be played on here."""
    table = await table_of(request)
    document = table.document
    if table.contents.game is not None or not document.started or document.state == "over":
        raise Refusal("no_log", "only a game that can't be played on here shows its log", 404)
    actions = await services_of(request).store.load_actions(table.code)
    return PlainTextResponse(log_text(document, table.contents.halted, actions))


# --- games ----------------------------------------------------------------------------------------


async def list_games(request: Request) -> Response:
    """`GET /api/games`: one's own games."""
    services = services_of(request)
    person = await person_of(request)
    documents = await services.store.tables_of(person.id, OWN_GAMES)
    games = []
    for document in documents:
        own = document.seats_of(person.id)
        table = services.registry.in_memory(document.code)
        is_running = document.state == "playing"
        halted = is_running and not _can_go_on(document, table)
        waiting = document.waiting if table is None else table.contents.waiting
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
    return json_response(bodies.GameList(games=games))


def _can_go_on(document: TableDocument, table: Table | None) -> bool:
    """Whether a running game can be played on, as far as is known without waking its table."""
    return document.rules == RULES_VERSION if table is None else table.contents.halted is None


def _no_game(request: Request) -> Refusal:
    """The 404 refusal for an unknown game; it counts as a guess."""
    check_make(request)
    return Refusal("no_game", "there is no such finished game", 404)


async def _record_of(request: Request) -> str:
    """The record of the finished game that a request names."""
    record = await services_of(request).store.load_record(code_of(request))
    if record is None:
        raise _no_game(request)
    return record


async def show_record(request: Request) -> Response:
    """`GET /api/games/CODE/record`: the record, for download."""
    record = await _record_of(request)
    name = f"quacks-{code_of(request)}.txt"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(record, headers=headers)


async def show_replay(request: Request) -> Response:
    """`GET /api/games/CODE/replay`: a finished game, event by event."""
    replay = await services_of(request).store.load_replay(code_of(request))
    if replay is None:
        raise _no_game(request)
    return stored_gzip(request, replay)


def _verify(record: str) -> bodies.Verified:
    """Check a record; takes too long for the event loop."""
    try:
        _, text = verify(record, Game)
    except ValueError as error:
        return bodies.Verified(ok=False, text=str(error))
    return bodies.Verified(ok=True, text=text)


async def verify_game(request: Request) -> Response:
    """`GET /api/games/CODE/verify`: whether rules and promise were kept."""
    check_make(request)
    return json_response(await asyncio.to_thread(_verify, await _record_of(request)))


# --- the rules, and for operators -----------------------------------------------------------------


async def show_rules(request: Request) -> Response:
    """`GET /api/rules?language=en`: the tables of the rules and the texts."""
    rules = rules_of(request.query_params.get("language", "en")[:8])
    return rules.response(request)


async def healthz(request: Request) -> Response:
    """`GET /healthz`: whether the server answers, and its database stores something."""
    try:
        await services_of(request).store.check()
    except StoreError as error:
        return PlainTextResponse(f"{error}\n", 503)
    return PlainTextResponse("ok\n")


async def show_metrics(request: Request) -> Response:
    """`GET /metrics`: figures for Prometheus, only on this machine unless they are opened."""
    services = services_of(request)
    near = request.client is not None and request.client.host in ("127.0.0.1", "::1")
    through_proxy = "x-forwarded-for" in request.headers or "forwarded" in request.headers
    if not services.config.open_metrics and (not near or through_proxy):
        raise Refusal("forbidden", "figures are shown on this machine only", 403)
    return Response(metrics.exposition(), media_type="text/plain; version=0.0.4")
