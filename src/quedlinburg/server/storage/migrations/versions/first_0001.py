"""The first schema: identities, tables, actions, games, chat."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make all tables."""
    _make_people()
    _make_tables()
    _make_games()


def _make_people() -> None:
    """Who plays."""
    op.create_table(
        "settings",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "identities",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "credentials",
        sa.Column("secret_hash", sa.String(64), primary_key=True),
        sa.Column("identity", sa.String(32), nullable=False, index=True),
    )
    op.create_table(
        "moving_codes",
        sa.Column("code_hash", sa.String(64), primary_key=True),
        sa.Column("identity", sa.String(32), nullable=False, index=True),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )


def _make_tables() -> None:
    """What is played."""
    op.create_table(
        "tables",
        sa.Column("code", sa.String(12), primary_key=True),
        sa.Column("state", sa.String(12), nullable=False, index=True),
        sa.Column("clock", sa.Integer, nullable=False),
        sa.Column("wake_at", sa.BigInteger, nullable=True, index=True),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
    )
    op.create_index("tables_state_updated", "tables", ["state", "updated"])
    op.create_table(
        "members",
        sa.Column("code", sa.String(12), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("identity", sa.String(32), nullable=False, index=True),
    )
    op.create_table(
        "actions",
        sa.Column("code", sa.String(12), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("client", sa.String(64), nullable=True),
        sa.Column("played_by", sa.String(12), nullable=False),
        sa.Column("action", sa.String(64), nullable=False),
        sa.Column("luck", sa.Text, nullable=False),
        sa.Column("events", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("code", "seat", "client", name="actions_once"),
    )


def _make_games() -> None:
    """What is kept, and what was said."""
    op.create_table(
        "games",
        sa.Column("code", sa.String(12), primary_key=True),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("replay", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "chat",
        sa.Column("code", sa.String(12), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("identity", sa.String(32), nullable=False, index=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("seat", sa.Integer, nullable=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
