"""The layer between a program and its disk and clock: compile it, load it, control it.

`shim.c` is compiled when it is needed. It is loaded into a program with LD_PRELOAD, and follows a
control block that both sides hold in memory.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import mmap
import shutil
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_name("shim.c")


class Control(ctypes.Structure):
    """The control block; its layout is that of `struct control` in shim.c."""

    _fields_ = (
        ("clock_shift", ctypes.c_int64),
        ("write_error", ctypes.c_int32),
        ("sync_error", ctypes.c_int32),
        ("countdown", ctypes.c_int32),
        ("half", ctypes.c_int32),
        ("failures", ctypes.c_int32),
        ("calls", ctypes.c_int32),
    )
    clock_shift: int
    write_error: int
    sync_error: int
    countdown: int
    half: int
    failures: int
    calls: int


def compiler() -> str | None:
    """The path of a C compiler; None if this machine has none."""
    return shutil.which("gcc") or shutil.which("cc")


class Shim:
    """A compiled shim for the files below one path, and its control block."""

    def __init__(self, folder: Path, watch: Path, *, journal: bool) -> None:
        """Compile the shim into a folder; it watches every file whose path begins with `watch`."""
        self.library = folder / "shim.so"
        self.journal = folder / "journal" if journal else None
        self._watch = watch
        self._control_file = folder / "control"
        if not self.library.exists():
            self._compile()
        self._control_file.write_bytes(bytes(ctypes.sizeof(Control)))
        # Programs that run as somebody else use it too.
        self._control_file.chmod(0o666)
        with self._control_file.open("r+b") as file:
            self._shared = mmap.mmap(file.fileno(), ctypes.sizeof(Control))
        self.control = Control.from_buffer(self._shared)

    def _compile(self) -> None:
        """Compile the shim."""
        program = compiler()
        assert program is not None, "no C compiler"
        command = [program, "-O2", "-shared", "-fPIC", "-o", str(self.library), str(SOURCE)]
        subprocess.run([*command, "-ldl", "-lpthread"], check=True)
        self.library.chmod(0o755)

    def environment(self) -> dict[str, str]:
        """The environment in which a program uses the shim."""
        found = {
            "LD_PRELOAD": str(self.library),
            "FAULTS_CONTROL": str(self._control_file),
            "FAULTS_WATCH": str(self._watch),
        }
        if self.journal is not None:
            found["FAULTS_JOURNAL"] = str(self.journal)
        return found

    def calm(self) -> None:
        """Let everything succeed again; the clock stays as it is."""
        self.control.write_error = self.control.sync_error = self.control.countdown = 0

    def close(self) -> None:
        """Release the control block."""
        del self.control
        gc.collect()
        # Somebody may still hold the block; then it is released with them.
        with contextlib.suppress(BufferError):
            self._shared.close()
