"""The rules of each table beside it, and how a spectator last saw a game that is not over."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a column and a table; read the rules of each table out of its document."""
    op.add_column(
        "tables", sa.Column("rules", sa.Integer, nullable=False, server_default=sa.text("0"))
    )
    op.create_table(
        "snapshots",
        sa.Column("code", sa.String(12), primary_key=True),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("view", sa.LargeBinary, nullable=False),
    )
    _note_rules(op.get_bind())


def _note_rules(connection: sa.Connection) -> None:
    """Write the rules of every table whose game has begun into its row."""
    tables = sa.table("tables", sa.column("code"), sa.column("document"), sa.column("rules"))
    for code, document in connection.execute(sa.select(tables.c.code, tables.c.document)).all():
        rules = _rules_in(document)
        if rules:
            change = sa.update(tables).where(tables.c.code == code).values(rules=rules)
            connection.execute(change)


def _rules_in(document: str) -> int:
    """The rules that a document names; 0 where it names none, or can't be read."""
    try:
        rules = json.loads(document)["rules"]
    except (ValueError, LookupError, TypeError):
        return 0
    return rules if isinstance(rules, int) else 0
