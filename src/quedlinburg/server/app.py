"""The application: every path and what answers it."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.types import ASGIApp

from quedlinburg.server import http, sockets
from quedlinburg.server.headers import SecurityHeaders
from quedlinburg.server.house import House
from quedlinburg.server.logs import trouble
from quedlinburg.server.page import Page, page_folder


def _route(path: str, method: str, handle: http.Endpoint) -> Route:
    """A path of the HTTP interface."""
    return Route(path, http.endpoint(handle), methods=[method])


def routes(house: House) -> list[BaseRoute]:
    """Every path below the base path."""
    paths: list[BaseRoute] = [
        WebSocketRoute("/ws", sockets.table_socket),
        WebSocketRoute("/ws/lobby", sockets.lobby_socket),
        _route("/api/identity", "GET", http.show_identity),
        _route("/api/identity", "POST", http.make_identity),
        _route("/api/identity", "DELETE", http.delete_identity),
        _route("/api/identity/code", "POST", http.make_code),
        _route("/api/identity/claim", "POST", http.claim_code),
        _route("/api/tables", "GET", http.list_tables),
        _route("/api/tables", "POST", http.make_table),
        _route("/api/tables/{code}", "GET", http.show_table),
        _route("/api/games", "GET", http.list_games),
        _route("/api/games/{code}/record", "GET", http.show_record),
        _route("/api/games/{code}/replay", "GET", http.show_replay),
        _route("/api/games/{code}/verify", "GET", http.verify_game),
        _route("/api/rules", "GET", http.show_rules),
        Route("/healthz", http.healthz),
        _route("/metrics", "GET", http.show_metrics),
    ]
    if house.config.test_mode:
        paths.append(_route("/api/test/tables", "POST", http.make_test_table))
    paths.append(Mount("/api", routes=[]))
    paths.append(Mount("/", app=Page(page_folder(), house.config.prefix)))
    return paths


async def _not_found(request: Request, error: Exception) -> Response:
    """Say in JSON what Starlette refuses."""
    status = error.status_code if isinstance(error, HTTPException) else 404
    words = {404: "there is nothing here", 405: "this method is not for this path"}
    codes = {404: "not_found", 405: "method"}
    reason = words.get(status, "the request can't be answered")
    return http.problem(codes.get(status, "malformed"), reason, status)


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
