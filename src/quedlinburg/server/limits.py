"""Limits: lengths of texts, rates, counts and times."""

from __future__ import annotations

from dataclasses import dataclass

NAME_LENGTH = 24
CHAT_LENGTH = 300
CHAT_TAIL = 50
CLOCK_LEAST = 15
CLOCK_MOST = 3 * 24 * 60 * 60
MESSAGE_BYTES = 4096
BODY_BYTES = 8192
# Seconds that a bot takes for a decision at each pace of a table, about; tests take none.
PACES = {"instant": 0.0, "brisk": 0.25, "human": 0.8, "slow": 2.0}


@dataclass(frozen=True)
class Limits:
    """The limits of one server: what a connection, identity or address may use, and times."""

    messages_a_second: float = 20.0
    messages_at_once: int = 40
    chats_a_second: float = 1.0
    chats_at_once: int = 5
    requests_a_second: float = 20.0
    requests_at_once: int = 100
    makes_a_second: float = 1.0
    makes_at_once: int = 30
    connections_an_identity: int = 12
    connections_an_address: int = 200
    tables_an_identity: int = 20
    members_a_table: int = 60
    queue_bytes: int = 256 * 1024
    queue_messages: int = 1000
    code_seconds: int = 600
    rest_seconds: float = 600.0
    bot_seconds: float = 5.0
    bot_processes: int = 1
    advice_seconds: float = 3.0
    pace: float = 1.0
