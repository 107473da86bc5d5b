"""The game: who is waiting, what is legal, act, what happened; and all of it as text.

>>> from quedlinburg import Game, Setup
>>> game = Game.new(Setup(players=2, books=1, start=0), seed=7)
>>> game.waiting
(0, 1)
>>> [str(action) for action in game.legal_actions(0)]
['draw', 'stir']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Self

from quedlinburg.engine.actions import ACTIONS, Action, IllegalAction, parse
from quedlinburg.engine.fairness import Pledge
from quedlinburg.engine.logbook import LOG_ROOM, Events, Logbook, Played, event_of
from quedlinburg.engine.luck import Listed, LuckError, Port, Scripted, Seeded, Unknown
from quedlinburg.engine.memo import Memo
from quedlinburg.engine.names import PHASES, QUESTIONS
from quedlinburg.engine.notation.heading import Heading, check_seed, checked_names, heading_of
from quedlinburg.engine.notation.position import read_position, write_position
from quedlinburg.engine.notation.record import read_record, write_record
from quedlinburg.engine.outcome import Outcome, outcome_of
from quedlinburg.engine.setup import Setup
from quedlinburg.engine.view import Question, View, build_view, question_of
from quedlinburg.rules import ids, machine, questions
from quedlinburg.rules.agenda import top_task
from quedlinburg.rules.ids import FORTUNE, OVER
from quedlinburg.rules.table import FIELDS, Table


def _make_actions(options: tuple[int, ...]) -> tuple[Action, ...]:
    """The actions of a question's options."""
    return tuple(ACTIONS[option] for option in options)


_actions = Memo(_make_actions).__getitem__


def _clockwise(players: int, start: int, seats: int) -> tuple[int, ...]:
    """The seats of a set of bits, clockwise from the start player."""
    order = ((start + i) % players for i in range(players))
    return tuple(seat for seat in order if seats >> seat & 1)


# Every set of seats, clockwise from each start player.
_SEATS = tuple(
    tuple(tuple(_clockwise(n, start, seats) for seats in range(1 << n)) for start in range(n))
    for n in range(5)
)


@lru_cache(maxsize=256)
def _before_round_1(setup: Setup) -> Table:
    """The table of a set-up at rest before the first card, laid once for all its games (R2)."""
    table = setup.lay()
    machine.lay_first_round(table)
    return table


def _with_lot_books(setup: Setup, luck: Port) -> Setup:
    """The set-up with the books that a seed draws."""
    if not isinstance(luck, Seeded):
        raise ValueError("lot_books: only a seed draws books; give no other luck")
    return replace(setup, books=luck.books())


# What does not tell how a game stands: scratch space, counts of what was asked and drawn, and
# fields of which only a part counts (see `key`).
_NO_STATE = ("option", "option_n", "lucks", "question_no", "deck", "five_seen", "task", "arg")
_STATE = tuple((name, len(shape)) for name, shape in FIELDS if name not in _NO_STATE)


class Game:
    """One playthrough: who is waiting, what is legal, act, what happened; and all of it as text."""

    __slots__ = ("_legal", "_table", "heading", "logbook", "luck", "setup", "waiting")

    setup: Setup
    """What was chosen before the first round."""
    luck: Port
    """Where the outcomes of chance come from."""
    heading: Heading
    """What a record says above its actions: names, date, promised secret."""
    waiting: tuple[int, ...]
    """The seats with something to decide, clockwise from the start player."""
    logbook: Logbook
    """Everything that happened, as positions and records tell it."""
    _table: Table
    _legal: dict[int, tuple[Action, ...]]

    def __init__(self, setup: Setup, table: Table, luck: Port, heading: Heading) -> None:
        """Play on from a table, which stays as it is; programs use `new` or `from_…`."""
        self.setup = setup
        self.luck = luck
        self.heading = heading
        self._table = table.copy(luck)
        self.logbook = Logbook(table, self._table.log)
        self._find_waiting()

    @classmethod
    def new(
        cls,
        setup: Setup,
        seed: int | str | bytes | None = None,
        luck: Port | None = None,
        names: Sequence[str] = (),
        *,
        pledge: Pledge | None = None,
        date: str = "",
        lot_books: bool = False,
    ) -> Self:
        """Set up a table and begin round 1. Without a seed one is drawn from the system.

        With `lot_books` the seed draws the books, whatever the set-up says.
        """
        check_seed(seed)
        if not isinstance(setup, Setup):
            raise ValueError(f"setup: {setup!r} is not allowed; allowed: a Setup")
        if sum(given is not None for given in (seed, luck, pledge)) > 1:
            raise ValueError("give only one of seed, luck and pledge")
        if luck is None and pledge is None and not isinstance(seed, bytes):
            pledge = Pledge.drawn() if seed is None else Pledge(str(seed))
        if luck is None:
            luck = Seeded(pledge.seed if pledge else seed or b"")
        if lot_books:
            setup = _with_lot_books(setup, luck)
        if setup.start is None:
            setup = replace(setup, start=luck.start(setup.players))
        heading = heading_of(setup, names, date, pledge, lot_books=lot_books)
        game = cls(setup, _before_round_1(setup), luck, heading)
        game.begin()
        return game

    # --- what is asked ---------------------------------------------------------------------------

    def question(self, seat: int) -> Question | None:
        """What a seat is asked now; None if it has nothing to decide."""
        return question_of(self._table, self._seat(seat))

    def legal_actions(self, seat: int) -> tuple[Action, ...]:
        """Every legal action of a seat, in a stable order."""
        legal = self._legal.get(self._seat(seat))
        if legal is None:
            t = self._table
            if seat in self.waiting:
                questions.fill_options(t, seat)
                legal = _actions(tuple(t.option[: t.option_n]))
            else:
                legal = ()
            self._legal[seat] = legal
        return legal

    # --- acting ----------------------------------------------------------------------------------

    def act(self, seat: int, action: Action | str) -> Events:
        """Carry out an action and everything that follows; return what happened.

        Where the luck that a script gives for it fails, nothing changes.
        """
        legal = self._legal.get(seat) if type(seat) is int else None
        legal = legal or self.legal_actions(seat)
        if action not in legal or not isinstance(action, Action):
            action = parse(action) if isinstance(action, str) else action
            if action not in legal:
                raise IllegalAction(self._why_not(seat, action))
        t = self._table
        if len(t.log) > LOG_ROOM:
            self.logbook.put_away(t)
        log = t.log
        rows = len(log)
        twin = self.copy() if isinstance(self.luck, Scripted) else self
        turned_over = False
        try:
            if not machine.act(t, seat, action.code):
                del self._legal[seat]
            else:
                turned_over = t.phase == FORTUNE and self._advance()
                self._find_waiting()
        except (LuckError, Unknown):
            self._become(twin)
            raise
        happened = log[rows:]
        self.logbook.note(seat, action, len(happened))
        if turned_over:
            self.logbook.end_round()
        return tuple(map(event_of, happened))

    def _advance(self) -> bool:
        """Turn up the card of a table at rest, after noting how the round began."""
        t = self._table
        turned_over = False
        while machine.is_at_rest(t):
            head = t.snapshot()
            rows = len(t.log)
            machine.turn_up_card(t)
            self.logbook.begin_round(head, len(t.log) - rows)
            turned_over = True
        return turned_over

    def _become(self, twin: Self) -> None:
        """Take over the state of a copy, to undo an action that failed."""
        for name in Game.__slots__:
            setattr(self, name, getattr(twin, name))

    def begin(self) -> None:
        """Turn up the first card, or settle a table that was laid out in the middle of a round."""
        t = self._table
        if not machine.is_at_rest(t):
            machine.run_all(t)
            machine.settle(t)
            self.logbook.begin_round(self.first_head, len(t.log))
        self._advance()
        self._find_waiting()

    def _find_waiting(self) -> None:
        """Find out who has something to decide."""
        t = self._table
        self.waiting = _SEATS[t.players][t.start][machine.waiting_seats(t)]
        self._legal = {}

    def _seat(self, seat: int) -> int:
        """A seat of this table, or a clear refusal."""
        if type(seat) is not int or not 0 <= seat < self._table.players:
            last = self._table.players - 1
            raise IllegalAction(f"seat {seat!r} is not at this table: seats are 0 to {last}")
        return seat

    def _why_not(self, seat: int, action: Action) -> str:
        """Say why an action is refused."""
        t = self._table
        if t.phase == OVER:
            return f"seat {seat}: {action}: the game is over"
        if t.sealed[seat] != 0:
            return f"seat {seat}: {action}: the choice is sealed and can't be changed (R4.10)"
        legal = self.legal_actions(seat)
        if not legal:
            waiting = ", ".join(str(s) for s in self.waiting)
            return f"seat {seat}: {action}: nothing to decide; waiting for seat {waiting}"
        shown = ", ".join(str(a) for a in legal[:12]) + (", …" if len(legal) > 12 else "")
        name = QUESTIONS[top_task(t, seat)]
        return f"seat {seat}: {action} is not legal at {name!r}; legal: {shown}"

    # --- looking ---------------------------------------------------------------------------------

    def view(self, viewer: int | None, *, bags: bool = True) -> View:
        """What a seat may see (None: a spectator), as a frozen value.

        Without bags it has the number of chips in each bag, and not the chips.
        """
        if viewer is not None:
            self._seat(viewer)
        return build_view(self._table, self.setup, self.waiting, viewer, bags=bags)

    @property
    def events(self) -> Events:
        """Everything that happened so far."""
        return tuple(map(event_of, self.logbook.rows))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it is played."""
        return outcome_of(self._table)

    @property
    def round(self) -> int:
        """The number of the round, 1 to 9."""
        return self._table.round_no

    @property
    def start(self) -> int:
        """The start player of this round."""
        return self._table.start

    @property
    def history(self) -> tuple[Played, ...]:
        """Every action so far."""
        return self.logbook.actions

    @property
    def first_head(self) -> Table:
        """The table as it stood before the first action."""
        return self.logbook.first

    @property
    def table(self) -> Table:
        """The record that the rules work on: for programs that know what they do."""
        return self._table

    # --- copies and chances ----------------------------------------------------------------------

    def copy(self, luck: Port | None = None) -> Self:
        """Another game that stands exactly like this one and goes its own way."""
        twin = type(self).__new__(type(self))
        twin.setup = self.setup
        twin.luck = luck if luck is not None else self.luck
        twin.heading = self.heading
        twin.waiting = self.waiting
        twin._table = self._table.copy(twin.luck)
        twin._table.log = self._table.log[:]
        twin.logbook = self.logbook.copy(twin._table.log)
        twin._legal = dict(self._legal)
        return twin

    __copy__ = copy

    def renamed(self, names: Sequence[str]) -> Self:
        """A copy of the game under other names; luck and rules know nothing of names."""
        twin = self.copy()
        twin.heading = replace(self.heading, names=checked_names(names, self.setup))
        return twin

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.copy()

    def key(self) -> tuple[object, ...]:
        """The whole state as a hashable value: equal for games that stand alike."""
        t = self._table
        values = []
        for name, depth in _STATE:
            value = getattr(t, name)
            if depth > 0:
                value = tuple(value) if depth == 1 else tuple(map(tuple, value))
            values.append(value)
        for row, count in enumerate(t.depth):
            values.append((tuple(t.task[row][:count]), tuple(t.arg[row][:count])))
        five_seen = tuple(t.five_seen) if t.phase == ids.POTIONS else ()
        return (*values, tuple(t.deck[: t.deck_n]), five_seen)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        t = self._table
        return f"<Game round {t.round_no} {PHASES[t.phase]}, waiting {self.waiting}>"

    def set_luck(self, luck: Port) -> None:
        """Go on with another luck."""
        self.luck = luck
        self._table.luck = luck

    def chances(self, seat: int, action: Action | str) -> Iterator[tuple[Fraction, Self]]:
        """The exact distribution of what an action leads to: pairs of chance and game.

        Chance events are opened one at a time; games that stand alike are merged.
        """
        base = self._table.lucks
        merged: dict[tuple[object, ...], tuple[Fraction, Self]] = {}
        pending: list[tuple[Fraction, tuple[str, ...]]] = [(Fraction(1), ())]
        while pending:
            chance, outcomes = pending.pop()
            twin = self.copy(Listed(outcomes, base=base))
            try:
                twin.act(seat, action)
            except Unknown as event:
                for outcome, odds in reversed(event.odds):
                    pending.append((chance * odds, outcomes + outcome))
                continue
            twin.set_luck(self.luck)
            key = twin.key()
            before = merged.get(key)
            merged[key] = (chance + before[0], before[1]) if before else (chance, twin)
        yield from merged.values()

    # --- as text ---------------------------------------------------------------------------------

    def position(self) -> str:
        """The whole table as text, also in the middle of a question."""
        return write_position(self.setup, self.logbook)

    @classmethod
    def from_position(cls, text: str, luck: Port | None = None) -> Self:
        """Stand where a text says; go on with this luck, or with luck from the system."""
        return read_position(cls, text, luck)

    def record(self) -> str:
        """The whole game as text."""
        return write_record(self.setup, self.heading, self.logbook, self.outcome)

    @classmethod
    def from_record(cls, text: str, luck: Port | None = None) -> Self:
        """Replay a record; an unfinished game goes on with this luck."""
        return read_record(cls, text, luck)
