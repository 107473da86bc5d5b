"""What a round is worth by simple exchange rates, in victory points: the value used by default.

Points count as they are. Coins, rubies, a droplet space, a full flask and chips are worth what
they may still bring in the rounds that follow. The rates are plain guesses, named in `Rates`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from quedlinburg.engine.luck import Scripted
from quedlinburg.engine.names import KIND
from quedlinburg.engine.view import View
from quedlinburg.odds.brewed import EXPLODED, STOPPED, Brewed
from quedlinburg.odds.layout import purple_worth
from quedlinburg.rules import ids, rewards
from quedlinburg.rules.tables import (
    CARD_IDS,
    COLOUR,
    LAST_ROUND,
    LAST_SPACE,
    REWARD_CHIP,
    REWARD_FIRST,
    REWARD_POINTS,
    REWARD_RUBIES,
    REWARD_SECOND_CHIP,
    REWARD_STEPS,
    SPACE_COINS,
    SPACE_POINTS,
    SPACE_RUBY,
    SPOON,
    VALUE,
)


@dataclass(frozen=True, slots=True)
class Rates:
    """What things are worth in victory points while `rounds` rounds follow."""

    rounds: int
    """How many rounds follow."""
    coin: float
    """What a coin is worth."""
    step: float
    """What a space of the droplet is worth."""
    ruby: float
    """What a ruby is worth."""
    flask: float
    """What a full flask is worth."""
    aside: float
    """What a red chip's point of value is worth aside."""

    @classmethod
    def after(cls, round_no: int) -> Rates:
        """The usual rates of a round: a coin buys chips that come up in every later round.

        >>> Rates.after(9)
        Rates(rounds=0, coin=0.2, step=0.0, ruby=0.5, flask=0.0, aside=0.0)
        """
        rounds = LAST_ROUND - round_no
        step = 0.45 * rounds
        return cls(
            rounds=rounds,
            coin=0.07 * rounds if rounds else 0.2,
            step=step,
            ruby=max(0.5, step / 2),
            flask=1.0 if rounds else 0.0,
            aside=0.2 if rounds else 0.0,
        )


# The fields that each page makes the worth of a round depend on.
_PAGE_NEEDS: dict[int, set[str]] = {
    ids.GREEN_1: {"last", "next_to_last"},
    ids.GREEN_2: {"last", "next_to_last"},
    ids.GREEN_3: {"white", "greens"},
    ids.GREEN_4: {"last", "next_to_last"},
    ids.BLUE_3: {"rubies"},
    ids.BLUE_4: {"points"},
    ids.RED_2: {"aside"},
    ids.PURPLE_1: {"purples"},
    ids.PURPLE_2: {"purples"},
    ids.PURPLE_3: {"purple_points"},
    ids.PURPLE_4: {"purples", "tradeable"},
}


@dataclass
class RoundWorth:
    """The worth of a round: what its evaluation brings by the rates, other seats left as they are.

    `neighbours` are the black chips in the pots to the left and right now (one pot for two
    players). The bonus die counts as won by one of the players who did not explode, all alike.
    """

    pages: tuple[int, ...]
    """The page that each colour plays, by the numbers of the rules."""
    card: int
    """The card in force, by the number of the rules."""
    round: int
    """The round, 1 to 9."""
    players: int
    """How many play."""
    prices: tuple[int, ...]
    """What each kind costs."""
    neighbours: tuple[int, ...] = (0, 0)
    """Black chips in the pots to the left and right; one pot for two players."""
    chips: frozenset[int] = frozenset(range(ids.KINDS))
    """The kinds that can come into the pot."""
    overflow: bool = False
    """Whether the overflow bowl is played (R7.3)."""
    likes_aside: bool = True
    """Whether a red chip aside is never worth less than the same one in the bag."""
    rates: Rates = field(init=False)
    """What things are worth in this round."""
    needs: frozenset[str] = field(init=False)
    """The fields of `Brewed` on which the worth depends."""

    def __post_init__(self) -> None:
        """Work out the rates, what is needed, and what each scoring space brings."""
        self.rates = Rates.after(self.round)
        needs = {"space", "ending", "flask"}
        colours = {COLOUR[kind] for kind in self.chips}
        for page in self.pages:
            if page // 10 in colours:
                needs |= _PAGE_NEEDS.get(page, set())
        if ids.BLACK in colours:
            needs.add("blacks")
        if self.card == ids.SEASONED_PERFECTLY:
            needs.add("white")
        if self.overflow:
            needs.add("bowl")
        if self.moves_purple and "purple_points" in needs:
            needs.add("last")
        if not self.rates.flask or self.card == ids.MAGIC_POTION:
            needs.discard("flask")
        self.needs = frozenset(needs)

    @classmethod
    def of(cls, view: View, seat: int) -> RoundWorth:
        """The worth of this round for a seat, from what a viewer sees."""
        table = view.setup.to_table(Scripted(()))
        count = len(view.seats)
        around = dict.fromkeys(other % count for other in (seat + 1, seat - 1))
        blacks = [sum(code == "K1" for code, _ in view.seats[other].pot) for other in around]
        own = view.seats[seat]
        chips = [*view.whole_bag(seat), *own.aside, *own.bowl, *(code for code, _ in own.pot)]
        kinds = frozenset(KIND[code] for code in chips)
        return cls(
            pages=tuple(table.page),
            card=CARD_IDS.index(view.card) if view.card else ids.NO_CARD,
            round=view.round,
            players=count,
            prices=tuple(table.price),
            neighbours=tuple(blacks),
            chips=kinds,
            overflow=view.setup.overflow,
        )

    @property
    def moves_purple(self) -> bool:
        """Whether green 3 may move a purple chip that purple 3 counts (R5.5)."""
        return self.pages[ids.GREEN] == ids.GREEN_3 and self.pages[ids.PURPLE] == ids.PURPLE_3

    def __call__(self, brewed: Brewed, /) -> float:
        """What a brew is worth."""
        rates = self.rates
        worth = brewed.points + brewed.rubies * rates.ruby + brewed.flask * rates.flask
        if brewed.ending == STOPPED:
            worth += self._die() / self.players
        if "aside" in self.needs:
            one, two, four = brewed.aside
            worth += rates.aside * (one + 2 * two + 4 * four)
        worth += self._last_chips(brewed) + self._black(brewed.blacks)
        if self.card == ids.SEASONED_PERFECTLY and brewed.white == 7:
            worth += rates.step
        stay = self._scored(brewed, brewed.space)
        if brewed.greens and brewed.white == 7 and brewed.space <= LAST_SPACE:
            return worth + max(stay, self._scored(brewed, brewed.space + brewed.greens))
        return worth + stay

    # --- the parts -------------------------------------------------------------------------------

    def _scored(self, brewed: Brewed, space: int) -> float:
        """Purple chips, and what a scoring space brings (R5.7 to R5.10, R5.C to R5.E)."""
        space = min(space, SPOON)
        worth = self._purple(brewed)
        if space != brewed.space and brewed.last == ids.P1 + 1:
            worth += purple_worth(space - 1) - purple_worth(brewed.space - 1)
        if SPACE_RUBY[space]:
            worth += self.rates.ruby
            if self.card in (ids.SHINING_BRIGHT, ids.LUCKY_DEVIL):
                worth += self._reward(REWARD_FIRST[CARD_IDS[self.card]])
        points = SPACE_POINTS[space] + brewed.bowl // 2
        coins = SPACE_COINS[space] * self.rates.coin
        if self.round == LAST_ROUND:
            coins = float(SPACE_COINS[space] // 5)
        return worth + (max(points, coins) if brewed.ending == EXPLODED else points + coins)

    def _die(self) -> float:
        """What the bonus die brings on average; both rolls of *The pot is full* (R5.A)."""
        orange = self.prices[ids.O1] * self.rates.coin if self.rates.rounds else 0.0
        roll = (4 + self.rates.ruby + self.rates.step + orange) / 6
        return 2 * roll if self.card == ids.POT_IS_FULL else roll

    def _chip(self, kind: int) -> float:
        """What a chip is worth: its price in coins, while it can still be drawn."""
        return self.prices[kind] * self.rates.coin if self.rates.rounds else 0.0

    def _last_chips(self, brewed: Brewed) -> float:
        """What green chips among the last two bring (R5.3, R5.4, R5.6)."""
        page, rates, worth = self.pages[ids.GREEN], self.rates, 0.0
        for code in (brewed.last, brewed.next_to_last):
            if code and COLOUR[code - 1] == ids.GREEN:
                match page:
                    case ids.GREEN_1:
                        worth += rates.ruby
                    case ids.GREEN_2:
                        worth += max(self._chip(kind) for kind in _GREEN_2[code - 1])
                    case ids.GREEN_4:
                        worth += max(0.0, rates.step - rates.ruby)
        return worth

    def _black(self, own: int) -> float:
        """What black chips bring against the pots beside (R5.1, R5.2)."""
        rates, beside = self.rates, self.neighbours
        if own == 0:
            return 0.0
        if self.players == 2:
            return (own >= beside[0]) * rates.step + (own > beside[0]) * rates.ruby
        more = [own > other for other in beside]
        return any(more) * rates.step + all(more) * rates.ruby

    def _purple(self, brewed: Brewed) -> float:
        """What purple chips bring (R5.7 to R5.10)."""
        count = min(brewed.purples, 3)
        match self.pages[ids.PURPLE]:
            case ids.PURPLE_1:
                lines = [self._reward(rewards.PURPLE_1 + line) for line in range(count)]
                return max([0.0, *lines])
            case ids.PURPLE_2:
                return max(self._given_back(number) for number in range(count + 1))
            case ids.PURPLE_3:
                return brewed.purple_points
            case ids.PURPLE_4:
                return max(self._trade(brewed.tradeable, line) for line in range(count + 1))
        return 0.0

    def _given_back(self, count: int) -> float:
        """What giving purple chips back brings, less what they are worth (R5.8)."""
        gain = self._reward(rewards.PURPLE_2 + count - 1) if count else 0.0
        return gain - count * self._chip(ids.P1)

    def _reward(self, row: int) -> float:
        """What a row of the rewards is worth: its chips, points, rubies and steps."""
        chips = [kind for kind in (REWARD_CHIP[row], REWARD_SECOND_CHIP[row]) if kind >= 0]
        worth = sum(self._chip(kind) for kind in chips) + REWARD_POINTS[row]
        return worth + REWARD_RUBIES[row] * self.rates.ruby + REWARD_STEPS[row] * self.rates.step

    def _trade(self, tradeable: int, line: int) -> float:
        """What the best trade of a line brings; line 0 is none (R5.10)."""
        if line == 0:
            return 0.0
        old, new = ((1, 2), (2, 4), (1, 4))[line - 1]
        best = 0.0
        for kind in range(ids.G1, ids.P1):
            if tradeable >> kind & 1 and VALUE[kind] == old:
                better = kind + (1 if new == 2 * old else 2)
                best = max(best, self._chip(better) - self._chip(kind))
        return best


_GREEN_2 = {ids.G1: (ids.O1,), ids.G2: (ids.B1, ids.R1), ids.G4: (ids.Y1, ids.P1)}
