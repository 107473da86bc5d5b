"""Who may enter: built-in bots by name.

Learned numbers of one's own play as NAME@FILE, bots of one's own as MODULE:NAME.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from quedlinburg.bots import BOT_NAMES, Bot, make_bot
from quedlinburg.bots.levels import WEIGHTS
from quedlinburg.bots.minds.mind import MINDS
from quedlinburg.bots.weights import read_sheet


def level_of(name: str) -> str:
    """The built-in bot that an entry is, without its file of weights.

    >>> level_of("master@new.npz"), level_of("novice")
    ('master', 'novice')
    """
    return name.partition("@")[0]


def weights_file(name: str) -> Path | None:
    """The file of weights that an entry names."""
    _, sign, file = name.partition("@")
    return Path(file) if sign else None


def is_compiled(name: str) -> bool:
    """Whether a bot has a mind that compiled games know."""
    return level_of(name) in MINDS


def check(seats: Sequence[str], *, plain: bool) -> None:
    """Refuse bots that are not known, or not in the way in which they shall play."""
    for name in seats:
        if ":" in name and plain:
            _own_maker(name)
        elif ":" in name:
            raise ValueError(f"bot: {name!r} only plays in plain Python; add --plain")
        elif level_of(name) not in BOT_NAMES:
            known = ", ".join(BOT_NAMES)
            raise ValueError(f"bot: {name!r} is not known; known: {known}, or MODULE:NAME")
        elif not plain and not is_compiled(name):
            raise ValueError(f"bot: {name!r} only plays in plain Python; add --plain")
        elif plain and weights_file(name) is not None:
            raise ValueError(f"bot: {name!r} only plays compiled games; leave --plain away")
        else:
            mind_weights(name)


def mind_number(name: str) -> int:
    """The number by which compiled games know a bot."""
    return MINDS[level_of(name)]


def mind_weights(name: str) -> Sequence[float]:
    """What a mind has learned, for compiled games; nothing for those that do not learn."""
    file = weights_file(name)
    if file is None:
        return WEIGHTS[name]() if name in WEIGHTS else ()
    if level_of(name) not in WEIGHTS:
        raise ValueError(f"bot: {name!r}: {level_of(name)} learns nothing, so it takes no weights")
    sheet: Sequence[float] = read_sheet(file)
    return sheet


def make_entry(name: str, seed: str) -> Bot:
    """Build a bot for plain games: equal names and seeds give equal answers."""
    return _own_maker(name)(seed) if ":" in name else make_bot(name, seed)


def _own_maker(name: str) -> Callable[[str], Bot]:
    """The class or function MODULE:NAME that builds a bot from a seed; modules may lie here."""
    module, _, attribute = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        maker: Callable[[str], Bot] | None = getattr(
            importlib.import_module(module), attribute, None
        )
    except (ImportError, ValueError) as error:
        raise ValueError(f"bot: {name!r} can't be loaded: {error}") from None
    if not callable(maker):
        raise ValueError(f"bot: {name!r} can't be loaded: {module} has no {attribute}()")
    return maker
