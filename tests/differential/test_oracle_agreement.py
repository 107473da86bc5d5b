"""The two brewing oracles agree, and random brewings keep what always holds."""

import itertools
from copy import deepcopy
from fractions import Fraction
from random import Random

import pytest
from oracle import brew, luck, moves
from oracle.moves import Rules
from oracle.positions import POSITIONS, Census
from oracle.replay import Brewing
from oracle.seat import Opening

CARDS = ("alms", "living_in_luxury", "well_stirred", "second_chance", "pumpkin_party")


def futures(position: brew.Position, depth: int) -> list[dict[brew.Seen, Fraction]]:
    """Enumerate a census position with the replay, all legal actions equally likely."""
    bag = [kind for kind, count in position.bag.items() for _ in range(count)]
    book = Rules(
        books={"blue": 1, "red": 1, "yellow": 1},
        card="pumpkin_party" if position.orange_extra else "alms",
        flask_any=position.flask_any,
    )
    if position.limit == 9:
        book = Rules(books=book.books, card="living_in_luxury", flask_any=position.flask_any)
    opening = Opening(bag=bag, pot=position.pot, flask=position.flask, droplet=position.start)
    level = [(Fraction(1), Brewing(book, opening))]
    levels = [merged(level)]
    for _ in range(depth):
        after: list[tuple[Fraction, Brewing]] = []
        for weight, seat in level:
            for action in seat.legal():
                for given, chance in luck.of(seat, action).items():
                    child = deepcopy(seat)
                    child.act(action, given)
                    after.append((weight * chance / len(seat.legal()), child))
        level = after
        levels.append(merged(level))
    return levels


def merged(level: list[tuple[Fraction, Brewing]]) -> dict[brew.Seen, Fraction]:
    """Describe each brewing as the enumerator does, and add up the chances of equal ones."""
    found: dict[brew.Seen, Fraction] = {}
    for weight, seat in level:
        asked = seat.question if seat.question in ("blue_1", "yellow_1") else None
        state: brew.Seen = (
            tuple(sorted(seat.bag)),
            tuple((chip.kind, chip.space) for chip in seat.pot),
            seat.flask,
            seat.state,
            "flask" in seat.legal(),
            "short" in seat.legal(),
            seat.has_drawn,
            (asked, tuple(sorted(seat.looked))) if asked else None,
        )
        found[state] = found.get(state, Fraction(0)) + weight
    return found


@pytest.mark.parametrize("census", POSITIONS, ids=lambda census: census.text.split("  ")[0])
def test_replay_and_enumerator_find_the_same_futures(census: Census) -> None:
    """Two readings of book set 1 agree on every state and its exact chance, three actions deep."""
    for found, level in zip(
        futures(census.position, 3), brew.weights(census.position, 3), strict=True
    ):
        expected: dict[brew.Seen, Fraction] = {}
        for state, weight in level.items():
            seen = brew.seen(state)
            expected[seen] = expected.get(seen, Fraction(0)) + weight
        assert found == expected


BAG = [*moves.KINDS, "W1", "W1", "W2", "O1"]


def random_brewing(lot: Random) -> Brewing:
    """Begin a brewing with any books, card and switches."""
    book = Rules(
        books={colour: lot.randint(1, 4) for colour in ("blue", "red", "yellow")},
        card=lot.choice(CARDS),
        flask_any=lot.random() < 0.3,
        overflow=lot.random() < 0.5,
    )
    aside = lot.sample(["R1", "R1", "R4"], lot.randint(0, 3)) if book.books["red"] == 2 else []
    opening = Opening(
        bag=lot.sample(BAG, lot.randint(0, len(BAG))),
        aside=aside,
        flask=lot.random() < 0.8,
        droplet=lot.choice((0, 5, 30, 46)),
        tails=lot.randint(0, 3),
        stirred=lot.random() < 0.3,
        on_demand=lot.random() < 0.5,
    )
    return Brewing(book, opening)


@pytest.mark.parametrize("seed", range(300))
def test_random_brewings_lose_no_chip_and_end(seed: int) -> None:
    """R4: whatever is played, all chips stay, a seat is asked or done, and spaces never fall."""
    lot = Random(seed)
    seat = random_brewing(lot)
    everything = sorted(seat.bag + seat.kinds_aside())
    for _ in itertools.count():
        chips = seat.bag + seat.bowl + seat.kinds_aside() + [chip.kind for chip in seat.pot]
        assert sorted(chips) == everything
        spaces = [chip.space for chip in seat.pot]
        assert spaces == sorted(spaces)
        assert all(seat.start < space <= 52 or space == seat.start == 52 for space in spaces)
        if seat.sealed is not None:
            seat.reveal(luck.by_lot(seat, "reveal", lot))
            continue
        legal = seat.legal()
        if not legal:
            break
        assert len(legal) == len(set(legal))
        action = lot.choice(legal)
        given = luck.by_lot(seat, action, lot)
        seat.act(action, given)
    assert seat.state in ("stopped", "exploded")
    exploded = moves.white_sum(seat.pot, seat.bowl) > moves.limit(seat.rules, seat.pot)
    assert exploded == (seat.state == "exploded")


@pytest.mark.parametrize("seed", range(20))
def test_luck_by_lot_is_among_all_luck(seed: int) -> None:
    """R4.2, R4.11: all chances add up to 1, and what the lot brings is one of them."""
    lot = Random(seed)
    opening = Opening(bag=lot.sample(BAG, 7))
    seat = Brewing(Rules(books={"blue": 1, "red": lot.randint(1, 4), "yellow": 1}), opening)
    while seat.legal():
        action = lot.choice(seat.legal())
        possible = luck.of(seat, action)
        assert sum(possible.values()) == 1
        given = luck.by_lot(seat, action, lot)
        drawn = 1 if action == "draw" else 0
        assert (*given[:drawn], *moves.in_order(given[drawn:])) in possible
        seat.act(action, given)
