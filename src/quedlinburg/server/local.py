"""`quacks` alone: a server on this machine, and the page in the browser."""

from __future__ import annotations

import webbrowser
from dataclasses import replace

import typer

from quedlinburg.server.config import PORT, Config, StartError
from quedlinburg.server.serve import bind, serve


def _free_port(config: Config) -> Config:
    """The configuration with any free port if its own is taken."""
    try:
        bind(config.host, config.port).close()
    except StartError:
        return replace(config, port=0)
    return config


def run_local(open_browser: bool = True, port: int | None = None) -> None:
    """Start the server on loopback, say where it listens, and open the page.

    StartError says in one line why it can't. Returns when the server is stopped.
    """
    config = Config(port=PORT if port is None else port, log_level="warning")
    if port is None:
        config = _free_port(config)

    def tell(address: str) -> None:
        """Print the URL and open it in the browser."""
        typer.echo(f"Quacks of Quedlinburg: the table is at {address} (Ctrl+C ends)")
        if open_browser:
            webbrowser.open(address)

    serve(config, tell)
