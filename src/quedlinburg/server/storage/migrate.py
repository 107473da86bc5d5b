"""Migrations: bring a database to the schema of this program."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from quedlinburg.server.config import StartError

MIGRATIONS = Path(__file__).parent / "migrations"
# The newest schema; alembic, which takes its time to load, is asked only about older ones.
HEAD = "0003"


def migrate(connection: Connection) -> None:
    """Migrate a database to the newest schema; StartError for a schema of a newer program."""
    current = _revision(connection)
    if current != HEAD:
        _upgrade(connection, current)


def _revision(connection: Connection) -> str | None:
    """The revision of a database's schema; None if it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return None if found is None else str(found)


def _upgrade(connection: Connection, current: str | None) -> None:
    """Run the migrations from a known schema to the newest."""
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if current is not None and current not in known:
        raise StartError(
            f"the database has schema {current}, which this program does not know: "
            "it was written by a newer version"
        )
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
