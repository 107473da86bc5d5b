"""The example plays: a program takes a seat through the same protocol as the page."""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path

from driving import PATIENCE, Person, Server, drive, play_on

EXAMPLE = Path(__file__).parents[2] / "examples" / "table_bot.py"


def test_the_example_bot_plays_a_whole_game(shared: Server) -> None:
    """It sits down, seals a nonce, is ready, shows it, answers every question, and ends."""

    async def run() -> None:
        ada = await Person.arrive(shared, "Ada")
        code = await ada.make_table(options={"players": 2})
        client = await ada.at(code)
        await client.hear()
        process = await asyncio.create_subprocess_exec(
            sys.executable, str(EXAMPLE), shared.address, code, "1"
        )
        await client.until(lambda m: m["type"] == "table" and m["table"]["seats"][1]["ready"])
        assert (await client.say("start"))["type"] == "ack"
        await play_on(client, random.Random(6))
        assert client.table["state"] == "over"
        assert set(client.table["seals"]) == set(client.table["nonces"]) == {"1"}
        assert await asyncio.wait_for(process.wait(), PATIENCE) == 0

    drive(run)


def test_the_example_bot_has_about_thirty_lines() -> None:
    """Short enough to be read before it is run."""
    lines = [line for line in EXAMPLE.read_text().splitlines() if line.strip()]
    assert len(lines) <= 34
