"""Endpoints of the HTTP interface, and the OpenAPI document that describes them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from http import HTTPStatus

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from quedlinburg.server.protocol.bodies import Problem
from quedlinburg.server.protocol.server_messages import PROTOCOL

REFERENCE = "#/components/schemas/{name}"


Handler = Callable[[Request], Awaitable[Response]]
# A part of a document, as JSON has it.
JsonObject = dict[str, object]


@dataclass(frozen=True)
class Endpoint:
    """One method of one path: its handler, the shapes of body and answer, and how it refuses."""

    method: str
    path: str
    handle: Handler
    body: type | None = None
    answer: type | str | None = None
    status: tuple[int, ...] = (200,)
    refusals: tuple[int, ...] = ()
    query: tuple[str, ...] = ()

    @property
    def every_refusal(self) -> tuple[int, ...]:
        """The statuses of all refusals; too many requests and a failing store are everywhere."""
        return (*sorted(self.refusals), 429, 503)


def _types(endpoints: Sequence[Endpoint]) -> list[type]:
    """The shapes of all bodies and answers, each once."""
    parts = [part for one in endpoints for part in (one.body, one.answer)]
    return list(dict.fromkeys([*(part for part in parts if isinstance(part, type)), Problem]))


def _reference(shape: type) -> JsonObject:
    """A reference to the schema of a shape."""
    return {"$ref": REFERENCE.format(name=shape.__name__)}


def _content(answer: type | str) -> JsonObject:
    """The content of a body or answer: a shape as JSON, or text of a media type."""
    if isinstance(answer, str):
        return {answer: {"schema": {"type": "string"}}}
    return {"application/json": {"schema": _reference(answer)}}


def _responses(endpoint: Endpoint) -> JsonObject:
    """Every response of an endpoint by its status."""
    responses: JsonObject = {}
    for status in endpoint.status:
        described: JsonObject = {"description": HTTPStatus(status).phrase}
        if endpoint.answer is not None:
            described["content"] = _content(endpoint.answer)
        responses[str(status)] = described
    for status in endpoint.every_refusal:
        phrase = HTTPStatus(status).phrase
        responses[str(status)] = {"description": phrase, "content": _content(Problem)}
    return responses


def _parameters(endpoint: Endpoint) -> list[JsonObject]:
    """The parameters of an endpoint in its path and query."""
    text = {"type": "string"}
    found: list[JsonObject] = [
        {"name": name, "in": "query", "schema": text} for name in endpoint.query
    ]
    if "{code}" in endpoint.path:
        code: JsonObject = {"name": "code", "in": "path", "required": True, "schema": text}
        return [code, *found]
    return found


def _operation(endpoint: Endpoint) -> JsonObject:
    """The description of an endpoint; its summary is that of its handler."""
    summary = (endpoint.handle.__doc__ or "").strip().splitlines()[0].partition(": ")[2]
    operation: JsonObject = {
        "operationId": endpoint.handle.__name__,
        "summary": summary[:1].upper() + summary[1:],
        "responses": _responses(endpoint),
    }
    if parameters := _parameters(endpoint):
        operation["parameters"] = parameters
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, "content": _content(endpoint.body)}
    if 401 in endpoint.refusals:
        operation["security"] = [{"token": []}, {"cookie": []}]
    return operation


def openapi_document(endpoints: Sequence[Endpoint], prefix: str) -> JsonObject:
    """The OpenAPI document of all endpoints below a base path."""
    _, schemas = msgspec.json.schema_components(_types(endpoints), ref_template=REFERENCE)
    operations: dict[str, JsonObject] = {}
    for endpoint in endpoints:
        operation = _operation(endpoint)
        operations.setdefault(endpoint.path, {})[endpoint.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "Quedlinburg", "version": str(PROTOCOL)},
        "servers": [{"url": prefix or "/"}],
        "paths": operations,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "quacks"},
            },
        },
    }
