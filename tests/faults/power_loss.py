"""Power loss: what a disk holds of a file when everything that was not synced may be lost.

The shim's journal names every write, truncation, creation, removal and sync of the watched files in
their order. What came before the last sync of a file is on the disk. Of what came after it the disk
keeps what it likes: each write whole, torn, or not at all. A file whose folder was not synced since
the file was made may be gone, and one that was removed may be there again.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path

SECTOR = 512
_HEAD = struct.Struct("<IIqq")


class Operation(IntEnum):
    """What the journal records; the numbers are those of shim.c."""

    WRITE = 1
    TRUNCATE = 2
    SYNC = 3
    UNLINK = 4
    CREATE = 5
    SYNC_FOLDER = 6


@dataclass(frozen=True)
class Step:
    """One operation on a file, as the journal tells it."""

    operation: Operation
    path: str
    offset: int = 0
    length: int = 0
    data: bytes = b""


@dataclass
class Disk:
    """A file on a disk: the content that is certain, and what was done to it since the last sync.

    `named` says whether the folder is sure to list the file; `listed` whether it does so now.
    """

    content: bytes | None
    pending: list[Step] = field(default_factory=list)
    named: bool = True
    listed: bool = True


@dataclass
class Loss:
    """What a power loss took: operations that were pending, and those of them that were kept."""

    pending: int = 0
    kept: int = 0
    torn: int = 0


def read_journal(path: Path) -> Iterator[Step]:
    """The steps of a journal; a last record that is cut is left out."""
    data = path.read_bytes() if path.exists() else b""
    at = 0
    while at + _HEAD.size <= len(data):
        operation, path_length, offset, length = _HEAD.unpack_from(data, at)
        at += _HEAD.size
        size = length if operation == Operation.WRITE else 0
        if at + path_length + size > len(data):
            return
        name = data[at : at + path_length].decode()
        content = data[at + path_length : at + path_length + size]
        at += path_length + size
        yield Step(Operation(operation), name, offset, length, content)


def files_of(database: Path) -> list[Path]:
    """The files that SQLite may keep of a database on the disk."""
    return [Path(f"{database}{end}") for end in ("", "-wal", "-journal")]


def contents_of(database: Path) -> dict[str, bytes | None]:
    """The contents of a database's files; None for one that is not there."""
    return {str(path): path.read_bytes() if path.exists() else None for path in files_of(database)}


def disks_after(before: dict[str, bytes | None], steps: Iterator[Step]) -> dict[str, Disk]:
    """What is certain and what is pending of each file after some steps."""
    disks = {path: Disk(content, listed=content is not None) for path, content in before.items()}
    for step in steps:
        match step.operation:
            case Operation.SYNC_FOLDER:
                for disk in disks.values():
                    disk.named = True
                    if not disk.listed:
                        disk.content, disk.pending = None, []
            case Operation.CREATE:
                disks[step.path] = Disk(b"", named=False)
            case Operation.UNLINK:
                disks[step.path].listed = disks[step.path].named = False
            case Operation.SYNC:
                disk = disks[step.path]
                for pending in disk.pending:
                    disk.content = _carried_out(disk.content or b"", pending)
                disk.pending = []
            case _:
                disks.setdefault(step.path, Disk(b"", named=False)).pending.append(step)
    return disks


def _carried_out(content: bytes, step: Step) -> bytes:
    """A file's content after a write or a truncation."""
    if step.operation is Operation.TRUNCATE:
        return content[: step.length].ljust(step.length, b"\0")
    end = step.offset + len(step.data)
    padded = content.ljust(step.offset, b"\0")
    return padded[: step.offset] + step.data + padded[end:]


def _torn(step: Step, choose: random.Random) -> list[Step]:
    """What reached the disk of a torn write: some of its sectors, the last of them perhaps cut."""
    kept = []
    for at in range(0, len(step.data), SECTOR):
        sector = step.data[at : at + SECTOR]
        if choose.random() < 0.2:
            sector = sector[: choose.randrange(len(sector))]
        if choose.random() < 0.5 and sector:
            kept.append(Step(step.operation, step.path, step.offset + at, len(sector), sector))
    return kept


def what_remains(disk: Disk, choose: random.Random, loss: Loss) -> bytes | None:
    """What a disk holds of a file after a power loss."""
    loss.pending += len(disk.pending)
    if disk.content is None or (not disk.named and choose.random() < 0.5):
        return None
    content = disk.content
    # A disk may also keep everything, or nothing, of what was pending.
    chance = choose.choice((0.0, 0.3, 0.7, 1.0))
    for step in disk.pending:
        if choose.random() >= chance:
            continue
        loss.kept += 1
        if step.operation is Operation.WRITE and choose.random() < 0.4:
            loss.torn += 1
            for part in _torn(step, choose):
                content = _carried_out(content, part)
        else:
            content = _carried_out(content, step)
    return content


def lose_power(
    before: dict[str, bytes | None], journal: Path, database: Path, choose: random.Random
) -> Loss:
    """Write the files of a database as a power loss leaves them; nobody may have them open."""
    loss = Loss()
    for path, disk in disks_after(before, read_journal(journal)).items():
        remains = what_remains(disk, choose, loss)
        if remains is None:
            Path(path).unlink(missing_ok=True)
        else:
            Path(path).write_bytes(remains)
    Path(f"{database}-shm").unlink(missing_ok=True)
    return loss


def tear_wal(
    before: dict[str, bytes | None], journal: Path, database: Path, choose: random.Random
) -> Loss:
    """Tear the end of the write-ahead log: what was not synced, and rubbish after it.

    Other files keep everything that was written to them.
    """
    loss = Loss()
    wal = f"{database}-wal"
    disk = disks_after(before, read_journal(journal)).get(wal)
    if disk is None or disk.content is None:
        return loss
    content = what_remains(disk, choose, loss) or b""
    if choose.random() < 0.5:
        content += choose.randbytes(choose.randrange(1, 9000))
        loss.torn += 1
    Path(wal).write_bytes(content)
    Path(f"{database}-shm").unlink(missing_ok=True)
    return loss
