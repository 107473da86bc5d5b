"""Games on disk: the record, and beside it what only this table knows while the game runs.

The record of a running game has no secret, so that nobody can foresee its luck from it; the file
beside it keeps the secret, who sits where, and which bots play, and goes when the game is over.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from platformdirs import user_data_path

from quedlinburg.bots import make_bot
from quedlinburg.cli.files import read_text, write_text
from quedlinburg.engine.fairness import Pledge
from quedlinburg.engine.game import Game
from quedlinburg.engine.luck import Seeded
from quedlinburg.engine.notation.heading import Heading


@dataclass(frozen=True)
class Seating:
    """Who plays: the person's seat, and the names of the bots at the other seats, in order."""

    seat: int
    bots: tuple[str, ...]

    def bot_at(self, seat: int) -> str:
        """The name of the bot at a seat."""
        return self.bots[seat if seat < self.seat else seat - 1]


def default_path() -> Path:
    """Where a game is saved unless a file is named: the player's own data folder."""
    folder = user_data_path("quacks", appauthor=False) / "records"
    stamp = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S")
    path = folder / f"{stamp}.txt"
    number = 2
    while path.exists():
        path = folder / f"{stamp}-{number}.txt"
        number += 1
    return path


def new_path(path: Path) -> Path:
    """A file for a new record; one that exists is never written over."""
    if path.exists():
        raise ValueError(f"{path}: exists already; name another file, or --resume it")
    if not path.parent.is_dir():
        raise FileNotFoundError(2, "no such folder", str(path.parent))
    return path


def private_path(path: Path) -> Path:
    """The file beside a record that keeps what only this table knows."""
    return path.with_name(path.name + ".private")


def save(game: Game, path: Path, seating: Seating) -> None:
    """Write the record, and beside it the secret while the game runs."""
    write_text(path, game.record())
    private = private_path(path)
    if game.outcome is not None:
        private.unlink(missing_ok=True)
        return
    kept = {"secret": game.heading.secret or "", "seat": seating.seat, "bots": list(seating.bots)}
    text = json.dumps(kept) + "\n"
    if not private.exists() or private.read_text("utf-8") != text:
        write_text(private, text, mode=0o600)


@dataclass(frozen=True)
class Resumed:
    """A game taken up again, who sits where (if it is known), and whether its luck goes on."""

    game: Game
    seating: Seating | None
    same_luck: bool


def resume(path: Path) -> Resumed:
    """Take up a saved game where it was left."""
    try:
        game = Game.from_record(read_text(path))
    except ValueError as error:
        raise ValueError(f"{path}: {str(error).removeprefix(f'{path}: ')}") from None
    if game.outcome is not None:
        raise ValueError(f"{path}: this game is over; see it with: quacks replay {path}")
    secret, seating = _read_private(private_path(path), game.setup.players)
    pledge = Pledge(secret, dict(game.heading.nonces), dict(game.heading.seals))
    if pledge.commit == game.heading.commit:
        game.set_luck(Seeded(pledge.seed))
        game.heading = replace(game.heading, secret=secret)
        return Resumed(game, seating, same_luck=True)
    game.heading = Heading(game.heading.names, game.heading.date)
    return Resumed(game, seating, same_luck=False)


def _read_private(path: Path, players: int) -> tuple[str, Seating | None]:
    """The secret and the seating kept beside a record; nothing where there is no such file."""
    if not path.exists():
        return "", None
    try:
        kept = json.loads(read_text(path))
        secret, seat, bots = kept["secret"], kept["seat"], kept["bots"]
        if not isinstance(secret, str) or seat not in range(players) or len(bots) != players - 1:
            raise ValueError("it does not fit the record")
        for bot in bots:
            make_bot(bot)
        return secret, Seating(seat, tuple(bots))
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{path}: not what was kept beside a record: {error}") from None
