"""Devices and programs of an identity: how they are called, so that people know them again."""

from __future__ import annotations

import secrets
import time

from quedlinburg.server.people.names import clean_line
from quedlinburg.server.storage.people import StoredDevice

LABEL_LENGTH = 40
# What a browser says of itself, from the words that only few say to those that many say.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
)


def today() -> str:
    """The day, as it is stored: people know their devices again by it, and nothing finer."""
    return time.strftime("%Y-%m-%d", time.gmtime())


def browser_label(user_agent: str) -> str:
    """A browser and its system in two words; empty if neither is known. Versions are not kept.

    >>> browser_label("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox, Linux'
    """
    found = (
        next((name for sign, name in signs if sign in user_agent), "")
        for signs in (_BROWSERS, _SYSTEMS)
    )
    return ", ".join(name for name in found if name)


def program_label(wanted: str, user_agent: str) -> str:
    """What a program wants to be called, or else the first word that it says of itself.

    >>> program_label("", "python-httpx/0.28.1")
    'python-httpx'
    """
    return (clean_line(wanted) or clean_line(user_agent.partition("/")[0]))[:LABEL_LENGTH]


def new_device(*, program: bool = False, label: str = "", user_agent: str = "") -> StoredDevice:
    """A device that is used for the first time today."""
    day = today()
    return StoredDevice(
        id=secrets.token_hex(8),
        kind="program" if program else "browser",
        label=program_label(label, user_agent) if program else browser_label(user_agent),
        created=day,
        used=day,
    )
