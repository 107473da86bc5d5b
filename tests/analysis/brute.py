"""Brute force through `game.chances`: a seat's potions phase, and its evaluation.

Values of the potions phase are found by going over all states until nothing changes, so that
actions may lead back.
"""

from collections.abc import Callable
from zlib import crc32

from quedlinburg import Action, Game, Scripted
from quedlinburg.analysis.brew_result import EXPLODED, SHIELDED, STOPPED, BrewResult
from quedlinburg.analysis.values import Values, rubies_value
from quedlinburg.engine.actions import parse as parse_action
from quedlinburg.rules import ids, tasks
from quedlinburg.rules.constants import COLOUR, SPACE_COINS, VALUE
from quedlinburg.rules.table import Table

Key = tuple[object, ...]
Moves = dict[str, list[tuple[float, Key]]]
MOST_STATES = 6_000


def lay(head: str, seat: str, other: str = "") -> Game:
    """A table of two in round 5 whose seat 0 brews; seat 1 waits unless it is told otherwise."""
    lines = [f"players 2 round 5 start 0 {head}", f"seat 0 {seat}", f"seat 1 {other}"]
    return Game.from_position("\n".join(lines), luck=Scripted(()))


def came_to(t: Table, first: tuple[int, int]) -> BrewResult:
    """What seat 0's brew came to, read from the table; `first` are rubies and points before.

    Where the evaluation has begun, what it brings does not count.
    """
    assert t.round_no in (5, 9)
    if t.phase != ids.POTIONS:
        first = (t.rubies[0], t.vp[0])
    pot = list(zip(t.pot_kind[0], t.pot_space[0][: t.pot_n[0]], strict=False))
    kinds = [kind for kind, _ in pot]
    shown = [k + 1 if COLOUR[k] in (ids.GREEN, ids.PURPLE) else 0 for k in kinds]
    end = STOPPED
    if t.status[0] == ids.EXPLODED:
        end = SHIELDED if t.covered[0] else EXPLODED
    return BrewResult(
        space=t.scoring[0],
        end=end,
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


def odd_worth(brewed: BrewResult) -> float:
    """A number without any sense, so that every field and every decision matters."""
    return crc32(repr(tuple(brewed)).encode()) % 1009 / 1009


def shield_worth(brewed: BrewResult) -> float:
    """As odd, but a shield is never worse than none: nobody draws only to use it up."""
    if brewed.end == SHIELDED:
        return max(odd_worth(brewed), odd_worth(brewed._replace(end=EXPLODED)))
    return odd_worth(brewed)


def fair_worth(brewed: BrewResult) -> float:
    """A number that grows with everything a player likes."""
    space = brewed.space * (0.6 if brewed.end == EXPLODED else 1.0)
    rest = brewed.flask + 0.7 * brewed.rubies + brewed.points + 0.3 * sum(brewed.aside)
    chips = 0.8 * bool(brewed.last) + 0.9 * bool(brewed.next_to_last) + brewed.purples
    return space + rest + chips + 0.4 * brewed.blacks + (brewed.white == 7) + 0.2 * brewed.bowl


def contrary_worth(brewed: BrewResult) -> float:
    """A number for a player who wants to stay far back, with an empty flask and a light bowl."""
    return 99.0 - brewed.space - 5 * brewed.flask - 3 * brewed.bowl - 7 * sum(brewed.aside)


def weighed(game: Game) -> list[Action]:
    """The legal actions of seat 0 but a stir, after which the other seat has a say (R7.4)."""
    return [action for action in game.legal_actions(0) if action.verb != "stir"]


class Brute:
    """All states that seat 0 can come to from a position, and what its actions are worth."""

    def __init__(self, game: Game, worth: Callable[[BrewResult], float]) -> None:
        """Find every state, then the worth of every one."""
        self.first = (game.table.rubies[0], game.table.vp[0])
        self.moves: dict[Key, Moves] = {}
        self.values: dict[Key, float] = {}
        self.games: dict[Key, Game] = {}
        self.ends: dict[Key, BrewResult] = {}
        self.root = self._key(game)
        self._find(game)
        self.weigh(worth)

    def weigh(self, worth: Callable[[BrewResult], float]) -> None:
        """Work out the worth of every state by another number for each result."""
        self.worth = worth
        self.values = {key: worth(result) for key, result in self.ends.items()}
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
                        assert isinstance(reached[1], BrewResult)
                        self.ends[reached] = reached[1]
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


class Evaluated:
    """Seat 0's evaluation played out in the best way, weighed by a record of values.

    The other seats have the first legal action wherever they are asked.
    """

    def __init__(self, game: Game, values: Values) -> None:
        """Take a game in which the last seat only has to stop."""
        self.before = game.table
        self.values = values
        last = game.table.players - 1
        self.worth = sum(float(p) * self._best(after) for p, after in game.chances(last, "stop"))

    def _best(self, game: Game) -> float:
        """The best worth that seat 0 can come to, up to its purchase and the use of its rubies."""
        t = game.table
        assert t.round_no == self.before.round_no, "another seat must keep the round open"
        question = game.view(0).question
        if question is not None and question.id == "shop":
            return self._mean(game, 0, parse_action("buy"))
        if question is None and (t.depth[0] or not self._is_scored(t)):
            other = next(seat for seat in game.waiting if seat)
            return self._mean(game, other, game.legal_actions(other)[0])
        if question is None or question.id == "rubies":
            return self._won(t)
        return max(self._mean(game, 0, action) for action in game.legal_actions(0))

    def _is_scored(self, t: Table) -> bool:
        """Whether the steps of the evaluation have been laid out."""
        pending = t.task[ids.TABLE][: t.depth[ids.TABLE]]
        return t.phase >= ids.EVALUATION and tasks.SCORE not in pending

    def _mean(self, game: Game, seat: int, action: Action) -> float:
        return sum(float(p) * self._best(after) for p, after in game.chances(seat, action))

    def _won(self, t: Table) -> float:
        """What seat 0 has more than before, against an empty flask; it has bought nothing."""
        values, before = self.values, self.before
        ahead = [max(table.vp[0] - values.lead, 0.0) for table in (before, t)]
        worth = (t.vp[0] - before.vp[0]) * values.point - values.lead_cost * (ahead[1] - ahead[0])
        worth += rubies_value(values, t.rubies[0], t.flask[0]) + t.flask[0] * values.flask
        worth -= rubies_value(values, before.rubies[0], 0)
        worth += values.coins[t.coins[0]] + values.step * (t.droplet[0] - before.droplet[0])
        worth += sum(values.aside[i] * t.aside[0][ids.R1 + i] for i in range(3))
        more = [now - then for now, then in zip(_owned(t), _owned(before), strict=True)]
        return worth + sum(value * count for value, count in zip(values.chip, more, strict=True))


def _owned(t: Table) -> list[int]:
    """How many chips of each kind seat 0 has anywhere."""
    chips = [sum(row) for row in zip(t.bag[0], t.bowl[0], t.aside[0], strict=True)]
    for kind in t.pot_kind[0][: t.pot_n[0]]:
        chips[kind] += 1
    return chips
