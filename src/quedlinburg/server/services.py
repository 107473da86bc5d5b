"""The services of a running server: store, identities, tables, limits and bots."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from quedlinburg.server.bots.pool import BotPool
from quedlinburg.server.config import Config
from quedlinburg.server.people.budgets import Budgets
from quedlinburg.server.people.identities import Identities
from quedlinburg.server.people.networks import Proxies
from quedlinburg.server.people.open_connections import OpenConnections
from quedlinburg.server.people.overruns import OverrunLog
from quedlinburg.server.people.rate_limits import RateLimits
from quedlinburg.server.storage.store import Store
from quedlinburg.server.tables.advice import AdviceDesk
from quedlinburg.server.tables.deletion import Deletions
from quedlinburg.server.tables.handlers import TableHandlers
from quedlinburg.server.tables.registry import TableRegistry


@dataclass(frozen=True)
class Services:
    """What handlers work with; `bot_pool` plays seats, `advice` gives hints and odds."""

    config: Config
    store: Store
    identities: Identities
    connections: OpenConnections
    registry: TableRegistry
    deletions: Deletions
    handlers: TableHandlers
    rate_limits: RateLimits
    overruns: OverrunLog
    proxies: Proxies
    budgets: Budgets
    bot_pool: BotPool
    advice: BotPool


async def open_services(config: Config, store: Store) -> Services:
    """Start the services of a server on an open store."""
    store.writer.start()
    key = await store.setting("signing_key", secrets.token_hex(32))
    bot_pool = BotPool(config.limits.bot_seconds, config.limits.bot_processes)
    advice = BotPool(config.limits.advice_seconds, name="advice")
    desk = AdviceDesk(advice, config.limits.advice_waiting)
    budgets = Budgets(config.limits)
    registry = TableRegistry(store, bot_pool, config.limits)
    identities, connections = Identities(store, key), OpenConnections()
    return Services(
        config=config,
        store=store,
        identities=identities,
        connections=connections,
        registry=registry,
        deletions=Deletions(store, identities, connections, registry),
        handlers=TableHandlers(store, desk, budgets, registry.make_rematch),
        rate_limits=RateLimits(config.limits),
        overruns=OverrunLog(),
        proxies=Proxies(config.proxies),
        budgets=budgets,
        bot_pool=bot_pool,
        advice=advice,
    )


async def close_services(services: Services) -> None:
    """Stop deletions, tables, hints, bots and the writer, in this order."""
    await services.deletions.stop()
    await services.registry.stop()
    services.handlers.stop()
    await services.bot_pool.close()
    await services.advice.close()
    await services.store.writer.stop()
