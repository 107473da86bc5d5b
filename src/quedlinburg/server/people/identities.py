"""Identities: a name and a random secret; nothing that others see lets them act for one.

The secret is in a signed, http-only, same-site cookie, or in a program's bearer token. The
database holds only its hash.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection

from quedlinburg.server.storage.store import Store

COOKIE = "quacks"
COOKIE_SECONDS = 400 * 24 * 60 * 60
# Letters and digits that nobody mixes up.
ALPHABET = "BCDFGHJKMNPQRSTVWXYZ23456789"
REMEMBERED = 20_000


@dataclass(frozen=True, slots=True)
class Person:
    """A person: an id that never leaves the server, and a name."""

    id: str
    name: str


def clean_name(name: str) -> str:
    """A text in one line without invisible characters and extra spaces."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())


def random_code(length: int) -> str:
    """A random code of letters and digits that can be read aloud."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def _hash(secret: str) -> str:
    """The hash of a secret, which is all that is stored of it."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Identities:
    """Makes identities, and finds them by the secrets that requests bring."""

    def __init__(self, store: Store, key: str) -> None:
        """Find identities in a store; sign secrets with the server's key."""
        self._store = store
        self._signer = Signer(key, salt="quacks identity")
        self._known: OrderedDict[str, Person] = OrderedDict()

    def _remember(self, secret_hash: str, person: Person) -> None:
        """Cache the person of a secret; the oldest entries are dropped."""
        self._known[secret_hash] = person
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    def _forget(self, identity: str) -> None:
        """Drop an identity from the cache."""
        gone = [key for key, person in self._known.items() if person.id == identity]
        for key in gone:
            del self._known[key]

    async def who(self, connection: HTTPConnection) -> Person | None:
        """The person of a request, by bearer token or else by cookie; None without a valid one."""
        header = connection.headers.get("authorization", "")
        scheme, _, token = header.partition(" ")
        if header and scheme.lower() != "bearer":
            return None
        return await self.find(token.strip() if header else connection.cookies.get(COOKIE, ""))

    async def find(self, signed: str) -> Person | None:
        """The person of a signed secret; None if the signature or the secret is not valid."""
        try:
            secret = self._signer.unsign(signed.encode("utf-8", "replace")).decode()
        except (BadSignature, UnicodeDecodeError):
            return None
        secret_hash = _hash(secret)
        person = self._known.get(secret_hash)
        if person is None:
            found = await self._store.find_identity(secret_hash)
            if found is None:
                return None
            person = Person(*found)
            self._remember(secret_hash, person)
        return person

    async def make(self, name: str) -> tuple[Person, str]:
        """Make an identity; return the person and the signed secret, which is stored nowhere."""
        person = Person(secrets.token_hex(16), name)
        secret = secrets.token_urlsafe(32)
        await self._store.add_identity(person.id, _hash(secret), name, int(time.time() * 1000))
        return person, self._signer.sign(secret).decode()

    async def rename(self, person: Person, name: str) -> Person:
        """Change a person's name; return the person under the new one."""
        await self._store.rename_identity(person.id, name)
        self._forget(person.id)
        return Person(person.id, name)

    async def another_secret(self, person: Person) -> str:
        """Make a further signed secret for a person, for another device or a program."""
        secret = secrets.token_urlsafe(32)
        await self._store.add_credential(person.id, _hash(secret))
        return self._signer.sign(secret).decode()

    async def moving_code(self, person: Person, seconds: int) -> str:
        """Make a one-time code that moves an identity to another device, valid for some seconds."""
        code = random_code(12)
        expires = int((time.time() + seconds) * 1000)
        await self._store.add_moving_code(_hash(code), person.id, expires)
        return code

    async def claim(self, code: str) -> tuple[Person, str] | None:
        """Use up a one-time code: the person and a new signed secret; None if it is not valid."""
        plain = "".join(code.upper().split()).replace("-", "")
        found = await self._store.take_moving_code(_hash(plain), int(time.time() * 1000))
        if found is None:
            return None
        person = Person(*found)
        return person, await self.another_secret(person)

    async def delete(self, person: Person) -> None:
        """Delete an identity with its secrets and codes."""
        await self._store.delete_identity(person.id)
        self._forget(person.id)
