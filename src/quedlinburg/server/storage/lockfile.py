"""A file that only one process holds at a time, on every system."""

from __future__ import annotations

import sys
from typing import TextIO

if sys.platform == "win32":
    import msvcrt

    def hold(file: TextIO) -> None:
        """Hold a file until it is closed; OSError if another process holds it."""
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def hold(file: TextIO) -> None:
        """Hold a file until it is closed; OSError if another process holds it."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
