"""People: a name and a random secret are an identity; nothing that others see is enough for it.

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
    """Somebody: an id that never leaves the server, and a name."""

    id: str
    name: str


def clean_name(name: str) -> str:
    """A name in one line without characters that can't be seen."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())


def random_code(length: int) -> str:
    """A code that can be read aloud."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def _hash(secret: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


class People:
    """Makes identities and knows them again."""

    def __init__(self, store: Store, key: str) -> None:
        """Sign with this server's own key."""
        self._store = store
        self._signer = Signer(key, salt="quacks identity")
        self._known: OrderedDict[str, Person] = OrderedDict()

    def _remember(self, secret_hash: str, person: Person) -> None:
        """Keep somebody in mind, so that the database is not asked each time."""
        self._known[secret_hash] = person
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    def _forget(self, identity: str) -> None:
        """Ask the database for somebody the next time."""
        gone = [key for key, person in self._known.items() if person.id == identity]
        for key in gone:
            del self._known[key]

    async def who(self, connection: HTTPConnection) -> Person | None:
        """Who is asking: by bearer token, else by cookie; None for anybody else."""
        header = connection.headers.get("authorization", "")
        scheme, _, token = header.partition(" ")
        if header and scheme.lower() != "bearer":
            return None
        return await self.find(token.strip() if header else connection.cookies.get(COOKIE, ""))

    async def find(self, signed: str) -> Person | None:
        """The person to whom a signed secret belongs."""
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
        """Make somebody; the signed secret is told once."""
        person = Person(secrets.token_hex(16), name)
        secret = secrets.token_urlsafe(32)
        await self._store.add_identity(person.id, _hash(secret), name, int(time.time() * 1000))
        return person, self._signer.sign(secret).decode()

    async def rename(self, person: Person, name: str) -> Person:
        """Change somebody's name."""
        await self._store.rename_identity(person.id, name)
        self._forget(person.id)
        return Person(person.id, name)

    async def another_secret(self, person: Person) -> str:
        """A further signed secret for the same person: another device, or a program."""
        secret = secrets.token_urlsafe(32)
        await self._store.add_credential(person.id, _hash(secret))
        return self._signer.sign(secret).decode()

    async def moving_code(self, person: Person, seconds: int) -> str:
        """A one-time code by which another device becomes the same person."""
        code = random_code(12)
        expires = int((time.time() + seconds) * 1000)
        await self._store.add_moving_code(_hash(code), person.id, expires)
        return code

    async def claim(self, code: str) -> tuple[Person, str] | None:
        """Use a one-time code up: the person, and a signed secret for this device."""
        plain = "".join(code.upper().split()).replace("-", "")
        found = await self._store.take_moving_code(_hash(plain), int(time.time() * 1000))
        if found is None:
            return None
        person = Person(*found)
        return person, await self.another_secret(person)

    async def delete(self, person: Person) -> None:
        """Delete somebody."""
        await self._store.delete_identity(person.id)
        self._forget(person.id)
