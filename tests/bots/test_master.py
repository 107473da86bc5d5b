"""The master: chances to win, exchange rates that were learned, and the two traps of others."""

from __future__ import annotations

import pytest

from quedlinburg.bots import make_bot
from quedlinburg.bots.heuristics.pot_facts import purchase
from quedlinburg.bots.policies.master import points_with_purchase
from quedlinburg.bots.reasons import REASON_KEYS, explain
from quedlinburg.bots.value.features import FLASK_AT
from quedlinburg.bots.value.marginal_values import fill_values
from quedlinburg.bots.value.net_query import (
    ask_net,
    current_points,
    neighbours_loss,
    points_with_chips,
    points_with_feature,
)
from quedlinburg.bots.value.search import Search
from quedlinburg.bots.weights import shipped
from quedlinburg.engine.game import Game
from quedlinburg.rules import ids
from quedlinburg.text import text

BAG = "bag W1x4 W2x2 W3 O1x2 G1 B1 R1 Y1"


def values_at(position: str) -> Search:
    """The master's values for seat 0."""
    search = Search()
    fill_values(Game.from_position(position).table, 0, search, shipped("master"))
    return search


def brewing(round_no: int, first: str = "", second: str = "", books: int = 1) -> str:
    """Two seats in the middle of a round, both with an ordinary bag."""
    head = f"players 2  books {books}  round {round_no}  card alms"
    return f"{head}\nseat 0  {first}  {BAG}\nseat 1  {second}  {BAG}"


# --- the two traps -------------------------------------------------------------------------------


def exploded(round_no: int, own: int, other: int) -> Game:
    """Seat 0 has exploded on space 36: 9 points, or 25 coins."""
    text = f"""players 2  books 1  round {round_no}  card alms
    seat 0  vp {own}  pot W3@20 W3@30 W2@35  exploded
    seat 1  vp {other}  pot O1@1  stopped
    begin  luck 1vp"""
    return Game.from_position(text)


def test_points_and_coins_are_both_weighed_as_chances_to_win() -> None:
    """After an explosion: each is a chance, and they are near each other in the middle."""
    for one in explain(exploded(5, 20, 20).view(0)):
        assert 0 < one.win < 1, one
    wins = {one.action: one.win for one in explain(exploded(5, 20, 20).view(0))}
    assert abs(wins["choose vp"] - wins["choose coins"]) < 0.3


@pytest.mark.parametrize(("round_no", "answer"), [(1, "choose coins"), (8, "choose vp")])
def test_an_exploded_pot_takes_coins_early_and_points_late(round_no: int, answer: str) -> None:
    """Chips bought in round 1 are drawn eight times, those of round 8 once."""
    assert explain(exploded(round_no, 20, 20).view(0))[0].action == answer


def flask_worth(round_no: int) -> float:
    """What the net itself says a full flask is worth after a round, over books and droplets."""
    worth = []
    for droplet, books in [(d, b) for d in (0, 3, 6) for b in (1, 2, 3, 4)]:
        t = Game.from_position(brewing(round_no, f"droplet {droplet}", books=books)).table
        query = ask_net(t, 0, shipped("master"), round_no)
        worth.append(current_points(query) - points_with_feature(query, FLASK_AT, -1.0))
    return sum(worth) / len(worth)


@pytest.mark.parametrize("round_no", range(1, 9))
def test_a_full_flask_is_worth_something_after_every_round(round_no: int) -> None:
    """It was tried in learning: a part of a point, whatever the round."""
    assert flask_worth(round_no) > 0.1


# --- what was learned ----------------------------------------------------------------------------


def test_lasting_things_lose_their_worth_as_the_rounds_go_by() -> None:
    """A step, a ruby and a strong chip are worth most in the beginning."""
    early, late = values_at(brewing(2)), values_at(brewing(8))
    assert early.step > 2 * late.step > 0
    for kind in (ids.R2, ids.B4, ids.Y4):
        assert early.chip[kind] > 2 * late.chip[kind] > 0
    assert early.ruby > late.ruby > 0


@pytest.mark.parametrize("round_no", [2, 4, 6])
def test_cherry_bombs_harm_and_other_chips_help(round_no: int) -> None:
    """As everybody knows."""
    values = values_at(brewing(round_no))
    assert values.chip[ids.W1] < 0
    assert all(values.chip[kind] > 0 for kind in (ids.O1, ids.B2, ids.R4, ids.Y2, ids.K1))


def test_points_feed_the_rats() -> None:
    """Those who are behind lose tails by points, those who lead give tails to the others."""
    behind = values_at(brewing(5, "vp 10", "vp 22"))
    assert behind.point < 1
    ahead = values_at(brewing(5, "vp 22", "vp 10"))
    assert ahead.lead_cost > 0


# --- purchases ---------------------------------------------------------------------------------


def black_loss(players: int) -> float:
    """What a black chip more of seat 0 costs the others."""
    seats = "\n".join(f"seat {seat}  vp 4  {BAG}" for seat in range(1, players))
    head = f"players {players}  books 1  round 2  card alms\nseat 0  vp 4  {BAG}"
    return neighbours_loss(Game.from_position(f"{head}\n{seats}").table, 0, shipped("master"), 2)


def test_a_black_chip_is_worth_what_it_costs_the_neighbours_too() -> None:
    """Between two the other one loses all of it; of three others each counts for its part."""
    assert black_loss(2) > black_loss(4) > 0.1


def test_a_purchase_counts_what_a_black_chip_costs_the_others() -> None:
    """In the rates by which pots are brewed, and in the shop."""
    t = Game.from_position(brewing(2)).table
    sheet = shipped("master")
    query = ask_net(t, 0, sheet, 2)
    lost = neighbours_loss(t, 0, sheet, 2)
    own = points_with_chips(t, query, ids.K1, ids.NO_KIND) - current_points(query)
    assert values_at(brewing(2)).chip[ids.K1] == pytest.approx(own + lost)
    black, plain = purchase(ids.K1, ids.NO_KIND), purchase(ids.G2, ids.NO_KIND)
    assert (
        points_with_purchase(t, query, 5.0, black)
        == points_with_purchase(t, query, 0.0, black) + 5.0
    )
    assert points_with_purchase(t, query, 5.0, plain) == points_with_purchase(t, query, 0.0, plain)


# --- ahead and behind ----------------------------------------------------------------------------

RISKY = """players 2  books 1  round 9  card alms
seat 0  flask empty  vp {own}  droplet 8  pot W3@15 W2@17 G4@21  bag W1x3 W2 W3 R4 R2 O1 B2
seat 1  vp {other}  pot O1@30  stopped"""


def brews(own: int, other: int) -> str:
    """What the master does in round 9 with some danger."""
    game = Game.from_position(RISKY.format(own=own, other=other))
    return str(make_bot("master").decide(game.view(0), game.legal_actions(0)))


def test_behind_it_takes_more_risk_and_ahead_less() -> None:
    """The same pot, and a lead or a gap that only luck can close."""
    assert brews(own=60, other=50) == "stop"
    assert brews(own=50, other=60) == "draw"


# --- explanations --------------------------------------------------------------------------------


@pytest.mark.parametrize("round_no", [1, 5, 9])
def test_an_explanation_names_every_legal_action_once_best_first(round_no: int) -> None:
    """With a chance, points and a reason that has a text in every language."""
    game = Game.from_position(brewing(round_no, "pot W3@3 W2@5"))
    told = explain(game.view(0))
    assert sorted(one.action for one in told) == sorted(map(str, game.legal_actions(0)))
    assert [one.win for one in told] == sorted((one.win for one in told), reverse=True)
    for one in told:
        assert text(one.reason, "en").title
        assert text(one.reason, "de").title


def test_every_reason_has_a_text() -> None:
    """In both languages."""
    for key in REASON_KEYS:
        assert text(f"reason.{key}", "en").title != text(f"reason.{key}", "de").text


def test_an_explanation_agrees_with_the_master() -> None:
    """The first action is what the master does."""
    for round_no in range(1, 10):
        game = Game.from_position(brewing(round_no, "pot W3@3 W2@5 O1@6"))
        first = explain(game.view(0))[0].action
        assert first == str(make_bot("master").decide(game.view(0), game.legal_actions(0)))


def test_there_is_nothing_to_explain_where_nothing_is_asked() -> None:
    """A spectator is told so."""
    game = Game.from_position(brewing(3))
    with pytest.raises(ValueError, match="nothing to explain"):
        explain(game.view(None))
