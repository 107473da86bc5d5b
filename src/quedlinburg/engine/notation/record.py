"""Records: a whole game as text, with a sum that shows a cut or edited file."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, replace

from quedlinburg.engine.fairness import Pledge
from quedlinburg.engine.logbook import Logbook
from quedlinburg.engine.luck import Port, Scripted, Seeded
from quedlinburg.engine.notation.heading import Heading
from quedlinburg.engine.notation.layout import write_head
from quedlinburg.engine.notation.lexer import Line, TextError, Word, quote, read_lines
from quedlinburg.engine.notation.position import (
    G,
    Playable,
    Reader,
    fresh_luck,
    write_action,
    write_luck,
)
from quedlinburg.engine.outcome import Outcome
from quedlinburg.engine.setup import Setup
from quedlinburg.engine.version import RULES_VERSION, other_rules

_SHA = re.compile(r"[0-9a-f]{64}")
_HEADING_KEYS = ("rules", "commit", "nonce", "name", "date")
_ENDING_KEYS = ("secret", "end", "unfinished", "sum")


def write_record(setup: Setup, heading: Heading, logbook: Logbook, outcome: Outcome | None) -> str:
    """Write a game from its first head to its last action."""
    lines = [f"rules {RULES_VERSION}"]
    if heading.commit:
        lines.append(f"commit {heading.commit}")
    lines.extend(f"nonce {seat} {quote(heading.nonces[seat])}" for seat in sorted(heading.nonces))
    lines.extend(f"name {seat} {quote(name)}" for seat, name in enumerate(heading.names))
    if heading.date:
        lines.append(f"date {heading.date}")
    lines.extend(write_head(logbook.first, setup))
    lines.append("begin" + write_luck(logbook.first_luck))
    lines.extend(write_action(logbook, played) for played in logbook.actions)
    if outcome is None:
        lines.append("unfinished")
    else:
        if heading.secret is not None:
            lines.append(f"secret {quote(heading.secret)}")
        winners = " ".join(str(seat) for seat in outcome.winners)
        points = " ".join(str(number) for number in outcome.points)
        lines.append(f"end winners {winners} points {points}")
    text = "\n".join(lines) + "\n"
    return text + f"sum {sum_of(text)}\n"


def sum_of(text: str) -> str:
    """The sum over the lines before."""
    return hashlib.sha256(text.encode()).hexdigest()


def check_sum(text: str) -> None:
    """Refuse a record that was cut or edited."""
    body, separator, last = text.rstrip("\n").rpartition("\n")
    words = last.split()
    if not separator or len(words) != 2 or words[0] != "sum" or not _SHA.fullmatch(words[1]):
        raise TextError("the record is cut: its last line must be `sum` and a SHA-256")
    if sum_of(body + "\n") != words[1]:
        raise TextError("the record was changed: its sum is not that of its lines")


@dataclass
class _Ending:
    """What the last lines of a record say."""

    secret: str | None = None
    end: tuple[Word, ...] = ()
    unfinished: bool = False
    line: int = 0


class RecordReader(Reader[G]):
    """Reads a record: heading, head, actions, ending."""

    def __init__(self, make: type[G]) -> None:
        """Begin with nothing known."""
        super().__init__(make)
        self.rules: int | None = None
        self.ending = _Ending()

    def read(self, line: Line) -> bool:
        """Read one line of a record."""
        first, *rest = line.words
        if self.ending.line and first.text not in _ENDING_KEYS:
            raise first.error("nothing after the end but `sum`")
        if first.text in _HEADING_KEYS:
            self._read_heading(line, first, rest)
        elif first.text in _ENDING_KEYS:
            self._read_ending(first, rest)
        elif self.rules is None:
            raise first.error("a record, which begins with `rules` and a version")
        elif not super().read(line):
            raise first.error("a key of a record, `begin`, or a seat and its action")
        return True

    def _read_heading(self, line: Line, key: Word, values: list[Word]) -> None:
        """Read a line about the game."""
        if key.text in ("nonce", "name"):
            if len(values) != 2:
                raise key.error(f"{key.text} SEAT and a quoted text")
            seat = values[0].number(0, 3, "a seat")
            self._read_text(key.text, seat, values[1].text)
            return
        if key.text == "date":
            self.heading = replace(self.heading, date=" ".join(word.text for word in values))
            return
        if len(values) != 1:
            raise key.error(f"one value for {key.text}")
        value = values[0]
        if key.text == "rules":
            self.rules = value.number(1, 999_999, "a rules version")
            if self.rules != RULES_VERSION:
                raise TextError(f"line {line.number}: {other_rules(self.rules)}")
        else:
            if not _SHA.fullmatch(value.text):
                raise value.error("a SHA-256 in hexadecimal")
            self.heading = replace(self.heading, commit=value.text)

    def _read_text(self, key: str, seat: int, text: str) -> None:
        """Read a seat's name or nonce."""
        if key == "nonce":
            nonces = dict(self.heading.nonces) | {seat: text}
            self.heading = replace(self.heading, nonces=nonces)
        else:
            names = list(self.heading.names)
            names.extend([""] * (seat + 1 - len(names)))
            names[seat] = text
            self.heading = replace(self.heading, names=tuple(names))

    def _read_ending(self, key: Word, values: list[Word]) -> None:
        """Read one of the last lines."""
        self.ending.line = key.line
        if key.text == "secret":
            if len(values) != 1:
                raise key.error("a quoted secret")
            self.ending.secret = values[0].text
        elif key.text == "unfinished":
            if values:
                raise values[0].error("nothing after unfinished")
            self.ending.unfinished = True
        elif key.text == "end":
            self.ending.end = tuple(values)

    def _check_seats(self, players: int) -> None:
        """Refuse names and nonces of seats that are not at the table."""
        named = (*range(len(self.heading.names)), *self.heading.nonces)
        if any(seat >= players for seat in named):
            raise TextError(f"name, nonce: expected seats from 0 to {players - 1}")

    def finish(self) -> G:
        """The game that was read, its ending checked against the record's."""
        game = self.start()
        self._check_seats(game.setup.players)
        outcome = game.outcome
        where = f"line {self.ending.line}"
        if outcome is None and not self.ending.unfinished:
            raise TextError(f"{where}: the record says that the game is over, but it is not")
        if outcome is not None:
            said = [word.text for word in self.ending.end]
            winners = [str(seat) for seat in outcome.winners]
            points = [str(number) for number in outcome.points]
            if said != ["winners", *winners, "points", *points]:
                should = f"end winners {' '.join(winners)} points {' '.join(points)}"
                raise TextError(f"{where}: expected {should!r}")
        game.heading = replace(self.heading, secret=self.ending.secret)
        return game


def read_record(make: type[G], text: str, luck: Port | None = None) -> G:
    """Replay a record; an unfinished game goes on with the given luck."""
    check_sum(text)
    reader = RecordReader(make)
    for line in read_lines(text):
        reader.read(line)
    game = reader.finish()
    game.set_luck(luck or fresh_luck())
    return game


def verify(text: str, make: type[G]) -> tuple[G, str]:
    """Check a record against the rules, and its draws against the seed; say what was checked."""
    game = read_record(make, text, luck=Scripted(()))
    heading = game.heading
    if game.outcome is None:
        return game, "the rules were kept; the game is unfinished, its secret not yet shown"
    if heading.secret is None and heading.commit:
        raise TextError("a secret was promised (`commit`), but the game is over without a `secret`")
    if heading.secret is None:
        return game, "the rules were kept; there is no secret, so the draws can't be checked"
    pledge = Pledge(heading.secret, heading.nonces)
    if heading.commit and pledge.commit != heading.commit:
        raise TextError("the secret is not the one that was promised: its SHA-256 is not `commit`")
    check_draws(game, make, pledge)
    checked = f"the rules were kept, and all {game.table.lucks} outcomes came from the seed"
    return game, checked if heading.commit else f"{checked}; nothing was promised beforehand"


def check_draws(game: Playable, make: type[G], pledge: Pledge) -> None:
    """Play the same actions with the pledge's luck and compare every outcome."""
    luck = Seeded(pledge.seed)
    twin = make(game.setup, game.logbook.first, luck, Heading())
    twin.begin()
    if twin.logbook.first_luck != game.logbook.first_luck:
        raise TextError("begin: the luck is not that of the seed")
    for number, played in enumerate(game.logbook.actions, start=1):
        since, until = played.since, played.until
        told = game.logbook.luck_between(since, until)
        if twin.outcome is None and played.action in twin.legal_actions(played.seat):
            twin.act(played.seat, played.action)
        drawn = twin.logbook.luck_between(since, until)
        if drawn != told:
            raise TextError(
                f"action {number} ({played.seat} {played.action}): the record says "
                f"{' '.join(told) or 'nothing'}, the seed says {' '.join(drawn) or 'nothing'}"
            )
