"""Studies of a bot, in plain Python: gifts change nothing but what they bring."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from quedlinburg.arena import plain_games
from quedlinburg.arena.contest import Contest
from quedlinburg.arena.deals import Deal, deal_of
from quedlinburg.arena.results import EXPLODED
from quedlinburg.arena.study import studies, watching
from quedlinburg.arena.study.watching import GIFTS, Habits
from quedlinburg.bots import make_bot
from quedlinburg.bots.games.playing import Cast
from quedlinburg.bots.policies.policy import POLICIES
from quedlinburg.bots.value.search import Search, new_scratch
from quedlinburg.rules import options
from quedlinburg.rules.constants import LAST_ROUND
from quedlinburg.rules.ids import CARDS
from quedlinburg.rules.table import SEATS, Table
from quedlinburg.sim import games
from quedlinburg.sim.arrays import FloatArray
from quedlinburg.sim.luck import Fast


def laid(deal: Deal) -> Table:
    """A table before its first card."""
    t = Table(Fast())
    games.lay_table(t, deal.setup.to_table(Fast()), deal.seed, -1)
    return t


def cast_of(bot: str, players: int) -> Cast:
    """All seats alike."""
    return Cast(
        np.full((4, SEATS), POLICIES[bot]),
        np.zeros((4, SEATS), np.int64),
        np.zeros((1, 0)),
        [Search()],
    )


def gifts(bot: str, number: int, game: int = 0) -> FloatArray:
    """Points and share with each gift in each round."""
    contest = Contest((bot,) * 3)
    worth: FloatArray = np.zeros((LAST_ROUND + 1, GIFTS, SEATS))
    tables: Sequence[Table] = [Table(Fast()), Table(Fast())]
    watching.try_gifts(laid(deal_of(contest, number)), tables, cast_of(bot, 3), game, worth)
    return worth[:LAST_ROUND, :, :2]


def watched(bot: str, number: int) -> tuple[Habits, int]:
    """How a game was brewed, and how many pots exploded by the bot's own diary."""
    contest = Contest((bot,) * 3)
    deal = deal_of(contest, number)
    habits = Habits(
        draws=np.zeros((LAST_ROUND, watching.RISKS), np.int64),
        stops=np.zeros((LAST_ROUND, watching.RISKS), np.int64),
        answers=np.zeros((LAST_ROUND, 2), np.int64),
        cards=np.zeros((CARDS, watching.COUNTS), np.int64),
        pages=np.zeros((watching.PAGES, watching.COUNTS), np.int64),
        now=np.zeros(SEATS, np.int64),
    )
    watching.watch_game(laid(deal), new_scratch(), cast_of(bot, 3), 0, habits)
    results = plain_games.play_deals(contest, [deal])
    # Three rotations of equal bots are three times the same game.
    return habits, int(results.rounds[:, :, EXPLODED].sum()) // 3


@pytest.mark.parametrize("number", [0, 3])
def test_without_a_gift_every_game_ends_alike(number: int) -> None:
    """Going on from the beginning of any round repeats the game: the luck is the same."""
    found = gifts("apprentice", number)
    without = found[:, watching.NOTHING]
    assert (without == without[0]).all()


def test_the_number_of_the_game_says_who_gets_the_gift() -> None:
    """Each seat in its game: without a gift it has the points that it always has."""
    contest = Contest(("apprentice",) * 3)
    game, _ = plain_games.play_game(deal_of(contest, 0), [make_bot("apprentice")] * 3)
    assert game.outcome is not None
    points = [gifts("apprentice", 0, seat)[0, watching.NOTHING, 0] for seat in range(3)]
    assert points == list(game.outcome.points)
    assert len(set(points)) > 1


def test_gifts_change_games_and_more_so_early() -> None:
    """A droplet space at the start pays again and again."""
    found = np.stack([gifts("apprentice", number, number % 3) for number in range(6)])
    gained = (found[:, :, watching.STEP] - found[:, :, watching.NOTHING])[..., 0].mean(axis=0)
    assert gained[:3].sum() > gained[6:].sum()
    last = (found[:, -1, watching.RUBY] - found[:, -1, watching.NOTHING])[:, 0]
    assert set(last.tolist()) <= {0.0, 1.0}, "in round 9 a ruby is half a point, rounded down"


def test_a_gift_is_exactly_what_it_says() -> None:
    """One ruby, one space, a full or an empty flask, for one seat."""
    t = laid(deal_of(Contest(("novice", "novice")), 0))
    before = (t.rubies[1], t.droplet[1], t.flask[1], t.rubies[0])
    watching.give(t, 1, watching.NOTHING)
    assert (t.rubies[1], t.droplet[1], t.flask[1], t.rubies[0]) == before
    for gift in (watching.RUBY, watching.STEP, watching.EMPTY_FLASK):
        watching.give(t, 1, gift)
    assert (t.rubies[1], t.droplet[1], t.flask[1]) == (before[0] + 1, before[1] + 1, 0)
    watching.give(t, 1, watching.FULL_FLASK)
    assert t.flask[1] == 1
    assert t.rubies[0] == before[3]


@pytest.mark.parametrize("bot", ["apprentice", "fixed_risk"])
def test_every_pot_is_counted_once_for_its_card_and_its_pages(bot: str) -> None:
    """Nine rounds of three pots; explosions as the diary has them."""
    habits, exploded = watched(bot, 1)
    assert habits.cards[:, watching.POTS].sum() == 27
    pages = habits.pages[:, watching.POTS]
    assert set(pages[pages > 0].tolist()) == {27}
    assert (pages > 0).sum() == 7
    assert habits.cards[:, watching.EXPLOSIONS].sum() == exploded
    assert habits.answers.sum() <= exploded


def test_risks_of_a_careful_bot_stay_small() -> None:
    """The novice stops before it is dangerous; the random bot does not look."""
    careful, _ = watched("novice", 2)
    bold, _ = watched("random", 2)
    assert careful.draws[:, 6:].sum() == 0
    assert bold.draws[:, 1:].sum() / bold.draws.sum() > 2 * (
        careful.draws[:, 1:].sum() / careful.draws.sum()
    )


def test_the_risk_of_a_draw_is_the_share_of_chips_that_explode() -> None:
    """White 7 of 7: every white chip of the bag explodes the pot; a shield covers it."""
    t = laid(deal_of(Contest(("novice", "novice")), 0))
    t.bag[0] = [0] * 18
    t.bag[0][0] = 1
    t.bag[0][3] = 3
    t.white_sum[0] = 7
    assert watching.permille(t, 0) == 250
    t.white_sum[0] = 6
    assert watching.permille(t, 0) == 0
    t.white_sum[0], t.shield[0] = 7, 1
    assert watching.permille(t, 0) == 0
    habits, _ = watched("random", 0)
    before = habits.draws.sum()
    t.shield[0] = 0
    watching.watch_brewing(t, 0, options.DRAW, habits)
    assert habits.draws.sum() == before + 1


@pytest.mark.soak
def test_compiled_studies_see_what_plain_ones_see() -> None:
    """The same functions, compiled: the same counts and the same worth."""
    contest = Contest(("apprentice",) * 3)
    habits = studies.habits_of(contest, 1, 1)
    plainly, _ = watched("apprentice", 1)
    for compiled, counted in zip(habits[:5], plainly[:5], strict=True):
        assert (compiled == counted).all()
    assert (studies.gifts_worth(contest, 3, 1)[0] == gifts("apprentice", 3)).all()
    pairs = studies.first_purchases(contest, 0, 2)
    assert all(sum(counter.values()) == 6 for counter in pairs)
