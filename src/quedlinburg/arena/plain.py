"""Deals played in plain Python by the bot protocol: a view in, an action out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from quedlinburg.arena.contest import Contest
from quedlinburg.arena.deals import Deal, seat_of
from quedlinburg.arena.luck import Sown
from quedlinburg.arena.roster import make_entry
from quedlinburg.arena.sheets import DROPLET, EXPLODED, MEASURES, NOTHING, POINTS, RUBIES, Sheet
from quedlinburg.bots import Bot
from quedlinburg.engine import events
from quedlinburg.engine.game import Game
from quedlinburg.engine.names import KIND
from quedlinburg.rules.tables import LAST_ROUND


class Diary:
    """What the seats of one game did by round, read from its events."""

    def __init__(self, players: int, rubies: int) -> None:
        """Open a diary; every seat begins with the edition's rubies."""
        self.rounds = [[[0] * MEASURES for _ in range(LAST_ROUND)] for _ in range(players)]
        self.bought = [[[0] * (NOTHING + 1) for _ in range(LAST_ROUND)] for _ in range(players)]
        self._now = [[0] * MEASURES for _ in range(players)]
        self._round = 1
        for now in self._now:
            now[RUBIES] = rubies

    def read(self, told: Iterable[events.Event]) -> None:
        """Write down the events of a whole game."""
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
        """Begin a round: nothing has exploded yet."""
        self._round = round_no
        for now in self._now:
            now[EXPLODED] = 0

    def _close(self) -> None:
        """Write down what the round left; what the end of the game adds comes on top of it."""
        for seat, now in enumerate(self._now):
            self.rounds[seat][self._round - 1] = now[:]
            kinds = self.bought[seat][self._round - 1]
            kinds[NOTHING] = int(not any(kinds[:NOTHING]))


def play_game(deal: Deal, bots: Sequence[Bot]) -> tuple[Game, int]:
    """Let bots play a deal to its end, each in its seat; count the decisions."""
    game = Game.new(deal.setup, luck=Sown(deal.seed))
    decisions = 0
    while waiting := game.waiting:
        seat = waiting[0]
        game.act(seat, bots[seat].decide(game.view(seat), game.legal_actions(seat)))
        decisions += 1
    return game, decisions


def play_deals(contest: Contest, deals: list[Deal]) -> Sheet:
    """Play deals in every rotation and write down what came of them."""
    sheet = Sheet.blank(contest.players, len(deals))
    decisions = 0
    for row, deal in enumerate(deals):
        sheet.numbers[row] = deal.number
        for rotation in range(contest.players):
            decisions += _play_rotation(contest, deal, rotation, row, sheet)
    return replace(sheet, decisions=decisions)


def _play_rotation(contest: Contest, deal: Deal, rotation: int, row: int, sheet: Sheet) -> int:
    """Play one game and write it down in its row."""
    players = contest.players
    seats = [seat_of(entry, rotation, players) for entry in range(players)]
    bots: dict[int, Bot] = {}
    for entry, seat in enumerate(seats):
        bots[seat] = make_entry(contest.seats[entry], f"{deal.seed} {seat}")
    game, decisions = play_game(deal, [bots[seat] for seat in range(players)])
    outcome = game.outcome
    if outcome is None:
        raise RuntimeError(f"deal {deal.number} of seed {contest.seed!r} came to no end")
    diary = Diary(players, int(deal.setup.switches["rubies"]))
    diary.read(game.events)
    for entry, seat in enumerate(seats):
        sheet.points[row, rotation, entry] = outcome.points[seat]
        sheet.winners[row, rotation] |= int(seat in outcome.winners) << entry
        sheet.rounds[entry] += diary.rounds[seat]
        sheet.bought[entry] += diary.bought[seat]
    return decisions
