"""The commands that run the server: `quacks serve`, `quacks backup`, and `quacks` itself."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from sqlalchemy.engine import make_url

from quedlinburg.server.config import PORT, Config, StartError, default_database
from quedlinburg.server.limits import Limits
from quedlinburg.server.serve import serve as run_server
from quedlinburg.server.storage.database import backup_sqlite, database_url

app = typer.Typer(add_completion=False, no_args_is_help=True)


def _fail(error: StartError) -> typer.Exit:
    """Say in one line what is wrong."""
    typer.echo(f"quacks: {error}", err=True)
    return typer.Exit(1)


def _env(name: str) -> str:
    """The environment variable of an option."""
    return f"QUACKS_{name}"


@app.command()
def serve(  # noqa: PLR0917  typer reads options from the parameters
    host: Annotated[str, typer.Option(help="Where to listen.", envvar=_env("HOST"))] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0: any.", envvar=_env("PORT"))] = PORT,
    database: Annotated[
        str,
        typer.Option(
            help="sqlite:///FILE or postgresql://…; the user's data folder if not given.",
            envvar=_env("DATABASE"),
        ),
    ] = "",
    origin: Annotated[
        list[str] | None,
        typer.Option(help="A page's origin that may ask, beside our own.", envvar=_env("ORIGINS")),
    ] = None,
    base_path: Annotated[
        str, typer.Option(help="The path before all others.", envvar=_env("BASE_PATH"))
    ] = "",
    log_level: Annotated[
        str, typer.Option(help="debug, info, warning or error.", envvar=_env("LOG_LEVEL"))
    ] = "info",
    trust_proxy: Annotated[
        bool, typer.Option(help="Believe X-Forwarded-For.", envvar=_env("TRUST_PROXY"))
    ] = False,
    secure_cookie: Annotated[
        bool, typer.Option(help="Cookies over HTTPS only.", envvar=_env("SECURE_COOKIE"))
    ] = False,
    open_metrics: Annotated[
        bool, typer.Option(help="Show /metrics to everybody.", envvar=_env("OPEN_METRICS"))
    ] = False,
    connections: Annotated[
        int,
        typer.Option(help="Most sockets of one address.", envvar=_env("CONNECTIONS")),
    ] = Limits.connections_an_address,
    test_mode: Annotated[
        bool, typer.Option(help="For tests only: tables from positions, no rates, quick bots.")
    ] = False,
) -> None:
    """Run the table server for others."""
    if log_level.lower() not in ("debug", "info", "warning", "error"):
        raise _fail(StartError(f"log level {log_level!r}: expected debug, info, warning or error"))
    limits = limits_for_tests() if test_mode else Limits(connections_an_address=connections)
    config = Config(
        host=host,
        port=port,
        database=database,
        origins=tuple(origin or ()),
        base_path=base_path,
        log_level=log_level,
        test_mode=test_mode,
        secure_cookie=secure_cookie,
        open_metrics=open_metrics,
        trust_proxy=trust_proxy,
        limits=limits,
    )
    try:
        run_server(config, lambda address: typer.echo(f"listening at {address}"))
    except StartError as error:
        raise _fail(error) from None


def limits_for_tests() -> Limits:
    """Limits that do not stand in the way of tests."""
    return Limits(
        messages_a_second=10_000,
        messages_at_once=10_000,
        requests_a_second=10_000,
        requests_at_once=10_000,
        makes_a_second=10_000,
        makes_at_once=10_000,
        connections_an_identity=1000,
        connections_an_address=10_000,
        tables_an_identity=10_000,
        bot_pause=0.0,
        apprentice_pause=0.0,
    )


@app.command()
def backup(
    target: Annotated[Path, typer.Argument(help="The file to write; it must not exist.")],
    database: Annotated[
        str, typer.Option(help="The database to copy.", envvar=_env("DATABASE"))
    ] = "",
) -> None:
    """Write a consistent copy of a database, also while a server runs on it."""
    try:
        url = database_url(database or default_database())
        if not url.drivername.startswith("sqlite"):
            raise StartError("backup copies SQLite; for PostgreSQL use pg_dump")
        backup_sqlite(Path(make_url(url).database or ""), target)
    except StartError as error:
        raise _fail(error) from None
    typer.echo(f"wrote {target}")


if __name__ == "__main__":
    app()
