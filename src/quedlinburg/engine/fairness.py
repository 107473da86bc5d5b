"""Fair play: a secret that is promised before the game and shown after it."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

from quedlinburg.engine.notation.lexer import is_one_line


@dataclass(frozen=True)
class Pledge:
    """A secret and the nonces that the seats added to it; together they are the seed.

    >>> Pledge("7").seed, Pledge("7", {0: "a"}).seed[:8]
    ('7', '9929bdec')
    """

    secret: str = field(repr=False)
    """What is promised before the game and shown after it."""
    nonces: Mapping[int, str] = field(default_factory=dict)
    """What each seat added to it, by seat."""

    def __post_init__(self) -> None:
        """Refuse what a record can't hold on one line."""
        for text in (self.secret, *self.nonces.values()):
            if not is_one_line(text):
                raise ValueError("a secret and nonces must each be one line of text")

    @classmethod
    def drawn(cls) -> Pledge:
        """Draw a secret from the system."""
        return cls(secrets.token_hex(32))

    @property
    def commit(self) -> str:
        """What is published before the game: SHA-256 of the secret."""
        return hashlib.sha256(self.secret.encode()).hexdigest()

    @property
    def seed(self) -> str:
        """The seed: the secret itself, or the SHA-256 of it and the nonces in order of seats."""
        if not self.nonces:
            return self.secret
        parts = [self.secret, *(self.nonces[seat] for seat in sorted(self.nonces))]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()
