"""Ghost's breath: the four pages of the purple book (R5.7 to R5.10)."""

import pytest

from quedlinburg.rules.books import purple
from rules.builders import asked, by, legal, play, pot, table

OTHER = "seat 1 exploded pot W1@1"
BREATHS = ["P1@1", "P1@2", "P1@3", "P1@4"]
LINE_1 = ["points_won 0 1"]
LINE_2 = ["points_won 0 1", "rubies_won 0 1"]
LINE_3 = ["points_won 0 2", "droplet_moved 0 1"]


def test_purple_1_2_and_4_ask_nothing_without_a_breath() -> None:
    """R5.7, R5.8, R5.10"""
    t = table("round 4", "seat 0 bag W1 pot R1@1").table
    before = t.depth[0]
    purple.purple_1_evaluated(t, 0)
    purple.purple_2_evaluated(t, 0)
    purple.purple_4_evaluated(t, 0)
    assert t.depth[0] == before


def test_purple_1_pays_one_breath_unasked() -> None:
    """R5.7"""
    game = table("books 1", "seat 0 exploded pot P1@1", OTHER)
    assert by("R5.7", game.events) == LINE_1


@pytest.mark.parametrize(
    ("breaths", "lines"),
    [(2, ["choose 1", "choose 2"]), (4, ["choose 1", "choose 2", "choose 3"])],
)
def test_purple_1_offers_a_line_for_each_breath_up_to_3(breaths: int, lines: list[str]) -> None:
    """R5.7"""
    game = table("books 1", f"seat 0 exploded pot {' '.join(BREATHS[:breaths])}", OTHER)
    assert (asked(game), legal(game)) == ("purple_1", lines)


@pytest.mark.parametrize(("line", "won"), [(1, LINE_1), (2, LINE_2), (3, LINE_3)])
def test_purple_1_pays_the_chosen_line(line: int, won: list[str]) -> None:
    """R5.7"""
    game = table("books 1", f"seat 0 exploded pot {' '.join(BREATHS[:3])}", OTHER)
    assert by("R5.7", play(game, f"0 choose {line}")) == won


@pytest.mark.parametrize(("breaths", "most"), [(1, 1), (2, 2), (3, 3), (4, 3)])
def test_purple_2_offers_to_give_back_up_to_3(breaths: int, most: int) -> None:
    """R5.8"""
    game = table("books 2", f"seat 0 exploded pot {' '.join(BREATHS[:breaths])}", OTHER)
    assert legal(game) == [f"choose {n}" for n in range(most + 1)]


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (0, []),
        (1, ["chip_traded_in 0 P1 2", "chip_taken 0 K1", "points_won 0 1", "rubies_won 0 1"]),
        (
            2,
            [
                "chip_traded_in 0 P1 2",
                "chip_traded_in 0 P1 1",
                "chip_taken 0 G1",
                "chip_taken 0 B2",
                "points_won 0 3",
                "droplet_moved 0 1",
            ],
        ),
        (
            3,
            [
                "chip_traded_in 0 P1 2",
                "chip_traded_in 0 P1 1",
                "chip_traded_in 0 P1 0",
                "chip_taken 0 Y4",
                "points_won 0 6",
                "rubies_won 0 1",
                "droplet_moved 0 2",
            ],
        ),
    ],
)
def test_purple_2_pays_for_what_is_given_back(count: int, told: list[str]) -> None:
    """R5.8: the last ones placed, and the scoring space does not change."""
    game = table("books 2", "seat 0 exploded pot P1@1 P1@2 P1@3 W1@8", OTHER)
    assert by("R5.8", play(game, f"0 choose {count}")) == told
    assert game.view(None).seats[0].scoring == 9


@pytest.mark.parametrize(
    ("space", "points"),
    [(9, 0), (10, 1), (23, 1), (24, 1), (25, 2), (44, 2), (45, 3), (52, 3)],
)
def test_purple_3_pays_by_the_printed_number(space: int, points: int) -> None:
    """R5.9: the spaces 25 and 45 are the first that say 20 and 30."""
    game = table("books 3", f"seat 0 exploded pot P1@{space}", OTHER)
    assert by("R5.9", game.events) == [f"points_won 0 {points}"] * (points > 0)


def test_purple_3_pays_for_each_breath_and_no_other_chip() -> None:
    """R5.9"""
    game = table("books 3", "seat 0 exploded pot P1@12 W1@13 P1@45", OTHER)
    assert by("R5.9", game.events) == ["points_won 0 1", "points_won 0 3"]


CHIPS = "G1@1 B1@2 R1@3 Y1@4 G2@6 B2@8 R2@10 Y2@12"
TRADES = [
    ["choose G1-G2", "choose B1-B2", "choose R1-R2", "choose Y1-Y2"],
    ["choose G2-G4", "choose B2-B4", "choose R2-R4", "choose Y2-Y4"],
    ["choose G1-G4", "choose B1-B4", "choose R1-R4", "choose Y1-Y4"],
]


@pytest.mark.parametrize("breaths", [1, 2, 3, 4])
def test_purple_4_offers_the_lines_of_its_breaths(breaths: int) -> None:
    """R5.10"""
    spaces = " ".join(f"P1@{13 + i}" for i in range(breaths))
    game = table("books 4", f"seat 0 exploded pot {CHIPS} {spaces}", OTHER)
    play(game, "0 choose keep") if asked(game) == "green_4" else None
    offered = [trade for line in TRADES[: min(breaths, 3)] for trade in line]
    assert legal(game) == [*offered, "choose none"]


@pytest.mark.parametrize(
    ("trade", "told"),
    [
        ("G1-G2", ["chip_traded_in 0 G1 0", "chip_taken 0 G2"]),
        ("R1-R2", ["chip_traded_in 0 R1 2", "chip_taken 0 R2"]),
        ("Y2-Y4", ["chip_traded_in 0 Y2 7", "chip_taken 0 Y4"]),
        ("B1-B4", ["chip_traded_in 0 B1 1", "chip_taken 0 B4"]),
    ],
)
def test_purple_4_trades_a_chip_of_the_pot(trade: str, told: list[str]) -> None:
    """R5.10: the new chip goes into the bag, the scoring space does not change."""
    game = table("books 4", f"seat 0 exploded pot {CHIPS} P1@13 P1@14 P1@15", OTHER)
    assert by("R5.10", play(game, f"0 choose {trade}")) == told
    assert game.view(None).seats[0].scoring == 16


def test_purple_4_trades_the_last_of_equal_chips() -> None:
    """R5.10"""
    game = table("books 4", "seat 0 exploded pot R1@1 O1@2 R1@3 P1@4", OTHER)
    play(game, "0 choose R1-R2")
    assert pot(game) == "R1@1 O1@2 P1@4"


def test_purple_4_offers_only_what_the_supply_has() -> None:
    """R5.10, R1.1"""
    game = table("books 4 supply R2=0 B2=1", "seat 0 exploded pot R1@1 B1@2 P1@4", OTHER)
    assert legal(game) == ["choose B1-B2", "choose none"]


def test_purple_4_may_be_declined() -> None:
    """R5.10"""
    game = table("books 4", "seat 0 exploded pot R1@1 P1@4", OTHER)
    assert by("R5.10", play(game, "0 choose none")) == []


def test_purple_4_asks_nothing_without_a_chip_to_trade() -> None:
    """R5.10: white, orange and black are not traded."""
    game = table("books 4", "seat 0 exploded pot W1@1 O1@2 K1@3 P1@4", OTHER)
    assert asked(game) == "exploded"
