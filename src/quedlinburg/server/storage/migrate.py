"""Bring a database to the schema of this program, or say in one line why that can't be."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from quedlinburg.server.config import StartError


def _alembic() -> AlembicConfig:
    """Alembic's settings, without a file of their own."""
    config = AlembicConfig()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    return config


def migrate(connection: Connection) -> None:
    """Upgrade an old schema; refuse one that this program does not know."""
    config = _alembic()
    scripts = ScriptDirectory.from_config(config)
    current = MigrationContext.configure(connection).get_current_revision()
    known = {script.revision for script in scripts.walk_revisions()}
    if current is not None and current not in known:
        raise StartError(
            f"the database has schema {current}, which this program does not know: "
            "it was written by a newer version"
        )
    if current != scripts.get_current_head():
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
