"""Bots: their answers are their own, and none of them can hold a table up."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest
from driving import PATIENCE

from quedlinburg import Game
from quedlinburg.bots import make_bot
from quedlinburg.server.bots import worker
from quedlinburg.server.bots.fair_queue import Share
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


def test_a_flood_on_one_account_delays_another_by_the_running_answer_alone() -> None:
    """Real workers answer in the order of the fair queue; who is cancelled leaves it."""
    game = Game.from_position(FULL_POT)
    view, legal = game.view(0), game.legal_actions(0)

    async def run() -> None:
        pool = BotPool(seconds=PATIENCE)
        order: list[str] = []

        async def ask(owner: str, table: str) -> None:
            """Ask a bot on an account, and note whose answer came."""
            await pool.decide("cautious", "s", view, legal, Share(owner, table))
            order.append(owner)

        try:
            await pool.warm_up()
            flood = [
                asyncio.create_task(ask("eve", f"t{table}"))
                for table in range(20)
                for _ in range(4)
            ]
            gone = asyncio.create_task(ask("gone", "t"))
            while not order:
                await asyncio.sleep(0)
            gone.cancel()
            before = len(order)
            await ask("ada", "own")
            assert order.index("ada") - before <= 1
            await asyncio.gather(*flood)
            assert sorted(order) == ["ada"] + ["eve"] * 80
        finally:
            await pool.close()

    asyncio.run(run())


def test_a_worker_whose_server_is_gone_ends_in_silence() -> None:
    """The server may be killed while its worker loads, or before it answers."""
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-m", "quedlinburg.server.bots.worker"],
        stdin=subprocess.DEVNULL,
        stdout=writing,
        stderr=subprocess.PIPE,
    )
    os.close(writing)
    os.close(reading)
    _, said = process.communicate()
    assert (process.returncode, said) == (0, b"")
