"""The logbook of a game: what happened and who did what, and the typed events of the log's rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from quedlinburg.engine import events as ev
from quedlinburg.engine.actions import ACTIONS, Action
from quedlinburg.engine.events import Event
from quedlinburg.engine.memo import Memo
from quedlinburg.engine.names import SOURCES, rule_name
from quedlinburg.rules import log
from quedlinburg.rules.constants import CARD_IDS, DIE_FACES, GLASS_REWARDS, KIND_CODES
from quedlinburg.rules.ids import NO_KIND
from quedlinburg.rules.table import Table

Raw = tuple[int, int, int, int, int, int]
Events = tuple[Event, ...]

# Rows of a table's log after which they are put away, so that copies stay cheap.
LOG_ROOM = 128


def _unpack(packed: int) -> tuple[str, ...]:
    """The kinds of a look, in their order."""
    kinds: list[str] = []
    while packed:
        packed, digit = divmod(packed, NO_KIND + 1)
        kinds.append(KIND_CODES[digit - 1])
    return tuple(reversed(kinds))


def _kind(make: Callable[[str, int, str], Event]) -> Callable[[Raw], Event]:
    """A maker of the many events that are a rule, a seat and a kind."""
    return lambda raw: make(rule_name(raw[5]), raw[1], KIND_CODES[raw[2]])


def _amount(make: Callable[[str, int, int], Event]) -> Callable[[Raw], Event]:
    """A maker of the events that are a rule, a seat and a number."""
    return lambda raw: make(rule_name(raw[5]), raw[1], raw[2])


def _bare(make: Callable[[str, int], Event]) -> Callable[[Raw], Event]:
    """A maker of the events that are a rule and a seat."""
    return lambda raw: make(rule_name(raw[5]), raw[1])


# One maker for each number of the log.
MAKERS: dict[int, Callable[[Raw], Event]] = {
    log.ROUND_BEGAN: lambda r: ev.RoundBegan(rule_name(r[5]), r[2], r[3]),
    log.CARD_TURNED_UP: lambda r: ev.CardTurnedUp(rule_name(r[5]), CARD_IDS[r[2]], bool(r[3])),
    log.RAT_TAILS_COUNTED: _amount(ev.RatTailsCounted),
    log.RAT_TAILS_GIVEN_UP: _amount(ev.RatTailsGivenUp),
    log.BREWING_BEGAN: _bare(ev.BrewingBegan),
    log.CHIP_DRAWN: _kind(ev.ChipDrawn),
    log.CHIPS_LOOKED_AT: lambda r: ev.ChipsLookedAt(rule_name(r[5]), r[1], _unpack(r[2]), r[3]),
    log.LOOK_ENDED: _bare(ev.LookEnded),
    log.CHIP_PLACED: lambda r: ev.ChipPlaced(
        rule_name(r[5]), r[1], KIND_CODES[r[2]], r[3], SOURCES[r[4]]
    ),
    log.CHIP_LAID_ASIDE: _kind(ev.ChipLaidAside),
    log.CHIP_RETURNED: lambda r: ev.ChipReturned(rule_name(r[5]), r[1], KIND_CODES[r[2]], r[3]),
    log.CHIP_PUT_BACK: _kind(ev.ChipPutBack),
    log.FLASK_EMPTIED: _bare(ev.FlaskEmptied),
    log.FLASK_FILLED: _bare(ev.FlaskFilled),
    log.POT_EXPLODED: lambda r: ev.PotExploded(rule_name(r[5]), r[1], r[2], bool(r[3])),
    log.BREWING_STOPPED: _bare(ev.BrewingStopped),
    log.CHOICE_SEALED: lambda r: ev.ChoiceSealed(rule_name(r[5]), r[1], str(ACTIONS[r[2]])),
    log.CHOICE_REVEALED: lambda r: ev.ChoiceRevealed(rule_name(r[5]), r[1], str(ACTIONS[r[2]])),
    log.POT_RESTARTED: _bare(ev.PotRestarted),
    log.DIE_ROLLED: lambda r: ev.DieRolled(rule_name(r[5]), r[1], DIE_FACES[r[2]]),
    log.RUBIES_WON: _amount(ev.RubiesWon),
    log.RUBIES_PAID: _amount(ev.RubiesPaid),
    log.POINTS_WON: _amount(ev.PointsWon),
    log.COINS_WON: _amount(ev.CoinsWon),
    log.DROPLET_MOVED: _amount(ev.DropletMoved),
    log.GLASS_REACHED: lambda r: ev.GlassReached(rule_name(r[5]), r[1], r[2], GLASS_REWARDS[r[2]]),
    log.CHIP_TAKEN: _kind(ev.ChipTaken),
    log.CHIP_MISSED: _kind(ev.ChipMissed),
    log.CHIP_BOUGHT: lambda r: ev.ChipBought(rule_name(r[5]), r[1], KIND_CODES[r[2]], r[3]),
    log.CHIP_GIVEN_BACK: _kind(ev.ChipGivenBack),
    log.CHIP_TRADED_IN: lambda r: ev.ChipTradedIn(rule_name(r[5]), r[1], KIND_CODES[r[2]], r[3]),
    log.CHIP_MOVED: _amount(ev.ChipMoved),
    log.EVALUATION_BEGAN: lambda r: ev.EvaluationBegan(rule_name(r[5])),
    log.ROUND_ENDED: lambda r: ev.RoundEnded(rule_name(r[5]), r[2]),
    log.GAME_ENDED: lambda r: ev.GameEnded(rule_name(r[5])),
    log.EXTRA_PASSED_UP: lambda r: ev.ExtraPassedUp(
        rule_name(r[5]), r[1], KIND_CODES[r[2]], r[3], r[4]
    ),
    log.STIR_CALLED: _bare(ev.StirCalled),
}


def _make_event(raw: Raw) -> Event:
    """The event of one row of the log."""
    return MAKERS[raw[0]](raw)


# The typed event of a row of the log; equal events are the same object.
event_of: Callable[[Raw], Event] = Memo(_make_event).__getitem__


def luck_of(raw: Raw) -> tuple[str, ...]:
    """The outcomes of luck that a row of the log holds, in their notation."""
    match raw[0]:
        case log.CHIP_DRAWN:
            return (KIND_CODES[raw[2]],)
        case log.CHIPS_LOOKED_AT:
            return _unpack(raw[2])
        case log.DIE_ROLLED:
            return (DIE_FACES[raw[2]],)
        case log.CARD_TURNED_UP if not raw[3]:
            return (CARD_IDS[raw[2]],)
    return ()


class Played(NamedTuple):
    """An action that was carried out, and the rows of the log that it wrote."""

    seat: int
    action: Action
    since: int
    until: int


class Logbook:
    """Everything that happened in a game: the rows of its log, its actions, how its rounds began.

    The newest rows are the table's own log; older ones are shared by all copies of a game.
    """

    __slots__ = ("_actions", "_begun", "_log", "_past", "_round_from", "_since", "first", "head")

    first: Table
    """The table as it stood before the first action."""
    head: Table
    """The table as it stood when this round began, or as it was given."""

    def __init__(self, table: Table, log: list[Raw]) -> None:
        """Begin with a table before its first action, and the log that is written to."""
        self.first = self.head = table
        self._log = log
        self._past: tuple[tuple[Raw, ...], ...] = ()
        self._since = 0
        self._actions: list[tuple[int, Action, int, int]] = []
        self._round_from = 0
        self._begun = (0, 0)

    def copy(self, log: list[Raw]) -> Logbook:
        """The same logbook for a copy of the game, which writes to a log of its own."""
        twin = Logbook(self.first, log)
        twin.head = self.head
        twin._past = self._past
        twin._since = self._since
        twin._actions = self._actions[:]
        twin._round_from = self._round_from
        twin._begun = self._begun
        return twin

    # --- writing ---------------------------------------------------------------------------------

    def put_away(self, t: Table) -> None:
        """Move the rows of a table's log to the older ones, and give the table an empty log."""
        self._past = (*self._past, tuple(self._log))
        self._since += len(self._log)
        self._log = t.log = []

    def begin_round(self, head: Table, rows: int) -> None:
        """Note how a round began: the table before it, and the rows that its card has written."""
        self.head = head
        until = self._since + len(self._log)
        self._begun = (until - rows, until)

    def note(self, seat: int, action: Action, rows: int) -> None:
        """Note an action, which wrote the last `rows` rows of the log."""
        until = self._since + len(self._log)
        self._actions.append((seat, action, until - rows, until))

    def end_round(self) -> None:
        """Count the actions from here on to the next round."""
        self._round_from = len(self._actions)

    # --- reading ---------------------------------------------------------------------------------

    @property
    def rows(self) -> list[Raw]:
        """The whole log."""
        return [*(row for chapter in self._past for row in chapter), *self._log]

    @property
    def actions(self) -> tuple[Played, ...]:
        """Every action so far."""
        return tuple(map(Played._make, self._actions))

    @property
    def round_actions(self) -> tuple[Played, ...]:
        """The actions of this round."""
        return tuple(map(Played._make, self._actions[self._round_from :]))

    def luck_between(self, since: int, until: int) -> tuple[str, ...]:
        """The outcomes of luck in some rows of the log."""
        start = self._since
        rows = (
            self._log[since - start : until - start] if since >= start else self.rows[since:until]
        )
        return tuple(outcome for row in rows for outcome in luck_of(row))

    @property
    def first_luck(self) -> tuple[str, ...]:
        """The luck that was used up before the first action."""
        return self.luck_between(0, self._actions[0][2] if self._actions else len(self.rows))

    @property
    def round_luck(self) -> tuple[str, ...]:
        """The luck that turning up this round's card used up."""
        return self.luck_between(*self._begun)
