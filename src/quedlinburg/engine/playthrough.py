"""A playthrough: the part of a game that needs no text (`game.py` adds that)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Self

from quedlinburg.engine.actions import ACTIONS, Action, IllegalAction, parse
from quedlinburg.engine.fairness import Pledge
from quedlinburg.engine.heading import Heading, Played, check_seed, checked_date, checked_names
from quedlinburg.engine.logbook import Events, Raw, event_of, luck_of
from quedlinburg.engine.luck import LuckError, Port, Scripted, Seeded, Unknown
from quedlinburg.engine.made import Made
from quedlinburg.engine.names import PHASES, QUESTIONS
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


_actions = Made(_make_actions).__getitem__
# Rows of the log after which they are put away, so that copies stay cheap.
LOG_ROOM = 128


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


# What does not tell how a game stands: scratch space, counts of what was asked and drawn, and
# fields of which only a part counts (see `key`).
_NO_STATE = ("option", "option_n", "lucks", "question_no", "deck", "five_seen", "task", "arg")
_STATE = tuple((name, len(shape)) for name, shape in FIELDS if name not in _NO_STATE)


class Playthrough:
    """One playthrough: ask who is waiting, what is legal, act, and read what happened."""

    __slots__ = (
        "_begun",
        "_head",
        "_history",
        "_legal",
        "_log_start",
        "_past",
        "_round_from",
        "_table",
        "first_head",
        "heading",
        "luck",
        "setup",
        "waiting",
    )

    setup: Setup
    """What was chosen before the first round."""
    luck: Port
    """Where the outcomes of chance come from."""
    heading: Heading
    """What a record says above its actions: names, date, promised secret."""
    waiting: tuple[int, ...]
    """The seats with something to decide, clockwise from the start player."""
    first_head: Table
    """The table as it stood before the first action."""
    _table: Table
    _head: Table
    _history: list[tuple[int, Action, int, int]]
    _past: tuple[tuple[Raw, ...], ...]
    _log_start: int
    _round_from: int
    _begun: tuple[int, int]
    _legal: dict[int, tuple[Action, ...]]

    def __init__(self, setup: Setup, table: Table, luck: Port, heading: Heading) -> None:
        """Play on from a table, which stays as it is; programs use `new` or `from_…`."""
        self.setup = setup
        self.luck = luck
        self.heading = heading
        self._table = table.copy(luck)
        self._past = ()
        self._log_start = 0
        self._history = []
        self._round_from = 0
        self._head = self.first_head = table
        self._begun = (0, 0)
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
    ) -> Self:
        """Set up a table and begin round 1. Without a seed one is drawn from the system."""
        check_seed(seed)
        if not isinstance(setup, Setup):
            raise ValueError(f"setup: {setup!r} is not allowed; allowed: a Setup")
        if sum(given is not None for given in (seed, luck, pledge)) > 1:
            raise ValueError("give only one of seed, luck and pledge")
        if luck is None and pledge is None and not isinstance(seed, bytes):
            pledge = Pledge.drawn() if seed is None else Pledge(str(seed))
        if luck is None:
            luck = Seeded(pledge.seed if pledge else seed or b"")
        if setup.start is None:
            setup = replace(setup, start=luck.start(setup.players))
        named = checked_names(names, setup), checked_date(date)
        if pledge is None:
            heading = Heading(*named)
        else:
            heading = Heading(*named, pledge.commit, dict(pledge.nonces), pledge.secret)
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
        legal = self._legal.get(self._seat(seat)) or self.legal_actions(seat)
        if action not in legal or not isinstance(action, Action):
            action = parse(action) if isinstance(action, str) else action
            if action not in legal:
                raise IllegalAction(self._why_not(seat, action))
        t = self._table
        if len(t.log) > LOG_ROOM:
            self._put_away_log()
        log = t.log
        rows = len(log)
        twin = self.copy() if isinstance(self.luck, Scripted) else self
        try:
            if not machine.act(t, seat, action.code):
                del self._legal[seat]
            else:
                if t.phase == FORTUNE and self._advance():
                    self._round_from = len(self._history) + 1
                self._find_waiting()
        except (LuckError, Unknown):
            self._become(twin)
            raise
        happened = log[rows:]
        since = self._log_start + rows
        self._history.append((seat, action, since, since + len(happened)))
        return tuple(map(event_of, happened))

    def _advance(self) -> bool:
        """Turn up the card of a table at rest, after noting how the round began."""
        t = self._table
        turned_over = False
        while machine.is_at_rest(t):
            self._head = t.snapshot()
            rest = self._log_start + len(t.log)
            machine.turn_up_card(t)
            self._begun = (rest, self._log_start + len(t.log))
            turned_over = True
        return turned_over

    def _become(self, twin: Self) -> None:
        """Stand as a copy of this game does: nothing has happened since it was made."""
        for name in Playthrough.__slots__:
            setattr(self, name, getattr(twin, name))

    def begin(self) -> None:
        """Turn up the first card, or settle a table that was laid out in the middle of a round."""
        t = self._table
        if not machine.is_at_rest(t):
            machine.run_all(t)
            machine.settle(t)
            self._begun = (0, len(t.log))
        self._advance()
        self._find_waiting()

    def _find_waiting(self) -> None:
        """Find out who has something to decide."""
        t = self._table
        self.waiting = _SEATS[t.players][t.start][machine.waiting_seats(t)]
        self._legal = {}

    def _put_away_log(self) -> None:
        """Close a chapter of the log, to be shared by all copies."""
        t = self._table
        self._past = (*self._past, tuple(t.log))
        self._log_start += len(t.log)
        t.log = []

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
        return tuple(map(event_of, self.rows()))

    def rows(self) -> list[Raw]:
        """The whole log as numbers."""
        rows = [row for chapter in self._past for row in chapter]
        return rows + self._table.log

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
        return tuple(map(Played._make, self._history))

    @property
    def table(self) -> Table:
        """The record that the rules work on: for programs that know what they do."""
        return self._table

    # --- copies and chances ----------------------------------------------------------------------

    def copy(self, luck: Port | None = None) -> Self:
        """Another game that stands exactly like this one and goes its own way."""
        twin = type(self).__new__(type(self))
        for name in Playthrough.__slots__:
            setattr(twin, name, getattr(self, name))
        if luck is not None:
            twin.luck = luck
        twin._table = self._table.copy(twin.luck)
        twin._table.log = self._table.log[:]
        twin._history = self._history[:]
        twin._legal = dict(self._legal)
        return twin

    __copy__ = copy

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
        return isinstance(other, Playthrough) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        t = self._table
        return f"<Game round {t.round_no} {PHASES[t.phase]}, waiting {self.waiting}>"

    def set_luck(self, luck: Port) -> None:
        """Go on with another luck."""
        self.luck = luck
        self._table.luck = luck

    # --- luck of the past ------------------------------------------------------------------------

    def luck_between(self, since: int, until: int) -> tuple[str, ...]:
        """The outcomes of luck in some rows of the log."""
        return tuple(outcome for row in self.rows()[since:until] for outcome in luck_of(row))

    @property
    def first_begun(self) -> tuple[str, ...]:
        """The luck consumed before the first action."""
        rows = self._history[0][2] if self._history else len(self.rows())
        return self.luck_between(0, rows)

    @property
    def round_head(self) -> Table:
        """The table as it stood when this round began (or as it was given)."""
        return self._head

    @property
    def round_begun(self) -> tuple[str, ...]:
        """The luck that turning up this round's card consumed."""
        return self.luck_between(*self._begun)

    @property
    def round_history(self) -> tuple[Played, ...]:
        """The actions of this round."""
        return tuple(map(Played._make, self._history[self._round_from :]))
