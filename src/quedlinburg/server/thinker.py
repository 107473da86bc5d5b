"""The thinking process: reads questions, answers them, and ends when the server does.

It gets a view and the legal actions, never the game. Run as `python -m quedlinburg.server.thinker`.
"""

from __future__ import annotations

import copyreg
import pickle
import struct
import sys
from functools import lru_cache
from types import MappingProxyType
from typing import IO, Any

from quedlinburg import Action, View
from quedlinburg.bots import Bot, make_bot

SIZE = struct.Struct("!I")

# A question: the bot's level and seed, what it sees and what it may do.
Question = tuple[str, str, View, tuple[Action, ...]]


def _mapping(counts: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    """Counts as a view holds them."""
    return MappingProxyType(counts)


def _copy_mapping(counts: MappingProxyType[Any, Any]) -> tuple[Any, tuple[dict[Any, Any]]]:
    """How the counts of a view travel to another process."""
    return _mapping, (dict(counts),)


copyreg.pickle(MappingProxyType, _copy_mapping)


@lru_cache(maxsize=4096)
def _bot(level: str, seed: str) -> Bot:
    """A bot of a level; the same seed makes the same bot."""
    return make_bot(level, seed)


def pack(question: Question) -> bytes:
    """A question on its way to the thinking process."""
    data = pickle.dumps(question, pickle.HIGHEST_PROTOCOL)
    return SIZE.pack(len(data)) + data


def answer(data: bytes) -> bytes:
    """A bot's answer to a packed question: its notation, or `!` and what went wrong."""
    try:
        level, seed, view, legal = pickle.loads(data)
        text = str(_bot(level, seed).decide(view, legal))
    except Exception as error:
        # The server takes another answer and writes this one into its log.
        text = f"!{type(error).__name__}: {error}"[:200]
    told = text.encode()
    return SIZE.pack(len(told)) + told


def think(questions: IO[bytes], answers: IO[bytes]) -> None:
    """Answer questions until there are no more."""
    while len(head := questions.read(SIZE.size)) == SIZE.size:
        answers.write(answer(questions.read(SIZE.unpack(head)[0])))
        answers.flush()


if __name__ == "__main__":
    think(sys.stdin.buffer, sys.stdout.buffer)
