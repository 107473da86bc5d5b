"""The database: who plays, which tables there are, every action, and finished games.

A game is stored as its set-up and its actions, append-only; everything else about a table is one
document. `(code, number)` and `(code, seat, client)` are unique, so that no action is stored twice.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData()

settings = Table(
    "settings",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

identities = Table(
    "identities",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
)

# One for each device or program of an identity; `created` and `used` are days, empty if unknown.
credentials = Table(
    "credentials",
    METADATA,
    Column("secret_hash", String(64), primary_key=True),
    Column("identity", String(32), nullable=False, index=True),
    Column("id", String(16), nullable=False, server_default="", index=True),
    Column("kind", String(8), nullable=False, server_default="browser"),
    Column("label", String(64), nullable=False, server_default=""),
    Column("created", String(10), nullable=False, server_default=""),
    Column("used", String(10), nullable=False, server_default=""),
)

# Identities whose deletion has begun and not ended, so that a restart ends it.
deletions = Table(
    "deletions",
    METADATA,
    Column("identity", String(32), primary_key=True),
    Column("begun", BigInteger, nullable=False),
)

moving_codes = Table(
    "moving_codes",
    METADATA,
    Column("code_hash", String(64), primary_key=True),
    Column("identity", String(32), nullable=False, index=True),
    Column("expires", BigInteger, nullable=False),
)

tables = Table(
    "tables",
    METADATA,
    Column("code", String(12), primary_key=True),
    Column("state", String(12), nullable=False, index=True),
    Column("clock", Integer, nullable=False),
    Column("wake_at", BigInteger, nullable=True, index=True),
    Column("updated", BigInteger, nullable=False),
    Column("document", Text, nullable=False),
    # Under which rules its game was begun; 0 before that.
    Column("rules", Integer, nullable=False, server_default="0"),
)

# How a spectator last saw a game that was not over when its table left memory.
snapshots = Table(
    "snapshots",
    METADATA,
    Column("code", String(12), primary_key=True),
    Column("rules", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("view", LargeBinary, nullable=False),
)

members = Table(
    "members",
    METADATA,
    Column("code", String(12), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("identity", String(32), nullable=False, index=True),
)

actions = Table(
    "actions",
    METADATA,
    Column("code", String(12), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("client", String(64), nullable=True),
    Column("played_by", String(12), nullable=False),
    Column("action", String(64), nullable=False),
    Column("luck", Text, nullable=False),
    Column("events", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("code", "seat", "client", name="actions_once"),
)

games = Table(
    "games",
    METADATA,
    Column("code", String(12), primary_key=True),
    Column("rules", Integer, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("record", Text, nullable=False),
    Column("replay", LargeBinary, nullable=False),
)

chat = Table(
    "chat",
    METADATA,
    Column("code", String(12), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("identity", String(32), nullable=False, index=True),
    Column("name", String(64), nullable=False),
    Column("seat", Integer, nullable=True),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)

Index("tables_state_updated", tables.c.state, tables.c.updated)
