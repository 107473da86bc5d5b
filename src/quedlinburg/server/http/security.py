"""Security of requests: headers on every answer, where a request comes from, whose page asks."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import msgspec
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quedlinburg.server.config import Config
from quedlinburg.server.people.networks import Proxies, network_of
from quedlinburg.server.protocol.bodies import Problem
from quedlinburg.server.protocol.grammar import table_code
from quedlinburg.server.protocol.refusals import Refusal
from quedlinburg.server.services import Services
from quedlinburg.server.storage.writer import StoreError

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(self), microphone=(), geolocation=()"),
)


def client_network(connection: HTTPConnection) -> str:
    """The network of a client, by which it is counted; see `KnownClient`."""
    return network_of(connection.client.host if connection.client else "")


def is_same_origin(connection: HTTPConnection, config: Config) -> bool:
    """Whether a request comes from an own page, an allowed one, or from no page at all."""
    origin = connection.headers.get("origin")
    if origin is None or origin in config.origins:
        return True
    try:
        host = urlsplit(origin).netloc
    except ValueError:
        return False
    return bool(host) and host == connection.headers.get("host")


def check_origin(connection: HTTPConnection, config: Config) -> None:
    """Refuse a request from another site's page."""
    if not is_same_origin(connection, config):
        raise Refusal("origin", "this page may not ask here", 403)


class KnownClient:
    """ASGI middleware: a request comes from the client behind trusted proxies, not from them.

    Only `X-Forwarded-For` is read, and only from the right; `Forwarded` is not believed.
    """

    def __init__(self, app: ASGIApp, proxies: Proxies) -> None:
        """Wrap an application."""
        self._app = app
        self._proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, with the address of its client."""
        if scope.get("client"):
            peer = scope["client"][0]
            lines = [v.decode("latin-1") for k, v in scope["headers"] if k == b"x-forwarded-for"]
            if lines:
                scope = {**scope, "client": (self._proxies.client_of(peer, lines), 0)}
        await self._app(scope, receive, send)


class RequestBudget:
    """ASGI middleware that counts requests and the opening of sockets, by network.

    A network that asks too often hears 429 and is disconnected, before anything else is done. Of
    what it may ask a few are under way at a time, so that its crowd is not everybody's.
    """

    def __init__(self, app: ASGIApp, services: Services) -> None:
        """Wrap an application."""
        self._app = app
        self._rate_limits = services.rate_limits
        self._identities = services.identities
        self._registry = services.registry
        self._overruns = services.overruns
        self._api = f"{services.config.prefix}/api/"
        self._most = services.config.limits.requests_under_way
        self._under_way: dict[str, asyncio.Semaphore] = {}
        self._present: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        network = client_network(HTTPConnection(scope))
        budget = self._overrun(network, scope)
        if budget == "sockets" and await self._comes_to_own_place(HTTPConnection(scope)):
            budget = ""
        if budget:
            self._overruns.note(budget, network)
            await _refuse(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            async with self._turn(network):
                await self._app(scope, receive, send)

    @contextlib.asynccontextmanager
    async def _turn(self, network: str) -> AsyncIterator[None]:
        """Wait until the network has few enough requests under way."""
        gate = self._under_way.setdefault(network, asyncio.Semaphore(self._most))
        self._present[network] += 1
        try:
            async with gate:
                yield
        finally:
            self._present[network] -= 1
            if not self._present[network]:
                del self._present[network], self._under_way[network]

    async def _comes_to_own_place(self, connection: HTTPConnection) -> bool:
        """Whether somebody comes to a table where they have a seat or host, and not too often.

        They are let in though others behind the same address open too many sockets.
        """
        try:
            person = await self._identities.who(connection)
        except StoreError:
            return False
        if person is None or not self._rate_limits.may_open(f"identity {person.id}"):
            return False
        code = table_code(connection.query_params.get("table", ""))
        return await self._registry.has_own_place(code, person.id)

    def _overrun(self, network: str, scope: Scope) -> str:
        """Count a request; the budget that it is over, or nothing."""
        if scope["type"] == "websocket":
            return "" if self._rate_limits.may_open(network) else "sockets"
        if not scope["path"].startswith(self._api):
            return "" if self._rate_limits.may_fetch(network) else "files"
        try:
            self._rate_limits.check_request(network)
        except Refusal:
            return "requests"
        return ""


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer 429 and close the connection."""
    if scope["type"] == "websocket":
        await receive()
    refusal = Problem(code="too_fast", reason="too many requests: wait a moment")
    headers = {"content-type": "application/json", "connection": "close"}
    await Response(msgspec.json.encode(refusal), 429, headers)(scope, receive, send)


class SecurityHeaders:
    """ASGI middleware that adds the security headers to every HTTP response."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and add the headers to its response."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            """Send a message; the start of a response gets the headers."""
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        await self._app(scope, receive, send_with_headers)
