"""Positions as text: a head, `begin luck`, and every action since with its luck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, Protocol, Self, TypeVar

from quedlinburg.engine.actions import Action
from quedlinburg.engine.fairness import Pledge
from quedlinburg.engine.logbook import Events, Logbook, Played
from quedlinburg.engine.luck import LuckError, Port, Scripted, Seeded
from quedlinburg.engine.notation.head import HEAD_KEYS, Head, read_head_line
from quedlinburg.engine.notation.heading import Heading
from quedlinburg.engine.notation.layout import lay_out, write_head
from quedlinburg.engine.notation.lexer import Line, TextError, Word, read_lines, spread
from quedlinburg.engine.outcome import Outcome
from quedlinburg.engine.setup import Setup
from quedlinburg.rules.table import Table


class Playable(Protocol):
    """What the readers of texts need of a game: they make one, and play on what is written."""

    setup: Setup
    luck: Port
    heading: Heading
    logbook: Logbook

    def __init__(self, setup: Setup, table: Table, luck: Port, heading: Heading) -> None:
        """Stand at a table."""
        ...

    @property
    def table(self) -> Table:
        """The record that the rules work on."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it is played."""
        ...

    def begin(self) -> None:
        """Turn up the first card, or settle a table that was laid out."""
        ...

    def legal_actions(self, seat: int) -> tuple[Action, ...]:
        """Every legal action of a seat."""
        ...

    def act(self, seat: int, action: Action | str) -> Events:
        """Carry out an action."""
        ...

    def copy(self) -> Self:
        """Another game that stands like this one."""
        ...

    def set_luck(self, luck: Port) -> None:
        """Go on with another luck."""
        ...


G = TypeVar("G", bound=Playable)
T = TypeVar("T")


def fresh_luck() -> Port:
    """Luck from the system, for a game that goes on without any being given."""
    return Seeded(Pledge.drawn().seed)


def split_luck(words: Sequence[Word]) -> tuple[list[Word], list[str]]:
    """Split an action's words from the outcomes after `luck`."""
    for i, word in enumerate(words):
        if word.text == "luck" and not word.quoted:
            return list(words[:i]), [one for word in words[i + 1 :] for one in spread(word)]
    return list(words), []


class Reader(Generic[G]):
    """Reads a text line by line: the head, `begin`, then actions, each with its own luck."""

    def __init__(self, make: type[G]) -> None:
        """Begin with an empty head, to make a game of this class."""
        self.make = make
        self.head = Head()
        self.heading = Heading()
        self.game: G | None = None

    def read(self, line: Line) -> bool:
        """Read a line of the head, a begin line or an action; say whether it was one."""
        first = line.words[0].text
        if first in HEAD_KEYS:
            if self.game is not None:
                raise line.words[0].error("the head before `begin` and before actions")
            read_head_line(self.head, line)
        elif first == "begin":
            self._begin_line(line)
        elif first.isdecimal() and first.isascii():
            self._action_line(line)
        else:
            return False
        return True

    def start(self, outcomes: Sequence[str] = (), luck: Port | None = None) -> G:
        """Lay the table and begin, once, with scripted outcomes or a given luck."""
        if self.game is None:
            port = luck or Scripted(outcomes)
            setup, table = lay_out(self.head, port)
            game = self.make(setup, table, port, self.heading)
            game.begin()
            self.game = game
            if luck is None:
                self._check_used(game, port)
        return self.game

    def _begin_line(self, line: Line) -> None:
        """Read `begin luck OUTCOMES`."""
        if self.game is not None:
            raise line.words[0].error("`begin` once, before the actions")
        words, outcomes = split_luck(line.words[1:])
        if words:
            raise words[0].error("`begin luck` and outcomes")
        self._scripted(line, lambda: self.start(outcomes))

    def _action_line(self, line: Line) -> None:
        """Read `SEAT ACTION [luck OUTCOMES]` and carry it out."""
        game = self._scripted(line, self.start)
        seat = line.words[0].number(0, game.setup.players - 1, "a seat")
        words, outcomes = split_luck(line.words[1:])
        if not words:
            raise line.error("an action after the seat")
        self._scripted(line, lambda: self.play(seat, " ".join(w.text for w in words), outcomes))

    def play(self, seat: int, action: str, outcomes: Sequence[str]) -> None:
        """Carry out an action with exactly these outcomes."""
        game = self.start()
        port = Scripted(outcomes, base=game.table.lucks)
        game.set_luck(port)
        twin = game.copy()
        game.act(seat, action)
        try:
            self._check_used(game, port)
        except LuckError:
            self.game = twin
            raise

    def _check_used(self, game: Playable, port: Port) -> None:
        """Refuse outcomes that nothing has used."""
        if isinstance(port, Scripted) and port.left(game.table):
            raise LuckError(f"luck is left over: {' '.join(port.left(game.table))}")

    def _scripted(self, line: Line, step: Callable[[], T]) -> T:
        """Take a step, and say on which line it failed."""
        try:
            return step()
        except TextError:
            raise
        except ValueError as error:
            raise TextError(f"line {line.number}: {error}") from None


def read_position(make: type[G], text: str, luck: Port | None = None) -> G:
    """Read a position: the game stands as the text says and goes on with the given luck."""
    reader = Reader(make)
    for line in read_lines(text):
        if not reader.read(line):
            expected = f"{', '.join(HEAD_KEYS)}, begin, or a seat and its action"
            raise line.words[0].error(expected)
    game = reader.game
    if game is None:
        game = reader.start(luck=luck or fresh_luck())
    game.set_luck(luck or (game.luck if not isinstance(game.luck, Scripted) else fresh_luck()))
    return game


def write_action(logbook: Logbook, played: Played) -> str:
    """Write an action with its luck."""
    outcomes = logbook.luck_between(played.since, played.until)
    return f"{played.seat} {played.action}" + write_luck(outcomes)


def write_luck(outcomes: Sequence[str]) -> str:
    """Write the outcomes of luck behind an action."""
    return "".join(["  luck ", " ".join(outcomes)]) if outcomes else ""


def write_position(setup: Setup, logbook: Logbook) -> str:
    """Write the whole table as text, also in the middle of a question."""
    lines = write_head(logbook.head, setup)
    lines.append("begin" + write_luck(logbook.round_luck))
    lines.extend(write_action(logbook, played) for played in logbook.round_actions)
    return "\n".join(lines) + "\n"
