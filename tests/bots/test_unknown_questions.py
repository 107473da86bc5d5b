"""A question that no bot has ever heard of is answered all the same: a new card needs no bot."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from bots.judged_positions import JUDGED
from quedlinburg.bots import make_bot
from quedlinburg.bots.cautious import bot as cautious
from quedlinburg.bots.heuristics import considered_options
from quedlinburg.bots.policies import policy
from quedlinburg.bots.value.search import new_scratch
from quedlinburg.engine.game import Game
from quedlinburg.engine.names import QUESTIONS
from quedlinburg.rules import ids, options, tasks
from quedlinburg.rules.table import Table

# Questions that belong to no page and no card: every bot knows them.
STEPS = ("brew", "shop", "rubies", "droplet", "exploded")
# What a question of a page or card may offer: chips, words, numbers, trades.
WORDS = (*range(ids.KINDS), *range(options.NONE, options.DRAW))
QUICK = (policy.NOVICE, policy.APPRENTICE, policy.FIXED_RISK, policy.FAST_BUYER)


def asked(question: str) -> Table:
    """A table on which seat 0 is asked a question."""
    return Game.from_position(JUDGED[question][0]).table


@pytest.mark.parametrize("number", QUICK)
@pytest.mark.parametrize("question", ["only_one", "good_start", "purple_2", "blue_1", "red_2"])
def test_whatever_is_offered_the_answer_is_one_of_it(
    question: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the fortune phase, the evaluation and over a pot: any options in any order."""
    t = asked(question)
    luck = Random(f"{question} {number}")
    for _ in range(200):
        offered = luck.sample(WORDS, luck.randint(1, 6))

        def fill(table: Table, _seat: int, offered: list[int] = offered) -> None:
            """Offer these options."""
            table.option_n = len(offered)
            table.option[: len(offered)] = offered

        monkeypatch.setattr(considered_options, "fill_options", fill)
        assert policy.choose(t, new_scratch(), 0, number, np.zeros(0)) in offered


@pytest.mark.parametrize("number", QUICK)
def test_options_that_say_nothing_are_declined(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the last one, as everywhere in the rules."""
    t = asked("only_one")
    unknown = [options.STAY, options.KEEP, options.CONTINUE, options.NONE]

    def fill(table: Table, _seat: int) -> None:
        """Offer words that promise nothing."""
        table.option_n = len(unknown)
        table.option[: len(unknown)] = unknown

    monkeypatch.setattr(considered_options, "fill_options", fill)
    assert policy.choose(t, new_scratch(), 0, number, np.zeros(0)) == options.NONE


@pytest.mark.parametrize("question", [name for name in JUDGED if name not in STEPS])
def test_a_cautious_bot_needs_no_line_for_a_question(
    question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It answers by what the options bring, and never with what is always open."""
    monkeypatch.setattr(cautious, "ANSWERS", {})
    for text in JUDGED[question]:
        game = Game.from_position(text)
        legal = game.legal_actions(0)
        action = make_bot("cautious").decide(game.view(0), legal)
        assert action in legal
        assert action.verb not in ("back", "stir")


def test_a_cautious_bot_takes_what_brings_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """Points, a chip, a step; and it declines what would explode its pot."""
    monkeypatch.setattr(cautious, "ANSWERS", {})

    def answer(question: str, number: int) -> str:
        """The answer in one of the positions."""
        game = Game.from_position(JUDGED[question][number])
        return str(make_bot("cautious").decide(game.view(0), game.legal_actions(0)))

    assert answer("just_in_time", 1) == "choose vp"
    assert answer("choose_wisely", 0) == "choose droplet"
    assert answer("green_2", 0) in ("choose B1", "choose R1")
    assert answer("blue_1", 1) == "choose none"


def test_every_step_that_is_no_page_and_no_card_is_known_to_all() -> None:
    """The list above is the whole of it."""
    questions = [tasks.QUESTION + number for number in range(len(QUESTIONS))]
    steps = [
        question
        for question in questions
        if tasks.asking_page(question) == ids.NO_PAGE and tasks.asking_card(question) == ids.NO_CARD
    ]
    assert {QUESTIONS[question] for question in steps} == set(STEPS) <= set(cautious.ANSWERS)
