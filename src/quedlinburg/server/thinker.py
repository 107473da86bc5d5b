"""The thinking process: reads questions, answers them, and ends when the server does.

It gets a view and the legal actions, never the game. Run as `python -m quedlinburg.server.thinker`.
"""

from __future__ import annotations

import pickle
import struct
import sys
from collections.abc import Callable
from functools import lru_cache
from typing import IO

import msgspec

from quedlinburg import Action, View
from quedlinburg.bots import Bot, make_bot
from quedlinburg.server.advice import advise, master
from quedlinburg.server.odds import odds_of

SIZE = struct.Struct("!I")
# What the process says once it has loaded everything: an answer of no length.
READY = SIZE.pack(0)

# What is asked for; a bot's level and seed; what it sees and what it may do.
Question = tuple[str, str, str, View, tuple[Action, ...]]
Task = Callable[[str, str, View, tuple[Action, ...]], str]


@lru_cache(maxsize=4096)
def _bot(level: str, seed: str) -> Bot:
    """A bot of a level; the same seed makes the same bot."""
    return make_bot(level, seed)


def _decide(level: str, seed: str, view: View, legal: tuple[Action, ...]) -> str:
    """A bot's answer in its notation."""
    return str(_bot(level, seed).decide(view, legal))


def _advise(level: str, seed: str, view: View, legal: tuple[Action, ...]) -> str:
    """All actions as an adviser judges them, as JSON."""
    return msgspec.json.encode(advise(level, seed, view, legal)).decode()


def _odds(_level: str, _seed: str, view: View, _legal: tuple[Action, ...]) -> str:
    """The chances of the next draw, as JSON: null if there is nothing to draw."""
    return msgspec.json.encode(odds_of(view, "")).decode()


TASKS: dict[str, Task] = {"decide": _decide, "advise": _advise, "odds": _odds}


def pack(question: Question) -> bytes:
    """A question on its way to the thinking process."""
    data = pickle.dumps(question, pickle.HIGHEST_PROTOCOL)
    return SIZE.pack(len(data)) + data


def answer(data: bytes) -> bytes:
    """The answer to a packed question: its text, or `!` and what went wrong."""
    try:
        task, level, seed, view, legal = pickle.loads(data)
        text = TASKS[task](level, seed, view, legal)
    except Exception as error:
        # The server takes another answer and writes this one into its log.
        text = f"!{type(error).__name__}: {error}"[:200]
    told = text.encode()
    return SIZE.pack(len(told)) + told


def think(questions: IO[bytes], answers: IO[bytes]) -> None:
    """Load everything, say so, then answer questions until there are no more."""
    master()
    answers.write(READY)
    answers.flush()
    while len(head := questions.read(SIZE.size)) == SIZE.size:
        answers.write(answer(questions.read(SIZE.unpack(head)[0])))
        answers.flush()


if __name__ == "__main__":
    think(sys.stdin.buffer, sys.stdout.buffer)
