"""The table server: holds games, checks who may act, stores, and shows each viewer their view."""

from __future__ import annotations

import importlib


def __getattr__(name: str) -> object:
    """Find `run_local` without loading a whole server for those who only want the protocol."""
    if name == "run_local":
        return importlib.import_module("quedlinburg.server.local").run_local
    raise AttributeError(name)
