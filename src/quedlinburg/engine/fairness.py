"""Fair play: a secret that is promised before the game, and nonces that the seats seal."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

from quedlinburg.engine.notation.lexer import is_one_line

# The whole text of a nonce, and of a seal; matched with `fullmatch`, because `$` lets a newline by.
NONCE = re.compile(r"[0-9A-Za-z_-]{1,64}")
NONCE_ALLOWED = "1 to 64 letters, digits, - or _"
SEAL = re.compile(r"[0-9a-f]{64}")


def sha256(text: str) -> str:
    """The SHA-256 of a text's UTF-8 bytes, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def seal_of(nonce: str) -> str:
    """The seal of a nonce: its SHA-256. ValueError if it is not a nonce.

    >>> seal_of("heads")[:8]
    '5c0bc242'
    """
    if not NONCE.fullmatch(nonce):
        raise ValueError(f"nonce: expected {NONCE_ALLOWED}")
    return sha256(nonce)


def check_seals(seals: Mapping[int, str], nonces: Mapping[int, str]) -> None:
    """Refuse seals and nonces that don't belong together; ValueError says which seat's.

    Without any seals nothing is checked: nonces alone are older than seals.
    """
    for seat, seal in seals.items():
        if not SEAL.fullmatch(seal):
            raise ValueError(f"seal {seat}: expected a SHA-256 in hexadecimal")
    for seat, nonce in nonces.items() if seals else ():
        if seat not in seals:
            raise ValueError(f"nonce {seat}: it has no seal, though other nonces are sealed")
        if not NONCE.fullmatch(nonce):
            raise ValueError(f"nonce {seat}: expected {NONCE_ALLOWED}")
        if seal_of(nonce) != seals[seat]:
            raise ValueError(f"nonce {seat}: it does not fit its seal: its SHA-256 is another one")


@dataclass(frozen=True)
class Pledge:
    """A secret, and the seals and nonces that the seats added to it; together they are the seed.

    A sealed seat without a nonce has let it go missing. Nonces without any seals are those of a
    game that is older than seals.

    >>> Pledge("7").seed, Pledge("7", {0: "a"}, {0: seal_of("a")}).seed[:8]
    ('7', '9929bdec')
    """

    secret: str = field(repr=False)
    """What is promised before the game and shown after it."""
    nonces: Mapping[int, str] = field(default_factory=dict, repr=False)
    """What each seat added to it, by seat."""
    seals: Mapping[int, str] = field(default_factory=dict)
    """The SHA-256 of each nonce, by seat: fixed before any nonce was shown."""

    def __post_init__(self) -> None:
        """Refuse what a record can't hold on one line, and nonces that don't fit their seals."""
        for text in (self.secret, *self.nonces.values()):
            if not is_one_line(text):
                raise ValueError("a secret and nonces must each be one line of text")
        check_seals(self.seals, self.nonces)

    @classmethod
    def drawn(cls) -> Pledge:
        """Draw a secret from the system."""
        return cls(secrets.token_hex(32))

    @property
    def commit(self) -> str:
        """What is published before the game: SHA-256 of the secret."""
        return sha256(self.secret)

    @property
    def missing(self) -> tuple[int, ...]:
        """The sealed seats whose nonce did not come, in order."""
        return missing_nonces(self.seals, self.nonces)

    @property
    def seed(self) -> str:
        """The seed: the secret itself, or the SHA-256 of it and what the seats added.

        That is, in order of the sealed seats, the nonce, or the seal where the nonce is missing.
        """
        added = {**self.seals, **self.nonces}
        if not added:
            return self.secret
        return sha256("\n".join([self.secret, *(added[seat] for seat in sorted(added))]))


def missing_nonces(seals: Mapping[int, str], nonces: Mapping[int, str]) -> tuple[int, ...]:
    """The sealed seats without a nonce, in order."""
    return tuple(seat for seat in sorted(seals) if seat not in nonces)
