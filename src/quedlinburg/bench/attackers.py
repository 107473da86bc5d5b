"""The attackers of `quacks bench attack`: one process that harms a port of this machine.

`python -m quedlinburg.bench.attackers NAME PORT SECONDS AIMS` attacks a port on loopback for some
seconds. It prints `begun`, and at the end what it has sent.
"""

from __future__ import annotations

import base64
import contextlib
import socket
import sys
import threading
import time
from dataclasses import dataclass

import msgspec

HOST = "127.0.0.1"
# Strangers have addresses of their own on this machine.
STRANGER = "127.0.0.2"
TEXT, PING = 1, 9
KEY = base64.b64encode(bytes(16)).decode()
PAUSE_SECONDS = 0.01
TIMEOUT_SECONDS = 0.5
LOOK_SECONDS = 0.1
MOST_HELD = 1300


class Aims(msgspec.Struct):
    """What attackers know of a server: a public table, and an own table with its token."""

    table: str = "AAAA"
    own_table: str = "AAAA"
    token: str = "none"


@dataclass(frozen=True)
class Attack:
    """What is sent on each connection first, and then again and again.

    `held` connections are kept open instead, where that is the attack.
    """

    opening: bytes = b""
    block: bytes = b""
    held: int = 0
    threads: int = 1


def frame(opcode: int, data: bytes) -> bytes:
    """A frame, masked with zeros."""
    return bytes([opcode | 0x80, 0x80 | len(data), 0, 0, 0, 0]) + data


def _head(line: str, *headers: str) -> bytes:
    """The head of a request."""
    return "\r\n".join([line, "host: here", *headers, "", ""]).encode()


def _upgrade(path: str, *headers: str) -> bytes:
    """The head that opens a WebSocket."""
    own = ("connection: Upgrade", "upgrade: websocket", f"sec-websocket-key: {KEY}")
    return _head(f"GET {path} HTTP/1.1", *own, "sec-websocket-version: 13", *headers)


def _say(**message: object) -> bytes:
    """A message as a frame."""
    return frame(TEXT, msgspec.json.encode(message))


def attacks(aims: Aims) -> dict[str, Attack]:
    """Every attack by its name."""
    bearer = f"authorization: Bearer {aims.token}"
    at_own = _upgrade(f"/ws?table={aims.own_table}", bearer)
    post = ("content-type: application/json", bearer)
    table = b'{"public":true}'
    make = _head("POST /api/tables HTTP/1.1", *post, f"content-length: {len(table)}") + table
    large = _head("POST /api/identity HTTP/1.1", *post, "content-length: 1000000000")
    half = b"GET / HTTP/1.1\r\nhost: h"
    return {
        "ping flood": Attack(_upgrade("/ws/lobby"), frame(PING, b"x") * 5000),
        "endless header": Attack(half, b"a" * 65536),
        "tiny headers": Attack(half + b"\r\n", b"a:b\r\n" * 20_000),
        "half requests": Attack(half, held=MOST_HELD),
        "spectator flood": Attack(_upgrade(f"/ws?table={aims.table}"), held=300),
        "chat flood": Attack(at_own, _say(type="chat", text="x") * 50, threads=4),
        "message flood": Attack(at_own, _say(type="ping", id="x") * 50, threads=4),
        "hint flood": Attack(at_own, _say(type="hint", id="x") * 20, threads=4),
        "lobby flood": Attack(make, make * 20, threads=2),
        "lobby sockets": Attack(_upgrade("/ws/lobby"), held=300),
        "big bodies": Attack(large, b"x" * 65536),
        "connect and close": Attack(threads=2),
        "request flood": Attack(b"", _head("GET /api/rules HTTP/1.1") * 50, threads=8),
        "file flood": Attack(b"", _head("GET / HTTP/1.1") * 50, threads=8),
    }


NAMES = tuple(attacks(Aims()))


class Attacker:
    """Sends what an attack says until its time is over."""

    def __init__(self, attack: Attack, port: int, seconds: float) -> None:
        """Attack a port for some seconds."""
        self._attack = attack
        self._port = port
        self._end = time.monotonic() + seconds
        self.sent = 0
        self.connections = 0

    def run(self) -> None:
        """Attack from all threads."""
        work = self._hold if self._attack.held else self._flood
        threads = [threading.Thread(target=work) for _ in range(self._attack.threads)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _is_over(self) -> bool:
        """Whether the time is over."""
        return time.monotonic() > self._end

    def _connect(self) -> socket.socket | None:
        """A connection from a stranger's address; None if it is refused."""
        opened = socket.socket()
        opened.settimeout(TIMEOUT_SECONDS)
        try:
            opened.bind((STRANGER, 0))
            opened.connect((HOST, self._port))
            opened.sendall(self._attack.opening)
        except OSError:
            opened.close()
            return None
        self.connections += 1
        self.sent += len(self._attack.opening)
        return opened

    def _flood(self) -> None:
        """Send blocks over one connection after the other."""
        while not self._is_over():
            opened = self._connect()
            if opened is None:
                time.sleep(PAUSE_SECONDS)
                continue
            with opened, contextlib.suppress(OSError):
                while self._attack.block and not self._is_over():
                    opened.sendall(self._attack.block)
                    self.sent += len(self._attack.block)
                    if not _is_open(opened):
                        break

    def _hold(self) -> None:
        """Keep many connections open, and open new ones for those that were closed."""
        held: list[socket.socket] = []
        looked = 0.0
        while not self._is_over():
            if time.monotonic() > looked + LOOK_SECONDS:
                looked = time.monotonic()
                for one in [one for one in held if not _is_open(one)]:
                    one.close()
                    held.remove(one)
            opened = self._connect() if len(held) < self._attack.held else None
            if opened is None:
                time.sleep(PAUSE_SECONDS)
            else:
                held.append(opened)
        for one in held:
            one.close()


def _is_open(opened: socket.socket) -> bool:
    """Read what there is, without waiting; False if the other side has closed."""
    opened.setblocking(False)
    try:
        return bool(opened.recv(2**20))
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        opened.settimeout(TIMEOUT_SECONDS)


def main() -> None:
    """Attack as the command line says, and print what was sent as JSON."""
    name, port, seconds, aims = sys.argv[1:5]
    attack = attacks(msgspec.json.decode(aims, type=Aims))[name]
    print("begun", flush=True)
    attacker = Attacker(attack, int(port), min(60.0, float(seconds)))
    attacker.run()
    said = {"sent": attacker.sent, "connections": attacker.connections}
    print(msgspec.json.encode(said).decode())


if __name__ == "__main__":
    main()
