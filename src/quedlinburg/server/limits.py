"""Limits: lengths of texts, rates, counts and times."""

from __future__ import annotations

from dataclasses import dataclass

NAME_LENGTH = 24
NAME_BYTES = 96
# Texts are counted once they are clean; so many characters are looked at.
RAW_NAME_LENGTH = 200
CHAT_LENGTH = 300
CHAT_TAIL = 50
CLOCK_LEAST = 15
CLOCK_MOST = 3 * 24 * 60 * 60
MESSAGE_BYTES = 4096
BODY_BYTES = 8192
# How long a database may take to answer.
DATABASE_SECONDS = 5.0
# Seconds that a bot takes for a decision at each pace of a table, about; tests take none.
PACES = {"instant": 0.0, "brisk": 0.25, "human": 0.8, "slow": 2.0}


@dataclass(frozen=True)
class Limits:
    """The limits of one server: what a connection, identity or network may use, and times.

    A network is an IPv4 address or the /64 of an IPv6 one (`people/networks.py`). What is counted
    by network leaves room for a club of sixty behind one address. A telling is a message that
    somebody makes the server send to a connection at a table.
    """

    # What one socket, all sockets of an identity, and all of a network may say.
    messages_a_second: float = 20.0
    messages_at_once: int = 40
    identity_messages_a_second: float = 40.0
    identity_messages_at_once: int = 80
    network_messages_a_second: float = 200.0
    network_messages_at_once: int = 600
    # Messages refused for a budget, by network: after so many a socket is closed at the first one.
    refused_a_second: float = 5.0
    refused_at_once: int = 300
    # Frames of one socket that bring no message: pings, pongs, fragments.
    frames_a_second: float = 5.0
    frames_at_once: int = 20
    fragments_a_message: int = 16
    chats_a_second: float = 1.0
    chats_at_once: int = 5
    chats_a_second_a_network: float = 5.0
    chats_at_once_a_network: int = 30
    tellings_a_second: float = 100.0
    tellings_at_once: int = 1000
    tellings_a_second_a_network: float = 1000.0
    tellings_at_once_a_network: int = 10_000
    renames_a_second: float = 0.1
    renames_at_once: int = 10
    # Requests by network, those for files of the page apart; those of an identity by it as well.
    requests_a_second: float = 50.0
    requests_at_once: int = 600
    files_a_second: float = 100.0
    files_at_once: int = 3000
    requests_under_way: int = 8
    identity_requests_a_second: float = 20.0
    identity_requests_at_once: int = 100
    makes_a_second: float = 1.0
    makes_at_once: int = 30
    # Sockets that are open, and how often a network may open one.
    connections_an_identity: int = 12
    connections_an_address: int = 200
    connections_reserved: int = 100
    connections_reserved_an_identity: int = 3
    sockets_a_second: float = 5.0
    sockets_at_once: int = 130
    # Connections of any kind, before anything was read from them.
    transports_a_network: int = 600
    transports_in_all: int = 10_000
    connects_a_second: float = 50.0
    connects_at_once: int = 400
    # The head of a request: bytes and lines in all, bytes of a line, seconds until it is whole.
    head_bytes: int = 16 * 1024
    head_lines: int = 100
    line_bytes: int = 8000
    head_seconds: float = 10.0
    # Seconds until the body is whole, and until an answer was taken.
    body_seconds: float = 10.0
    answer_seconds: float = 60.0
    keep_alive_seconds: int = 5
    tables_an_identity: int = 20
    public_tables_an_identity: int = 3
    public_tables_a_network: int = 20
    members_a_table: int = 60
    spectators_a_network: int = 20
    spectators_an_identity: int = 4
    seated_an_identity: int = 6
    queue_bytes: int = 256 * 1024
    queue_messages: int = 1000
    code_seconds: int = 600
    nonce_seconds: float = 5.0
    rest_seconds: float = 600.0
    database_seconds: float = DATABASE_SECONDS
    bot_seconds: float = 5.0
    bot_processes: int = 1
    advice_seconds: float = 3.0
    advice_waiting: int = 4
    lobby_seconds: float = 0.5
    pace: float = 1.0
