"""Refusals: a code for programs and a reason for people."""

from __future__ import annotations


class Refusal(Exception):
    """A message or request that is refused; nothing has changed."""

    def __init__(self, code: str, reason: str, status: int = 400) -> None:
        """Refuse with a code of the protocol, a reason, and the HTTP status for a request."""
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.status = status
