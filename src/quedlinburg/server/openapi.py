"""The HTTP interface as an OpenAPI document, made from the same paths and bodies that serve it."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

import msgspec

from quedlinburg.server.bodies import Problem
from quedlinburg.server.messages import PROTOCOL
from quedlinburg.server.paths import Path

REFERENCE = "#/components/schemas/{name}"


def _types(paths: Sequence[Path]) -> list[type]:
    """Every body and answer, each once."""
    found = [part for path in paths for part in (path.body, path.answer) if isinstance(part, type)]
    return list(dict.fromkeys([*found, Problem]))


def _reference(shape: type) -> dict[str, Any]:
    """Where a shape is described."""
    return {"$ref": REFERENCE.format(name=shape.__name__)}


def _content(answer: type | str) -> dict[str, Any]:
    """What comes back: a shape as JSON, or text."""
    if isinstance(answer, str):
        return {answer: {"schema": {"type": "string"}}}
    return {"application/json": {"schema": _reference(answer)}}


def _answers(path: Path) -> dict[str, Any]:
    """Every answer of a path by its status."""
    answers: dict[str, Any] = {}
    for status in path.status:
        answers[str(status)] = {"description": HTTPStatus(status).phrase}
        if path.answer is not None:
            answers[str(status)]["content"] = _content(path.answer)
    for status in path.every_refusal:
        description = HTTPStatus(status).phrase
        answers[str(status)] = {"description": description, "content": _content(Problem)}
    return answers


def _parameters(path: Path) -> list[dict[str, Any]]:
    """What a path takes in its address."""
    text = {"type": "string"}
    found = [{"name": name, "in": "query", "schema": text} for name in path.query]
    if "{code}" in path.path:
        code = {"name": "code", "in": "path", "required": True, "schema": text}
        return [code, *found]
    return found


def _operation(path: Path) -> dict[str, Any]:
    """One path and method."""
    summary = (path.handle.__doc__ or "").strip().splitlines()[0].partition(": ")[2]
    operation: dict[str, Any] = {
        "operationId": path.handle.__name__,
        "summary": summary[:1].upper() + summary[1:],
        "responses": _answers(path),
    }
    if parameters := _parameters(path):
        operation["parameters"] = parameters
    if path.body is not None:
        operation["requestBody"] = {"required": True, "content": _content(path.body)}
    if 401 in path.refusals:
        operation["security"] = [{"token": []}, {"cookie": []}]
    return operation


def document(paths: Sequence[Path], prefix: str) -> dict[str, Any]:
    """The whole interface below a base path."""
    _, schemas = msgspec.json.schema_components(_types(paths), ref_template=REFERENCE)
    operations: dict[str, dict[str, Any]] = {}
    for path in paths:
        operations.setdefault(path.path, {})[path.method.lower()] = _operation(path)
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
