"""The pipe between the pool and its bot workers: questions as pickles, answers as text.

Each is preceded by its length. A worker sends READY once it has loaded everything.
"""

from __future__ import annotations

import pickle
import struct
from typing import Literal, NamedTuple

from quedlinburg import Action, View

SIZE = struct.Struct("!I")
# An answer of no length.
READY = SIZE.pack(0)
# The first character of an answer that says what went wrong.
FAILED = "!"

Task = Literal["decide", "advise", "odds"]


class Question(NamedTuple):
    """What a worker is asked: the task, a bot's level and seed, a view and its legal actions."""

    task: Task
    level: str
    seed: str
    view: View
    legal: tuple[Action, ...]


def pack_question(question: Question) -> bytes:
    """Write a question with its length."""
    data = pickle.dumps(question, pickle.HIGHEST_PROTOCOL)
    return SIZE.pack(len(data)) + data


def read_question(data: bytes) -> Question:
    """Read a question without its length."""
    question: Question = pickle.loads(data)
    return question


def pack_answer(text: str) -> bytes:
    """Write an answer with its length."""
    data = text.encode()
    return SIZE.pack(len(data)) + data
