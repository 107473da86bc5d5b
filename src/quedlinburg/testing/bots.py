"""A check that any author of a bot can run: every question, and whole games over many set-ups.

>>> from quedlinburg.bots import make_bot
>>> check_bot(lambda seed: make_bot("random", seed), games=2).games
2
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from quedlinburg.bots.protocol import Bot
from quedlinburg.engine.actions import Action
from quedlinburg.engine.game import Game
from quedlinburg.engine.setup import Setup
from quedlinburg.engine.view import View
from quedlinburg.testing.questions import QUESTION_IDS, asked

__all__ = ["BotError", "BotMaker", "BotReport", "check_bot", "many_setups"]

BotMaker = Callable[[int], Bot]
"""What makes a bot from a seed."""

# More decisions than any game of four can need: a game that has so many does not end.
MOST_DECISIONS = 5_000


class BotError(ValueError):
    """A bot that does not keep to what bots promise; the text says what, and where."""


@dataclass(frozen=True)
class BotReport:
    """What a check saw: games played to the end, decisions, and how often each question came up."""

    games: int
    """How many games were played to their end."""
    decisions: int
    """How many decisions the bot took."""
    questions: Mapping[str, int]
    """How often each question was asked, by its id."""


@dataclass(frozen=True)
class _Asked:
    """A question that a bot was asked, and what it answered."""

    seat: int
    view: View
    legal: tuple[Action, ...]
    answer: Action


def many_setups(games: int) -> Iterator[Setup]:
    """Set-ups in turn: players, books (also mixed), editions and variants all change."""
    editions = ("north_star", "north_star_first", "schmidt")
    colours = ("green", "blue", "red", "yellow", "purple")
    stirs = ("last", "never", "last", "always", "last", "last", "last")
    for number in range(games):
        mixed = {colour: 1 + (number // 5 + i * i) % 4 for i, colour in enumerate(colours)}
        yield Setup(
            players=2 + number % 3,
            books=mixed if number % 5 == 4 else 1 + number % 5,
            edition=editions[number % len(editions)],
            tubes=number % 2 == 1,
            overflow=number % 4 == 2,
            stir=stirs[number % 7],
        )


def check_bot(make: BotMaker, games: int = 20) -> BotReport:
    """Ask a bot every question, play whole games of it against itself, and check every answer.

    BotError says what is wrong. Checked are: a name; answers that are legal; the same answer to
    the same view from the same seed, asked again, asked of a newly made bot, and asked in another
    order; nothing changed.
    """
    if not isinstance(getattr(make(0), "name", None), str) or not make(0).name:
        raise BotError("the bot has no name")
    questions = Counter(QUESTION_IDS)
    for question in QUESTION_IDS:
        first = _ask(make(_seed(0, 0)), asked(question), 0, f"question {question}")
        _check_again(make, [first], 0)
    for number, setup in enumerate(many_setups(games)):
        game = _play(make, setup, number)
        _check_again(make, game, number)
        questions.update(one.view.question.id for one in game if one.view.question)
    return BotReport(games, questions.total(), dict(questions))


def _play(make: BotMaker, setup: Setup, number: int) -> list[_Asked]:
    """Play one game to its end."""
    game = Game.new(setup, seed=f"conformance {number}")
    bots = [make(_seed(number, seat)) for seat in range(setup.players)]
    answers: list[_Asked] = []
    while game.outcome is None:
        if len(answers) > MOST_DECISIONS:
            raise BotError(f"game {number}: no end after {MOST_DECISIONS} decisions")
        seat = game.waiting[len(answers) % len(game.waiting)]
        one = _ask(bots[seat], game, seat, f"game {number}")
        game.act(seat, one.answer)
        answers.append(one)
    return answers


def _seed(number: int, seat: int) -> int:
    """The seed of the bot at a seat of a game."""
    return 10 * number + seat


def _ask(bot: Bot, game: Game, seat: int, where: str) -> _Asked:
    """Ask a bot once, and see that the answer is legal and that it changed nothing."""
    view, legal = game.view(seat), game.legal_actions(seat)
    before, standing = json.dumps(view.to_json()), game.key()
    where = f"{where}, seat {seat}, round {view.round}, {view.question and view.question.id}"
    answer = bot.decide(view, legal)
    if not isinstance(answer, Action) or answer not in legal:
        shown = ", ".join(str(action) for action in legal[:12])
        raise BotError(f"{where}: {answer!r} is not legal; legal: {shown}")
    if json.dumps(view.to_json()) != before or game.key() != standing:
        raise BotError(f"{where}: the bot changed the view or the game")
    return _Asked(seat, view, legal, answer)


def _check_again(make: BotMaker, answered: list[_Asked], number: int) -> None:
    """Ask newly made bots everything once more, the last question first, each question twice."""
    fresh = {seat: make(_seed(number, seat)) for seat in range(4)}
    for one in reversed(answered):
        answers = [fresh[one.seat].decide(one.view, one.legal) for _ in range(2)]
        if answers != [one.answer, one.answer]:
            question = one.view.question and one.view.question.id
            told = ", ".join(dict.fromkeys(str(answer) for answer in (one.answer, *answers)))
            raise BotError(
                f"game {number}, seat {one.seat}, round {one.view.round}, {question}: "
                f"the same view and seed gave different answers: {told}"
            )
