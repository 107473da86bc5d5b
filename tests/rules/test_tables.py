"""The tables of the rules: their totals and their figures, written down a second time (R1, R8)."""

import pytest

from quedlinburg.rules import constants, ids, log, options, rule, tasks

KINDS = [
    "W1",
    "W2",
    "W3",
    "O1",
    "G1",
    "G2",
    "G4",
    "B1",
    "B2",
    "B4",
    "R1",
    "R2",
    "R4",
    "Y1",
    "Y2",
    "Y4",
    "P1",
    "K1",
]


def test_the_supply_is_215_chips() -> None:
    """R1.1"""
    assert sum(constants.SUPPLY) == 215


@pytest.mark.parametrize(
    ("colour", "chips"),
    [("W", 32), ("O", 22), ("G", 36), ("B", 30), ("R", 30), ("Y", 31), ("P", 17), ("K", 17)],
)
def test_each_colour_has_its_chips(colour: str, chips: int) -> None:
    """R1.1: the rows of the table added up."""
    owned = zip(constants.KIND_CODES, constants.SUPPLY, strict=True)
    assert sum(count for code, count in owned if code[0] == colour) == chips


def test_kinds_are_numbered_in_the_order_of_the_tables() -> None:
    """R0: the numbers that the rules speak in, and the codes that people read."""
    assert [getattr(ids, code) for code in KINDS] == list(range(ids.KINDS))
    assert list(constants.KIND_CODES) == KINDS
    assert len(KINDS) == ids.NO_KIND


def test_kinds_have_their_colour_and_value() -> None:
    """R0"""
    letters = "".join(constants.COLOUR_LETTERS)
    assert [letters[colour] for colour in constants.COLOUR] == [code[0] for code in KINDS]
    assert list(constants.VALUE) == [int(code[1]) for code in KINDS]


def test_colours_have_a_name_and_an_ingredient() -> None:
    """R1.1"""
    names = ["white", "orange", "green", "blue", "red", "yellow", "purple", "black"]
    assert list(constants.COLOUR_NAMES) == names
    assert [getattr(ids, name.upper()) for name in names] == list(range(8))
    assert constants.INGREDIENTS == (
        "cherry bomb",
        "pumpkin",
        "garden spider",
        "crow skull",
        "toadstool",
        "mandrake",
        "ghost's breath",
        "hawkmoth",
    )


def test_a_bag_starts_with_nine_chips() -> None:
    """R2.2"""
    bag = {code: count for code, count in zip(KINDS, constants.BAG, strict=True) if count}
    assert bag == {"W1": 4, "W2": 2, "W3": 1, "O1": 1, "G1": 1}


def test_yellow_is_out_from_round_2_and_purple_from_round_3() -> None:
    """R3.1"""
    assert constants.OUT_FROM == (1, 1, 1, 1, 1, 2, 3, 1)


def test_only_four_colours_have_a_next_value() -> None:
    """R5.10, R6 opportune_moment"""
    pairs = {
        KINDS[kind]: KINDS[following]
        for kind, following in enumerate(constants.NEXT_KIND)
        if following >= 0
    }
    steps = [(colour + low, colour + high) for colour in "GBRY" for low, high in ("12", "24")]
    assert pairs == dict(steps)
    assert {following for following in constants.NEXT_KIND if following < 0} == {-1}


def test_the_pot_has_54_spaces() -> None:
    """R1.2"""
    assert (
        len(constants.SPACE_COINS) == len(constants.SPACE_POINTS) == len(constants.SPACE_RUBY) == 54
    )
    assert (constants.LAST_SPACE, constants.SPOON) == (52, 53)


def test_the_sums_of_the_pot() -> None:
    """R1.2: the columns of the table added up one by one."""
    assert sum(constants.SPACE_COINS) == 36 + 115 + 164 + 205 + 245 + 287
    assert sum(constants.SPACE_POINTS) == 3 + 21 + 42 + 66 + 93 + 118
    assert sum(constants.SPACE_RUBY) == 15


def test_a_lap_of_the_track_has_23_tails() -> None:
    """R1.3"""
    assert (constants.LAP, constants.LAP_TAILS) == (50, 23)
    tails = {1, 4, 7, *range(10, 50, 2)}
    assert list(constants.TAILS_BEFORE) == [len([t for t in tails if t < p]) for p in range(50)]


def test_the_die_has_six_faces() -> None:
    """R1.4"""
    assert constants.DIE_FACES == ("1vp", "1vp", "2vp", "ruby", "droplet", "O1")


def test_twelve_glasses_hold_their_rewards() -> None:
    """R1.5: points, rubies and chips of the start glass and the twelve others."""
    assert constants.LAST_GLASS == 12
    rewards = "1 ruby, 1 vp, B1, 2 vp, K1, 2 vp, R2, 3 vp, P1, 3 vp, Y4, 4 vp"
    assert ("start", *rewards.split(", ")) == constants.GLASS_REWARDS
    assert constants.GLASS_POINTS == (0, 0, 1, 0, 2, 0, 2, 0, 3, 0, 3, 0, 4)
    assert constants.GLASS_RUBIES == (0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    chips = {glass: KINDS[kind] for glass, kind in enumerate(constants.GLASS_KIND) if kind >= 0}
    assert chips == {3: "B1", 5: "K1", 7: "R2", 9: "P1", 11: "Y4"}
    assert {kind for kind in constants.GLASS_KIND if kind < 0} == {-1}


PRICES = {
    "orange_1": (3,),
    "green_1": (4, 8, 14),
    "green_2": (6, 11, 18),
    "green_3": (6, 11, 21),
    "green_4": (4, 8, 14),
    "blue_1": (5, 10, 19),
    "blue_2": (5, 10, 19),
    "blue_3": (4, 8, 14),
    "blue_4": (5, 10, 19),
    "red_1": (6, 10, 16),
    "red_2": (4, 8, 14),
    "red_3": (5, 9, 15),
    "red_4": (7, 11, 17),
    "yellow_1": (8, 12, 18),
    "yellow_2": (9, 13, 19),
    "yellow_3": (8, 12, 18),
    "yellow_4": (8, 12, 18),
    "purple_1": (9,),
    "purple_2": (12,),
    "purple_3": (10,),
    "purple_4": (11,),
    "black_1": (10,),
    "black_2": (10,),
}


@pytest.mark.parametrize("page", PRICES)
def test_every_page_has_its_prices(page: str) -> None:
    """R1.6"""
    assert constants.PRICES[getattr(ids, page.upper())] == PRICES[page]


def test_there_are_no_other_pages() -> None:
    """R2.3"""
    assert set(constants.PRICES) == {getattr(ids, page.upper()) for page in PRICES}


def test_a_page_is_ten_times_its_colour_and_its_number() -> None:
    """R2.3"""
    for page in PRICES:
        colour, number = page.split("_")
        assert getattr(ids, page.upper()) == 10 * getattr(ids, colour.upper()) + int(number)


def test_24_cards_13_of_them_purple() -> None:
    """R2.4, R6"""
    assert (len(constants.CARD_IDS), sum(constants.CARD_IS_PURPLE), ids.CARDS) == (24, 13, 24)
    assert set(constants.CARD_COLOURS) == {"purple", "blue"}


def test_cards_are_numbered_in_the_order_of_the_tables() -> None:
    """R6: purple ones first."""
    assert [getattr(ids, card.upper()) for card in constants.CARD_IDS] == list(range(24))
    assert ids.NO_CARD not in range(24)
    assert constants.CARD_IS_PURPLE == (1,) * 13 + (0,) * 11


@pytest.mark.parametrize(
    ("edition", "switches"),
    [
        ("north_star", (1, "white", 21, 19)),
        ("north_star_first", (0, "white", 18, 20)),
        ("schmidt", (0, "any", 21, 20)),
    ],
)
def test_editions_set_four_switches(edition: str, switches: tuple[int | str, ...]) -> None:
    """R8"""
    names = ("rubies", "flask", "green_3_G4", "blue_4_B4")
    assert constants.EDITIONS[edition] == dict(zip(names, switches, strict=True))


def test_nine_rounds_and_a_cherry_bomb_before_the_sixth() -> None:
    """R3, R3.1"""
    assert (constants.LAST_ROUND, constants.CHERRY_BOMB_ROUND) == (9, 6)


def test_no_two_tasks_and_no_two_options_share_a_number() -> None:
    """Agendas and answers are numbers: each means one thing."""
    for module, sizes in ((tasks, {"QUESTION"}), (options, {"BUY_WIDTH", "OPTIONS"})):
        named = {n: v for n, v in vars(module).items() if n.isupper() and n not in sizes}
        assert len(set(named.values())) == len(named)


def test_options_leave_room_for_kinds_trades_and_toadstools() -> None:
    """0 to 17 are kinds, 12 trades and 3 toadstools follow their first number (R5.10, R4.16)."""
    taken = {
        v for n, v in vars(options).items() if n.isupper() and n not in ("BUY_WIDTH", "OPTIONS")
    }
    room = [
        *range(18),
        *range(options.TRADE + 1, options.TRADE + 12),
        options.BACK + 1,
        options.BACK + 2,
    ]
    assert taken.isdisjoint(room)
    assert (options.BUY_WIDTH, options.OPTIONS) == (19, options.BUY + 19 * 19)
    assert max(taken) == options.BUY


def test_events_are_numbered_in_a_row() -> None:
    """The log speaks in numbers from 0 on."""
    numbers = [v for n, v in vars(log).items() if n.isupper()]
    assert numbers == list(range(37))


def test_rules_are_numbered_by_section_and_part() -> None:
    """R4.11 is 411, the lettered steps of the evaluation follow 580, cards 600."""
    for name, number in vars(rule).items():
        if name.isupper() and name != "R6":
            section, _, part = name[1:].partition("_")
            expected = int(part) if part.isdecimal() else 81 + ord(part) - ord("A")
            assert number == 100 * int(section) + expected
    assert rule.R6 == 600
