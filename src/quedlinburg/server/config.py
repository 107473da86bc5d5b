"""The configuration of a server: where it listens, its database, who may connect."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

from quedlinburg.server.limits import Limits

PORT = 8424


class StartError(ValueError):
    """The server can't start; the message says in one line why."""


def data_folder() -> Path:
    """The user's own folder for the database."""
    return user_data_path("quedlinburg", appauthor=False)


def default_database() -> str:
    """The address of the database in the user's data folder."""
    return f"sqlite:///{data_folder() / 'quacks.db'}"


@dataclass(frozen=True)
class Config:
    """Everything that is chosen when a server is started; empty `database`: the default one.

    `proxies` are addresses and networks of proxies whose X-Forwarded-For is believed.
    """

    host: str = "127.0.0.1"
    port: int = PORT
    database: str = ""
    origins: tuple[str, ...] = ()
    base_path: str = ""
    log_level: str = "info"
    test_mode: bool = False
    secure_cookie: bool = False
    open_metrics: bool = False
    proxies: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)

    @property
    def prefix(self) -> str:
        """The base path without a slash at its end: empty, or /quacks."""
        trimmed = self.base_path.strip("/")
        return f"/{trimmed}" if trimmed else ""
