"""The oracle's brewing and its census against numbers worked out by hand."""

from fractions import Fraction
from math import comb, perm

import pytest
from oracle import brew, shop, track
from oracle.positions import POSITIONS, Census

SUPPLY = shop.FULL_SUPPLY


def walk(position: brew.Position, *steps: tuple[str, str]) -> brew.State:
    """Follow actions from a position; the second word of a step is the chip placed, if any."""
    state = brew.first_state(position)
    for action, chip in steps:
        reached = brew.outcomes(position, state, action)
        (state,) = [after for after in reached if not chip or after.pot[-1][0] == chip]
    return state


class TestBrew:
    """R4 under book set 1."""

    def test_rulebook_first_chips(self) -> None:
        """The scenario of the first chips: 1, 3, 4."""
        position = brew.Position(bag={"O1": 1, "Y2": 1, "G1": 1, "W1": 1})
        state = walk(position, ("draw", "O1"), ("draw", "Y2"), ("draw", "G1"))
        assert state.pot == (("O1", 1), ("Y2", 3), ("G1", 4))
        assert brew.actions(state) == ["draw", "stop"]

    def test_rulebook_mandrake(self) -> None:
        """The scenario of the mandrake: the white 2 goes back, the yellow chip stays on 3."""
        position = brew.Position(bag={"W2": 1, "Y1": 1, "W1": 1})
        state = walk(position, ("draw", "W2"), ("draw", "Y1"))
        assert brew.actions(state) == ["choose return", "choose keep"]
        state = walk(position, ("draw", "W2"), ("draw", "Y1"), ("choose return", ""))
        assert state == (
            *(("W1", "W2"), (("Y1", 3),), True, "brewing"),
            *(False, False, True, None, "drawn"),
        )

    def test_rulebook_explosion(self) -> None:
        """The scenario of the explosion: six and a white 2, scoring space 10."""
        pot = (("W2", 2), ("W3", 5), ("O1", 6), ("W1", 7))
        position = brew.Position(bag={"W2": 1, "G1": 1}, pot=pot)
        state = walk(position, ("draw", "W2"))
        assert state.status == "exploded"
        assert state.pot == (*pot, ("W2", 9))
        assert track.scoring_space([space for _, space in state.pot], 0) == 10
        assert brew.actions(state) == []

    def test_crow_skull_placed_by_a_crow_skull(self) -> None:
        """The example of the api: B2 sees B1 and W1, B1 sees O1."""
        position = brew.Position(bag={"B2": 1, "B1": 1, "O1": 1, "W1": 1})
        first = brew.first_state(position)
        looked = {
            state.question[1]: chance
            for state, chance in brew.outcomes(position, first, "draw").items()
            if state.pot[-1][0] == "B2" and state.question is not None
        }
        assert looked == {
            ("B1", "O1"): Fraction(1, 12),
            ("B1", "W1"): Fraction(1, 12),
            ("O1", "W1"): Fraction(1, 12),
        }
        state = brew.State(
            bag=("B1", "O1", "W1"),
            pot=(("B2", 2),),
            flask=True,
            status="brewing",
            may_flask=False,
            may_short=False,
            drawn=True,
            question=("blue_1", ("B1", "W1")),
            fresh="drawn",
        )
        assert state in brew.futures(position, 1)[1]
        assert brew.actions(state) == ["choose B1", "choose W1", "choose none"]
        after = brew.outcomes(position, state, "choose B1")
        assert sorted(chance for chance in after.values()) == [Fraction(1, 2)] * 2
        placed = brew.outcomes(position, state, "choose W1")
        ((white, _),) = placed.items()
        assert white.may_flask

    def test_looks_are_hypergeometric(self) -> None:
        """R4.11: three of W1 W1 W1 O1 O1 G1, by the textbook formula."""
        chances = brew.looks(("G1", "O1", "O1", "W1", "W1", "W1"), 3)
        assert chances[("O1", "W1", "W1")] == Fraction(comb(3, 2) * comb(2, 1), comb(6, 3))
        assert chances[("W1", "W1", "W1")] == Fraction(1, 20)
        assert len(chances) == 6
        assert brew.looks(("W1",), 4) == {("W1",): Fraction(1)}

    def test_look_into_an_empty_bag_stops(self) -> None:
        """R4.2, R4.11: a crow skull drawn last asks nothing."""
        state = walk(brew.Position(bag={"B4": 1}), ("draw", "B4"))
        assert brew.seen(state) == ((), (("B4", 4),), True, "stopped", False, False, True, None)

    def test_toadstools_count_pumpkins(self) -> None:
        """R4.15: +0, +1, +2 with no, two and three pumpkins; +1 for a pumpkin at the party."""
        pot = (("O1", 1), ("O1", 2), ("O1", 3))
        for oranges, extra in ((0, 0), (1, 1), (2, 1), (3, 2)):
            assert brew.movement(brew.Position(bag={}), pot[:oranges], "R2") == 2 + extra
        assert brew.movement(brew.Position(bag={}, orange_extra=1), (), "O1") == 2

    def test_short(self) -> None:
        """R4.7: all extra spaces or none, until the next draw, and the bag waits for it."""
        position = brew.Position(bag={"R2": 1, "G1": 1}, pot=(("O1", 1), ("O1", 2), ("O1", 3)))
        assert brew.actions(brew.first_state(position)) == ["draw", "stop"]
        state = walk(position, ("draw", "R2"))
        assert state.pot[-1] == ("R2", 7)
        assert brew.actions(state) == ["draw", "stop", "short"]
        state = walk(position, ("draw", "R2"), ("short", ""))
        assert state.pot[-1] == ("R2", 5)
        assert brew.actions(state) == ["draw", "stop"]
        state = walk(position, ("draw", "R2"), ("draw", "G1"))
        assert state.pot[-2:] == (("R2", 7), ("G1", 8))
        assert state.status == "stopped"
        state = walk(position, ("draw", "G1"), ("draw", "R2"))
        assert brew.actions(state) == ["stop", "short"]
        state = walk(position, ("draw", "G1"), ("draw", "R2"), ("short", ""))
        assert state.pot[-2:] == (("G1", 4), ("R2", 6))
        assert state.status == "stopped"

    def test_nothing_to_pass_up_on_52(self) -> None:
        """R4.7: a chip that its value alone brings to 52 stands where it stands."""
        position = brew.Position(bag={"R2": 1, "O1": 1}, pot=(("O1", 50),), orange_extra=1)
        assert brew.actions(walk(position, ("draw", "R2"))) == ["draw", "stop"]
        state = walk(position, ("draw", "O1"))
        assert state.pot[-1] == ("O1", 52)
        assert brew.actions(state) == ["draw", "stop", "short"]

    def test_mandrake_sees_what_was_drawn_before(self) -> None:
        """R4.19: after the flask the white chip that lies there was not drawn directly before."""
        position = brew.Position(bag={"W2": 1, "Y1": 1}, pot=(("W1", 1),))
        state = walk(position, ("draw", "Y1"))
        assert brew.actions(state) == ["choose return", "choose keep"]
        state = walk(position, ("draw", "W2"), ("flask", ""), ("draw", "Y1"))
        assert state.pot == (("W1", 1), ("Y1", 2))
        assert brew.actions(state) == ["draw", "stop"]

    def test_empty_bag_waits_for_the_flask(self) -> None:
        """R4.2: a last white chip may still go back, and then be drawn again."""
        position = brew.Position(bag={"W1": 1})
        state = walk(position, ("draw", "W1"))
        assert brew.actions(state) == ["stop", "flask"]
        state = walk(position, ("draw", "W1"), ("flask", ""))
        assert brew.seen(state) == (("W1",), (), False, "brewing", False, False, True, None)
        state = walk(position, ("draw", "W1"), ("flask", ""), ("draw", "W1"))
        assert state.status == "stopped"

    def test_two_chips_to_the_end(self) -> None:
        """R4: a pumpkin and a white 1, every level written down by hand."""
        position = brew.Position(bag={"W1": 1, "O1": 1})
        both, orange, white = ("O1", "W1"), ("O1", 1), ("W1", 1)
        expected: list[set[tuple[object, ...]]] = [
            {(both, (), True, "brewing", False, False, False, None)},
            {
                (("W1",), (orange,), True, "brewing", False, False, True, None),
                (("O1",), (white,), True, "brewing", True, False, True, None),
            },
            {
                (("W1",), (orange,), True, "stopped", False, False, True, None),
                ((), (orange, ("W1", 2)), True, "brewing", True, False, True, None),
                (("O1",), (white,), True, "stopped", False, False, True, None),
                ((), (white, ("O1", 2)), True, "stopped", False, False, True, None),
                (both, (), False, "brewing", False, False, True, None),
            },
            {
                ((), (orange, ("W1", 2)), True, "stopped", False, False, True, None),
                (("W1",), (orange,), False, "brewing", False, False, True, None),
                (("O1",), (white,), False, "brewing", False, False, True, None),
                (both, (), False, "stopped", False, False, True, None),
            },
            {
                (("W1",), (orange,), False, "stopped", False, False, True, None),
                ((), (orange, ("W1", 2)), False, "stopped", False, False, True, None),
                (("O1",), (white,), False, "stopped", False, False, True, None),
                ((), (white, ("O1", 2)), False, "stopped", False, False, True, None),
            },
            set(),
        ]
        found = [{brew.seen(state) for state in level} for level in brew.futures(position, 5)]
        assert found == expected
        levels = brew.weights(position, 3)
        assert sum(levels[2].values()) == 1
        emptied = brew.State(both, (), False, "brewing", False, False, True, None, "")
        assert levels[2][emptied] == Fraction(1, 6)
        # The pumpkin is the last chip either because the flask took the white one, or just drawn.
        for fresh, chance in (("", Fraction(1, 4) / 2), ("drawn", Fraction(1, 6) / 2 / 2)):
            state = brew.State(
                *(("W1",), (orange,), False, "brewing", False, False, True, None, fresh)
            )
            assert levels[3][state] == chance

    def test_chips_without_actions_are_permutations(self) -> None:
        """R4: six different chips; at each level those that go on and those that stop."""
        position = brew.Position(bag=dict.fromkeys(("O1", "G1", "G2", "G4", "P1", "K1"), 1))
        assert [len(level) for level in brew.futures(position, 7)] == [
            1,
            6,
            *(perm(6, drawn) + perm(6, drawn - 1) for drawn in (2, 3, 4, 5, 6)),
            0,
        ]

    def test_end_of_the_pot(self) -> None:
        """R4.9: several chips may stand on 52."""
        position = brew.Position(bag={"G4": 2, "O1": 1}, start=50)
        state = walk(position, ("draw", "G4"), ("draw", "G4"))
        assert state.pot == (("G4", 52), ("G4", 52))

    def test_flask_for_any_colour(self) -> None:
        """R4.5, R8: in `schmidt` a pumpkin may go back too, a toadstool then finds none."""
        position = brew.Position(bag={"O1": 1, "R1": 1}, flask_any=True)
        state = walk(position, ("draw", "O1"), ("flask", ""), ("draw", "R1"))
        assert state.pot == (("R1", 1),)


# By hand: what each position leads to with one action, and the first one also with two.
FIRST_LEVELS = (
    # 5 kinds; 22 pots of two chips, 5 stopped, 1 emptied by the flask.
    (5, 28),
    # Four kinds to draw, stop, flask.
    (6,),
    # B1 sees one of 6 kinds; B2 sees 15 pairs of different kinds or both W1; 5 other kinds.
    (6 + 16 + 5,),
    # Seven kinds to draw, stop.
    (8,),
    # B4 sees none to three W3 among four chips: 1 + 4 + 6 + 4; 5 other kinds.
    (15 + 5,),
)


@pytest.mark.parametrize("index", range(len(POSITIONS)))
def test_first_levels_by_hand(index: int) -> None:
    """The first level of each census position, counted on paper."""
    sizes = tuple(len(level) for level in brew.futures(POSITIONS[index].position, 2))
    assert sizes[1 : 1 + len(FIRST_LEVELS[index])] == FIRST_LEVELS[index]


@pytest.mark.parametrize("census", POSITIONS, ids=lambda census: census.text.split("  ")[0])
def test_census_counts(census: Census) -> None:
    """The stored number of distinct futures is what the enumerator finds, and no chance is lost."""
    assert brew.census(census.position, census.depth) == (census.futures, Fraction(1))


def kinds_of(words: list[str]) -> dict[str, int]:
    """Read kinds of a text, `W1x4` or `W1`."""
    counts: dict[str, int] = {}
    for word in words:
        kind, _, count = word.partition("x")
        counts[kind] = counts.get(kind, 0) + int(count or 1)
    return counts


@pytest.mark.parametrize("census", POSITIONS, ids=lambda census: census.text.split("  ")[0])
def test_text_and_plain_data_agree(census: Census) -> None:
    """The two descriptions of a census position say the same, and no chip is owned twice."""
    _, head, seat = census.text.strip().splitlines()
    keys: dict[str, list[str]] = {}
    for word in seat.split()[2:]:
        if word in ("droplet", "rats", "flask", "bag", "pot"):
            keys[word] = []
        else:
            keys[list(keys)[-1]].append(word)
    pot = tuple((word[:2], int(word[3:])) for word in keys.get("pot", []))
    tails = int(keys.get("rats", ["0"])[0])
    assert seat.split()[:2] == ["seat", "0"]
    assert census.position == brew.Position(
        bag=kinds_of(keys["bag"]),
        start=track.start_space(int(keys["droplet"][0]), tails),
        flask=keys["flask"] == ["full"],
        pot=pot,
        limit=9 if "living_in_luxury" in head else 7,
        flask_any="schmidt" in head,
        orange_extra=1 if "pumpkin_party" in head else 0,
    )
    owned = [*census.position.bag.items(), *((kind, 1) for kind, _ in pot)]
    owned += [("W1", 4), ("W2", 2), ("W3", 1), ("O1", 1), ("G1", 1)]
    for kind, total in SUPPLY.items():
        assert sum(count for other, count in owned if other == kind) <= total
