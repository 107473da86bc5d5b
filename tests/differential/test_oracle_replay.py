"""The oracle's replay of a brewing against examples of the rules, played by hand."""

import doctest
from copy import deepcopy

import pytest
from oracle import questions, replay
from oracle.moves import Rules
from oracle.replay import Brewing, IllegalAction
from oracle.seat import Opening


def rules(blue: int = 1, red: int = 1, yellow: int = 1, **more: object) -> Rules:
    """Lay out three books; other switches by name."""
    given: dict[str, object] = {"books": {"blue": blue, "red": red, "yellow": yellow}, **more}
    return Rules(**given)  # type: ignore[arg-type]


def begin(book: Rules, bag: str, pot: str = "", **more: object) -> Brewing:
    """Begin a brewing from words of the notation."""
    chips = [(word[:2], int(word[3:])) for word in pot.split()]
    return Brewing(book, Opening(bag=bag.split(), pot=chips, **more))  # type: ignore[arg-type]


def play(seat: Brewing, *steps: str) -> Brewing:
    """Play steps such as `draw R1` or `choose B1 : O1`; the luck comes last."""
    for step in steps:
        action, _, given = step.partition(" : ")
        if action.startswith("draw "):
            action, given = "draw", action.removeprefix("draw ")
        seat.act(action, given.split())
    return seat


class TestMovement:
    """R4.7 and the books that add spaces."""

    @pytest.mark.parametrize(
        ("book", "pot", "kind", "space", "bare"),
        [
            (rules(), "", "R1", 1, 1),
            (rules(), "O1@1 O1@2", "R1", 4, 3),
            (rules(), "O1@1 O1@2 O1@3", "R4", 9, 7),
            (rules(red=3), "W3@3", "R2", 8, 5),
            (rules(red=3), "W3@3 O1@4", "R2", 6, 6),
            (rules(red=4), "R1@1", "W1", 3, 2),
            (rules(red=4), "R1@1", "W2", 3, 3),
            (rules(red=4), "O1@1", "W1", 2, 2),
            (rules(yellow=4), "", "Y1", 2, 1),
            (rules(yellow=4), "Y1@2", "Y4", 8, 6),
            (rules(yellow=4), "Y1@2 Y1@5", "Y2", 10, 7),
            (rules(yellow=4), "Y1@2 Y1@5 Y2@10", "Y4", 14, 14),
            (rules(card="pumpkin_party"), "W1@1", "O1", 3, 2),
            (rules(yellow=2), "Y1@1", "G2", 5, 3),
            (rules(yellow=2), "Y1@1", "Y2", 5, 3),
            (rules(red=1, yellow=2), "O1@1 Y1@2", "R2", 8, 4),
            (rules(red=4, yellow=2), "R1@1 Y1@2", "W1", 6, 3),
            (rules(yellow=2, card="pumpkin_party"), "Y1@1", "O1", 5, 2),
            (rules(yellow=2), "Y1@47", "G4", 52, 51),
            (rules(yellow=2), "Y1@50", "G4", 52, 52),
        ],
    )
    def test_extra_spaces(self, book: Rules, pot: str, kind: str, space: int, bare: int) -> None:
        """A chip drawn stands on `space`, and short on `bare` where that is less."""
        seat = play(begin(book, f"{kind} O1 K1", pot), f"draw {kind}")
        assert seat.pot[-1].space == space
        assert ("short" in seat.legal()) == (bare < space)
        if bare < space:
            play(seat, "short")
            assert seat.pot[-1].space == bare
            assert "short" not in seat.legal()

    def test_doubling_stays_used(self) -> None:
        """R4.7: after a doubled chip stood short the next one moves its value."""
        seat = play(begin(rules(yellow=2), "G2 O1 K1", "Y1@1"), "draw G2", "short", "draw O1")
        assert seat.pot_text() == "Y1@1 G2@3 O1@4"

    def test_mandrake_has_nothing_to_pass_up(self) -> None:
        """R4.7, R4.19: the yellow chip stays where it is when the white one went back."""
        seat = play(begin(rules(), "Y1 O1", "W2@2"), "draw Y1", "choose return")
        assert seat.pot_text() == "Y1@3"
        assert seat.legal() == ["draw", "stop"]


class TestShort:
    """R4.7: when it is open."""

    def test_rulebook_of_the_scenario(self) -> None:
        """The scenario of the stirred round: at once before choosing, not any more once sealed."""
        seat = begin(rules(), "R1 G1 W1", "O1@1", stirred=True)
        seat.act("draw")
        assert (seat.legal(), seat.pot_text()) == ([], "O1@1")
        seat.reveal(["R1"])
        assert seat.legal() == ["draw", "stop", "short"]
        seat.act("draw")
        with pytest.raises(IllegalAction):
            seat.act("short")
        seat.reveal(["G1"])
        assert seat.pot_text() == "O1@1 R1@3 G1@4"

    def test_paid_skulls_stay(self) -> None:
        """R4.7: once blue 3 or 4 paid it is closed; stepping back onto a ruby pays."""
        for book, gain in ((3, (1, 0)), (4, (0, 2))):
            paid = play(begin(rules(blue=book, yellow=2), "B2 O1", "Y1@1"), "draw B2")
            assert (paid.pot_text(), paid.legal()) == ("Y1@1 B2@5", ["draw", "stop"])
            assert (paid.rubies, paid.points) == gain
            short = play(begin(rules(blue=book, yellow=2), "B2 O1", "Y1@3"), "draw B2")
            assert (short.rubies, short.points) == (0, 0)
            play(short, "short")
            assert (short.pot_text(), short.rubies, short.points) == ("Y1@3 B2@5", *gain)

    def test_skull_after_its_look(self) -> None:
        """R4.7, R4.11: a doubled skull that placed nothing may; one that placed a chip may not."""
        book = rules(red=2, yellow=2)
        for choice, legal in (
            ("choose none", ["draw", "stop", "short"]),
            ("choose O1", ["draw", "stop"]),
            ("choose R1", ["draw", "stop", "back R1"]),
        ):
            seat = play(begin(book, "B2 O1 R1 K1", "Y1@1"), "draw B2 O1 R1", choice)
            assert seat.legal() == legal

    def test_empty_bag_waits(self) -> None:
        """R4.2: flask, short and a chip aside each leave a choice; then the stop is forced."""
        seat = begin(rules(yellow=2, red=2), "W2", "Y1@1", aside=["R1"])
        play(seat, "draw W2")
        assert seat.legal() == ["stop", "flask", "short", "back R1"]
        play(seat, "short")
        assert seat.legal() == ["stop", "flask", "back R1"]
        seat = play(begin(rules(), "R1", "O1@1"), "draw R1")
        assert seat.legal() == ["stop", "short"]
        play(seat, "short")
        assert (seat.state, seat.legal(), seat.scoring()) == ("stopped", [], 3)

    def test_head_and_bowl(self) -> None:
        """R4.7, R7.3: not for a chip of the head, nor in the bowl; 52 is free again after it."""
        assert begin(rules(), "G1", "O1@1 R1@3").legal() == ["draw", "stop"]
        party = rules(card="pumpkin_party", overflow=True)
        seat = play(begin(party, "O1 O1 G1", "G1@50"), "draw O1", "short", "draw O1")
        assert (seat.pot_text(), seat.bowl) == ("G1@50 O1@51 O1@52", [])
        seat = play(begin(party, "O1 G1 K1", "G2@52"), "draw O1")
        assert (seat.bowl, seat.legal()) == (["O1"], ["draw", "stop"])


class TestShield:
    """R4.12: chips drawn."""

    @pytest.mark.parametrize(
        ("steps", "shielded"),
        [
            (["draw B1", "draw W1"], True),
            (["draw B1", "draw R1", "draw W1"], False),
            (["draw B1", "draw R1", "back R1", "draw W1"], False),
            (["draw B2", "draw R1", "draw W1"], True),
            (["draw B2", "draw R1", "draw O1", "draw W1"], False),
            (["draw B4", "draw R1", "draw R2", "draw B1", "draw W1"], True),
            (["draw B4", "draw R1", "draw R2", "draw B1", "draw O1", "draw W1"], False),
            (["draw B2", "draw B2", "draw O1", "draw W1"], True),
            (["draw B2", "draw B2", "draw O1", "draw O1", "draw W1"], False),
            (["draw B2", "draw B4", "flask", "draw W1"], True),
            (["draw B1", "draw B4", "flask", "draw W1"], False),
            (["draw B2", "draw R1", "draw B4", "flask", "draw W1"], False),
        ],
    )
    def test_what_is_covered(self, steps: list[str], shielded: bool) -> None:
        """The explosion at the end, with a flask for any colour."""
        book = rules(blue=2, red=2, yellow=2, flask_any=True)
        seat = begin(book, "B1 B2 B2 B4 R1 R2 O1 O1 W1 K1", "W3@3 W3@6 W1@7")
        play(seat, *steps)
        assert (seat.state, seat.shielded) == ("exploded", shielded)

    def test_bowl(self) -> None:
        """R7.3: chips in the bowl use steps up, and an explosion there can be shielded."""
        book = rules(blue=2, overflow=True)
        pot = "W3@44 W3@47 W1@48 B4@52"
        assert play(begin(book, "O1 W1 K1", pot), "draw O1", "draw W1").shielded
        pot = "W3@47 W3@50 W1@51 B1@52"
        assert not play(begin(book, "O1 W1 K1", pot), "draw O1", "draw W1").shielded


class TestRed2:
    """R4.16: laid aside, placed, put back."""

    def test_back_in_every_question(self) -> None:
        """Each question of a brewing offers it after its own options, and stays."""
        book = rules(red=2)
        seat = begin(book, "B1 O1", aside=["R1", "R1", "R4"])
        assert seat.legal() == ["draw", "back R1", "back R4"]
        play(seat, "draw B1 O1")
        assert seat.legal() == ["choose O1", "choose none", "back R1", "back R4"]
        play(seat, "back R4")
        assert seat.legal() == ["choose O1", "choose none", "back R1"]
        play(seat, "choose O1", "stop")
        assert seat.question == "red_2"
        assert seat.legal() == ["choose R1", "choose done", "back R1"]
        play(seat, "choose R1", "back R1")
        assert (seat.legal(), seat.pot_text()) == ([], "B1@1 O1@2 R1@3")
        assert sorted(seat.bag) == ["R1", "R4"]

    def test_older_chip_goes_back_first(self) -> None:
        """Of equal chips the one laid aside first; a restart then takes this round's."""
        book = rules(red=2, card="second_chance")
        seat = begin(book, "R1 O1 G1", "K1@1 K1@2 K1@3", aside=["R1"])
        play(seat, "draw R1", "draw O1", "draw G1")
        assert seat.legal() == ["choose restart", "choose continue", "back R1"]
        left = play(deepcopy(seat), "choose restart")
        assert left.kinds_aside() == ["R1"]
        assert left.legal() == ["draw", "back R1"]
        play(seat, "back R1", "choose restart")
        assert (seat.kinds_aside(), seat.bag.count("R1")) == ([], 2)

    def test_strong_ingredient_does_not_see_it(self) -> None:
        """Section 6: a chip put back during the look is not among those looked at."""
        seat = begin(rules(red=2), "W1 O1", "O1@1", aside=["R1"])
        play(seat, "stop", "choose done")
        seat.strong_ingredient(["W1", "O1"])
        assert seat.legal() == ["choose W1", "choose O1", "choose none", "back R1"]
        play(seat, "back R1", "choose W1")
        assert (seat.pot_text(), seat.state, seat.legal()) == ("O1@1 W1@2", "stopped", [])


class TestMandrake:
    """R4.19: drawn directly before, and still there."""

    @pytest.mark.parametrize(
        ("steps", "question"),
        [
            (["draw W2", "draw Y1"], "yellow_1"),
            (["draw W2", "draw R1", "draw Y1"], "brew"),
            (["draw W2", "draw R1", "back R1", "draw Y1"], "brew"),
            (["draw W1", "draw W2", "flask", "draw Y1"], "brew"),
            (["draw W1", "draw O1", "flask", "draw Y1"], "brew"),
            (["draw W1", "back R2", "draw Y1"], "yellow_1"),
            (["draw B1 W2", "choose W2", "draw Y1"], "yellow_1"),
            (["draw W2", "draw B1 W1", "choose none", "draw Y1"], "brew"),
        ],
    )
    def test_when_it_asks(self, steps: list[str], question: str) -> None:
        """With red 2, and a flask for any colour."""
        book = rules(red=2, flask_any=True)
        seat = begin(book, "W1 W2 R1 Y1 B1 O1 K1", aside=["R2"])
        assert play(seat, *steps).question == question


class TestSecondChance:
    """Section 6: five chips, or an explosion with fewer, once."""

    def test_explosion_with_three(self) -> None:
        """It is asked, undoes the explosion, and does not come again."""
        book = rules(card="second_chance")
        seat = play(begin(book, "W2 O1", "W3@3 W3@6", droplet=1, tails=2), "draw W2")
        assert (seat.state, seat.question) == ("exploded", "second_chance")
        assert play(deepcopy(seat), "choose continue").legal() == []
        play(seat, "choose restart")
        assert (seat.state, seat.legal(), seat.scoring()) == ("brewing", ["draw"], 4)
        play(seat, "draw W3", "draw W3", "draw W2")
        assert (seat.state, seat.legal()) == ("exploded", [])

    def test_five_chips_first(self) -> None:
        """Asked with five, it does not come for the explosion."""
        seat = begin(rules(card="second_chance"), "G1 W2 O1", "O1@1 W3@4 W3@7 O1@8")
        play(seat, "draw G1", "choose continue", "draw W2")
        assert (seat.state, seat.legal()) == ("exploded", [])

    def test_after_the_chips_own_action(self) -> None:
        """A mandrake's return and all that skulls place come before it."""
        book = rules(card="second_chance")
        seat = play(begin(book, "Y1 O1", "O1@1 O1@2 O1@3 W1@4"), "draw Y1", "choose return")
        assert (seat.question, len(seat.pot)) == ("second_chance", 4)
        seat = begin(book, "B1 B2 W2 O1", "W3@3 W3@6")
        play(seat, "draw B1 B2", "choose B2 : W2 O1")
        assert seat.question == "blue_1"
        play(seat, "choose W2")
        assert (seat.question, len(seat.pot)) == ("second_chance", 5)

    def test_bowl(self) -> None:
        """R7.3: the bowl does not count for the five, but its explosion asks."""
        book = rules(card="second_chance", overflow=True)
        seat = begin(book, "G1 W2 K1", "W3@48 W3@51 O1@52")
        play(seat, "draw G1")
        assert seat.question == "brew"
        play(seat, "draw W2")
        assert seat.question == "second_chance"
        play(seat, "choose restart")
        assert (seat.pot, seat.bowl, len(seat.bag)) == ([], [], 6)


class TestStir:
    """R7.4 and R4.10, as one seat sees it."""

    def test_on_demand(self) -> None:
        """Beside the draw only, before anybody drew; then the draw is sealed."""
        seat = begin(rules(), "O1 W1", on_demand=True)
        assert seat.legal() == ["draw", "stir"]
        assert play(deepcopy(seat), "draw O1").legal() == ["draw", "stop"]
        late = deepcopy(seat)
        late.another_drew()
        assert late.legal() == ["draw"]
        play(seat, "stir")
        assert seat.legal() == ["draw"]
        seat.act("draw")
        assert (seat.legal(), seat.seen().sealed) == ([], True)
        seat.reveal(["W1"])
        assert seat.legal() == ["draw", "stop", "flask"]

    def test_empty_bag_and_chip_aside(self) -> None:
        """Not without a chip to draw."""
        seat = begin(rules(red=2), "", aside=["R1"], on_demand=True)
        assert seat.legal() == ["stop", "back R1"]
        assert play(seat, "back R1").legal() == ["draw", "stir"]

    def test_not_after_a_second_chance(self) -> None:
        """Who starts again has drawn."""
        seat = begin(rules(card="second_chance"), "W3 W3 W2", on_demand=True)
        play(seat, "draw W3", "draw W3", "draw W2", "choose restart")
        assert seat.legal() == ["draw"]


class TestQuestions:
    """R4.16, R7.4: what every question has in common."""

    def test_back_comes_after_the_own_options(self) -> None:
        """Each kind once, in order; not for who is held or sealed, nor where nothing is asked."""
        aside = ["R4", "R1", "R1"]
        shop = ["buy O1", "buy"]
        assert questions.legal(shop, aside) == ["buy O1", "buy", "back R1", "back R4"]
        assert questions.legal(shop, []) == shop
        assert questions.legal(shop, aside, held=True) == []
        assert questions.legal(["draw", "stop"], aside, sealed=True) == []
        assert questions.legal(["buy"], aside) == []
        assert questions.legal(["done"], aside) == []
        assert questions.legal(["choose 1"], aside) == []
        assert questions.legal(["draw"], []) == ["draw"]
        assert questions.legal(["stop"], []) == []
        assert questions.legal(["stop"], ["R2"]) == ["stop", "back R2"]

    @pytest.mark.parametrize(
        ("setting", "round_no", "stirred", "offered"),
        [
            ("last", 1, False, True),
            ("last", 8, False, True),
            ("last", 9, True, False),
            ("always", 1, True, False),
            ("never", 1, False, False),
            ("never", 9, False, False),
        ],
    )
    def test_stir(self, setting: str, round_no: int, stirred: bool, offered: bool) -> None:
        """R7.4: the three settings, and the call before anybody drew."""
        nobody = [False, False, False]
        assert questions.is_stirred(setting, round_no, called=False) == stirred
        assert questions.may_stir(setting, round_no, called=False, drawn=nobody) == offered
        assert not questions.may_stir(setting, round_no, called=True, drawn=nobody)
        assert not questions.may_stir(setting, round_no, called=False, drawn=[False, True])


def test_example_of_the_module() -> None:
    """The example in the docstring runs."""
    assert doctest.testmod(replay).failed == 0


def test_luck_that_can_not_be_is_refused() -> None:
    """A chip that is not there, too few chips, too many."""
    for given in ([], ["G1"], ["O1", "O1"], ["B2", "O1"], ["B2", "O1", "W1", "W1"]):
        with pytest.raises(IllegalAction):
            begin(rules(), "O1 W1 B2").act("draw", given)
