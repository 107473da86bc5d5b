"""Starting and stopping: open the database, bind the port, serve until a signal comes."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import signal
import socket
from collections.abc import Callable, Generator
from typing import cast

import uvicorn

from quedlinburg.server.app import make_app
from quedlinburg.server.config import Config, StartError, default_database
from quedlinburg.server.http.acceptor import Acceptor, raise_file_limit
from quedlinburg.server.http.door import RESERVED_FILES, Door
from quedlinburg.server.http.protocols import EdgeConfig, HttpConnection, SocketConnection
from quedlinburg.server.limits import MESSAGE_BYTES
from quedlinburg.server.logs import info, set_up_logs
from quedlinburg.server.services import Services, close_services, open_services
from quedlinburg.server.storage.database import Database
from quedlinburg.server.storage.store import Store
from quedlinburg.server.storage.writer import StoreError

# How long running requests and closing sockets may take after SIGTERM.
GRACE_SECONDS = 5
WARM_UP_SECONDS = 0.5
SEND_BUFFER = 128 * 1024


class _Server(uvicorn.Server):
    """A uvicorn server with a door, which returns on a signal so that the rest can be closed."""

    def __init__(self, settings: EdgeConfig) -> None:
        """Serve with some settings."""
        super().__init__(settings)
        self._door = settings.door

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept connections through the door."""

        def make(network: str) -> HttpConnection:
            """The protocol of a new connection."""
            return HttpConnection(self.config, self.server_state, network)

        acceptors = [Acceptor(listening, make, self._door) for listening in sockets or ()]
        self.servers = cast("list[asyncio.base_events.Server]", acceptors)
        self.started = True

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Handle SIGINT and SIGTERM by an orderly stop, as long as this context lasts."""
        handled = (signal.SIGINT, signal.SIGTERM)
        before = {number: signal.signal(number, self.handle_exit) for number in handled}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def bind(host: str, port: int) -> socket.socket:
    """Bind a socket to an address and port; StartError says why that fails."""
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
    """The URL that people open in a browser."""
    host, port = listening.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}{config.prefix}/"


async def _warm_up(services: Services) -> None:
    """Start a bot worker a moment after the server, so that the first page need not wait for it."""
    await asyncio.sleep(WARM_UP_SECONDS)
    await services.bot_pool.warm_up()


def _door(services: Services) -> Door:
    """The door of a server: as many connections as the system lets it have files."""
    limits = services.config.limits
    room = min(limits.transports_in_all, raise_file_limit() - RESERVED_FILES)
    return Door(limits, max(1, room), services.proxies, services.overruns)


async def _serve(config: Config, listening: socket.socket, tell: Callable[[str], None]) -> None:
    """Serve until a signal comes."""
    seconds = config.limits.database_seconds
    database = Database(config.database or default_database(), seconds)
    await database.open()
    try:
        try:
            services = await open_services(config, Store(database.engine, seconds))
        except StoreError as error:
            raise StartError(f"the database can't store anything: {error}") from None
        settings = EdgeConfig(
            make_app(services),
            _door(services),
            http=HttpConnection,
            ws=SocketConnection,
            lifespan="off",
            access_log=False,
            log_config=None,
            server_header=False,
            proxy_headers=False,
            ws_max_size=MESSAGE_BYTES,
            ws_per_message_deflate=False,
            ws_ping_interval=20,
            ws_ping_timeout=20,
            timeout_keep_alive=config.limits.keep_alive_seconds,
            timeout_graceful_shutdown=GRACE_SECONDS,
        )
        server = _Server(settings)
        address = address_of(listening, config)
        database.say_where(address)
        # Nobody sees a deletion that is half done.
        await services.deletions.finish_at_start()
        warming = asyncio.create_task(_warm_up(services))
        services.registry.start()
        # What is here now stays; the collector need not look at it again and again.
        gc.freeze()
        listening.listen(1024)
        tell(address)
        info("listening", address=address)
        try:
            await server.serve(sockets=[listening])
        finally:
            warming.cancel()
            await close_services(services)
            info("stopped")
    finally:
        await database.close()


def serve(config: Config, tell: Callable[[str], None]) -> None:
    """Run a server until it is stopped; `tell` gets its URL. StartError if it can't start."""
    set_up_logs(config.log_level)
    listening = bind(config.host, config.port)
    try:
        run = _serve(config, listening, tell)
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            runner.run(run)
    finally:
        listening.close()


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The factory of uvloop's event loops; None where uvloop is not installed."""
    try:
        import uvloop  # noqa: PLC0415
    except ImportError:
        return None
    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory
