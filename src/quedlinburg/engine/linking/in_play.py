"""The rules that games are played by: as they are written, and linked once much is played.

Linking takes a moment, so that only a program that plays on and on pays for it.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import ModuleType

from quedlinburg import rules
from quedlinburg.engine.linking.linker import link
from quedlinburg.rules import machine, questions

# After so many chapters of logs, about a thousand decisions, the rules are linked.
CHAPTERS = 24

act = machine.act
fill_options = questions.fill_options
is_at_rest = machine.is_at_rest
turn_up_card = machine.turn_up_card
waiting_seats = machine.waiting_seats

WRITTEN: dict[str, Callable[..., object]] = {
    "act": act,
    "fill_options": fill_options,
    "is_at_rest": is_at_rest,
    "turn_up_card": turn_up_card,
    "waiting_seats": waiting_seats,
}


@dataclass
class _Played:
    """How many chapters of logs games have filled."""

    chapters: int = 0


_played = _Played()


def rules_modules() -> list[ModuleType]:
    """Every module of the rules."""
    found = pkgutil.walk_packages(rules.__path__, rules.__name__ + ".")
    return [importlib.import_module(module.name) for module in found]


def count_chapter() -> None:
    """Count a chapter of a game's log, and link the rules when there were many."""
    _played.chapters += 1
    if _played.chapters == CHAPTERS:
        link_rules()


@cache
def _linked() -> dict[str, Callable[..., object]]:
    """The linked rules; the written ones where no sources are at hand."""
    try:
        functions = link(list(WRITTEN.values()), rules_modules())
    except OSError:
        return WRITTEN
    return dict(zip(WRITTEN, functions, strict=True))


def link_rules() -> None:
    """Play by the linked rules from now on."""
    _played.chapters = CHAPTERS
    globals().update(_linked())


def stay_with_written_rules() -> None:
    """Play by the rules as they are written, whatever is played: to debug, or to break them."""
    _played.chapters = CHAPTERS
    globals().update(WRITTEN)
