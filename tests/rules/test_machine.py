"""The machine: who is asked, who is held, what waits for all seats, question numbers (R3.6)."""

import pytest

from quedlinburg import Game
from quedlinburg.engine.luck import Scripted
from quedlinburg.rules import machine
from quedlinburg.rules.ids import KINDS
from quedlinburg.rules.pot import is_bag_empty
from quedlinburg.rules.table import Table
from rules.builders import asked, by, legal, play, story, table

# A pot on the scoring space 5: five coins buy a crow skull of 1 under book 1, and its ruby.
SHOPPER = "stopped rubies 0 bag W1 pot O1@4"


def number(game: Game, seat: int) -> int:
    """The number of the question that a seat is asked, -1 if there is none."""
    question = game.question(seat)
    return question.number if question else -1


# --- held seats ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("supply", "waiting"), [(0, (0, 1, 2)), (1, (0,)), (2, (0,)), (3, (0, 1, 2))]
)
def test_r3_6_holds_later_seats_while_chips_could_run_out(
    supply: int, waiting: tuple[int, ...]
) -> None:
    """R3.6: three seats before the shop, so many crow skulls; of none nobody is held."""
    seats = [f"seat {seat} {SHOPPER}" for seat in range(3)]
    game = table(f"players 3 supply B1={supply}", *seats, luck="1vp 1vp 1vp")
    assert game.waiting == waiting


def test_r3_6_counts_only_the_seats_that_have_not_finished() -> None:
    """R3.6: two skulls do for the two seats that are left."""
    seats = [f"seat {seat} {SHOPPER}" for seat in range(3)]
    game = table("players 3 supply B1=2", *seats, luck="1vp 1vp 1vp")
    play(game, "0 buy")
    assert game.waiting == (1, 2)


def test_r3_6_goes_clockwise_from_the_start_player() -> None:
    """R3.6: seat 2 begins, so that seats 0 and 1 are held."""
    seats = [f"seat {seat} {SHOPPER}" for seat in range(3)]
    game = table("players 3 start 2 supply B1=1", *seats, luck="1vp 1vp 1vp")
    assert game.waiting == (2,)
    play(game, "2 buy")
    assert game.waiting == (0,)


def test_r3_6_holds_a_seat_that_was_asked_when_a_chip_goes() -> None:
    """R3.6: seat 1 takes one of two skulls and is not done: seat 0 has to wait for it."""
    busy = "seat 1 stopped rubies 2 bag W1 pot O1@4"
    game = table("start 1 supply B1=2", f"seat 0 {SHOPPER}", busy, luck="1vp 1vp")
    assert list(game.waiting) == [1, 0]
    play(game, "1 buy B1")
    assert list(game.waiting) == [1]
    play(game, "1 done")
    assert list(game.waiting) == [0]


def test_r3_6_holds_nobody_without_an_earlier_seat_that_is_busy() -> None:
    """R3.6: the last skull does not hold the start player."""
    game = table("supply B1=1", f"seat 0 {SHOPPER}", f"seat 1 {SHOPPER}", luck="1vp 1vp")
    assert game.waiting == (0,)


def test_r3_6_does_not_hold_what_cannot_take_the_kind() -> None:
    """R3.6: six coins and one hawkmoth, which costs ten."""
    game = table("supply K1=1", f"seat 0 {SHOPPER}", f"seat 1 {SHOPPER}", luck="1vp 1vp")
    assert game.waiting == (0, 1)


def test_r3_6_holds_a_gift_that_is_not_asked_about() -> None:
    """R3.6: seat 1 rolled a pumpkin, the last one, which seat 0 could still buy."""
    seats = ("seat 0 exploded pot W2@4", f"seat 1 {SHOPPER}")
    game = table("supply O1=1", *seats, luck="O1")
    assert by("R5.A", game.events)[-1] == "die_rolled 1 O1"
    assert by("R5.A", play(game, "0 choose coins", "0 buy O1")) == ["chip_missed 1 O1"]


def test_r3_6_lets_a_gift_come_when_chips_abound() -> None:
    """R3.6"""
    seats = ("seat 0 exploded pot W2@4", f"seat 1 {SHOPPER}")
    game = table("supply O1=2", *seats, luck="O1")
    assert by("R5.A", game.events)[-1] == "chip_taken 1 O1"


def test_r3_6_a_held_seat_goes_on_when_a_later_one_is_through() -> None:
    """R3.6: seat 2 finishes unasked, so that two pumpkins do for the two seats before it."""
    seats = ("seat 0 exploded pot W1@1", "seat 1 stopped pot W1@7", "seat 2 stopped rubies 0")
    game = table("players 3 supply O1=2", *seats, luck="O1")
    assert by("R5.A", game.events)[1:] == ["die_rolled 1 O1", "chip_taken 1 O1"]


def test_r3_6_a_held_question_is_asked_when_a_later_seat_is_through() -> None:
    """R3.6: the same for a question, here for one of two toadstools."""
    seats = ("seat 0 exploded pot W1@1", "seat 1 exploded pot G2@2", "seat 2 stopped rubies 0")
    game = table("players 3 books 2 supply R1=2", *seats, luck="1vp")
    assert (game.waiting, asked(game, 1)) == ((0, 1), "green_2")


def test_r3_6_an_earlier_seat_that_is_held_does_not_stop_a_later_one() -> None:
    """R3.6: seat 2 can't pay for the skull and goes on, seat 1 waits."""
    seats = (f"seat 0 {SHOPPER}", f"seat 1 {SHOPPER}", "seat 2 exploded pot O1@1")
    game = table("players 3 supply B1=1", *seats, luck="1vp 1vp")
    assert (game.waiting, asked(game, 2)) == ((0, 2), "exploded")


def test_r3_6_holds_in_the_fortune_phase() -> None:
    """R3.6: the last purple chip."""
    game = table("round 3 card choose_wisely phase fortune supply P1=1")
    assert game.waiting == (0,)
    play(game, "0 choose P1")
    assert by("R6 choose_wisely", game.events)[-1] == "droplet_moved 1 2"


def test_r3_6_does_not_hold_for_a_chip_whose_book_is_not_out() -> None:
    """R3.6: before round 3 *choose wisely* has no purple chip, and asks about droplets only."""
    game = table("tubes round 2 card choose_wisely phase fortune supply P1=1")
    assert (game.waiting, asked(game, 1)) == ((0, 1), "droplet")


def test_r3_6_holds_nobody_in_the_potions_phase() -> None:
    """R3.6: everyone acts on their own there, whatever the supply has."""
    zero = " ".join(f"{kind}=1" for kind in ("O1", "G1", "B1", "R1", "P1", "K1"))
    assert table(f"supply {zero}", "seat 0 bag W1", "seat 1 bag W1").waiting == (0, 1)


def test_r3_6_a_held_seat_can_not_act() -> None:
    """R3.6: it has no question and no legal action."""
    game = table("supply B1=1", f"seat 0 {SHOPPER}", f"seat 1 {SHOPPER}", luck="1vp 1vp")
    assert (asked(game, 1), legal(game, 1)) == ("", [])
    assert not machine.is_waiting(game.table, 1)
    assert machine.is_waiting(game.table, 0)


def test_r3_6_a_held_seat_goes_on_while_an_earlier_one_decides() -> None:
    """R3.6: when seat 0 has bought the last skull, seat 2 finds its glass empty and is through.

    Then two pumpkins do for seats 0 and 1, which is asked. Until then both later ones were held.
    """
    seats = (
        "seat 0 exploded rubies 2 pot W1@7",
        "seat 1 exploded pot G1@1",
        "seat 2 stopped rubies 0 droplet 52 glass 2 pot K1@1",
    )
    books = "books green=2 blue=1 red=1 yellow=1 purple=1"
    game = table(f"players 3 tubes {books} supply B1=1 O1=2", *seats, luck="1vp")
    play(game, "0 choose coins")
    assert (game.waiting, story(game.events, "chip_taken", "glass_reached")) == ((0,), [])
    events = play(game, "0 buy B1")
    assert story(events, "chip_missed", "chip_taken") == ["chip_missed 2 B1 R7.2"]
    assert (game.waiting, legal(game, 1)) == ((0, 1), ["choose O1", "choose none"])


# --- question numbers ----------------------------------------------------------------------------


def test_question_numbers_go_up_with_every_answer() -> None:
    """A client names the question that it answers."""
    game = table("books 1", "seat 0 bag W1x3", "seat 1 bag W1")
    first = number(game, 0)
    play(game, "0 draw luck W1", "0 draw luck W1")
    assert number(game, 0) == first + 2


def test_question_numbers_stay_when_others_act() -> None:
    """R3.6: what others do never makes a question stale."""
    game = table("books 1", "seat 0 bag W1x3", "seat 1 bag W1 O1")
    first = number(game, 1)
    play(game, "0 draw luck W1", "0 stop")
    assert number(game, 1) == first


def test_question_numbers_count_what_answers_itself() -> None:
    """A question with one option is asked and answered at once: the tails of good_start."""
    game = table("card good_start phase fortune", "seat 0 bag W1", "seat 1 bag W1")
    assert (number(game, 0), number(game, 1)) == (4001, 4001)


@pytest.mark.parametrize(("kind", "glass"), [("B1", 2), ("K1", 4)])
def test_question_numbers_go_up_when_a_kind_runs_out(kind: str, glass: int) -> None:
    """R3.6: seat 0 buys one of two chips and finds the other in a glass."""
    seats = [f"seat {seat} stopped rubies 2 bag W1 glass {glass} pot O1@14" for seat in (0, 1)]
    game = table(f"tubes supply {kind}=2", *seats, luck="1vp 1vp")
    before = number(game, 1)
    assert f"buy {kind}" in legal(game, 1)
    play(game, f"0 buy {kind}")
    assert game.waiting == (0,)
    play(game, "0 spend glass")
    assert (number(game, 1), f"buy {kind}" in legal(game, 1)) == (before + 1, False)


def test_a_question_with_nothing_left_to_choose_answers_itself() -> None:
    """R3.6: seat 1 could buy nothing but a skull, and now it is gone."""
    seats = (f"seat 0 {SHOPPER} glass 2".replace("rubies 0", "rubies 1"), f"seat 1 {SHOPPER}")
    game = table("tubes supply B1=2 O1=0 G1=0", *seats, luck="1vp 1vp")
    assert asked(game, 1) == "shop"
    play(game, "0 buy B1", "0 spend glass luck magic_potion")
    assert (game.round, game.waiting) == (5, (1, 0))


def test_question_numbers_of_a_held_seat_stay_until_it_is_asked() -> None:
    """R3.6: seat 1 is asked for the first time when the last skull is gone."""
    game = table("supply B1=1", f"seat 0 {SHOPPER}", f"seat 1 {SHOPPER}", luck="1vp 1vp")
    play(game, "0 buy B1")
    assert number(game, 1) == 4000


def test_question_numbers_stay_when_a_kind_runs_out_that_is_out_of_reach() -> None:
    """R3.6: a hawkmoth in a glass does not concern six coins."""
    seats = (f"seat 0 {SHOPPER} glass 4".replace("rubies 0", "rubies 1"), f"seat 1 {SHOPPER}")
    game = table("tubes supply K1=1", *seats, luck="1vp 1vp")
    before = number(game, 1)
    play(game, "0 buy", "0 spend glass")
    assert (number(game, 1), game.table.supply[17]) == (before, 0)


def test_question_numbers_go_up_when_a_kind_comes_back() -> None:
    """R3.6, R5.8: a ghost's breath given back can be bought again."""
    rich = "seat 0 stopped rubies 0 pot W2@12"
    seats = (rich, "seat 1 exploded rubies 0 pot P1@3")
    game = table("books 2 start 1 supply P1=0", *seats, luck="1vp")
    before = number(game, 0)
    assert "buy P1" not in legal(game, 0)
    play(game, "1 choose 1", "1 choose vp")
    assert (number(game, 0), "buy P1" in legal(game, 0)) == (before + 1, True)


def test_question_numbers_of_the_seat_that_takes_the_last_chip_stay() -> None:
    """R3.6: its own next question is a new one anyway, asked once."""
    game = table(
        "supply O1=1",
        f"seat 0 {SHOPPER}".replace("rubies 0", "rubies 2"),
        f"seat 1 {SHOPPER}",
        luck="1vp 1vp",
    )
    before = number(game, 0)
    play(game, "0 buy O1")
    assert (asked(game, 0), number(game, 0)) == ("rubies", before + 1)


# --- barriers ------------------------------------------------------------------------------------


def test_rats_wait_until_everyone_has_carried_out_the_card() -> None:
    """R3.3"""
    game = table("round 3 card choose_wisely phase fortune", "seat 0 vp 5")
    play(game, "0 choose droplet")
    assert (game.view(None).phase, game.waiting) == ("fortune", (1,))
    assert by("R3.3", play(game, "1 choose droplet")) == ["rat_tails_counted 1 2"]


def test_brewing_waits_until_everyone_has_given_up_tails() -> None:
    """R6 good_start"""
    seats = ("seat 0 vp 0", "seat 1 vp 0", "seat 2 vp 13")
    game = table("players 3 card good_start phase fortune", *seats)
    play(game, "0 choose 0")
    assert (game.view(None).phase, game.waiting) == ("rats", (1,))
    play(game, "1 choose 0")
    assert (game.view(None).phase, game.waiting) == ("potions", (0, 1, 2))


def test_the_evaluation_waits_until_everyone_has_stopped() -> None:
    """R3.4"""
    game = table("books 1", "seat 0 bag W1 pot O1@1", "seat 1 bag W1 pot O1@2")
    play(game, "0 stop")
    assert game.view(None).phase == "potions"
    play(game, "1 stop luck 1vp")
    assert game.view(None).phase == "evaluation"


def test_step_a_waits_until_the_start_of_the_evaluation_is_over_for_all() -> None:
    """R3.6 seasoned_perfectly: with test tubes each seat is asked first, then the die is rolled."""
    seats = [f"seat {seat} bag stopped pot W3@3 W3@6 W1@7" for seat in range(2)]
    game = table("tubes card seasoned_perfectly", *seats)
    assert story(play(game, "0 choose pot"), "die_rolled") == []
    events = play(game, "1 choose pot luck 1vp 2vp")
    assert story(events, "die_rolled") == ["die_rolled 0 1vp R5.A", "die_rolled 1 2vp R5.A"]


def test_the_next_round_waits_until_everyone_is_through() -> None:
    """R3.5"""
    game = table("books 1", "seat 0 exploded pot W1@1", "seat 1 exploded pot W1@1")
    assert story(play(game, "0 choose vp"), "round_ended", "round_began") == []
    events = play(game, "1 choose vp luck magic_potion")
    assert story(events, "round_ended", "round_began") == [
        "round_ended 4 R3.5",
        "round_began 5 1 R3.1",
    ]


# --- starting again ------------------------------------------------------------------------------


def test_a_restarted_pot_forgets_what_its_chips_had_still_to_do() -> None:
    """R6 second_chance: the exploding fifth chip is gone with its explosion."""
    seat = "seat 0 bag W2 O1 pot W3@3 W3@6 O1@7 O1@8"
    game = table("card second_chance", seat, "seat 1 bag W1")
    play(game, "0 draw luck W2", "0 choose restart")
    assert (asked(game), legal(game)) == ("brew", ["draw"])


def test_the_first_round_begins_at_rest() -> None:
    """R2: nothing has happened but that round 1 began."""
    game = Game.from_position("players 2 round 1 phase fortune card alms", None)
    assert (game.round, game.view(None).phase) == (1, "potions")
    assert story(game.events)[:2] == ["card_turned_up alms True R3.2", "rubies_won 0 1 R6 alms"]


@pytest.mark.parametrize(
    ("face", "first", "question"), [("1vp", ("1 buy",), "rubies"), ("droplet", (), "droplet")]
)
def test_r3_6_keeps_the_number_of_a_question_whose_options_stay(
    face: str, first: tuple[str, ...], question: str
) -> None:
    """R3.6: a skull comes back to an empty supply; rubies and droplet are asked as before."""
    game = table(
        "players 2 books 4 tubes round 4 start 1 card living_in_luxury supply B1=0",
        "seat 0 pot P1@1 B1@2 stopped",
        "seat 1 glass 2 rubies 3 pot O1@3 stopped flask empty bag",
        luck=face,
    )
    play(game, *first)
    before = asked(game, 1), number(game, 1), legal(game, 1)
    assert before[0] == question
    play(game, "0 choose B1-B2")
    assert (asked(game, 1), number(game, 1), legal(game, 1)) == before


def test_r3_6_keeps_the_number_of_purple_2_when_its_chip_runs_out() -> None:
    """R3.6: held for the last hawkmoth, then free again, and still the same question."""
    game = table(
        "players 2 books 2 round 4 card living_in_luxury supply K1=2",
        "seat 0 rubies 0 bag W1 pot P1@15 stopped",
        "seat 1 rubies 0 bag W1 pot P1@3 stopped",
        luck="1vp",
    )
    before = number(game, 1)
    assert asked(game, 1) == "purple_2"
    play(game, "0 choose 1")
    assert game.waiting == (0,)
    play(game, "0 buy K1")
    assert (asked(game, 1), number(game, 1)) == ("purple_2", before)


# --- who may go on -------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize(
    ("tasks", "is_asked", "goes_on"), [(0, 0, False), (1, 0, True), (2, 0, True), (1, 1, False)]
)
def test_a_seat_goes_on_whose_next_step_nobody_was_asked_about(
    seat: int, tasks: int, is_asked: int, goes_on: bool
) -> None:
    """R3.6: nothing to do, a step to take, a question that is open; the others are asked."""
    t = Table(Scripted(()))
    t.players = 4
    t.depth[:4] = t.asked[:4] = [1, 1, 1, 1]
    t.depth[seat], t.asked[seat] = tasks, is_asked
    assert machine.may_go_on(t) == goes_on


def test_a_table_where_all_are_through_waits_for_no_seat() -> None:
    """R3.6: empty agendas have nobody to go on."""
    assert not machine.may_go_on(Table(Scripted(())))


@pytest.mark.parametrize("seats", range(16))
def test_the_seats_that_wait_are_one_bit_each(seats: int) -> None:
    """R3.6: every set of asked seats has a number of its own."""
    t = Table(Scripted(()))
    t.players = 4
    t.asked[:4] = [seats >> seat & 1 for seat in range(4)]
    assert machine.waiting_seats(t) == seats


@pytest.mark.parametrize("kind", range(KINDS))
def test_a_bag_with_a_chip_of_any_kind_is_not_empty(kind: int) -> None:
    """R4.2: only a bag without any chip ends the brewing."""
    t = Table(Scripted(()))
    assert is_bag_empty(t, 1)
    t.bag[1][kind] = 1
    assert not is_bag_empty(t, 1)
    assert is_bag_empty(t, 0)
