"""Parts that may or may not be installed, and are only loaded when they are asked for."""

from __future__ import annotations

import importlib
from collections.abc import Callable


def plugged(module: str, name: str) -> Callable[..., object] | None:
    """A function of a part of this program, or None where the part is not installed.

    A part that is there but broken is not hidden: its own error comes out.

    >>> plugged("quedlinburg.nowhere", "run") is None
    True
    """
    try:
        found = getattr(importlib.import_module(module), name, None)
    except ModuleNotFoundError as error:
        if error.name is not None and not module.startswith(error.name):
            raise ValueError(f"{module} needs {error.name}, which is not installed") from None
        return None
    return found if callable(found) else None
