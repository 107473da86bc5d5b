"""Security of requests: headers on every answer, where a request comes from, whose page asks."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quedlinburg.server.config import Config
from quedlinburg.server.protocol.refusals import Refusal

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


def client_address(connection: HTTPConnection, config: Config) -> str:
    """The address of a client; that from a proxy's header only if the server trusts its proxy."""
    if config.trust_proxy:
        forwarded = connection.headers.get("x-forwarded-for", "")
        if forwarded:
            return forwarded.split(",")[-1].strip()
    return connection.client.host if connection.client else "unknown"


def is_same_origin(connection: HTTPConnection, config: Config) -> bool:
    """Whether a request comes from an own page, an allowed one, or from no page at all."""
    origin = connection.headers.get("origin")
    if origin is None or origin in config.origins:
        return True
    parts = urlsplit(origin)
    return bool(parts.netloc) and parts.netloc == connection.headers.get("host")


def check_origin(connection: HTTPConnection, config: Config) -> None:
    """Refuse a request from another site's page."""
    if not is_same_origin(connection, config):
        raise Refusal("origin", "this page may not ask here", 403)


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
