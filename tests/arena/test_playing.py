"""Games of the arena: fair seats, the same games plain and compiled, in any number of processes."""

from __future__ import annotations

import itertools

import pytest

from quedlinburg.arena import compiled_games, plain_games
from quedlinburg.arena.contest import Contest
from quedlinburg.arena.deals import deal_of
from quedlinburg.arena.plain_games import SeedLuck
from quedlinburg.arena.results import EXPLODED, NOTHING, POINTS, Results
from quedlinburg.arena.runner import run, workers_of
from quedlinburg.arena.workers import Chunks, PlayDeals, PlayedChunk
from quedlinburg.bots import make_bot
from quedlinburg.engine.game import Game
from quedlinburg.rules import ids
from quedlinburg.rules.constants import LAST_ROUND
from quedlinburg.sim.games import ORDERS

WAYS: list[PlayDeals] = [compiled_games.play_deals, plain_games.play_deals]
either_way = pytest.mark.parametrize("play", WAYS, ids=["compiled", "plain"])


def results_of(play: PlayDeals, contest: Contest, deals: int) -> Results:
    """Play the first deals of a contest."""
    return play(contest, [deal_of(contest, number) for number in range(deals)])


@either_way
@pytest.mark.parametrize("bot", ["novice", "random"])
def test_identical_bots_have_exactly_equal_shares(play: PlayDeals, bot: str) -> None:
    """Over the rotations of each deal every seat of the contest gets the same, to the last bit."""
    results = results_of(play, Contest((bot,) * 3), 4)
    points = results.points.sum(axis=1)
    assert (points == points[:, :1]).all()
    shares = results.shares().sum(axis=1)
    assert (shares == shares[:, :1]).all()
    assert (results.rounds == results.rounds[:1]).all()
    assert (results.bought == results.bought[:1]).all()


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    "seats", [("apprentice", "novice"), ("novice", "fixed_risk", "apprentice")]
)
def test_plain_and_compiled_games_are_the_same(seats: tuple[str, ...], order: str) -> None:
    """Bots by the protocol and policies over records see the same luck and do the same."""
    contest = Contest(seats, variants=True, order=order)
    compiled, plainly = (results_of(play, contest, 5) for play in WAYS)
    assert compiled.to_json() == plainly.to_json()


@either_way
def test_what_is_written_down_fits_together(play: PlayDeals) -> None:
    """The last round's points are the final ones, and every round has a purchase or none."""
    results = results_of(play, Contest(("apprentice", "novice", "novice", "fixed_risk")), 3)
    assert (results.rounds[:, LAST_ROUND - 1, POINTS] == results.points.sum(axis=(0, 1))).all()
    assert (results.rounds[:, :, EXPLODED] <= results.games).all()
    assert (results.bought[:, :, NOTHING] <= results.games).all()
    bought = results.bought[:, :, :NOTHING].sum(axis=2)
    assert (bought <= 2 * (results.games - results.bought[:, :, NOTHING])).all()
    assert (bought[:, LAST_ROUND - 1] == 0).all()
    assert (results.winners > 0).all()
    assert results.decisions > 12 * 9 * 4


def test_the_same_seat_draws_the_same_whoever_sits_there() -> None:
    """Duplicate luck: what a seat draws does not depend on the others (R3.6)."""
    contest = Contest(("novice", "random"))
    deal = deal_of(contest, 5)
    drawn = []
    for other in ("random", "cautious"):
        bots = [make_bot("novice"), make_bot(other, 5)]
        game, _ = plain_games.play_game(deal, bots)
        told = game.events[: [event.name for event in game.events].index("round_ended")]
        drawn.append([e for e in told if e.name == "chip_drawn" and getattr(e, "seat", 1) == 0])
    assert drawn[0] == drawn[1]
    assert len(drawn[0]) >= 3


def brewing_actions(order: str) -> list[list[tuple[int, bool]]]:
    """Who acted while potions were brewed, round by round, and whether others waited too."""
    deal = deal_of(Contest(("cautious",) * 4, stir="never"), 3)
    game, _ = plain_games.play_game(deal, [make_bot("cautious")] * 4, ORDERS[order])
    again = Game.from_record(game.record())
    rounds: list[list[tuple[int, bool]]] = [[] for _ in range(LAST_ROUND)]
    story = Game.new(deal.setup, luck=SeedLuck(deal.seed))
    for played in again.history:
        if story.table.phase == ids.POTIONS:
            alone = len(story.waiting) == 1
            rounds[story.table.round_no - 1].append((played.seat, alone))
        story.act(played.seat, played.action)
    return rounds


def test_together_nobody_acts_twice_while_another_seat_waits() -> None:
    """Brewing begins with the start player and goes round, one action each."""
    starts = []
    for actions in brewing_actions("together"):
        assert len(actions) > 8
        starts.append(actions[0][0])
        for (seat, _), (following, alone) in itertools.pairwise(actions):
            assert alone or following != seat
    assert [(seat - starts[0]) % 4 for seat in starts] == [n % 4 for n in range(LAST_ROUND)]


def test_by_seats_each_one_finishes_before_the_next_begins() -> None:
    """The old order: a later seat sees the pots of all before it."""
    for actions in brewing_actions("seats"):
        runs = [seat for seat, _ in itertools.groupby(seat for seat, _ in actions)]
        assert len(runs) == 4


def test_what_a_seat_draws_is_the_same_in_every_order() -> None:
    """Each seat has its own stream of luck (R3.6): bots that see only their own pot play alike."""
    contest = Contest(("random",) * 3, stir="never")
    stories = []
    for order in ORDERS.values():
        bots = [make_bot("cautious"), make_bot("cautious"), make_bot("cautious")]
        game, _ = plain_games.play_game(deal_of(contest, 2), bots, order)
        told = game.events[: [event.name for event in game.events].index("round_ended")]
        drawn = [e for e in told if e.name == "chip_drawn"]
        stories.append([[e for e in drawn if getattr(e, "seat", 3) == n] for n in range(3)])
    for together, by_seats in zip(*stories, strict=True):
        shared = min(len(together), len(by_seats))
        assert shared >= 3
        assert together[:shared] == by_seats[:shared]


def test_another_deal_draws_other_chips() -> None:
    """The seed is what the luck comes from, and nothing else."""
    contest = Contest(("novice", "novice"), books="1")
    stories = set()
    for number in range(6):
        game, _ = plain_games.play_game(deal_of(contest, number), [make_bot("novice")] * 2)
        again, _ = plain_games.play_game(deal_of(contest, number), [make_bot("novice")] * 2)
        assert game.events == again.events
        stories.add(tuple(str(event) for event in game.events if event.name == "chip_drawn"))
    assert len(stories) == 6


def test_sown_luck_draws_start_players_by_lot() -> None:
    """Every seat begins in some deal."""
    contest = Contest(("novice",) * 4)
    starts = {
        Game.new(deal.setup, luck=SeedLuck(deal.seed)).setup.start
        for deal in (deal_of(contest, number) for number in range(30))
    }
    assert starts == {0, 1, 2, 3}


def test_any_number_of_processes_gives_the_same_result() -> None:
    """Chunks by deal, merged in order."""
    contest = Contest(("cautious", "random"), games=12, plain=True)
    alone = run(contest).results
    assert alone.deals == 6
    assert run(contest, workers=workers_of(2)).results.to_json() == alone.to_json()


def test_chunks_hand_out_every_deal_once_whatever_their_size() -> None:
    """Growing or shrinking, no deal is lost and none is played twice."""
    contest = Contest(("novice", "random"), games=400)
    done = {0, 7, 8, 199}
    chunks = Chunks(contest, done)
    handed: list[int] = []
    sizes = []
    seconds = iter([0.001, 0.001, 0.01, 5.0, 0.3] * 100)
    while numbers := chunks.next():
        handed += numbers
        sizes.append(len(numbers))
        chunks.learn(PlayedChunk(Results.blank(2, len(numbers)), next(seconds)))
    assert handed == [number for number in range(200) if number not in done]
    assert len(set(sizes)) > 2


@pytest.mark.parametrize("processes", [0, -1, 1000])
def test_processes_are_counted_in_reason(processes: int) -> None:
    """None, or far too many, are refused."""
    with pytest.raises(ValueError, match=r"processes: .* is not allowed"):
        workers_of(processes)
