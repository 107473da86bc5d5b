"""Responses: JSON, refusals, documents with ETags, and bodies that are stored compressed.

Other responses are compressed by Starlette's `GZipMiddleware`, where the routes say so.
"""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles

from quedlinburg.server.protocol.bodies import Problem

NOT_STORED = {"cache-control": "no-store"}
_conditions = StaticFiles()


def json_response(value: object, status: int = 200) -> Response:
    """A value as JSON that nobody caches."""
    data = msgspec.json.encode(value)
    return Response(data, status, media_type="application/json", headers=NOT_STORED)


def problem(code: str, reason: str, status: int) -> Response:
    """A refusal: a word for programs and a reason for people."""
    return json_response(Problem(code=code, reason=reason), status)


@dataclass(frozen=True)
class FixedDocument:
    """A document that stays the same while the server runs."""

    data: bytes
    media_type: str
    cache_control: str
    etag: str

    @classmethod
    def of(cls, data: bytes, media_type: str, cache_control: str) -> FixedDocument:
        """Make a document with the ETag of its content."""
        digest = hashlib.sha256(data).hexdigest()[:20]
        return cls(data, media_type, cache_control, f'"{digest}"')

    def response(self, request: Request) -> Response:
        """The document, or 304 for a client that has it; Starlette reads the conditions."""
        headers = {"etag": self.etag, "cache-control": self.cache_control}
        response = Response(self.data, media_type=self.media_type, headers=headers)
        if _conditions.is_not_modified(response.headers, request.headers):
            return NotModifiedResponse(response.headers)
        return response


def stored_gzip(request: Request, compressed: bytes) -> Response:
    """JSON that is stored compressed: sent as it is to a client that takes gzip."""
    headers = {**NOT_STORED, "vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(compressed, media_type="application/json", headers=headers)
    data = gzip.decompress(compressed)
    return Response(data, media_type="application/json", headers=headers)
