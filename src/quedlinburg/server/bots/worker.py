"""A bot worker: reads questions from a pipe, answers them, and ends when the server does.

It gets views and legal actions, never a game. Run as `python -m quedlinburg.server.bots.worker`.
"""

from __future__ import annotations

import os
import sys
from functools import lru_cache
from typing import IO

import msgspec

from quedlinburg.bots import Bot, make_bot
from quedlinburg.server.bots.advice import advise
from quedlinburg.server.bots.odds import odds_of
from quedlinburg.server.bots.pipe import (
    FAILED,
    READY,
    SIZE,
    Question,
    pack_answer,
    read_question,
)


@lru_cache(maxsize=4096)
def _bot(level: str, seed: str) -> Bot:
    """A bot of a level; the same seed makes the same bot."""
    return make_bot(level, seed)


def _answer(question: Question) -> str:
    """A bot's action in its notation; advice and odds as JSON (null: nothing to draw)."""
    match question.task:
        case "decide":
            bot = _bot(question.level, question.seed)
            return str(bot.decide(question.view, question.legal))
        case "advise":
            advice = advise(question.level, question.seed, question.view, question.legal)
            return msgspec.json.encode(advice).decode()
        case "odds":
            return msgspec.json.encode(odds_of(question.view, "")).decode()


def answer(data: bytes) -> bytes:
    """Answer a pickled question; an error is answered in words."""
    try:
        text = _answer(read_question(data))
    except Exception as error:
        # The server takes another action and writes this into its log.
        text = f"{FAILED}{type(error).__name__}: {error}"[:200]
    return pack_answer(text)


def work(questions: IO[bytes], answers: IO[bytes]) -> None:
    """Say that everything is loaded, then answer questions until there are no more.

    BrokenPipeError if nobody reads the answers.
    """
    answers.write(READY)
    answers.flush()
    while len(head := questions.read(SIZE.size)) == SIZE.size:
        answers.write(answer(questions.read(SIZE.unpack(head)[0])))
        answers.flush()


def main() -> None:
    """Work for a server until it ends, also by a kill."""
    try:
        work(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        # Nothing is left to flush when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
