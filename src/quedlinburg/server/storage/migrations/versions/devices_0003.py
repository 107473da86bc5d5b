"""What a person's devices are called and when they were used; deletions under way."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Describe every secret, give each an id, and make the list of deletions."""
    for name, length, default in (
        ("id", 16, ""),
        ("kind", 8, "browser"),
        ("label", 64, ""),
        ("created", 10, ""),
        ("used", 10, ""),
    ):
        column = sa.Column(name, sa.String(length), nullable=False, server_default=default)
        op.add_column("credentials", column)
    op.create_index("ix_credentials_id", "credentials", ["id"])
    op.create_table(
        "deletions",
        sa.Column("identity", sa.String(32), primary_key=True),
        sa.Column("begun", sa.BigInteger, nullable=False),
    )
    _give_ids(op.get_bind())


def _give_ids(connection: sa.Connection) -> None:
    """Give every secret that there is an id of its own."""
    table = sa.table("credentials", sa.column("secret_hash"), sa.column("id"))
    for (secret_hash,) in connection.execute(sa.select(table.c.secret_hash)).all():
        own = table.c.secret_hash == secret_hash
        connection.execute(sa.update(table).where(own).values(id=secrets.token_hex(8)))
