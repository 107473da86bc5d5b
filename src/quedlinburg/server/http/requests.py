"""Requests: the guard around every handler, and what handlers read from a request."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from quedlinburg.server import metrics
from quedlinburg.server.http.responses import problem
from quedlinburg.server.http.security import check_origin, client_network
from quedlinburg.server.limits import BODY_BYTES
from quedlinburg.server.logs import trouble
from quedlinburg.server.people.identities import Person
from quedlinburg.server.protocol import grammar
from quedlinburg.server.protocol.openapi import Handler
from quedlinburg.server.protocol.refusals import Refusal
from quedlinburg.server.protocol.table_options import malformed
from quedlinburg.server.services import Services
from quedlinburg.server.storage.writer import StoreError
from quedlinburg.server.tables.table import Table

B = TypeVar("B")


def guarded(handle: Handler) -> Handler:
    """A handler with the check of origins for changes, and refusals as responses."""

    async def guarded_handle(request: Request) -> Response:
        """Answer a request, whatever happens."""
        services = services_of(request)
        try:
            if request.method not in ("GET", "HEAD"):
                check_origin(request, services.config)
            response = await handle(request)
        except Refusal as refusal:
            response = problem(refusal.code, refusal.reason, refusal.status)
        except StoreError as error:
            trouble("a request was not stored", error, path=request.url.path)
            response = problem("trouble", "the database does not answer; try again", 503)
        metrics.REQUESTS.labels(response.status_code).inc()
        return response

    return guarded_handle


def services_of(request: Request) -> Services:
    """The services of the server that got a request."""
    services: Services = request.app.state.services
    return services


def check_make(request: Request) -> None:
    """Count a new identity, table or guess; refuse a network that does this too often."""
    services_of(request).rate_limits.check_make(client_network(request))


async def read_body(request: Request, shape: type[B]) -> B:
    """Read the JSON body of a request; refuse one that is too large or has another shape."""
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
    """The person who asks; refuse a request without an identity, or one that asks too often."""
    services = services_of(request)
    person = await services.identities.who(request)
    if person is None:
        raise no_identity()
    services.rate_limits.check_identity(person.id)
    return person


def no_identity() -> Refusal:
    """The 401 refusal for a request without an identity."""
    return Refusal("no_identity", "say who you are first: POST /api/identity", 401)


def code_of(request: Request) -> str:
    """The code of a table or game in the path; empty for what can't be one."""
    return grammar.table_code(str(request.path_params["code"]))


async def table_of(request: Request) -> Table:
    """The table that a request names; an unknown code counts as a guess."""
    table = await services_of(request).registry.find(code_of(request))
    if table is None:
        check_make(request)
        raise Refusal("no_table", "there is no such table", 404)
    return table
