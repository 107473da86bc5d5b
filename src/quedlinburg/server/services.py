"""The services of a running server: store, identities, tables, limits and bots."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from quedlinburg.server.bots.pool import BotPool
from quedlinburg.server.config import Config
from quedlinburg.server.people.identities import Identities
from quedlinburg.server.people.rate_limits import RateLimits
from quedlinburg.server.storage.store import Store
from quedlinburg.server.tables.handlers import TableHandlers
from quedlinburg.server.tables.registry import TableRegistry


@dataclass(frozen=True)
class Services:
    """What handlers work with; `bot_pool` plays seats, `advice` gives hints and odds."""

    config: Config
    store: Store
    identities: Identities
    registry: TableRegistry
    handlers: TableHandlers
    rate_limits: RateLimits
    bot_pool: BotPool
    advice: BotPool


async def open_services(config: Config, store: Store) -> Services:
    """Start the services of a server on an open store."""
    store.writer.start()
    key = await store.setting("signing_key", secrets.token_hex(32))
    bot_pool = BotPool(config.limits.bot_seconds, config.limits.bot_processes)
    advice = BotPool(config.limits.advice_seconds)
    registry = TableRegistry(store, bot_pool, config.limits)
    return Services(
        config=config,
        store=store,
        identities=Identities(store, key),
        registry=registry,
        handlers=TableHandlers(store, advice, registry.make_rematch),
        rate_limits=RateLimits(config.limits),
        bot_pool=bot_pool,
        advice=advice,
    )


async def close_services(services: Services) -> None:
    """Stop tables, hints, bots and the writer, in this order."""
    await services.registry.stop()
    services.handlers.stop()
    await services.bot_pool.close()
    await services.advice.close()
    await services.store.writer.stop()
