"""The solver against brute force through `chances`: every book, every card that acts on brewing.

Every state that the position can come to is compared, also those in the middle of a question: the
same legal actions, each with the same value.
"""

from dataclasses import fields

import pytest

from analysis.brute import (
    Brute,
    contrary_worth,
    fair_worth,
    lay,
    odd_worth,
    shield_worth,
)
from analysis.comparing import brew_of, compare
from quedlinburg.analysis import EXACT, FunctionObjective
from quedlinburg.analysis.compiled_rules.effects import EFFECTS, NONE, Effects
from quedlinburg.analysis.decisions import Solution
from quedlinburg.rules import ids
from quedlinburg.rules.constants import CARD_IDS

BOOKS = {
    "blue_1": ("books 1 card alms", "bag W1 W3 B2 G1 O1 pot W2@2 W2@4"),
    "blue_1_nested": ("books 1 card alms", "flask empty bag W3 B1 B2 W1 pot W3@3 W1@4"),
    "blue_2": ("books 2 card alms", "bag W1 W3 B2 B1 G1 pot W2@2 W3@5"),
    "blue_2_larger_shield": ("books 2 card alms", "flask empty bag W1 W3 B1 O1 pot W3@3 W2@5 B4@9"),
    "blue_3": ("books 3 card alms", "bag W1 W3 B2 B1 G1 pot W2@2 W2@4"),
    "blue_4": ("books 4 card alms", "bag W1 W3 B2 B1 G1 pot W2@2 W2@4"),
    "red_1": ("books 1 card alms", "bag W1 W3 R2 R1 O1 pot W2@2 O1@3 W2@5"),
    "red_1_three_pumpkins": (
        "books 1 card alms",
        "flask empty bag W3 R1 R2 O1 pot O1@1 O1@2 W2@4 W3@7",
    ),
    "red_2": ("books 2 card alms", "bag W1 W3 R2 G1 aside R1 pot W2@2 W3@5"),
    "red_2_first_draw": ("books 2 card alms", "flask empty bag W3 W1 aside R1 R2"),
    "red_3": ("books 3 card alms", "bag W1 W3 R2 R1 O1 pot W2@2 W2@4"),
    "red_4": ("books 4 card alms", "bag W1x2 W3 R2 O1 pot W2@2 W2@4"),
    "yellow_1": ("books 1 card alms", "flask empty bag W1 W3 Y1 Y2 pot W1@1 W2@3 W2@5"),
    "yellow_2": ("books 2 card alms", "flask empty bag W1 W3 Y1 Y2 G1 pot W1@1 W2@3"),
    "yellow_3": ("books 3 card alms", "bag W1 W3 Y1x2 G1 W2 pot W2@2 W3@5 Y1@6"),
    "yellow_4": ("books 4 card alms", "bag W1 W3 Y1 Y2 pot W2@2 W3@5"),
    "yellow_4_fourth": (
        "books 4 card alms",
        "flask empty bag W1 W3 Y1 Y2x2 pot Y1@2 Y1@5 W2@7 W3@10",
    ),
    "green_purple_black": ("books 3 card alms", "flask empty bag W1 W3 G2 P1x2 K1 pot W2@7 W2@9"),
    "red_3_yellow_1": (
        "books green=1 blue=2 red=3 yellow=1 purple=3 card alms",
        "flask empty bag W1 W3 R1 Y1 P1 pot W2@2 W2@9",
    ),
    "blue_1_red_2": (
        "books green=1 blue=1 red=2 yellow=2 purple=1 card alms",
        "flask empty bag W3 B2 R1 Y1 pot W2@2 W3@5",
    ),
    "end_of_the_pot": ("books 4 card alms", "bag W1 W3 O1 Y1 G2 pot W2@49 W2@51"),
    "rats": ("books 1 card alms", "droplet 3 rats 4 bag W1 W3 O1 B1"),
}
# One book for each colour; green is last, as it does nothing while brewing.
MIXED = "books blue={} red={} yellow={} purple={} green=1 card {}"
# Where extra spaces meet what else a chip does (R4.7).
SHORT = {
    "a_skull_looks": (MIXED.format(1, 1, 2, 1, "alms"), "flask empty bag W3 B1 O1 Y1 pot W3@3"),
    "a_shield_stays": (MIXED.format(2, 1, 2, 1, "alms"), "flask empty bag W3 B1 Y1 W2 pot W3@3"),
    "a_skull_wins_a_ruby": (MIXED.format(3, 1, 2, 1, "alms"), "bag W3 B1 B2 Y1 pot W2@2"),
    "a_skull_wins_points": (MIXED.format(4, 1, 2, 1, "alms"), "bag W3 B1 B2 pot W2@2 Y1@3"),
    "a_ghost_moves_less": (MIXED.format(1, 1, 2, 3, "alms"), "bag W3 P1x2 pot W2@7 Y1@8"),
    "a_red_chip_goes_back": (MIXED.format(4, 2, 2, 1, "alms"), "bag W3 O1 Y1 aside R2 pot W2@2"),
    "a_second_chance": (
        MIXED.format(4, 4, 1, 1, "second_chance"),
        "flask empty bag W1 W3 pot R1@1 W1@3 O1@4 W2@6",
    ),
    "well_stirred": (MIXED.format(4, 1, 2, 1, "well_stirred"), "bag W1 W3 Y1 O1"),
    "a_mandrake_after_red": (MIXED.format(4, 1, 1, 1, "alms"), "bag W1 Y1 R1 O1 pot O1@1 W3@4"),
    "the_end_of_the_pot": (MIXED.format(4, 3, 2, 1, "alms"), "bag W1 R2 Y1 pot W3@48 W2@50"),
    "the_bowl": ("overflow " + MIXED.format(4, 3, 2, 1, "alms"), "bag W1 R2 Y1 pot W3@48 W2@50"),
    "a_flask_for_any_colour": (
        "edition schmidt " + MIXED.format(3, 3, 2, 3, "alms"),
        "bag W1 B1 P1 Y1 pot W2@2",
    ),
    "a_skull_and_its_flask": (
        "edition schmidt " + MIXED.format(4, 3, 2, 1, "alms"),
        "bag W1 B1 B2 pot W2@3 Y1@4",
    ),
}
# Where red chips laid aside meet shields, mandrakes and questions (R4.12, R4.16, R4.19).
ASIDE = {
    "shield": (MIXED.format(2, 2, 1, 1, "alms"), "flask empty bag W3 R1 R2 B1 O1 pot W3@3 W2@5"),
    "shield_left": (MIXED.format(2, 2, 3, 1, "alms"), "bag W3 W1 R1 R2 pot W3@3 W2@5 B2@7"),
    "shield_flask": (
        "edition schmidt " + MIXED.format(2, 2, 3, 1, "alms"),
        "bag W3 R1 B1 pot W3@3 B2@5",
    ),
    "mandrake": (MIXED.format(4, 2, 1, 1, "alms"), "bag W1 W3 R1 Y1 pot W2@2 W2@4"),
    "mandrake_asks": (
        MIXED.format(4, 2, 1, 1, "alms"),
        "flask empty bag W3 Y1 Y2 aside R1 pot W2@2 W2@4",
    ),
    "look": (MIXED.format(1, 2, 4, 1, "alms"), "flask empty bag W3 B1 O1 aside R1 R2 pot W3@3"),
    "well_stirred": (MIXED.format(4, 2, 1, 1, "well_stirred"), "flask empty bag W2 Y1 aside R1 R4"),
    "second_chance": (
        MIXED.format(2, 2, 4, 1, "second_chance"),
        "flask empty bag W3 W2 R1 aside R2 pot W3@3",
    ),
}
CARDS = {
    "living_in_luxury": ("books 3 card living_in_luxury", "bag W1 W3 Y1 W2 G1 pot W3@3 W2@5"),
    "pumpkin_party": ("books 2 card pumpkin_party", "bag W1 W3 O1x2 Y1 pot W3@3 W2@5"),
    "well_stirred": ("books 1 card well_stirred", "bag W1 W3 B1 Y1"),
    "well_stirred_shield": ("books 2 card well_stirred", "bag W1 W3 B1 Y1"),
    "second_chance": ("books 4 card second_chance", "bag W3 B1 pot W2@2 W2@4 O1@5"),
    "second_chance_look": (
        "books 1 card second_chance",
        "flask empty bag W3 B1 pot W2@2 W1@3 O1@4",
    ),
    "second_chance_return": (
        "books 1 card second_chance",
        "flask empty bag W3 Y1 pot W2@2 O1@3 W2@5",
    ),
    "second_chance_aside": (
        "books 2 card second_chance",
        "flask empty bag W1 R1 aside R2 pot W3@3 W2@5 W2@7 O1@8",
    ),
    "second_chance_first_chips": ("books 3 card second_chance", "flask empty bag W3x2 W2 Y1"),
    "second_chance_mandrake": ("books 1 card second_chance", "bag W3 W1 Y1 pot W3@3 W2@5"),
    "second_chance_shield": ("books 2 card second_chance", "bag W3 B1 pot W2@2 W2@4 O1@5"),
}
VARIANTS = {
    "schmidt_1": ("books 1 edition schmidt card alms", "bag W1 W3 Y1 G1 pot W2@2 W2@4"),
    "schmidt_1_look": ("books 1 edition schmidt card alms", "bag W1 B1 Y1 pot W2@2 W2@4"),
    "schmidt_2": ("books 2 edition schmidt card alms", "bag W1 W3 B2 Y1 pot W2@2 B1@3 W3@6"),
    "schmidt_3": ("books 3 edition schmidt card alms", "bag W1 W3 B2 Y1 pot W2@2 W3@5"),
    "schmidt_4": ("books 4 edition schmidt card alms", "bag W1 W3 R1 Y1 P1 pot W2@2 W3@5"),
    "schmidt_second_chance": (
        "books 1 edition schmidt card second_chance",
        "bag W3 B1 pot W2@2 W1@3 O1@4",
    ),
    "overflow_1": ("books 1 overflow card alms", "bag W1 W3 R1 Y1 pot W3@48 W2@50"),
    "overflow_2": ("books 2 overflow card alms", "bag W1 W3 O1 R1 aside R2 pot W3@48 W2@51"),
    "overflow_order": (
        "books 2 overflow card alms",
        "flask empty bag W1 W3 aside R1 R4 pot W3@48 W2@51",
    ),
    "overflow_3": ("books 3 overflow card alms", "bag W1 W3 Y1 P1 pot W3@48 W2@51"),
    "overflow_second_chance": (
        "books 4 overflow card second_chance",
        "flask empty bag W3 P1 pot W3@50 W2@51 O1@52",
    ),
    "overflow_schmidt": ("books 1 overflow edition schmidt card alms", "bag W1 B1 Y1 pot W3@50"),
}
STRONG = {
    "strong": ("books 1 card strong_ingredient", "flask empty bag W3x2 G1x3 P1x2 pot W3@3 W2@5"),
    "strong_red_2": ("books 2 card strong_ingredient", "flask empty bag W3 R1 P1 pot W3@3 W2@5"),
    "strong_two_aside": (
        "books 2 card strong_ingredient",
        "flask empty bag W3 P1 aside R1 R2 pot W3@3 W2@5",
    ),
    "strong_overflow": ("books 1 overflow card strong_ingredient", "bag W1 W3 P1 pot W3@50"),
}
# Another seat whose pot exploded does not look: the evaluation begins when seat 0 is through.
EXPLODED_SEAT = "bag O1 pot G1@1 exploded"


@pytest.mark.parametrize("name", BOOKS)
def test_every_book_as_brute_force_plays_it(name: str) -> None:
    """R4.11 to R4.22: values without any sense, so that every decision matters."""
    compare(Brute(lay(*BOOKS[name]), odd_worth))


@pytest.mark.parametrize("name", SHORT)
def test_passing_up_extra_spaces_as_brute_force_plays_it(name: str) -> None:
    """R4.7: where it is possible, and what else the chip does then."""
    brute = Brute(lay(*SHORT[name]), odd_worth)
    assert any("short" in moves for moves in brute.moves.values())
    compare(brute)


def test_a_skull_that_stood_short_may_still_go_into_the_flask() -> None:
    """R4.7, R4.5: what it won on its bare space stays won."""
    head, _ = SHORT["a_skull_and_its_flask"]
    brute = Brute(lay(head, "bag B1 pot W2@3 Y1@4"), lambda b: float(b.points))
    compare(brute)
    assert brute.actions(brute.root)["draw"] == 2


def test_a_skull_that_has_paid_passes_nothing_up_whatever_is_sought() -> None:
    """R4.7: on 5 after a mandrake it has paid, though the value does not count that."""
    game = lay(MIXED.format(3, 1, 2, 1, "alms"), "flask empty bag B1 Y1 pot O1@2")
    brute = Brute(game, lambda b: float(b.space == 5))
    found = Solution(brew_of(game), FunctionObjective(brute.worth, needs={"space", "end"}), EXACT)
    assert found.values == brute.actions(brute.root)
    assert found.values["draw"] == 0.5


def test_a_mandrake_that_stands_short_still_doubles_the_next_chip() -> None:
    """R4.20: from 4 one space to 5, and twice 2 to 9."""
    game = lay(MIXED.format(4, 1, 2, 1, "alms"), "flask empty bag Y1 G2 pot O1@3 Y1@4")
    brute = Brute(game, lambda b: float(b.space == 10 and b.last == ids.G2 + 1))
    compare(brute)
    assert brute.actions(brute.root)["draw"] == 0.5


@pytest.mark.parametrize("name", ASIDE)
def test_red_chips_aside_as_brute_force_plays_them(name: str) -> None:
    """R4.12, R4.16, R4.19: drawn, they count; back they go whatever is asked."""
    compare(Brute(lay(*ASIDE[name]), shield_worth))


@pytest.mark.parametrize("name", CARDS)
def test_every_card_as_brute_force_plays_it(name: str) -> None:
    """R6: the cards that act while brewing."""
    compare(Brute(lay(*CARDS[name]), odd_worth))


@pytest.mark.parametrize("name", VARIANTS)
def test_editions_and_overflow_as_brute_force_plays_them(name: str) -> None:
    """R8, R7.3: the flask for any colour, the bowl."""
    compare(Brute(lay(*VARIANTS[name]), odd_worth))


@pytest.mark.parametrize("name", STRONG)
def test_the_strong_ingredient_as_brute_force_plays_it(name: str) -> None:
    """R6: the look after everyone has stopped."""
    compare(Brute(lay(*STRONG[name], EXPLODED_SEAT), odd_worth))


@pytest.mark.parametrize("name", ["blue_1", "red_2", "yellow_1", "yellow_2"])
def test_a_sensible_value_as_brute_force_plays_it(name: str) -> None:
    """R4.2: with values that grow with everything a player likes."""
    compare(Brute(lay(*BOOKS[name]), fair_worth))


def test_red_chips_go_back_while_the_strong_ingredient_is_chosen() -> None:
    """R4.16: one after the other, by a value that wants none aside."""
    brute = Brute(lay(*STRONG["strong_two_aside"], EXPLODED_SEAT), contrary_worth)
    compare(brute)


CONTRARY = {
    name: (BOOKS | VARIANTS)[name]
    for name in ("red_2", "red_2_first_draw", "schmidt_1", "schmidt_1_look", "overflow_order")
}


@pytest.mark.parametrize("name", CONTRARY)
def test_a_contrary_value_as_brute_force_plays_it(name: str) -> None:
    """R4.5, R4.16: ways that nobody takes who wants to get on."""
    compare(Brute(lay(*CONTRARY[name]), contrary_worth))


def test_the_order_of_red_chips_decides_what_goes_into_the_bowl() -> None:
    """R4.16, R7.3: the larger one first, so that the smaller one is in the bowl."""
    brute = Brute(lay(*VARIANTS["overflow_order"]), lambda b: float(b.bowl == 1))
    compare(brute)
    assert brute.actions(brute.root)["stop"] == 1


def brewing_effects(effects: Effects) -> list[str]:
    """The settings of a page or card that change the brewing: those before the evaluation's."""
    names = [field.name for field in fields(Effects)]
    brewing = names[: names.index("die_rolls")]
    return [name for name in brewing if getattr(effects, name) != getattr(NONE, name)]


def test_the_positions_cover_every_page_and_every_card_that_acts_while_brewing() -> None:
    """R4, R6: nothing is left out of the comparison."""
    heads = " ".join(head for head, _ in (*BOOKS.values(), *CARDS.values(), *STRONG.values()))
    acting = [card for card in CARD_IDS if brewing_effects(EFFECTS.get(card, NONE))]
    assert all(f"card {card}" in heads for card in acting)
    assert all(f"books {number}" in heads for number in (1, 2, 3, 4))
    assert len(acting) >= 5
