"""The judgement of the bot `cautious`: for each question what it answers, and when it does not."""

from __future__ import annotations

import pytest

from quedlinburg.bots import make_bot
from quedlinburg.bots.cautious.wishes import WISHES
from quedlinburg.engine.game import Game
from quedlinburg.engine.luck import Seeded
from quedlinburg.engine.names import QUESTIONS
from quedlinburg.rules.constants import KIND_CODES

DONE = "seat 1  bag O1  pot O1@1  stopped"


def brewing(seat: str, *actions: str, head: str = "books 1  round 4  card alms") -> str:
    """Seat 0 brews, the other seat is done."""
    return "\n".join((f"players 2  {head}", f"seat 0  {seat}", DONE, *actions))


def evaluated(seat: str, books: int = 1, round_no: int = 4, more: str = "") -> str:
    """Seat 0 in the evaluation; the die shows a point."""
    head = f"books {books}  round {round_no}  card alms  {more}"
    return brewing(seat, "begin  luck 1vp", head=head)


def turned_up(card: str, *lines: str, round_no: int = 4, more: str = "") -> str:
    """A fortune card just turned up."""
    return "\n".join(
        (f"players 2  books 1  round {round_no}  card {card}  phase fortune  {more}", *lines)
    )


# Question, why, the position, and the answer.
ANSWERS = [
    ("brew", "the first draw is no choice", brewing("bag W3x3"), "draw"),
    ("brew", "no white chip can explode", brewing("pot W3@3  bag W3 W2 W1"), "draw"),
    ("brew", "one of ten explodes", brewing("pot W3@3 W2@5 O1@6  bag W3 O1x9"), "draw"),
    ("brew", "half of the bag explodes", brewing("pot W3@3 W3@6 O1@7  bag W3x2 O1x2"), "stop"),
    (
        "brew",
        "the flask makes it safe again",
        brewing("pot W2@2 W3@5  flask full  bag W3x2 O1x2"),
        "flask",
    ),
    (
        "brew",
        "an empty flask does not",
        brewing("pot W2@2 W3@5  flask empty  bag W3x2 O1x2"),
        "stop",
    ),
    (
        "brew",
        "the flask would not help",
        brewing("pot W3@3 W3@6 W1@7  flask full  bag W2x4"),
        "stop",
    ),
    (
        "brew",
        "a shield covers the next chip (R4.12)",
        brewing("pot W3@3 W3@6 B2@8  bag W3x2", head="books 2  round 4  card alms"),
        "draw",
    ),
    ("brew", "nothing is beyond the spoon", brewing("droplet 51  pot O1@52  bag O1x9"), "stop"),
    (
        "brew",
        "but with a bowl there is",
        brewing("droplet 51  pot O1@52  bag O1x9", head="books 1  round 4  overflow  card alms"),
        "draw",
    ),
    (
        "brew",
        "an empty bag leaves the flask, which brings nothing",
        brewing("pot O1@1 W1@2  flask full  bag"),
        "stop",
    ),
    ("blue_1", "the stronger chip", brewing("bag B2 O1 G2", "0 draw  luck B2 O1 G2"), "choose G2"),
    ("blue_1", "no white chip", brewing("bag B2 W1 W3", "0 draw  luck B2 W1 W3"), "choose none"),
    (
        "yellow_1",
        "the white chip goes, the mandrake stays",
        brewing("pot W3@3  bag Y1 W1", "0 draw  luck Y1"),
        "choose return",
    ),
    (
        "well_stirred",
        "a W3 goes",
        brewing("bag W3 O1", "0 draw  luck W3", head="books 1  round 4  card well_stirred"),
        "choose return",
    ),
    (
        "well_stirred",
        "a W1 moves on at little risk",
        brewing("bag W1 O1", "0 draw  luck W1", head="books 1  round 4  card well_stirred"),
        "choose keep",
    ),
    (
        "second_chance",
        "an exploded pot",
        brewing(
            "pot W3@3 W3@6 O1@7 O1@8  bag W2 O1x4",
            "0 draw  luck W2",
            head="books 1  round 4  card second_chance",
        ),
        "choose restart",
    ),
    (
        "second_chance",
        "five chips that came far at no risk",
        brewing(
            "pot G4@4 B4@8 R4@12 O1@13  bag G4 O1x4",
            "0 draw  luck G4",
            head="books 3  round 4  card second_chance",
        ),
        "choose continue",
    ),
    (
        "second_chance",
        "five white chips, and the next explodes",
        brewing(
            "pot W1@1 W1@2 W1@3 W2@5  bag W2 W3 G4x2",
            "0 draw  luck W2",
            head="books 1  round 4  card second_chance",
        ),
        "choose restart",
    ),
    (
        "second_chance",
        "five small chips at no risk",
        brewing(
            "pot O1@1 O1@2 O1@3 O1@4  bag O1 G4x4",
            "0 draw  luck O1",
            head="books 1  round 4  card second_chance",
        ),
        "choose continue",
    ),
    (
        "red_2",
        "the strongest toadstool first",
        brewing("pot O1@1  aside R1 R4", "0 stop", head="books 2  round 4  card alms"),
        "choose R4",
    ),
    (
        "red_2",
        "none where it moves nothing",
        brewing("droplet 51  pot O1@52  aside R1", "0 stop", head="books 2  round 4  card alms"),
        "choose done",
    ),
    (
        "strong_ingredient",
        "the furthest, even white: it can't explode",
        brewing(
            "pot W3@3 W3@6  bag W3 B2 O1",
            "0 stop  luck W3 B2 O1",
            head="books 1  round 4  card strong_ingredient",
        ),
        "choose W3",
    ),
    (
        "strong_ingredient",
        "of equal ones the coloured one",
        brewing(
            "pot W1@1  bag W2 G2 O1",
            "0 stop  luck W2 G2 O1",
            head="books 1  round 4  card strong_ingredient",
        ),
        "choose G2",
    ),
    (
        "droplet",
        "early: a space in every round",
        turned_up("pot_filling_up", round_no=2, more="tubes"),
        "choose pot",
    ),
    (
        "droplet",
        "late: the points of the glass",
        turned_up("pot_filling_up", "seat 0  glass 7", round_no=8, more="tubes"),
        "choose glass",
    ),
    (
        "exploded",
        "early: coins to shop with",
        evaluated("pot W3@3 W3@6 W2@8  exploded", round_no=2),
        "choose coins",
    ),
    (
        "exploded",
        "late: the points",
        evaluated("droplet 30  pot W3@33 W3@36 W2@38  exploded", round_no=8),
        "choose vp",
    ),
    (
        "exploded",
        "round 9: points beat a fifth of the coins",
        evaluated("droplet 30  pot W3@33 W3@36 W2@38  exploded", round_no=9),
        "choose vp",
    ),
    (
        "exploded",
        "round 9: five coins are more than no point",
        evaluated("pot W3@1 W3@2 W2@4  exploded", round_no=9),
        "choose coins",
    ),
    (
        "exploded",
        "round 9: eight coins are one point, no more",
        evaluated("pot W3@3 W3@6 W2@7  exploded", round_no=9),
        "choose vp",
    ),
    ("shop", "the most_wanted wish", evaluated("pot W1@24  rubies 0  stopped"), "buy B4"),
    ("shop", "two chips by the list", evaluated("pot W1@14  rubies 0  stopped"), "buy G1 B2"),
    (
        "shop",
        "what is out of stock is passed over",
        evaluated("pot W1@14  rubies 0  stopped", more="supply B2=0"),
        "buy B1 R2",
    ),
    (
        "rubies",
        "the flask first",
        evaluated("rubies 4  flask empty  bag O1  stopped"),
        "spend flask",
    ),
    (
        "rubies",
        "then the droplet",
        evaluated("rubies 4  flask full  bag O1  stopped"),
        "spend droplet",
    ),
    (
        "rubies",
        "late they are worth more at the end",
        evaluated("rubies 4  flask full  bag O1  stopped", round_no=8),
        "done",
    ),
    (
        "rubies",
        "round 9: a glass of more than a point",
        evaluated("rubies 2  flask full  glass 11  bag O1  stopped", round_no=9, more="tubes"),
        "spend glass",
    ),
    (
        "rubies",
        "round 9: not for a single point",
        evaluated("rubies 2  flask full  glass 1  bag O1  stopped", round_no=9, more="tubes"),
        "done",
    ),
    ("green_2", "by the list", evaluated("pot O1@1 G2@3  stopped", books=2), "choose B1"),
    ("green_2", "by the list", evaluated("pot O1@1 G4@5  stopped", books=2), "choose P1"),
    (
        "green_3",
        "further is never worse",
        evaluated("pot W3@3 W3@6 G2@8 W1@9  stopped", books=3),
        "choose move",
    ),
    ("green_4", "a cheap step", evaluated("rubies 1  pot G2@2  stopped", books=4), "choose pay"),
    (
        "green_4",
        "round 9: the step counts no more",
        evaluated("rubies 1  pot G2@2  stopped", books=4, round_no=9),
        "choose keep",
    ),
    ("purple_1", "the highest line", evaluated("pot P1@1 P1@2  stopped"), "choose 2"),
    ("purple_1", "the highest line", evaluated("pot P1@1 P1@2 P1@3  stopped"), "choose 3"),
    ("purple_2", "all that is paid for", evaluated("pot P1@1 P1@2  stopped", books=2), "choose 2"),
    (
        "purple_4",
        "the trade that wins most",
        evaluated("pot P1@1 P1@2 P1@3 R1@4 B1@5  stopped", books=4),
        "choose B1-B4",
    ),
    (
        "purple_4",
        "round 9: no chip is drawn any more",
        evaluated("pot P1@1 R1@2  stopped", books=4, round_no=9),
        "choose none",
    ),
    ("choose_wisely", "two spaces in every round", turned_up("choose_wisely"), "choose droplet"),
    (
        "choose_wisely",
        "a droplet that has nowhere to go",
        turned_up("choose_wisely", "seat 0  droplet 51"),
        "choose P1",
    ),
    ("only_one", "early: a chip by the list", turned_up("only_one"), "choose B2"),
    ("only_one", "late: the rubies", turned_up("only_one", round_no=8), "choose rubies"),
    ("wheel_and_deal", "early: a chip by the list", turned_up("wheel_and_deal"), "choose B1"),
    ("wheel_and_deal", "late: keep it", turned_up("wheel_and_deal", round_no=8), "choose none"),
    ("good_start", "early: rubies", turned_up("good_start", "seat 1  vp 20"), "choose 3"),
    (
        "good_start",
        "late: the tails",
        turned_up("good_start", "seat 1  vp 20", round_no=8),
        "choose 0",
    ),
    (
        "opportune_moment",
        "the trade that wins most",
        turned_up(
            "opportune_moment",
            "seat 0  bag G1 R2 W1 O1",
            "begin  luck G1 R2 W1 O1  W1 W1 W1 W1",
        ),
        "choose R2",
    ),
    ("just_in_time", "early: a cleaner bag", turned_up("just_in_time", round_no=2), "choose W1"),
    ("just_in_time", "later: the points", turned_up("just_in_time"), "choose vp"),
    ("rats_are_friends", "few tails: a chip", turned_up("rats_are_friends"), "choose B4"),
    (
        "rats_are_friends",
        "many tails: the points",
        turned_up("rats_are_friends", "seat 1  vp 40", round_no=7),
        "choose vp",
    ),
    (
        "schadenfreude",
        "by the list",
        "players 2  books 1  round 4  card schadenfreude  supply B2=0\n"
        "seat 0  pot O1@1  stopped\nseat 1  pot W3@3 W3@6 W2@8  exploded",
        "choose R2",
    ),
]


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [(question, text, answer) for question, _, text, answer in ANSWERS],
    ids=[f"{question}: {why}" for question, why, _, _ in ANSWERS],
)
def test_cautious_answers_by_judgement(question: str, text: str, answer: str) -> None:
    """However bold the seed made the bot."""
    game = Game.from_position(text, luck=Seeded(1))
    asked = game.question(0)
    assert asked is not None
    assert asked.id == question
    view, legal = game.view(0), game.legal_actions(0)
    assert {str(make_bot("cautious", seed).decide(view, legal)) for seed in range(8)} == {answer}


def test_every_question_is_judged() -> None:
    """One case at least for each question of the game."""
    assert {question for question, *_ in ANSWERS} == set(QUESTIONS.values())


def test_the_list_of_wishes_names_every_chip_that_can_be_bought_once() -> None:
    """White chips can't be bought (R1.6)."""
    assert sorted(WISHES) == sorted(kind for kind in KIND_CODES if kind[0] != "W")


def test_seeds_differ_in_how_much_risk_they_take() -> None:
    """Three of twelve chips explode the pot in round 5: some draw, some stop."""
    head = "books 1  round 5  card alms"
    game = Game.from_position(brewing("pot W3@3 W2@5  flask empty  bag W3x3 O1x9", head=head))
    view, legal = game.view(0), game.legal_actions(0)
    answers = {str(make_bot("cautious", seed).decide(view, legal)) for seed in range(20)}
    assert answers == {"draw", "stop"}
