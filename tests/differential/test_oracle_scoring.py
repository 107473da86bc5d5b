"""The oracle's track, scoring and shop against numbers worked out by hand."""

import pytest
from oracle import scoring, shop, track

SUPPLY = shop.FULL_SUPPLY


class TestTrack:
    """R1.2, R1.3, R3.3 and R4.9."""

    def test_pot_has_54_spaces_in_order(self) -> None:
        """R1.2: the spaces 0 to 52 and the spoon, coins and points never fall."""
        assert [row[0] for row in track.POT] == list(range(54))
        for column in (1, 2):
            numbers = [row[column] for row in track.POT]
            assert numbers == sorted(numbers)
        assert track.POT[53] == (53, 35, 15, False)

    def test_ruby_spaces(self) -> None:
        """R1.2: read off the table a second time."""
        rubies = [space for space in range(54) if track.has_ruby(space)]
        assert rubies == [5, 9, 13, 16, 20, 24, 28, 30, 34, 36, 40, 42, 46, 50, 52]

    def test_sums_of_the_pot(self) -> None:
        """R1.2: two sums added up by hand from the table, column by column."""
        assert sum(row[1] for row in track.POT) == 36 + 115 + 164 + 205 + 245 + 287
        assert sum(row[2] for row in track.POT) == 3 + 21 + 42 + 66 + 93 + 118

    def test_23_tails_a_lap(self) -> None:
        """R1.3: and as many on every lap."""
        assert len(track.TAILS) == 23
        assert track.rat_tails(0, 50) == track.rat_tails(50, 100) == 23
        assert track.rat_tails(20, 120) == 46

    @pytest.mark.parametrize(
        ("own", "highest", "tails"),
        [
            (0, 0, 0),
            (7, 7, 0),
            (0, 1, 0),
            (1, 2, 1),
            (0, 2, 1),
            (2, 4, 0),
            (2, 5, 1),
            (10, 15, 3),
            (48, 49, 1),
            (48, 52, 2),
            (49, 51, 0),
        ],
    )
    def test_tails_between_two_markers(self, own: int, highest: int, tails: int) -> None:
        """R3.3: the own space counts, the highest one does not."""
        assert track.rat_tails(own, highest) == tails

    def test_scoring_space(self) -> None:
        """R4.9: after the last chip, after the start of an empty pot, at most the spoon."""
        assert track.scoring_space([2, 5, 6, 7, 9], 0) == 10
        assert track.scoring_space([], 4) == 5
        assert track.scoring_space([50, 52, 52], 0) == 53
        assert track.scoring_space([], 52) == 53

    def test_start_space(self) -> None:
        """R3.3: neither droplet nor rat stone goes past 52."""
        assert track.start_space(3, 2) == 5
        assert track.start_space(50, 9) == 52


class TestScoring:
    """R5, without purple 2 and 4."""

    def test_rulebook_shopping_round(self) -> None:
        """The scenario of the shopping round: 19 coins, and 15 coins with a ruby."""
        exploded = scoring.Seat(
            pot=[
                *(("W2", 2), ("W2", 4), ("W1", 5), ("G4", 9), ("R4", 13)),
                *(("R4", 17), ("R2", 19), ("O1", 20), ("W3", 23)),
            ],
            exploded=True,
            choice="coins",
        )
        stopped = scoring.Seat(
            pot=[("W3", 3), ("R4", 7), ("R4", 11), ("R4", 15)],
            die=("2vp",),
        )
        results = [
            scoring.evaluate(
                [exploded, stopped], seat, books=shop.one_set(1), card="alms", supply=SUPPLY
            )
            for seat in (0, 1)
        ]
        assert results == [(0, 1, 0, 24, 19, ()), (5, 1, 0, 16, 15, ())]

    def test_who_rolls(self) -> None:
        """R5.A: the highest index without an explosion, all of them on a tie, or nobody."""
        assert scoring.rollers([24, 16], [True, False]) == [1]
        assert scoring.rollers([15, 16], [False, False]) == [1]  # both show 15 coins
        assert scoring.rollers([9, 12, 12], [False] * 3) == [1, 2]
        assert scoring.rollers([9, 12], [True, True]) == []

    @pytest.mark.parametrize(
        ("counts", "gains"),
        [
            ((0, 0), ((0, 0), (0, 0))),
            ((1, 1), ((1, 0), (1, 0))),
            ((2, 1), ((1, 1), (0, 0))),
            ((1, 0, 0), ((1, 1), (0, 0), (0, 0))),
            ((2, 1, 0), ((1, 1), (1, 0), (0, 0))),
            ((1, 1, 0), ((1, 0), (1, 0), (0, 0))),
            ((2, 2, 2), ((0, 0), (0, 0), (0, 0))),
            ((1, 2, 1, 0), ((1, 0), (1, 1), (1, 0), (0, 0))),
            ((1, 0, 1, 0), ((1, 1), (0, 0), (1, 1), (0, 0))),
        ],
    )
    def test_black(self, counts: tuple[int, ...], gains: tuple[tuple[int, int], ...]) -> None:
        """R5.1, R5.2: droplet steps and rubies of every seat."""
        for seat, (droplet, rubies) in enumerate(gains):
            assert scoring.black(counts, seat) == scoring.Gain(droplet=droplet, rubies=rubies)

    def test_green_1(self) -> None:
        """R5.3: only the last two chips count."""
        assert scoring.green_1([("G1", 1), ("G2", 3), ("O1", 4), ("G4", 8)]).rubies == 1
        assert scoring.green_1([("G2", 2), ("G1", 3)]).rubies == 2
        assert scoring.green_1([]).rubies == 0

    def test_green_2(self) -> None:
        """R5.4: the last one first; a pumpkin may be left; what the supply lacks is not offered."""
        pot = [("G2", 2), ("G4", 6)]
        assert scoring.green_2(pot, ["P1", "R1"], SUPPLY).chips == ("P1", "R1")
        assert scoring.green_2(pot, ["none", "B1"], SUPPLY).chips == ("B1",)
        assert scoring.green_2([("G1", 1)], ["O1"], SUPPLY).chips == ("O1",)
        assert scoring.green_2([("G1", 1), ("G1", 2)], ["none", "O1"], SUPPLY).chips == ("O1",)
        assert scoring.green_2_actions("G1", SUPPLY) == ["choose O1", "choose none"]
        assert scoring.green_2_actions("G4", SUPPLY) == ["choose Y1", "choose P1", "choose none"]
        poor = {**SUPPLY, "B1": 1, "R1": 0, "O1": 0}
        assert scoring.green_2([("G2", 2), ("G2", 4)], ["B1"], poor).chips == ("B1",)
        assert scoring.green_2([("G1", 1)], [], poor).chips == ()
        assert scoring.green_2_actions("G1", poor) == []
        one = {**SUPPLY, "O1": 1}
        assert scoring.green_2([("G1", 1), ("G1", 2)], ["O1"], one).chips == ("O1",)

    def test_green_3(self) -> None:
        """R5.5: exactly 7, all or nothing, not past 52, not asked for nothing."""
        pot = [("W3", 3), ("G4", 7), ("W2", 9), ("G1", 10), ("W2", 12)]
        assert scoring.green_3(pot, ["move"])[-1] == ("W2", 17)
        assert scoring.green_3(pot, ["stay"]) == pot
        high = [("W3", 44), ("W2", 46), ("W2", 48), ("G4", 51)]
        assert scoring.green_3(high, ["move"])[-1] == ("G4", 52)
        assert not scoring.green_3_asked([("W3", 44), ("W2", 46), ("W2", 48), ("G4", 52)])
        assert not scoring.green_3_asked([("W3", 3), ("W2", 5), ("W2", 7)])
        assert not scoring.green_3_asked([("W3", 3), ("W3", 6), ("G1", 7)])

    @pytest.mark.parametrize(
        ("answer", "expected"),
        [("move", (1 + 1 + 2, 0, 0, 11, 11, ())), ("stay", (1 + 0 + 2, 0, 0, 10, 10, ()))],
    )
    def test_green_3_moves_what_purple_3_sees(
        self, answer: str, expected: tuple[object, ...]
    ) -> None:
        """R5.5, R5.9: a ghost's breath moved from 9 to 10 is worth a point."""
        pot = [("W3", 3), ("W2", 5), ("W2", 7), ("G1", 8), ("P1", 9)]
        seats = [
            scoring.Seat(pot=pot, green=(answer,), die=("1vp",)),
            scoring.Seat(pot=[("W1", 1)]),
        ]
        books = shop.one_set(3)
        assert scoring.evaluate(seats, 0, books=books, card="alms", supply=SUPPLY) == expected

    def test_green_4(self) -> None:
        """R5.6: as many questions as rubies and steps allow."""
        pot = [("G1", 1), ("G2", 3)]
        pay = scoring.green_4(pot, ["pay", "pay"], rubies=2, droplet=0)
        assert pay == scoring.Gain(rubies=-2, droplet=2)
        assert scoring.green_4(pot, ["pay"], rubies=1, droplet=0).droplet == 1
        assert scoring.green_4(pot, ["keep", "pay"], rubies=1, droplet=0).droplet == 1
        assert scoring.green_4(pot, [], rubies=0, droplet=0).droplet == 0
        assert scoring.green_4(pot, ["pay"], rubies=2, droplet=51).droplet == 1

    def test_purple_1(self) -> None:
        """R5.7: the line of the number of chips, or a lower one."""
        pot = [("P1", 1), ("P1", 2), ("P1", 3), ("P1", 4)]
        assert scoring.purple_1([]) == scoring.NOTHING
        assert scoring.purple_1(pot[:1]) == scoring.Gain(victory_points=1)
        assert scoring.purple_1(pot[:2]) == scoring.Gain(victory_points=1, rubies=1)
        assert scoring.purple_1(pot) == scoring.Gain(victory_points=2, droplet=1)
        assert scoring.purple_1(pot, 2) == scoring.Gain(victory_points=1, rubies=1)

    def test_purple_3(self) -> None:
        """R5.9: printed 9, 10, 19, 20, 29, 30 and 33 are the spaces 9, 10, 24, 25, 44, 45, 52."""
        spaces = {9: 0, 10: 1, 24: 1, 25: 2, 44: 2, 45: 3, 52: 3}
        for space, points in spaces.items():
            assert scoring.purple_3([("P1", space)]).victory_points == points
        assert scoring.purple_3([("P1", space) for space in spaces]).victory_points == 12

    def test_ruby_step_and_its_cards(self) -> None:
        """R5.C: 16 shows a ruby, 15 and the spoon do not."""
        assert scoring.ruby_step(16) == scoring.Gain(rubies=1)
        assert scoring.ruby_step(16, "shining_bright") == scoring.Gain(rubies=2)
        assert scoring.ruby_step(16, "lucky_devil") == scoring.Gain(2, 1)
        assert scoring.ruby_step(15, "lucky_devil") == scoring.NOTHING
        assert scoring.ruby_step(53, "shining_bright") == scoring.NOTHING

    def test_points_and_coins(self) -> None:
        """R5.D, R5.E, R4.12, R7.3: one of the two after an explosion without a shield."""
        assert scoring.points_and_coins(24) == (5, 19)
        assert scoring.points_and_coins(24, exploded=True, choice="vp") == (5, 0)
        assert scoring.points_and_coins(24, exploded=True, choice="coins") == (0, 19)
        assert scoring.points_and_coins(24, exploded=True, shielded=True) == (5, 19)
        assert scoring.points_and_coins(53, bowl=("B4", "W1")) == (15 + 2, 35)

    @pytest.mark.parametrize(
        ("droplet", "green", "oranges", "expected"),
        [
            # Seasoned, black and paid: three steps, and the ruby of black is spent again.
            (0, ("pay",), 22, (13, 0, 3, 11, 11, ("O1",))),
            (0, ("keep",), 0, (13, 1, 2, 11, 11, ())),
            # Seasoned 51, black 52: the droplet has nowhere to go, so nothing is asked.
            (50, (), 22, (13, 1, 52, 11, 11, ("O1",))),
        ],
    )
    def test_whole_seat_step_by_step(
        self, droplet: int, green: tuple[str, ...], oranges: int, expected: tuple[object, ...]
    ) -> None:
        """R5.A to R5.E: seasoned whites, a pumpkin rolled, black, green 4, purple 1, space 11."""
        seat = scoring.Seat(
            pot=[("W3", 3), ("W2", 5), ("W2", 7), ("K1", 8), ("P1", 9), ("G1", 10)],
            victory_points=10,
            droplet=droplet,
            die=("O1",),
            green=green,
        )
        result = scoring.evaluate(
            [scoring.Seat(pot=[("O1", 1)]), seat],
            1,
            books={**shop.one_set(1), "green": 4},
            card="seasoned_perfectly",
            supply={**SUPPLY, "O1": oranges},
        )
        assert result == expected

    def test_round_nine(self) -> None:
        """R5.G: 33 coins are 6 points, 5 rubies are 2."""
        assert scoring.round_nine_points(33, 5) == 8
        assert scoring.round_nine_points(4, 1) == 0

    def test_final_ranking(self) -> None:
        """R5.H: points, then the scoring index of round 9, then shared."""
        assert scoring.final_ranking([50, 60, 60, 60], [30, 20, 25, 25]) == [[2, 3], [1], [0]]
        assert scoring.final_ranking([50, 49], [3, 50]) == [[0], [1]]


class TestShop:
    """R1.6, R3.1, R5.E and R8."""

    def test_supply_has_215_chips(self) -> None:
        """R1.1: all of them."""
        assert sum(SUPPLY.values()) == 215

    def test_seven_coins_in_round_one(self) -> None:
        """R5.E: orange 3, green 4, blue 5, red 6; two together only O1 and G1."""
        expected = {(), ("O1",), ("G1",), ("B1",), ("R1",), ("O1", "G1")}
        found = shop.purchases(7, shop.one_set(1), round_no=1)
        assert found == {frozenset(kinds) for kinds in expected}

    def test_rulebook_shopping_round(self) -> None:
        """The scenario of the shopping round: 8 + 10 of 19 coins, 14 of 15."""
        assert frozenset({"G2", "B2"}) in shop.purchases(19, shop.one_set(1), round_no=4)
        assert frozenset({"G2", "B2"}) not in shop.purchases(17, shop.one_set(1), round_no=4)
        assert frozenset({"G4"}) in shop.purchases(15, shop.one_set(1), round_no=4)

    def test_enough_coins_for_everything(self) -> None:
        """R3.1: every pair of different colours among the books that are out, by their sizes."""

        def number(sizes: list[int]) -> int:
            pairs = sum(a * b for i, a in enumerate(sizes) for b in sizes[:i])
            return 1 + sum(sizes) + pairs

        for round_no, sizes in (
            (1, [1, 1, 3, 3, 3]),
            (2, [1, 1, 3, 3, 3, 3]),
            (3, [1, 1, 3, 3, 3, 3, 1]),
            (9, []),
        ):
            found = shop.purchases(99, shop.one_set(2), round_no=round_no)
            assert len(found) == number(sizes)

    def test_editions(self) -> None:
        """R8: the two prices that differ."""
        for edition, green, blue in (
            ("north_star", 21, 19),
            ("north_star_first", 18, 20),
            ("schmidt", 21, 20),
        ):
            assert shop.price("G4", shop.one_set(3), edition) == green
            assert shop.price("B4", shop.one_set(4), edition) == blue
        assert shop.price("G4", shop.one_set(3), {"green_3_G4": 18}) == 18
        assert shop.price("B4", shop.one_set(4), {"green_3_G4": 18}) == 19
        assert shop.price("B4", shop.one_set(1), "schmidt") == 19
        assert shop.price("G4", shop.one_set(2), "north_star_first") == 18

    def test_empty_supply(self) -> None:
        """R5.E: what is gone can't be bought."""
        found = shop.purchases(3, shop.one_set(1), round_no=5, supply={**SUPPLY, "O1": 0})
        assert found == {frozenset()}
