"""Metrics for Prometheus: counts and times that operators watch."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

REGISTRY = CollectorRegistry()

ACTIONS = Counter("quacks_actions", "Actions stored.", ["by"], registry=REGISTRY)
REFUSALS = Counter("quacks_refusals", "Messages refused.", ["code"], registry=REGISTRY)
MESSAGES = Counter("quacks_messages", "Messages received.", registry=REGISTRY)
REQUESTS = Counter("quacks_requests", "HTTP requests answered.", ["status"], registry=REGISTRY)
CONNECTIONS = Gauge("quacks_connections", "Open sockets.", registry=REGISTRY)
TABLES = Gauge("quacks_tables", "Tables in memory.", registry=REGISTRY)
SLOW = Counter("quacks_slow_readers", "Sockets closed for reading too slowly.", registry=REGISTRY)
BOT_TIMEOUTS = Counter("quacks_bot_timeouts", "Bots that took too long.", registry=REGISTRY)
OVERRUNS = Counter(
    "quacks_overruns", "Refused or closed for a budget.", ["budget"], registry=REGISTRY
)
TRANSPORTS = Gauge("quacks_transports", "Open connections of any kind.", registry=REGISTRY)
BOT_WAITING = Gauge(
    "quacks_bot_waiting",
    "Questions that wait for a bot worker: those of bots at tables, and hints and odds (advice).",
    ["pool"],
    registry=REGISTRY,
)
BOT_WAIT_SECONDS = Histogram(
    "quacks_bot_wait_seconds",
    "From a question to its turn at a bot worker.",
    ["pool"],
    registry=REGISTRY,
    buckets=(0.001, 0.01, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30),
)
COMMIT_SECONDS = Histogram(
    "quacks_commit_seconds",
    "From an action to its commit.",
    registry=REGISTRY,
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
)
COMMIT_JOBS = Histogram(
    "quacks_commit_jobs",
    "Jobs in one commit.",
    registry=REGISTRY,
    buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500),
)


def exposition() -> bytes:
    """All metrics in Prometheus's text format."""
    return generate_latest(REGISTRY)
