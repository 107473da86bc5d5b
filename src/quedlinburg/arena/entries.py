"""Entries of a contest: a built-in bot NAME, NAME@FILE with own weights, or an own MODULE:NAME."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from quedlinburg.bots import BOT_NAMES, Bot, make_bot
from quedlinburg.bots.policies.policy import POLICIES
from quedlinburg.bots.policy_bot import WEIGHTS
from quedlinburg.bots.weights import read_weights
from quedlinburg.sim.arrays import FloatArray


def level_of(name: str) -> str:
    """The name of an entry's built-in bot, without its file of weights.

    >>> level_of("master@new.npz"), level_of("novice")
    ('master', 'novice')
    """
    return name.partition("@")[0]


def weights_file(name: str) -> Path | None:
    """The file of weights of an entry NAME@FILE; None if it has none."""
    _, sign, file = name.partition("@")
    return Path(file) if sign else None


def is_compiled(name: str) -> bool:
    """Whether a bot is a policy that compiled games know."""
    return level_of(name) in POLICIES


def check(seats: Sequence[str], *, plain: bool) -> None:
    """Raise ValueError for a bot that is not known, or can't play plain or compiled as wanted."""
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
            policy_weights(name)


def policy_number(name: str) -> int:
    """The number by which compiled games know a bot."""
    return POLICIES[level_of(name)]


def policy_weights(name: str) -> FloatArray:
    """The learned weights of a bot, for compiled games; none for those that do not learn."""
    file = weights_file(name)
    if file is None:
        return WEIGHTS[name]() if name in WEIGHTS else np.zeros(0)
    if level_of(name) not in WEIGHTS:
        raise ValueError(f"bot: {name!r}: {level_of(name)} learns nothing, so it takes no weights")
    return read_weights(file)


def make_entry(name: str, seed: str) -> Bot:
    """Make a bot for plain games: equal names and seeds give equal decisions."""
    return _own_maker(name)(seed) if ":" in name else make_bot(name, seed)


def _own_maker(name: str) -> Callable[[str], Bot]:
    """Import MODULE:NAME, which makes a bot from a seed; also from the current folder."""
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
