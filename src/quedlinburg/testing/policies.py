"""Policies: seats that decide by themselves in tests, from their own seat alone (R3.6).

A policy keeps no state. What it answers follows from its salt and from what the seat itself has,
so that it does not matter when other seats act.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple
from zlib import crc32

from quedlinburg.engine.actions import Action
from quedlinburg.engine.draw_odds import explosion_chance_of_bag
from quedlinburg.engine.game import Game
from quedlinburg.engine.logbook import Events
from quedlinburg.engine.view import SeatView, View

# Of the seats that wait and the number of the step, the one that acts.
Order = Callable[[tuple[int, ...], int], int]


@dataclass(frozen=True)
class Policy:
    """Draws while the risk is small enough, buys two chips where it can, else answers by a hash.

    One that `stirs` may call for it (R7.4): then it matters who acts first.
    """

    salt: int
    risk: float = 0.3
    stirs: bool = False

    name: ClassVar[str] = "policy"

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """Answer the question of the seat that looks."""
        if view.viewer is None or view.question is None:
            raise ValueError("a policy decides for a seat that is asked")
        own = view.seats[view.viewer]
        options = list(legal)
        match view.question.id:
            case "brew":
                options = self._brew(own, options)
            case "shop":
                most = max(len(action.words) for action in options)
                options = [action for action in options if len(action.words) == most]
        question = view.question.id, view.question.about
        what = (self.salt, view.viewer, view.round, question, own.vp, own.rubies, own.pot)
        chips = sum(view.whole_bag(view.viewer).values())
        more = (own.droplet, own.glass, own.flask, chips, dict(own.aside))
        return options[crc32(repr((what, more)).encode()) % len(options)]

    def _brew(self, own: SeatView, options: list[Action]) -> list[Action]:
        """Draw at a small risk, with what may be done before it; otherwise anything else."""
        if not self.stirs:
            options = [action for action in options if action.verb != "stir"]
        if float(explosion_chance_of_bag(own, own.known_bag())) <= self.risk:
            eager = [action for action in options if action.verb in ("draw", "short", "stir")]
            return eager or options
        return [action for action in options if action.verb != "draw"] or options


def in_turn(waiting: tuple[int, ...], step: int) -> int:
    """Let the first waiting seat act, clockwise from the start player."""
    return waiting[0]


def by_lot(salt: int) -> Order:
    """Let some waiting seat act, another one for each salt."""
    return lambda waiting, step: waiting[crc32(b"%d %d" % (salt, step)) % len(waiting)]


class Step(NamedTuple):
    """What a seat did, and what happened then."""

    seat: int
    action: Action
    events: Events


def play_on(game: Game, policies: Sequence[Policy], order: Order = in_turn) -> Iterator[Step]:
    """Play a game to its end, one action at a time; the game changes as the steps are read."""
    step = 0
    while game.outcome is None:
        seat = order(game.waiting, step)
        action = policies[seat].decide(game.view(seat), game.legal_actions(seat))
        yield Step(seat, action, game.act(seat, action))
        step += 1
