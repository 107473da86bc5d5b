"""The rules that games are played by: as they are written, and linked once much is played.

Linking takes a moment, so that only a program that plays on and on pays for it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from quedlinburg import rules
from quedlinburg.engine.linking.linker import link
from quedlinburg.engine.linking.reading import OtherSource, modules_of
from quedlinburg.rules import machine, questions

# After so many chapters of logs, well over a thousand decisions, the rules are linked.
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
class _Filled:
    """How many chapters of logs games have filled."""

    chapters: int = 0


_filled = _Filled()


def count_chapter() -> None:
    """Count a chapter of a game's log, and link the rules when there were many."""
    _filled.chapters += 1
    if _filled.chapters == CHAPTERS:
        link_rules()


@cache
def _linked() -> dict[str, Callable[..., object]]:
    """The linked rules; the written ones where they can't be linked.

    That is so where no sources are at hand, where a file was changed since it was loaded, and in
    a call so deep that linking finds no room: a game goes on in any case.
    """
    try:
        functions = link(list(WRITTEN.values()), modules_of(rules))
    except (OSError, SyntaxError, RecursionError, OtherSource):
        return WRITTEN
    return dict(zip(WRITTEN, functions, strict=True))


def link_rules() -> None:
    """Play by the linked rules from now on."""
    _filled.chapters = CHAPTERS
    globals().update(_linked())


def stay_with_written_rules() -> None:
    """Play by the rules as they are written, whatever is played: to debug, or to break them."""
    _filled.chapters = CHAPTERS
    globals().update(WRITTEN)
