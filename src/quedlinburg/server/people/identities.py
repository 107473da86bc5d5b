"""Identities: a name and a random secret; nothing that others see lets them act for one.

The secret is in a signed, http-only, same-site cookie, or in a program's bearer token. The
database holds only its hash.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection

from quedlinburg.server.people.devices import new_device, today
from quedlinburg.server.people.names import clean_name
from quedlinburg.server.protocol import grammar
from quedlinburg.server.protocol.refusals import Refusal
from quedlinburg.server.storage.people import StoredDevice
from quedlinburg.server.storage.store import Store
from quedlinburg.server.storage.writer import StoreError

COOKIE = "quacks"
COOKIE_SECONDS = 400 * 24 * 60 * 60
# Letters and digits that nobody mixes up.
ALPHABET = "BCDFGHJKMNPQRSTVWXYZ23456789"
REMEMBERED = 20_000
MOST_DEVICES = 50


@dataclass(frozen=True, slots=True)
class Person:
    """A person: an id that never leaves the server, a name, and the device that is used."""

    id: str
    name: str
    device: str = ""


@dataclass(frozen=True, slots=True)
class _Known:
    """The person of a secret, and the last day of which it is stored that the device was used."""

    person: Person
    used: str


def random_code(length: int) -> str:
    """A random code of letters and digits that can be read aloud."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def _hash(secret: str) -> str:
    """The hash of a secret, which is all that is stored of it."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Identities:
    """Makes identities, finds them by the secrets that requests bring, and ends them."""

    def __init__(self, store: Store, key: str) -> None:
        """Find identities in a store; sign secrets with the server's key."""
        self._people = store.people
        self._signer = Signer(key, salt="quacks identity")
        self._known: OrderedDict[str, _Known] = OrderedDict()
        # Counts what made cached entries stale, so that a search notices it.
        self._changes = 0
        self._tasks: set[asyncio.Task[None]] = set()

    def _remember(self, secret_hash: str, known: _Known) -> None:
        """Cache the person of a secret; the oldest entries are dropped."""
        self._known[secret_hash] = known
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    def _forget(self, identity: str, devices: Collection[str] | None = None) -> None:
        """Drop an identity, or some of its devices, from the cache."""
        self._changes += 1
        gone = [
            secret_hash
            for secret_hash, known in self._known.items()
            if known.person.id == identity and (devices is None or known.person.device in devices)
        ]
        for secret_hash in gone:
            del self._known[secret_hash]

    # --- finding ---------------------------------------------------------------------------------

    async def who(self, connection: HTTPConnection) -> Person | None:
        """The person of a request, by bearer token or else by cookie; None without a valid one."""
        header = connection.headers.get("authorization", "")
        scheme, _, token = header.partition(" ")
        if header and scheme.lower() != "bearer":
            return None
        return await self.find(token.strip() if header else connection.cookies.get(COOKIE, ""))

    async def find(self, signed: str) -> Person | None:
        """The person of a signed secret; None if the signature or the secret is not valid.

        The answer holds at the moment at which it is returned: nothing is awaited after it is read.
        """
        if not grammar.matches(grammar.SIGNED_SECRET, signed):
            return None
        try:
            secret = self._signer.unsign(signed.encode()).decode()
        except (BadSignature, UnicodeDecodeError):
            return None
        secret_hash = _hash(secret)
        while (known := self._known.get(secret_hash)) is None:
            changes = self._changes
            found = await self._people.find(secret_hash)
            if found is None:
                return None
            if changes == self._changes:
                name = clean_name(found.name) or found.name
                person = Person(found.id, name, found.device)
                self._remember(secret_hash, _Known(person, found.used))
        if known.person.id in self._people.departed:
            return None
        self._note_use(secret_hash, known)
        return known.person

    def _note_use(self, secret_hash: str, known: _Known) -> None:
        """Store in the background that a device is used today, once a day."""
        day = today()
        if known.used != day:
            self._known[secret_hash] = _Known(known.person, day)
            task = asyncio.create_task(self._store_use(known.person.device, day))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _store_use(self, device: str, day: str) -> None:
        """Store the day of a device's last use; nobody waits for it, and it may fail."""
        with contextlib.suppress(StoreError):
            await self._people.note_use(device, day)

    # --- making ----------------------------------------------------------------------------------

    async def make(self, name: str, device: StoredDevice | None = None) -> tuple[Person, str]:
        """Make an identity; return the person and the signed secret, which is stored nowhere."""
        device = device or new_device()
        person = Person(secrets.token_hex(16), name, device.id)
        secret = secrets.token_urlsafe(32)
        now = int(time.time() * 1000)
        await self._people.add(person.id, name, now, _hash(secret), device)
        return person, self._signer.sign(secret).decode()

    async def rename(self, person: Person, name: str) -> Person:
        """Change a person's name; return the person under the new one."""
        try:
            await self._people.rename(person.id, name)
        finally:
            # After an error nobody knows which name is stored.
            self._forget(person.id)
        return Person(person.id, name, person.device)

    async def another_secret(self, person: Person, device: StoredDevice) -> str:
        """Make a further signed secret for a person, for another device or a program."""
        if len(await self._people.devices(person.id)) >= MOST_DEVICES:
            raise Refusal("too_many", f"you have {MOST_DEVICES} devices: sign one out first", 429)
        self.check_here(person)
        secret = secrets.token_urlsafe(32)
        await self._people.add_device(person.id, _hash(secret), device)
        return self._signer.sign(secret).decode()

    async def moving_code(self, person: Person, seconds: int) -> str:
        """Make a one-time code that moves an identity to another device, valid for some seconds."""
        code = random_code(12)
        expires = int((time.time() + seconds) * 1000)
        self.check_here(person)
        await self._people.add_moving_code(_hash(code), person.id, expires)
        return code

    async def claim(self, code: str, device: StoredDevice) -> tuple[Person, str] | None:
        """Use up a one-time code: the person and a new signed secret; None if it is not valid."""
        plain = "".join(code.upper().split()).replace("-", "")
        found = await self._people.take_moving_code(_hash(plain), int(time.time() * 1000))
        if found is None:
            return None
        person = Person(*found, device.id)
        return person, await self.another_secret(person, device)

    # --- ending ----------------------------------------------------------------------------------

    def check_here(self, person: Person) -> None:
        """Refuse what is stored for a person whose deletion has begun."""
        if person.id in self._people.departed:
            raise Refusal("no_identity", "this identity was deleted", 401)

    async def devices(self, person: Person) -> list[StoredDevice]:
        """The devices and programs of a person, the latest used first."""
        return await self._people.devices(person.id)

    async def sign_out(self, person: Person, devices: Collection[str]) -> None:
        """Delete some of a person's devices; one-time codes end with them."""
        await self._people.remove_devices(person.id, list(devices))
        self._forget(person.id, devices)

    async def depart(self, identity: str) -> None:
        """Delete an identity with its secrets and codes; what tables hold of it must follow."""
        self._people.departed.add(identity)
        try:
            await self._people.begin_deletion(identity, int(time.time() * 1000))
        except StoreError:
            self._people.departed.discard(identity)
            raise
        finally:
            # Also after an error: nobody knows whether it was stored.
            self._forget(identity)
