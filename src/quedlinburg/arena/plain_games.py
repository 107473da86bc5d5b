"""Play deals in plain Python, through the bot protocol: a view in, an action out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from quedlinburg.arena.contest import Contest
from quedlinburg.arena.deals import Deal, seat_of
from quedlinburg.arena.entries import make_entry
from quedlinburg.arena.results import DROPLET, EXPLODED, MEASURES, NOTHING, POINTS, RUBIES, Results
from quedlinburg.bots import Bot
from quedlinburg.engine import events
from quedlinburg.engine.game import Game
from quedlinburg.engine.names import KIND
from quedlinburg.rules.constants import LAST_ROUND
from quedlinburg.rules.table import Table
from quedlinburg.sim import generator
from quedlinburg.sim.games import (
    NOBODY,
    TOGETHER,
    brewing_round,
    last_brewer,
    next_to_decide,
    order_number,
)
from quedlinburg.sim.luck import Fast


class SeedLuck(Fast):
    """The luck that compiled games have with the same seed, for plain games."""

    def __init__(self, seed: int) -> None:
        """Derive the generator's state from a seed."""
        blank = Table(self)
        generator.sow(blank, seed)
        self._words = blank.rng
        self._blank = blank

    def _keyed(self, t: Table) -> Table:
        """The table with the generator's state of the seed."""
        t.rng[:] = self._words
        return t

    def chip(self, t: Table, seat: int) -> int:
        """Draw a chip."""
        return super().chip(self._keyed(t), seat)

    def look(self, t: Table, seat: int, count: int) -> list[int]:
        """Look at chips, one after the other."""
        return super().look(self._keyed(t), seat, count)

    def die(self, t: Table, seat: int) -> int:
        """Roll the die."""
        return super().die(self._keyed(t), seat)

    def card(self, t: Table) -> int:
        """Turn up a card."""
        return super().card(self._keyed(t))

    def start(self, players: int) -> int:
        """Draw the start player."""
        self._blank.players = players
        return generator.pick_start(self._blank)


class Diary:
    """Measures and purchases of a game by seat and round, counted from its events."""

    def __init__(self, players: int, rubies: int) -> None:
        """Begin at zero, with the rubies that the edition gives every seat."""
        self.rounds = [[[0] * MEASURES for _ in range(LAST_ROUND)] for _ in range(players)]
        self.bought = [[[0] * (NOTHING + 1) for _ in range(LAST_ROUND)] for _ in range(players)]
        self._now = [[0] * MEASURES for _ in range(players)]
        self._round = 1
        for now in self._now:
            now[RUBIES] = rubies

    def read(self, told: Iterable[events.Event]) -> None:
        """Count the events of a whole game."""
        for event in told:
            match event:
                case events.RoundBegan():
                    self._open(event.round)
                case events.RoundEnded() | events.GameEnded():
                    self._close()
                case events.PotExploded():
                    self._now[event.seat][EXPLODED] = 1
                case events.PotRestarted():
                    self._now[event.seat][EXPLODED] = 0
                case events.PointsWon():
                    self._now[event.seat][POINTS] += event.points
                case events.RubiesWon():
                    self._now[event.seat][RUBIES] += event.rubies
                case events.RubiesPaid():
                    self._now[event.seat][RUBIES] -= event.rubies
                case events.DropletMoved():
                    self._now[event.seat][DROPLET] += event.steps
                case events.ChipBought():
                    self.bought[event.seat][self._round - 1][KIND[event.kind]] += 1

    def _open(self, round_no: int) -> None:
        """Begin a round: no pot has exploded."""
        self._round = round_no
        for now in self._now:
            now[EXPLODED] = 0

    def _close(self) -> None:
        """Store what the seats have at the end of a round; the end of the game stores it again."""
        for seat, now in enumerate(self._now):
            self.rounds[seat][self._round - 1] = now[:]
            kinds = self.bought[seat][self._round - 1]
            kinds[NOTHING] = int(not any(kinds[:NOTHING]))


def play_game(deal: Deal, bots: Sequence[Bot], order: int = TOGETHER) -> tuple[Game, int]:
    """Let the bots of the seats play a deal to its end; return the game and its decisions."""
    game = Game.new(deal.setup, luck=SeedLuck(deal.seed))
    decisions = 0
    last = NOBODY
    while game.waiting:
        seat = next_to_decide(game.table, order, last)
        brewing = brewing_round(game.table)
        game.act(seat, bots[seat].decide(game.view(seat), game.legal_actions(seat)))
        last = last_brewer(game.table, seat, brewing)
        decisions += 1
    return game, decisions


def play_deals(contest: Contest, deals: list[Deal]) -> Results:
    """Play deals in every rotation and return their results."""
    results = Results.blank(contest.players, len(deals))
    decisions = 0
    for row, deal in enumerate(deals):
        results.numbers[row] = deal.number
        for rotation in range(contest.players):
            decisions += _play_rotation(contest, deal, rotation, row, results)
    return replace(results, decisions=decisions)


def _play_rotation(contest: Contest, deal: Deal, rotation: int, row: int, results: Results) -> int:
    """Play one game, add it to the results and return the number of decisions."""
    players = contest.players
    seats = [seat_of(entry, rotation, players) for entry in range(players)]
    bots: dict[int, Bot] = {}
    for entry, seat in enumerate(seats):
        bots[seat] = make_entry(contest.seats[entry], f"{deal.seed} {seat}")
    playing = [bots[seat] for seat in range(players)]
    game, decisions = play_game(deal, playing, order_number(contest.order))
    outcome = game.outcome
    if outcome is None:
        raise RuntimeError(f"deal {deal.number} of seed {contest.seed!r} came to no end")
    diary = Diary(players, int(deal.setup.switches["rubies"]))
    diary.read(game.events)
    for entry, seat in enumerate(seats):
        results.points[row, rotation, entry] = outcome.points[seat]
        results.winners[row, rotation] |= int(seat in outcome.winners) << entry
        results.rounds[entry] += diary.rounds[seat]
        results.bought[entry] += diary.bought[seat]
    return decisions
