"""Answers that many ask for: packed once, and told as unchanged to those who have them."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.responses import Response


@dataclass(frozen=True)
class Kept:
    """An answer that does not change while the server runs, plain and packed."""

    data: bytes
    packed: bytes
    tag: str
    media_type: str

    @classmethod
    def of(cls, data: bytes, media_type: str) -> Kept:
        """Pack an answer."""
        digest = hashlib.sha256(data).hexdigest()[:20]
        return cls(data, gzip.compress(data, mtime=0), f'W/"{digest}"', media_type)

    def answer(self, asked: Headers, cache_control: str) -> Response:
        """Answer a request: packed where that is taken, in one line where nothing is new."""
        headers = {"etag": self.tag, "cache-control": cache_control, "vary": "accept-encoding"}
        known = [tag.strip() for tag in asked.get("if-none-match", "").split(",")]
        if self.tag in known:
            return Response(status_code=304, headers=headers)
        if takes_gzip(asked):
            headers["content-encoding"] = "gzip"
            return Response(self.packed, media_type=self.media_type, headers=headers)
        return Response(self.data, media_type=self.media_type, headers=headers)


def takes_gzip(asked: Headers) -> bool:
    """Whether a client unpacks what is packed with gzip.

    >>> takes_gzip(Headers({"accept-encoding": "br, gzip;q=0.5"}))
    True
    >>> takes_gzip(Headers({"accept-encoding": "gzip;q=0"}))
    False
    """
    for part in asked.get("accept-encoding", "").split(","):
        name, _, quality = part.replace(" ", "").partition(";q=")
        if name == "gzip":
            return quality.rstrip("0.") != "" or quality == ""
    return False
