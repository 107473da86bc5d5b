"""The house: everything that a running server holds, put together."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from quedlinburg.server.config import Config
from quedlinburg.server.desk import Desk
from quedlinburg.server.gate import Gate
from quedlinburg.server.hall import Hall
from quedlinburg.server.people import People
from quedlinburg.server.storage.store import Store
from quedlinburg.server.thinking import Thinking


@dataclass(frozen=True)
class House:
    """What the endpoints of a server work with."""

    config: Config
    store: Store
    people: People
    hall: Hall
    desk: Desk
    gate: Gate
    thinking: Thinking
    advice: Thinking


async def open_house(config: Config, store: Store) -> House:
    """Put a server together on an open store."""
    store.writer.start()
    key = await store.setting("signing_key", secrets.token_hex(32))
    thinking = Thinking(config.limits.bot_seconds, config.limits.bot_processes)
    advice = Thinking(config.limits.advice_seconds)
    hall = Hall(store, thinking, config.limits)
    return House(
        config=config,
        store=store,
        people=People(store, key),
        hall=hall,
        desk=Desk(advice, hall.rematch),
        gate=Gate(config),
        thinking=thinking,
        advice=advice,
    )


async def close_house(house: House) -> None:
    """Stop rooms, hints, bots and the writer, in this order."""
    await house.hall.stop()
    house.desk.stop()
    await house.thinking.close()
    await house.advice.close()
    await house.store.writer.stop()
