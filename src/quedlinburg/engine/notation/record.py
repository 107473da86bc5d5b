"""Records: a whole game as text, with a sum that shows a cut or edited file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from quedlinburg.engine.fairness import SEAL, Pledge, check_seals, missing_nonces, sha256
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

_HEADING_KEYS = ("rules", "commit", "seal", "nonce", "lot", "name", "date")
_SEAT_TEXTS = {"seal": "a SHA-256", "nonce": "a quoted text", "name": "a quoted text"}
_ENDING_KEYS = ("secret", "end", "unfinished", "sum")


def write_record(setup: Setup, heading: Heading, logbook: Logbook, outcome: Outcome | None) -> str:
    """Write a game from its first head to its last action."""
    lines = [f"rules {RULES_VERSION}"]
    if heading.commit:
        lines.append(f"commit {heading.commit}")
    lines.extend(write_pledge(heading.seals, heading.nonces, lot_books=heading.lot_books))
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


def write_pledge(
    seals: Mapping[int, str], nonces: Mapping[int, str], *, lot_books: bool
) -> list[str]:
    """Write what the seats added to the secret, and whether the books came from the seed."""
    lines = [f"seal {seat} {seals[seat]}" for seat in sorted(seals)]
    lines.extend(f"nonce {seat} {quote(nonces[seat])}" for seat in sorted(nonces))
    return [*lines, "lot books"] if lot_books else lines


def sum_of(text: str) -> str:
    """The sum over the lines before."""
    return sha256(text)


def check_sum(text: str) -> None:
    """Refuse a record that was cut or edited."""
    body, separator, last = text.rstrip("\n").rpartition("\n")
    words = last.split()
    if not separator or len(words) != 2 or words[0] != "sum" or not SEAL.fullmatch(words[1]):
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


def _read_sha(word: Word) -> str:
    """Read a SHA-256."""
    if not SEAL.fullmatch(word.text):
        raise word.error("a SHA-256 in hexadecimal")
    return word.text


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
        if key.text in _SEAT_TEXTS:
            if len(values) != 2:
                raise key.error(f"{key.text} SEAT and {_SEAT_TEXTS[key.text]}")
            self._read_seat_text(key, values[0].number(0, 3, "a seat"), values[1])
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
        elif key.text == "lot":
            value.one_of(("books",), "what was left to chance")
            self.heading = replace(self.heading, lot_books=True)
        else:
            self._check_once(key, self.heading.commit)
            self.heading = replace(self.heading, commit=_read_sha(value))

    def _read_seat_text(self, key: Word, seat: int, value: Word) -> None:
        """Read a seat's name, seal or nonce."""
        heading = self.heading
        if key.text == "seal":
            self._check_once(key, heading.seals.get(seat, ""))
            self.heading = replace(heading, seals={**heading.seals, seat: _read_sha(value)})
        elif key.text == "nonce":
            self._check_once(key, seat in heading.nonces)
            self.heading = replace(heading, nonces={**heading.nonces, seat: value.text})
        else:
            names = list(heading.names)
            names.extend([""] * (seat + 1 - len(names)))
            names[seat] = value.text
            self.heading = replace(heading, names=tuple(names))

    def _check_once(self, key: Word, before: object) -> None:
        """Refuse a further commit, seal or nonce in the place of one that was read before."""
        if before:
            raise key.error(f"one {key.text} only")

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
        """Refuse names, seals and nonces of seats that are not at the table."""
        heading = self.heading
        named = (*range(len(heading.names)), *heading.nonces, *heading.seals)
        if any(seat >= players for seat in named):
            raise TextError(f"name, seal, nonce: expected seats from 0 to {players - 1}")

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
    """Check a record against the rules and its luck against the seed; say what was checked.

    TextError says in one line what does not fit: the rules, the seals, the secret, the books or a
    draw.
    """
    game = read_record(make, text, luck=Scripted(()))
    heading = game.heading
    check_pledge(heading)
    missing = "".join(
        f"; the nonce of seat {seat} is missing, its seal counts in its place"
        for seat in missing_nonces(heading.seals, heading.nonces)
    )
    if game.outcome is None:
        said = "the rules were kept; the game is unfinished, its secret not yet shown"
        return game, said + missing
    if heading.secret is None and heading.commit:
        raise TextError("a secret was promised (`commit`), but the game is over without a `secret`")
    if heading.secret is None:
        return game, "the rules were kept; there is no secret, so the draws can't be checked"
    pledge = Pledge(heading.secret, heading.nonces, heading.seals)
    if heading.commit and pledge.commit != heading.commit:
        raise TextError("the secret is not the one that was promised: its SHA-256 is not `commit`")
    check_books(game, pledge)
    check_draws(game, make, pledge)
    checked = f"the rules were kept, and all {game.table.lucks} outcomes came from the seed"
    if heading.lot_books:
        checked += ", the books too"
    if heading.nonces and not heading.seals:
        checked += "; its nonces were not sealed: whoever knew the secret could choose one"
    if not heading.commit:
        checked += "; nothing was promised beforehand"
    return game, checked + missing


def check_pledge(heading: Heading) -> None:
    """Refuse seals and nonces that don't fit, and seals without what they were added to."""
    try:
        check_seals(heading.seals, heading.nonces)
    except ValueError as error:
        raise TextError(str(error)) from None
    if heading.seals and not heading.commit:
        raise TextError("nonces were sealed (`seal`), but no secret was promised (`commit`)")
    if heading.lot_books and heading.nonces and not heading.seals:
        raise TextError("`lot books` is not older than seals, but the nonces have no `seal`")


def check_books(game: Playable, pledge: Pledge) -> None:
    """Refuse books that are said to be drawn by lot but are not those of the seed."""
    told, drawn = game.setup.book_numbers, Seeded(pledge.seed).books()
    if game.heading.lot_books and told != drawn:
        raise TextError(
            f"books: the record says {_pairs(told)}, the seed says {_pairs(drawn)} (`lot books`)"
        )


def _pairs(books: Mapping[str, int]) -> str:
    """Write the books of the five colours."""
    return " ".join(f"{colour}={number}" for colour, number in books.items())


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
