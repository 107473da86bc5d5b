"""Routes: which handler answers which path and method, and how responses are compressed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from quedlinburg.server.config import Config
from quedlinburg.server.http import handlers, identity, sockets
from quedlinburg.server.http.requests import guarded
from quedlinburg.server.http.responses import FixedDocument
from quedlinburg.server.protocol import bodies
from quedlinburg.server.protocol.openapi import Endpoint, Handler, openapi_document

NOBODY = (401,)
CHANGING = (403,)
POSTING = (400, 403, 413, 415)
# The level at which text is nearly as small as it gets, for half the time of the last one.
COMPRESSED = [Middleware(GZipMiddleware, compresslevel=6)]
# Paths whose responses are large enough to be compressed.
LARGE = ("/api/rules", "/api/openapi.json")

ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        "GET",
        "/api/identity",
        identity.show_identity,
        answer=bodies.Identity,
        refusals=NOBODY,
    ),
    Endpoint(
        "POST",
        "/api/identity",
        identity.make_identity,
        body=bodies.MakeIdentity,
        answer=bodies.Identity,
        status=(200, 201),
        refusals=POSTING,
    ),
    Endpoint(
        "DELETE",
        "/api/identity",
        identity.delete_identity,
        status=(204,),
        refusals=NOBODY + CHANGING,
    ),
    Endpoint(
        "GET",
        "/api/identity/devices",
        identity.list_devices,
        answer=bodies.DeviceList,
        refusals=NOBODY,
    ),
    Endpoint(
        "DELETE",
        "/api/identity/devices",
        identity.sign_out_others,
        status=(204,),
        refusals=NOBODY + CHANGING,
    ),
    Endpoint(
        "DELETE",
        "/api/identity/devices/{device}",
        identity.sign_out_device,
        status=(204,),
        refusals=NOBODY + CHANGING + (404, 409),
    ),
    Endpoint(
        "POST",
        "/api/identity/code",
        identity.make_code,
        answer=bodies.MovingCode,
        status=(201,),
        refusals=NOBODY + CHANGING,
    ),
    Endpoint(
        "POST",
        "/api/identity/claim",
        identity.claim_code,
        body=bodies.ClaimIdentity,
        answer=bodies.Identity,
        refusals=POSTING,
    ),
    Endpoint(
        "GET",
        "/api/tables",
        handlers.list_tables,
        answer=bodies.TableList,
        refusals=(400,),
        query=("before",),
    ),
    Endpoint(
        "POST",
        "/api/tables",
        handlers.make_table,
        body=bodies.MakeTable,
        answer=bodies.TableMade,
        status=(201,),
        refusals=NOBODY + POSTING,
    ),
    Endpoint(
        "GET",
        "/api/tables/{code}",
        handlers.show_table,
        answer=bodies.TableAnswer,
        refusals=(404, 409),
    ),
    Endpoint(
        "GET",
        "/api/tables/{code}/log",
        handlers.show_log,
        answer="text/plain",
        refusals=(404, 409),
    ),
    Endpoint("GET", "/api/games", handlers.list_games, answer=bodies.GameList, refusals=NOBODY),
    Endpoint(
        "GET",
        "/api/games/{code}/record",
        handlers.show_record,
        answer="text/plain",
        refusals=(404,),
    ),
    Endpoint(
        "GET",
        "/api/games/{code}/replay",
        handlers.show_replay,
        answer=bodies.Replay,
        refusals=(404,),
    ),
    Endpoint(
        "GET",
        "/api/games/{code}/verify",
        handlers.verify_game,
        answer=bodies.Verified,
        refusals=(404,),
    ),
    Endpoint("GET", "/api/rules", handlers.show_rules, answer=bodies.Rules, query=("language",)),
    Endpoint("GET", "/metrics", handlers.show_metrics, answer="text/plain", refusals=(403,)),
)
# Only in test mode: a table that stands as a text says.
TEST_ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        "POST",
        "/api/test/tables",
        handlers.make_test_table,
        body=bodies.MakeTableFromPosition,
        answer=bodies.TableMade,
        status=(201,),
        refusals=NOBODY + POSTING,
    ),
)


class MethodDispatcher:
    """Dispatch by HTTP method; 405 with Allow otherwise."""

    def __init__(self, by_method: Mapping[str, Handler]) -> None:
        """Answer each method by its handler, and HEAD as GET."""
        every = {method: guarded(handle) for method, handle in by_method.items()}
        self._handlers = every | ({"HEAD": every["GET"]} if "GET" in every else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        request = Request(scope, receive, send)
        handle = self._handlers.get(request.method)
        if handle is None:
            raise HTTPException(405, headers={"allow": ", ".join(self._handlers)})
        response = await handle(request)
        await response(scope, receive, send)


def _openapi_handler(endpoints: Sequence[Endpoint], prefix: str) -> Handler:
    """The handler that shows the OpenAPI document of the interface."""
    data = msgspec.json.encode(openapi_document(endpoints, prefix))
    document = FixedDocument.of(data, "application/json", "no-cache")

    async def show_interface(request: Request) -> Response:
        """`GET /api/openapi.json`: this interface."""
        return document.response(request)

    return show_interface


def routes(config: Config, page: ASGIApp) -> list[BaseRoute]:
    """Every route below the base path; what no route answers is the page's."""
    endpoints = ENDPOINTS + (TEST_ENDPOINTS if config.test_mode else ())
    by_path: dict[str, dict[str, Handler]] = {}
    for endpoint in endpoints:
        by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint.handle
    by_path["/api/openapi.json"] = {"GET": _openapi_handler(endpoints, config.prefix)}
    by_path["/healthz"] = {"GET": handlers.healthz}
    return [
        WebSocketRoute("/ws", sockets.table_socket),
        WebSocketRoute("/ws/lobby", sockets.lobby_socket),
        *(
            Route(path, MethodDispatcher(one), middleware=COMPRESSED if path in LARGE else ())
            for path, one in by_path.items()
        ),
        Mount("/api", routes=[]),
        Mount("/", app=page, middleware=COMPRESSED),
    ]
