"""The preview: what each legal action brings, as far as it is certain.

The one place that says so, for the library, the terminal, bots, the server and the page. Nothing
here repeats a rule: an answer is tried on a copy of the table, and what changed is read off. Only
where luck would decide, while brewing and in the shop, the table itself is read.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from quedlinburg.engine.actions import ACTIONS, Action
from quedlinburg.engine.luck import Scripted
from quedlinburg.rules import ids, machine, options, questions, tasks
from quedlinburg.rules.agenda import top_task
from quedlinburg.rules.books.red import is_back
from quedlinburg.rules.constants import COLOUR, KIND_CODES, SPACE_COINS, SPACE_POINTS, VALUE
from quedlinburg.rules.explosion import explodes, room_left
from quedlinburg.rules.phases.potions import draw_chip, is_at_pot
from quedlinburg.rules.table import Table

# A number of times in a row that no table lets an option be taken.
_ENOUGH = 99


@dataclass(frozen=True, slots=True)
class Option:
    """A legal action with what it brings at once; 0 and False where it brings nothing of that.

    `spaces` are those of the droplet, the rat stone or the scoring space, whichever moves; `space`
    is where a chip would lie, `white_sum` what a white chip makes of the pot, `explodes` whether
    it explodes it, and `most` how many times in a row the action could be taken.
    """

    action: Action
    """The action to answer with."""
    points: int = 0
    """Victory points that it brings at once."""
    coins: int = 0
    """Coins that it brings at once."""
    spaces: int = 0
    """Spaces that chip, droplet or start move at once; below 0 they are given up."""
    white_sum: int = 0
    """The white sum of the pot with a white chip that was looked at; 0 for others."""
    explodes: bool = False
    """Whether that chip explodes the pot."""
    space: int = 0
    """The space on which a chip would be placed; 0 if none is."""
    most: int = 0
    """How many times in a row it could be taken, where rubies are spent; else 0."""

    def to_json(self) -> dict[str, object]:
        """The option as a plain dict; the action as its notation."""
        plain: dict[str, object] = asdict(self)
        return plain | {"action": str(self.action)}


@dataclass(frozen=True, slots=True)
class Explosion:
    """What a pot is left with if the next chip explodes it; the bonus die is lost in any case."""

    points: int
    """Victory points of the scoring space after the explosion."""
    coins: int
    """Coins of that space."""
    both: bool
    """Whether a shield leaves both; else the player takes one of them (R4.12, R5.D)."""


def explosion(t: Table, seat: int) -> Explosion | None:
    """What an explosion with the next draw leaves a seat; None if no chip of its bag explodes.

    The smallest cherry bomb that explodes the pot is drawn on a copy; a larger one moves further.
    """
    room = room_left(t, seat)
    bombs = [kind for kind in range(ids.KINDS) if t.bag[seat][kind] and explodes(kind, room)]
    if not bombs:
        return None
    after = t.copy(Scripted((KIND_CODES[min(bombs, key=VALUE.__getitem__)],)))
    draw_chip(after, seat)
    scoring = after.scoring[seat]
    return Explosion(SPACE_POINTS[scoring], SPACE_COINS[scoring], after.covered[seat] == 1)


def preview(t: Table, seat: int, *, bags: bool = True) -> tuple[Option, ...]:
    """A seat's legal actions with what they bring.

    Without bags `explodes` is never set: at a table where nobody looks into bags, the players work
    out the danger themselves.
    """
    if not machine.is_waiting(t, seat):
        return ()
    questions.fill_options(t, seat)
    codes = t.option[: t.option_n]
    task = top_task(t, seat)
    if task == tasks.BREW:
        return tuple(_brewing(t, seat, code) for code in codes)
    if task == tasks.SHOP:
        return tuple(Option(ACTIONS[code]) for code in codes)
    if is_at_pot(t, seat):
        return tuple(_chosen(t, seat, code, bags=bags) for code in codes)
    return tuple(_tried(t, seat, task, code) for code in codes)


def _brewing(t: Table, seat: int, code: int) -> Option:
    """What stopping or passing up extra spaces brings; a draw is luck (R4.2, R4.7)."""
    scoring = t.scoring[seat]
    match code:
        case options.STOP:
            return Option(ACTIONS[code], SPACE_POINTS[scoring], SPACE_COINS[scoring])
        case options.SHORT:
            return Option(ACTIONS[code], spaces=t.bare_space[seat] + 1 - scoring)
    return Option(ACTIONS[code])


def _chosen(t: Table, seat: int, code: int, *, bags: bool) -> Option:
    """What a white chip that is looked at makes of the pot; all else may bring luck (R4.11)."""
    if code >= ids.KINDS or COLOUR[code] != ids.WHITE or t.looked[seat][code] == 0:
        return Option(ACTIONS[code])
    return Option(
        ACTIONS[code],
        white_sum=t.white_sum[seat] + VALUE[code],
        explodes=bags and explodes(code, room_left(t, seat)),
    )


def _tried(t: Table, seat: int, task: int, code: int) -> Option:
    """What an answer changes at once, found by giving it on a copy."""
    if is_back(code):
        return Option(ACTIONS[code])
    after = t.copy(Scripted(()))
    due = _steps_due(t, seat, t.depth[seat] - 1)
    machine.answer(after, seat, code)
    spaces = after.droplet[seat] - t.droplet[seat] + after.tails[seat] - t.tails[seat]
    spaces += (
        after.scoring[seat] - t.scoring[seat] + _steps_due(after, seat, after.depth[seat]) - due
    )
    laid = after.pot_n[seat] > t.pot_n[seat]
    return Option(
        ACTIONS[code],
        points=after.vp[seat] - t.vp[seat],
        coins=after.coins[seat] - t.coins[seat],
        spaces=spaces,
        space=after.pot_space[seat][after.pot_n[seat] - 1] if laid else 0,
        most=_how_often(t, seat, code) if task == tasks.RUBIES and code != options.DONE else 0,
    )


def _steps_due(t: Table, seat: int, depth: int) -> int:
    """The steps of a droplet that the lower part of an agenda still asks about (R7.2)."""
    return t.task[seat][:depth].count(tasks.DROPLET)


def _how_often(t: Table, seat: int, code: int) -> int:
    """How many times in a row an option could be taken."""
    after = t.copy(Scripted(()))
    times = 0
    while times < _ENOUGH and top_task(after, seat) == tasks.RUBIES:
        questions.fill_own_options(after, seat)
        if code not in after.option[: after.option_n]:
            break
        machine.answer(after, seat, code)
        times += 1
    return times
