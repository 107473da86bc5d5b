"""Starting and stopping: open the database, bind the port, serve until a signal comes."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import signal
import socket
from collections.abc import Callable, Generator

import uvicorn

from quedlinburg.server.app import make_app
from quedlinburg.server.config import Config, StartError, default_database
from quedlinburg.server.house import House, close_house, open_house
from quedlinburg.server.limits import MESSAGE_BYTES
from quedlinburg.server.logs import info, set_up_logs
from quedlinburg.server.storage.database import Database
from quedlinburg.server.storage.store import Store

# How long running requests and closing sockets may take after SIGTERM.
GRACE_SECONDS = 5
WARM_UP_SECONDS = 0.5
SEND_BUFFER = 128 * 1024


class _Server(uvicorn.Server):
    """Uvicorn, but a signal ends the serving and not the process: there is more to close."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Let SIGINT and SIGTERM ask for an orderly end."""
        handled = (signal.SIGINT, signal.SIGTERM)
        before = {number: signal.signal(number, self.handle_exit) for number in handled}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def bind(host: str, port: int) -> socket.socket:
    """A listening socket; StartError says why there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # The system would hold megabytes for each client that does not read.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        listening.close()
        if getattr(error, "errno", None) == errno.EADDRINUSE:
            raise StartError(f"port {port} is taken: choose another with --port") from None
        why = getattr(error, "strerror", None) or str(error)
        raise StartError(f"can't listen on {host} port {port}: {why}") from None
    return listening


def address_of(listening: socket.socket, config: Config) -> str:
    """The address that people open."""
    host, port = listening.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}{config.prefix}/"


async def _warm_up(house: House) -> None:
    """Start to think once the first page has been served, so that neither waits for the other."""
    await asyncio.sleep(WARM_UP_SECONDS)
    await house.thinking.warm_up()


async def _serve(config: Config, listening: socket.socket, tell: Callable[[str], None]) -> None:
    """Serve until a signal comes."""
    database = Database(config.database or default_database())
    await database.open()
    try:
        house = await open_house(config, Store(database.engine))
        settings = uvicorn.Config(
            make_app(house),
            lifespan="off",
            access_log=False,
            log_config=None,
            server_header=False,
            proxy_headers=False,
            ws_max_size=MESSAGE_BYTES,
            ws_per_message_deflate=False,
            ws_ping_interval=20,
            ws_ping_timeout=20,
            backlog=1024,
            timeout_graceful_shutdown=GRACE_SECONDS,
        )
        server = _Server(settings)
        address = address_of(listening, config)
        database.say_where(address)
        warming = asyncio.create_task(_warm_up(house))
        house.hall.start()
        # What is here now stays; the collector need not look at it again and again.
        gc.freeze()
        listening.listen(1024)
        tell(address)
        info("listening", address=address)
        try:
            await server.serve(sockets=[listening])
        finally:
            warming.cancel()
            await close_house(house)
            info("stopped")
    finally:
        await database.close()


def serve(config: Config, tell: Callable[[str], None]) -> None:
    """Run a server until it is stopped; `tell` hears its address. StartError in one line."""
    set_up_logs(config.log_level)
    listening = bind(config.host, config.port)
    try:
        run = _serve(config, listening, tell)
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            runner.run(run)
    finally:
        listening.close()


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The quick event loop, where there is one."""
    try:
        import uvloop  # noqa: PLC0415
    except ImportError:
        return None
    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory
