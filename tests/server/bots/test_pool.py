"""Bots: their answers are their own, and none of them can hold a table up."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest
from driving import PATIENCE

from quedlinburg import Game
from quedlinburg.bots import make_bot
from quedlinburg.server.bots import worker
from quedlinburg.server.bots.pipe import SIZE, Question, pack_question
from quedlinburg.server.bots.pool import BotPool

# The pot has 7 white points: nobody in their senses draws again.
FULL_POT = (
    "players 2  books 1  round 2  card donations\n"
    "seat 0  bag W3x2 W2x3 pot W3@3 W2@5 W2@7 G4@20  flask empty\n"
)


def test_the_other_process_gives_the_bots_own_answer() -> None:
    """A view survives the way to the other process, and the answer is not a stopgap."""
    game = Game.from_position(FULL_POT)
    legal = game.legal_actions(0)
    assert str(legal[0]) == "draw"
    own = make_bot("cautious", "seed").decide(game.view(0), legal)
    assert str(own) == "stop"

    async def run() -> None:
        thinks = BotPool(seconds=PATIENCE)
        try:
            answer = await thinks.decide("cautious", "seed", game.view(0), legal)
            assert answer is own
        finally:
            await thinks.close()

    asyncio.run(run())


def test_a_bot_that_takes_too_long_is_stopped_and_replaced(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The first legal action is taken, and the next question is answered by a new process."""
    sleeper = tmp_path / "sleeper"
    sleeper.write_text("#!/bin/sh\nprintf '\\0\\0\\0\\0'\nexec sleep 60\n")
    sleeper.chmod(0o755)
    game = Game.from_position(FULL_POT)
    legal = game.legal_actions(0)

    async def run() -> None:
        thinks = BotPool(seconds=1)
        try:
            with monkeypatch.context() as patched:
                patched.setattr(sys, "executable", str(sleeper))
                assert str(await thinks.decide("cautious", "s", game.view(0), legal)) == "draw"
            # The new process may be slow on a busy machine, and is no sleeper for that.
            monkeypatch.setattr(thinks, "_seconds", PATIENCE)
            assert str(await thinks.decide("cautious", "s", game.view(0), legal)) == "stop"
        finally:
            await thinks.close()

    asyncio.run(run())


def test_a_process_that_ends_is_replaced(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A crash costs one answer, not the game."""
    dead = tmp_path / "dead"
    dead.write_text("#!/bin/sh\nexit 1\n")
    dead.chmod(0o755)
    game = Game.from_position(FULL_POT)
    legal = game.legal_actions(0)

    async def run() -> None:
        thinks = BotPool(seconds=PATIENCE)
        try:
            with monkeypatch.context() as patched:
                patched.setattr(sys, "executable", str(dead))
                assert str(await thinks.decide("cautious", "s", game.view(0), legal)) == "draw"
            assert str(await thinks.decide("cautious", "s", game.view(0), legal)) == "stop"
        finally:
            await thinks.close()

    asyncio.run(run())


def test_a_bots_own_mistake_is_told_in_words() -> None:
    """The process lives on; the server hears what was wrong."""
    game = Game.from_position(FULL_POT)
    question = Question("decide", "unheard of", "s", game.view(0), game.legal_actions(0))
    told = worker.answer(pack_question(question)[SIZE.size :])
    assert told[SIZE.size :].decode().startswith("!ValueError")
