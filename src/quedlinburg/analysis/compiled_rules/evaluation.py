"""The evaluation of a round (R5), compiled: what a result of brewing is worth to a seat.

Everything that the evaluation brings is weighed by a record of values, and every choice that it
offers is made in the best way. The other seats stay as they are at the moment.
"""

from __future__ import annotations

from dataclasses import InitVar, dataclass, field

from quedlinburg.analysis.brew_result import EXPLODED, STOPPED, BrewResult
from quedlinburg.analysis.compiled_rules.effects import (
    PURPLE_SPACE_POINTS,
    Effects,
    Reward,
    effects_of,
)
from quedlinburg.analysis.compiled_rules.state import TAIL_CHIP_BITS
from quedlinburg.analysis.values import MOST_COINS, Values, best_step, rubies_value
from quedlinburg.engine.names import KIND
from quedlinburg.engine.view import View
from quedlinburg.rules import ids
from quedlinburg.rules.constants import (
    COLOUR,
    DIE_FACES,
    LAST_SPACE,
    SPACE_COINS,
    SPACE_POINTS,
    SPACE_RUBY,
    SPOON,
)

# The white sum that some pages and cards ask for.
SEVEN = 7
# The most rubies more than now whose value is worked out.
MOST_WON = 15


# Points and rubies that are won, and what everything else that is won is worth.
Gain = tuple[int, int, float]
# A result in which nothing was won.
BLANK = BrewResult._make((*(0,) * (len(BrewResult._fields) - 1), (0, 0, 0)))
NO_GAIN: Gain = (0, 0, 0.0)


def _plus(one: Gain, other: Gain) -> Gain:
    """Two gains together."""
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def _combine(some: list[Gain], others: list[Gain]) -> list[Gain]:
    """Every gain of some with every one of others."""
    return [_plus(one, other) for one in some for other in others]


def _needed_fields(effects: Effects, colours: set[int]) -> set[str]:
    """The fields of a result that the pages of some colours and the card pay for."""
    needs = {"white"} if effects.white_seven else set()
    if ids.GREEN in colours:
        if effects.green_last or effects.green_last_for_ruby or effects.green_last_chips:
            needs |= {"last", "next_to_last"}
        if effects.green_moves_last:
            needs |= {"white", "greens"}
    if ids.BLUE in colours:
        needs |= {"rubies"} if effects.blue_rubies else set()
        needs |= {"points"} if effects.blue_points else set()
    if ids.RED in colours and effects.red_aside:
        needs.add("aside")
    if ids.PURPLE in colours:
        if effects.purple_line or effects.purple_given_back or effects.purple_trades:
            needs.add("purples")
        if effects.purple_trades:
            needs.add("tradeable")
        if effects.purple_by_space:
            needs.add("purple_points")
            # The last chip may be a purple one that moves on.
            needs |= {"last"} if effects.green_moves_last else set()
    if ids.BLACK in colours:
        needs.add("blacks")
    return needs


@dataclass
class RoundWorth:
    """An objective: what the evaluation of a result brings a seat, weighed by a record of values.

    Compared with a pot that wins nothing and an empty flask. The supply is as it is now, and the
    bonus die counts by a chance to win it that is the same for every pot that did not explode.
    """

    values: Values
    """What things are worth to the seat."""
    effects: Effects
    """The effects of the pages and the card in force."""
    points: int
    """The seat's victory points before the evaluation."""
    rubies: int
    """The seat's rubies before the evaluation."""
    die_chance: float
    """The chance to roll the bonus die with a pot that did not explode (R5.A)."""
    neighbours: tuple[int, ...] = (0, 0)
    """Black chips in the pots to the left and right; one pot for two players."""
    overflow: bool = False
    """Whether the overflow bowl is played (R7.3)."""
    kinds: InitVar[frozenset[int]] = frozenset(range(ids.KINDS))
    """The kinds that can come into the pot."""
    supply: InitVar[frozenset[int]] = frozenset(range(ids.KINDS))
    """The kinds of which the supply has some."""
    needs: frozenset[str] = field(init=False)
    """The fields of `BrewResult` on which the worth depends."""
    likes_aside: bool = field(init=False)
    """Whether a red chip aside is never worth less than the same one in the bag."""

    @classmethod
    def of(
        cls, view: View, seat: int, values: Values, *, die_chance: float | None = None
    ) -> RoundWorth:
        """The worth of this round for a seat, from what a viewer sees.

        Without a `die_chance` every player is as likely as any other to roll the bonus die.
        """
        count = len(view.seats)
        around = dict.fromkeys(other % count for other in (seat + 1, seat - 1))
        blacks = [sum(code == "K1" for code, _ in view.seats[other].pot) for other in around]
        own = view.seats[seat]
        chips = [*view.whole_bag(seat), *own.aside, *own.bowl, *(code for code, _ in own.pot)]
        return cls(
            values=values,
            effects=effects_of(view.setup, view.card),
            points=own.vp,
            rubies=own.rubies,
            die_chance=1 / count if die_chance is None else die_chance,
            neighbours=tuple(blacks),
            overflow=view.setup.overflow,
            kinds=frozenset(KIND[code] for code in chips),
            supply=frozenset(KIND[code] for code in view.supply),
        )

    def __post_init__(self, kinds: frozenset[int], supply: frozenset[int]) -> None:
        """Work out what is needed, and what each reward is worth."""
        values, effects = self.values, self.effects
        self._step = best_step(values)
        self._chip = [value if kind in supply else 0.0 for kind, value in enumerate(values.chip)]
        self.ruby_worths = [self._ruby_values(flask) for flask in (0, 1)]
        self.die_worth = self.die_chance * effects.die_rolls * self._face_mean()
        self.white_seven_gain = self._gain(effects.white_seven)
        self._ruby_space = _plus((0, 1, 0.0), self._gain(effects.ruby_space))
        self._green_last = self._gain(effects.green_last)
        self._for_ruby = _plus((0, -1, 0.0), self._gain(effects.green_last_for_ruby))
        self._black = [self._gain(line) for line in effects.black_duel or effects.black_neighbours]
        self._purple_lines = [self._gain(line) for line in effects.purple_line]
        self._given_back = [
            _plus(self._gain(line), (0, 0, -number * values.chip[ids.P1]))
            for number, line in enumerate(effects.purple_given_back, start=1)
        ]
        needs = {"space", "end", "flask"}
        needs |= _needed_fields(effects, {COLOUR[kind] for kind in kinds})
        if self.overflow:
            needs.add("bowl")
        if effects.fills_flask or self.ruby_worths[0] == self.ruby_worths[1]:
            needs.discard("flask")
        self.needs = frozenset(needs)
        self._pays_by_space = effects.purple_by_space
        self.moves_last = effects.green_moves_last
        self.pays_aside = "aside" in needs
        self._unneeded = [n for n, name in enumerate(BrewResult._fields) if name not in needs]
        self._scored: dict[tuple[int, bool, int, int], list[Gain]] = {}
        self.likes_aside = min(values.aside) >= 0.0

    def __call__(self, result: BrewResult, /) -> float:
        """What a result is worth; fields that are not needed don't count."""
        if any(result[field] != BLANK[field] for field in self._unneeded):
            needed = {name: getattr(result, name) for name in self.needs}
            result = BLANK._replace(**needed)
        gain, gains = self._certain_gain(result), self.scored_gains(result, result.space)
        seven = result.white == SEVEN
        if seven and self.moves_last and result.greens and result.space <= LAST_SPACE:
            gains = [*gains, *self.scored_gains(result, result.space + result.greens)]
        if result.last or result.next_to_last:
            gains = _combine(self.green_gains(result, gain[1]), gains)
        if result.purples:
            gains = _combine(self.purple_gains(result), gains)
        rubies = self.ruby_worths[1 if self.effects.fills_flask else result.flask]
        points, won, other = gain
        totals = [
            self._points_value(points + more) + rubies[min(won + rest, MOST_WON)] + also
            for more, rest, also in gains
        ]
        return other + max(totals)

    @property
    def key(self) -> tuple[object, ...]:
        """All that the worth depends on: objectives with equal keys weigh every result alike."""
        values = tuple(
            tuple(part) if isinstance(part, list) else part
            for part in (getattr(self.values, name) for name, _ in self.values.fields)
        )
        own = (self.points, self.rubies, self.die_chance, self.neighbours, self.overflow)
        return values, id(self.effects), own, self.needs, tuple(self._chip)

    @property
    def alike_in_tail(self) -> tuple[int, ...]:
        """For each code of a chip in a tail that of the chips that are paid like it."""
        effects = self.effects
        codes = list(range(TAIL_CHIP_BITS + 1))
        alike = bool(effects.green_last or effects.green_last_for_ruby)
        moves = effects.green_moves_last and effects.purple_by_space
        for kind in range(ids.O1, ids.KINDS):
            codes[kind + 1] = 0
            if COLOUR[kind] == ids.GREEN and (alike or effects.green_last_chips):
                codes[kind + 1] = (ids.G1 if alike else kind) + 1
            if kind == ids.P1 and moves:
                codes[kind + 1] = kind + 1
        return tuple(codes)

    def _points_value(self, points: int) -> float:
        """What points are worth on top of those that the seat has."""
        values = self.values
        worth = points * values.point
        if values.lead_cost:
            ahead = self.points - values.lead
            worth -= values.lead_cost * (max(ahead + points, 0.0) - max(ahead, 0.0))
        return worth

    # --- what is worked out once -----------------------------------------------------------------

    def _ruby_values(self, flask: int) -> list[float]:
        """What any number of rubies more is worth, against an empty flask and none.

        Indexed from 0; the entries at the end, for -1 and -2, are rubies that are paid.
        """
        nothing = rubies_value(self.values, self.rubies, 0)
        counts = [*range(MOST_WON + 1), -2, -1]
        full = self.values.flask if flask else 0.0
        return [
            full + rubies_value(self.values, max(self.rubies + count, 0), flask) - nothing
            for count in counts
        ]

    def _face_mean(self) -> float:
        """What a roll of the bonus die is worth on average (R1.4)."""
        worths = {
            "1vp": self._points_value(1),
            "2vp": self._points_value(2),
            "ruby": self.ruby_worths[1][1] - self.ruby_worths[1][0],
            "droplet": self._step,
        }
        faces = [worths[face] if face in worths else self._chip[KIND[face]] for face in DIE_FACES]
        return sum(faces) / len(faces)

    def _gain(self, reward: Reward | None) -> Gain:
        """What a reward brings."""
        if reward is None:
            return NO_GAIN
        chips = sum(self._chip[kind] for kind in reward.chips)
        return reward.points, reward.rubies, reward.steps * self._step + chips

    # --- what a result brings --------------------------------------------------------------------

    def _certain_gain(self, result: BrewResult) -> Gain:
        """What a result brings without a choice before the green chips (R5.A, R5.1, R5.2)."""
        points, rubies, other = result.points, result.rubies, 0.0
        if result.end == STOPPED:
            other += self.die_worth
        if self.pays_aside:
            one, two, four = result.aside
            worth = self.values.aside
            other += worth[0] * one + worth[1] * two + worth[2] * four
        gain = (points, rubies, other)
        if self.effects.white_seven and result.white == SEVEN:
            gain = _plus(gain, self.white_seven_gain)
        return _plus(gain, self.black_gain(result.blacks)) if result.blacks else gain

    def black_gain(self, own: int) -> Gain:
        """What black chips bring against the pots beside (R5.1, R5.2)."""
        least, most = min(self.neighbours), max(self.neighbours)
        if own > least or (self.effects.black_duel and own == least):
            return self._black[own > most]
        return NO_GAIN

    def green_gains(self, result: BrewResult, won: int) -> list[Gain]:
        """What green chips among the last two bring (R5.3, R5.4, R5.6)."""
        effects, gain, count = self.effects, NO_GAIN, 0
        for code in (result.last, result.next_to_last):
            if code and COLOUR[code - 1] == ids.GREEN:
                count += 1
                if effects.green_last:
                    gain = _plus(gain, self._green_last)
                elif effects.green_last_chips:
                    chips = effects.green_last_chips[code - 1]
                    gain = _plus(gain, (0, 0, max(0.0, *(self._chip[kind] for kind in chips))))
        gains = [gain]
        if effects.green_last_for_ruby:
            for _ in range(min(count, self.rubies + won)):
                gains.append(_plus(gains[-1], self._for_ruby))
        return gains

    def purple_gains(self, result: BrewResult) -> list[Gain]:
        """What purple chips bring, by choice (R5.7, R5.8, R5.10)."""
        effects, count = self.effects, result.purples
        if effects.purple_line:
            return self._purple_lines[:count]
        if effects.purple_given_back:
            return [NO_GAIN, *self._given_back[:count]]
        trades = [trade for line in effects.purple_trades[:count] for trade in line]
        in_pot = [(old, new) for old, new in trades if result.tradeable >> old & 1]
        gains = [self._chip[new] - self.values.chip[old] for old, new in in_pot]
        return [(0, 0, max([0.0, *gains]))]

    def scored_gains(self, result: BrewResult, space: int) -> list[Gain]:
        """What a scoring space brings, and purple chips by their spaces (R5.9, R5.C to R5.E)."""
        space = min(space, SPOON)
        bowl, by_space = result.bowl // 2, 0
        if self._pays_by_space:
            by_space = result.purple_points
            if space != result.space and result.last == ids.P1 + 1:
                by_space += PURPLE_SPACE_POINTS[space - 1] - PURPLE_SPACE_POINTS[result.space - 1]
        key = (space, result.end == EXPLODED, bowl, by_space)
        known = self._scored.get(key)
        if known is None:
            points, rubies, other = self._ruby_space if SPACE_RUBY[space] else NO_GAIN
            points += by_space
            won = points + SPACE_POINTS[space] + bowl
            coins = other + self.values.coins[min(SPACE_COINS[space], MOST_COINS)]
            known = [(won, rubies, coins)]
            if result.end == EXPLODED:
                known = [(won, rubies, other), (points, rubies, coins)]
            self._scored[key] = known
        return known
