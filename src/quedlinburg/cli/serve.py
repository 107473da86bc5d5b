"""The commands that run the server: `quacks serve`, `quacks backup`, and `quacks` itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from quedlinburg.cli.output import complain, visible
from quedlinburg.server.config import PORT, Config, StartError, default_database
from quedlinburg.server.limits import Limits
from quedlinburg.server.people.networks import LOOPBACK, Proxies
from quedlinburg.server.serve import serve as run_server
from quedlinburg.server.storage.backup import back_up
from quedlinburg.server.storage.database import database_url

app = typer.Typer(add_completion=False, no_args_is_help=True)


def _fail(error: StartError) -> typer.Exit:
    """Say in one line what is wrong."""
    complain(error)
    return typer.Exit(1)


def _env(name: str) -> str:
    """The environment variable of an option."""
    return f"QUACKS_{name}"


Host = Annotated[str, typer.Option(help="Where to listen.", envvar=_env("HOST"))]
Port = Annotated[int, typer.Option(help="The port; 0: any.", envvar=_env("PORT"))]
DatabaseAddress = Annotated[
    str,
    typer.Option(
        help="sqlite:///FILE or postgresql://…; the user's data folder if not given.",
        envvar=_env("DATABASE"),
    ),
]
Origins = Annotated[
    list[str] | None,
    typer.Option(help="A page's origin that may ask, beside our own.", envvar=_env("ORIGINS")),
]
BasePath = Annotated[
    str, typer.Option(help="The path before all others.", envvar=_env("BASE_PATH"))
]
LogLevel = Annotated[
    str, typer.Option(help="debug, info, warning or error.", envvar=_env("LOG_LEVEL"))
]
TrustProxy = Annotated[
    bool,
    typer.Option(help="Believe a proxy on this machine who asks.", envvar=_env("TRUST_PROXY")),
]
TrustedProxies = Annotated[
    list[str] | None,
    typer.Option(
        "--proxy",
        help="Believe this proxy too: an address or a network.",
        envvar=_env("PROXIES"),
    ),
]
SecureCookie = Annotated[
    bool, typer.Option(help="Cookies over HTTPS only.", envvar=_env("SECURE_COOKIE"))
]
OpenMetrics = Annotated[
    bool, typer.Option(help="Show /metrics to everybody.", envvar=_env("OPEN_METRICS"))
]
Connections = Annotated[
    int, typer.Option(help="Most sockets of one address.", min=1, envvar=_env("CONNECTIONS"))
]
BotProcesses = Annotated[
    int,
    typer.Option(help="How many processes bots think in.", min=1, envvar=_env("BOT_PROCESSES")),
]
DatabaseSeconds = Annotated[
    float,
    typer.Option(
        help="How long the database may take to answer.",
        min=0.1,
        envvar=_env("DATABASE_SECONDS"),
    ),
]
TestMode = Annotated[
    bool, typer.Option(help="For tests only: tables from positions, no rates, quick bots.")
]


def _proxies(wanted: Sequence[str], *, loopback: bool) -> tuple[str, ...]:
    """The proxies that are believed; one that is neither an address nor a network ends it all."""
    every = (*(LOOPBACK if loopback else ()), *wanted)
    try:
        Proxies(every)
    except ValueError as error:
        raise _fail(StartError(f"proxy: {error}")) from None
    return every


@app.command()
def serve(  # noqa: PLR0917  typer reads options from the parameters
    host: Host = "127.0.0.1",
    port: Port = PORT,
    database: DatabaseAddress = "",
    origin: Origins = None,
    base_path: BasePath = "",
    log_level: LogLevel = "info",
    trust_proxy: TrustProxy = False,
    proxy: TrustedProxies = None,
    secure_cookie: SecureCookie = False,
    open_metrics: OpenMetrics = False,
    connections: Connections = Limits.connections_an_address,
    bot_processes: BotProcesses = Limits.bot_processes,
    database_seconds: DatabaseSeconds = Limits.database_seconds,
    test_mode: TestMode = False,
) -> None:
    """Run the table server for others."""
    if log_level.lower() not in ("debug", "info", "warning", "error"):
        raise _fail(StartError(f"log level {log_level!r}: expected debug, info, warning or error"))
    usual = Limits(connections_an_address=connections, bot_processes=bot_processes)
    limits = limits_for_tests() if test_mode else usual
    limits = replace(limits, database_seconds=database_seconds)
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
        proxies=_proxies(proxy or (), loopback=trust_proxy),
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
        identity_messages_a_second=10_000,
        identity_messages_at_once=10_000,
        network_messages_a_second=10_000,
        network_messages_at_once=10_000,
        files_a_second=10_000,
        files_at_once=10_000,
        requests_under_way=1000,
        identity_requests_a_second=10_000,
        identity_requests_at_once=10_000,
        refused_a_second=10_000,
        refused_at_once=10_000,
        sockets_a_second=10_000,
        sockets_at_once=10_000,
        connects_a_second=10_000,
        connects_at_once=10_000,
        transports_a_network=10_000,
        requests_a_second=10_000,
        requests_at_once=10_000,
        makes_a_second=10_000,
        makes_at_once=10_000,
        chats_a_second_a_network=10_000,
        chats_at_once_a_network=10_000,
        tellings_a_second=100_000,
        tellings_at_once=100_000,
        tellings_a_second_a_network=100_000,
        tellings_at_once_a_network=100_000,
        renames_at_once=10_000,
        connections_an_identity=1000,
        connections_an_address=10_000,
        tables_an_identity=10_000,
        nonce_seconds=20.0,
        public_tables_an_identity=10_000,
        public_tables_a_network=10_000,
        bot_seconds=60.0,
        advice_seconds=60.0,
        pace=0.0,
    )


@app.command()
def backup(
    target: Annotated[Path, typer.Argument(help="The file to write; it must not exist.")],
    database: Annotated[
        str, typer.Option(help="The database to copy.", envvar=_env("DATABASE"))
    ] = "",
) -> None:
    """Write a consistent copy of a database, also while a server runs on it.

    Of PostgreSQL it is an archive for pg_restore, written by PostgreSQL's own pg_dump.
    """
    try:
        back_up(database_url(database or default_database()), target)
    except StartError as error:
        raise _fail(error) from None
    typer.echo(visible(f"wrote {target}"))


if __name__ == "__main__":
    app()
