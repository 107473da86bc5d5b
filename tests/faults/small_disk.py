"""A small disk of its own that can be filled: a tmpfs mount, where mounting is allowed."""

from __future__ import annotations

import contextlib
import os
import subprocess
from pathlib import Path


class SmallDisk:
    """A folder on a disk of a given size; `is_mounted` is False where mounting is not allowed."""

    def __init__(self, folder: Path, megabytes: int) -> None:
        """Mount it if possible."""
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "tmpfs"]
        done = subprocess.run([*command, str(folder)], check=False, capture_output=True)
        self.is_mounted = done.returncode == 0
        self._ballast = folder / "ballast"

    def fill(self) -> None:
        """Fill it to the last page."""
        assert self.is_mounted
        file = os.open(self._ballast, os.O_WRONLY | os.O_CREAT, 0o600)
        size = os.fstat(file).st_size
        try:
            for piece in (1 << 20, 1 << 12):
                # An error says that there is no room for another piece.
                with contextlib.suppress(OSError):
                    while True:
                        os.posix_fallocate(file, size, piece)
                        size += piece
        finally:
            os.close(file)

    def free(self) -> None:
        """Make room again."""
        self._ballast.unlink(missing_ok=True)

    def close(self) -> None:
        """Unmount it; nobody may use it any more."""
        if self.is_mounted:
            subprocess.run(["umount", "-l", str(self.folder)], check=False, capture_output=True)
            self.is_mounted = False
