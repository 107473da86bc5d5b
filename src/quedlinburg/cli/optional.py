"""Import optional parts of the program when a command needs them."""

from __future__ import annotations

import importlib
from collections.abc import Callable


def load_optional(module: str, name: str) -> Callable[..., object] | None:
    """Import a function of a module; None where the module is not installed.

    A module that lacks a dependency raises ValueError, which names it; other errors come out as
    they are.

    >>> load_optional("quedlinburg.nowhere", "run") is None
    True
    """
    try:
        found = getattr(importlib.import_module(module), name, None)
    except ModuleNotFoundError as error:
        if error.name is not None and not module.startswith(error.name):
            raise ValueError(f"{module} needs {error.name}, which is not installed") from None
        return None
    return found if callable(found) else None
