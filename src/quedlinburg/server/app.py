"""The application: every path and what answers it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from quedlinburg.server import http, sockets
from quedlinburg.server.headers import SecurityHeaders
from quedlinburg.server.house import House
from quedlinburg.server.kept import Kept
from quedlinburg.server.logs import trouble
from quedlinburg.server.openapi import document
from quedlinburg.server.page import Page, page_folder
from quedlinburg.server.paths import PATHS, TEST_PATHS, Path


def _description(paths: tuple[Path, ...], prefix: str) -> http.Endpoint:
    """What shows the interface itself, for programs that read such documents."""
    kept = Kept.of(msgspec.json.encode(document(paths, prefix)), "application/json")

    async def show_interface(request: Request) -> Response:
        """`GET /api/openapi.json`: this interface."""
        return kept.answer(request.headers, "no-cache")

    return show_interface


def _by_path(paths: tuple[Path, ...]) -> dict[str, dict[str, http.Endpoint]]:
    """Who answers, by path and method."""
    found: dict[str, dict[str, http.Endpoint]] = {}
    for path in paths:
        found.setdefault(path.path, {})[path.method] = path.handle
    return found


class Methods:
    """Everything that answers at one path; other methods are refused with those that are there."""

    def __init__(self, handles: Mapping[str, http.Endpoint]) -> None:
        """Answer each method by its own."""
        every = {method: http.endpoint(handle) for method, handle in handles.items()}
        self._handles = every | ({"HEAD": every["GET"]} if "GET" in every else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        request = Request(scope, receive, send)
        handle = self._handles.get(request.method)
        if handle is None:
            raise HTTPException(405, headers={"allow": ", ".join(self._handles)})
        response = await handle(request)
        await response(scope, receive, send)


def routes(house: House) -> list[BaseRoute]:
    """Every path below the base path."""
    paths = PATHS + (TEST_PATHS if house.config.test_mode else ())
    described = _description(paths, house.config.prefix)
    found: list[BaseRoute] = [
        WebSocketRoute("/ws", sockets.table_socket),
        WebSocketRoute("/ws/lobby", sockets.lobby_socket),
        *(Route(path, Methods(handles)) for path, handles in _by_path(paths).items()),
        Route("/api/openapi.json", Methods({"GET": described})),
        Route("/healthz", Methods({"GET": http.healthz})),
    ]
    found.append(Mount("/api", routes=[]))
    found.append(Mount("/", app=Page(page_folder(), house.config.prefix)))
    return found


async def _not_found(request: Request, error: Exception) -> Response:
    """Say in JSON what Starlette refuses."""
    status = error.status_code if isinstance(error, HTTPException) else 404
    words = {404: "there is nothing here", 405: "this method is not for this path"}
    codes = {404: "not_found", 405: "method"}
    reason = words.get(status, "the request can't be answered")
    response = http.problem(codes.get(status, "malformed"), reason, status)
    if isinstance(error, HTTPException) and error.headers:
        response.headers.update(error.headers)
    return response


async def _failed(request: Request, error: Exception) -> Response:
    """Say nothing of what went wrong inside; the log has it."""
    trouble("a request failed", error, path=request.url.path)
    return http.problem("trouble", "something went wrong", 500)


def make_app(house: House) -> ASGIApp:
    """The application of a house; the headers are put on whatever comes out of it."""
    inner = routes(house)
    prefix = house.config.prefix
    app = Starlette(
        routes=[Mount(prefix, routes=inner)] if prefix else inner,
        exception_handlers={HTTPException: _not_found, Exception: _failed},
    )
    app.state.house = house
    return SecurityHeaders(app)
