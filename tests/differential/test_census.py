"""The census: numbers of different futures, chances that add up to one, and the oracle's states."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest
from oracle import brew
from oracle.positions import POSITIONS, Census

from quedlinburg import Game
from quedlinburg.rules.constants import CARD_IDS
from quedlinburg.testing.census import Count, count_futures, levels, read_census

FILE = Path(__file__).parent / "census.txt"
COUNTS = read_census(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("count", COUNTS, ids=lambda count: count.title.removeprefix("# "))
def test_the_futures_are_as_many_as_counted(count: Count) -> None:
    """Every level, with every action of the seats and every outcome of luck."""
    futures, total = count_futures(count.head, count.seats, count.depth)
    assert futures == count.futures
    assert total == 1


def test_the_file_is_read_and_written_alike() -> None:
    """`tools/make_census.py` keeps everything but the numbers."""
    assert "\n".join(str(count) for count in COUNTS) == FILE.read_text(encoding="utf-8")
    assert len({count.head for count in COUNTS}) == len(COUNTS) >= 30


def test_the_census_has_all_books_variants_and_cards_that_ask() -> None:
    """What would not be counted could be wrong."""
    heads = " ".join(count.head for count in COUNTS)
    for word in ("books 1", "books 2", "books 3", "books 4", "green=", "tubes", "overflow"):
        assert word in heads
    for word in ("stir always", "edition schmidt", "phase fortune", "round 9"):
        assert word in heads
    brewing = ("well_stirred", "second_chance", "living_in_luxury", "pumpkin_party")
    asking = ("choose_wisely", "only_one", "wheel_and_deal", "good_start", "opportune_moment")
    late = ("just_in_time", "rats_are_friends", "schadenfreude", "strong_ingredient")
    for card in (*brewing, *asking, *late):
        assert card in CARD_IDS
        assert f"card {card}" in heads


def state_of(game: Game) -> brew.Seen:
    """Seat 0 of a game as the oracle writes what can be seen of it."""
    view = game.view(0)
    own = view.seats[0]
    question = None
    if view.question is not None and view.question.id != "brew":
        question = (view.question.id, tuple(sorted(chips_of(view.looked))))
    bag = tuple(sorted(chips_of(view.whole_bag(0))))
    legal = [str(action) for action in game.legal_actions(0)]
    return (
        *(bag, own.pot, own.flask, own.state),
        *("flask" in legal, "short" in legal, own.drawn, question),
    )


def chips_of(counts: Mapping[str, int]) -> list[str]:
    """Every chip of a multiset."""
    return [kind for kind, count in counts.items() for _ in range(count)]


@pytest.mark.parametrize("census", POSITIONS, ids=lambda census: census.text.split("\n")[0][2:8])
def test_engine_and_oracle_reach_the_same_states(census: Census) -> None:
    """R4: the same sets of states at each level, found by two programs that share nothing."""
    expected = brew.futures(census.position, census.depth)
    reached = levels(Game.from_position(census.text), (0,), census.depth)
    for number, (level, states) in enumerate(zip(reached, expected, strict=True)):
        assert {state_of(game) for game, _ in level.values()} == set(map(brew.seen, states)), number
    assert len(set(map(brew.seen, expected[-1]))) == census.futures


@pytest.mark.parametrize("census", POSITIONS, ids=lambda census: census.text.split("\n")[0][2:8])
def test_engine_and_oracle_agree_on_every_chance(census: Census) -> None:
    """R4: each state has the same weight, if all legal actions are equally likely."""
    depth = min(census.depth - 1, 3)
    expected = brew.weights(census.position, depth)
    reached = levels(Game.from_position(census.text), (0,), depth)
    for level, weights in zip(reached, expected, strict=True):
        found: dict[brew.Seen, Fraction] = defaultdict(Fraction)
        for game, weight in level.values():
            found[state_of(game)] += weight
        seen: dict[brew.Seen, Fraction] = defaultdict(Fraction)
        for state, weight in weights.items():
            seen[brew.seen(state)] += weight
        assert found == seen


def test_the_first_five_are_the_positions_of_the_oracle() -> None:
    """The numbers of the file are those of states that two programs agree on."""
    for count, census in zip(COUNTS, POSITIONS, strict=False):
        assert Game.from_position(count.head) == Game.from_position(census.text)
