"""Brute force: every state of a seat's potions phase, through `game.chances`.

Values are found by going over all states until nothing changes, so that actions may lead back.
"""

from collections.abc import Callable
from zlib import crc32

from quedlinburg import Action, Game, Scripted
from quedlinburg.odds.brewed import EXPLODED, SHIELDED, STOPPED, Brewed
from quedlinburg.rules import ids
from quedlinburg.rules.table import Table
from quedlinburg.rules.tables import COLOUR, SPACE_COINS, VALUE

Key = tuple[object, ...]
Moves = dict[str, list[tuple[float, Key]]]
MOST_STATES = 6_000


def lay(head: str, seat: str, other: str = "") -> Game:
    """A table of two in round 5 whose seat 0 brews; seat 1 waits unless it is told otherwise."""
    lines = [f"players 2 round 5 start 0 {head}", f"seat 0 {seat}", f"seat 1 {other}"]
    return Game.from_position("\n".join(lines), luck=Scripted(()))


def came_to(t: Table, first: tuple[int, int]) -> Brewed:
    """What seat 0's brew came to, read from the table; `first` are rubies and points before.

    Where the evaluation has begun, what it brings does not count.
    """
    assert t.round_no == 5
    if t.phase != ids.POTIONS:
        first = (t.rubies[0], t.vp[0])
    pot = list(zip(t.pot_kind[0], t.pot_space[0][: t.pot_n[0]], strict=False))
    kinds = [kind for kind, _ in pot]
    shown = [k + 1 if COLOUR[k] in (ids.GREEN, ids.PURPLE) else 0 for k in kinds]
    ending = STOPPED
    if t.status[0] == ids.EXPLODED:
        ending = SHIELDED if t.covered[0] else EXPLODED
    return Brewed(
        space=t.scoring[0],
        ending=ending,
        flask=t.flask[0],
        rubies=t.rubies[0] - first[0],
        points=t.vp[0] - first[1],
        white=sum(VALUE[k] for k in kinds if COLOUR[k] == ids.WHITE),
        last=shown[-1] if shown else 0,
        next_to_last=shown[-2] if len(shown) > 1 else 0,
        greens=sum(VALUE[k] for k in kinds if COLOUR[k] == ids.GREEN),
        purples=kinds.count(ids.P1),
        purple_points=sum(min(SPACE_COINS[s] // 10, 3) for k, s in pot if k == ids.P1),
        blacks=kinds.count(ids.K1),
        tradeable=sum(1 << k for k in set(kinds)),
        bowl=sum(VALUE[k] * n for k, n in enumerate(t.bowl[0])),
        aside=(t.aside[0][ids.R1], t.aside[0][ids.R2], t.aside[0][ids.R4]),
    )


def odd_worth(brewed: Brewed) -> float:
    """A number without any sense, so that every field and every decision matters."""
    return crc32(repr(tuple(brewed)).encode()) % 1009 / 1009


def shield_worth(brewed: Brewed) -> float:
    """As odd, but a shield is never worse than none: nobody draws only to use it up."""
    if brewed.ending == SHIELDED:
        return max(odd_worth(brewed), odd_worth(brewed._replace(ending=EXPLODED)))
    return odd_worth(brewed)


def fair_worth(brewed: Brewed) -> float:
    """A number that grows with everything a player likes."""
    space = brewed.space * (0.6 if brewed.ending == EXPLODED else 1.0)
    rest = brewed.flask + 0.7 * brewed.rubies + brewed.points + 0.3 * sum(brewed.aside)
    chips = 0.8 * bool(brewed.last) + 0.9 * bool(brewed.next_to_last) + brewed.purples
    return space + rest + chips + 0.4 * brewed.blacks + (brewed.white == 7) + 0.2 * brewed.bowl


def contrary_worth(brewed: Brewed) -> float:
    """A number for a player who wants to stay far back, with an empty flask and a light bowl."""
    return 99.0 - brewed.space - 5 * brewed.flask - 3 * brewed.bowl - 7 * sum(brewed.aside)


def weighed(game: Game) -> list[Action]:
    """The legal actions of seat 0 but a stir, after which the other seat has a say (R7.4)."""
    return [action for action in game.legal_actions(0) if action.verb != "stir"]


class Brute:
    """All states that seat 0 can come to from a position, and what its actions are worth."""

    def __init__(self, game: Game, worth: Callable[[Brewed], float]) -> None:
        """Find every state, then the worth of every one."""
        self.first = (game.table.rubies[0], game.table.vp[0])
        self.worth = worth
        self.moves: dict[Key, Moves] = {}
        self.values: dict[Key, float] = {}
        self.games: dict[Key, Game] = {}
        self.root = self._key(game)
        self._find(game)
        self._iterate()

    def actions(self, key: Key) -> dict[str, float]:
        """What every legal action of a state is worth."""
        return {action: self._mean(ends) for action, ends in self.moves[key].items()}

    def _mean(self, ends: list[tuple[float, Key]]) -> float:
        return sum(chance * self.values[key] for chance, key in ends)

    def _key(self, game: Game) -> Key:
        t = game.table
        if t.depth[0] == 0 or t.phase != ids.POTIONS:
            return ("over", came_to(t, self.first))
        rows = (t.bag, t.aside, t.aside_new, t.looked, t.bowl, t.pot_kind, t.pot_space, t.task)
        small = (t.flask, t.may_flask, t.shield, t.shield_left, t.covered, t.doubled, t.white_seen)
        more = (t.five_seen, t.drawn, t.status, t.depth, t.pot_n, t.rubies, t.vp, t.white_sum)
        last = (t.bare_space, t.white_last)
        numbers = tuple(row[0] for row in (*small, *more, *last))
        depth = t.depth[0]
        return (*(tuple(row[0]) for row in rows[:-1]), tuple(t.task[0][:depth]), numbers)

    def _find(self, game: Game) -> None:
        pending = [(self.root, game)]
        known = {self.root}
        while pending:
            key, at = pending.pop()
            assert len(known) < MOST_STATES, "too many states for brute force"
            moves: Moves = {}
            self.games[key] = at
            for action in weighed(at):
                ends = []
                for chance, after in at.chances(0, action):
                    reached = self._key(after)
                    ends.append((float(chance), reached))
                    if reached[0] == "over":
                        assert isinstance(reached[1], Brewed)
                        self.values[reached] = self.worth(reached[1])
                    elif reached not in known:
                        known.add(reached)
                        pending.append((reached, after))
                moves[str(action)] = ends
            self.moves[key] = moves

    def _iterate(self) -> None:
        low = min(self.values.values()) - 1.0
        for key in self.moves:
            self.values[key] = low
        order = list(reversed(self.moves))
        change = 1.0
        while change > 1e-15:
            change = 0.0
            for key in order:
                value = max(self._mean(ends) for ends in self.moves[key].values())
                change = max(change, abs(value - self.values[key]))
                self.values[key] = value
