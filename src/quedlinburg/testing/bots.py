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

from quedlinburg.bots.bot import Bot
from quedlinburg.engine.actions import Action
from quedlinburg.engine.game import Game
from quedlinburg.engine.luck import Seeded
from quedlinburg.engine.setup import Setup
from quedlinburg.engine.view import View

__all__ = ["BotError", "BotMaker", "BotReport", "check_bot", "many_setups"]

BotMaker = Callable[[int], Bot]
"""What makes a bot from a seed."""

# More decisions than any game of four can need: a game that has so many does not end.
MOST_DECISIONS = 5_000


_DONE = "seat 1  bag O1  pot O1@1  stopped"


def _lines(*lines: str) -> str:
    """A text of lines."""
    return "\n".join(lines)


def _brewing(seat: str, *actions: str, books: int = 1, card: str = "alms") -> str:
    """Seat 0 in the middle of brewing, the other seat done."""
    head = f"players 2  books {books}  round 4  card {card}"
    return _lines(head, f"seat 0  {seat}", _DONE, *actions)


def _evaluated(seat: str, books: int = 1, luck: str = "1vp") -> str:
    """Seat 0 in the evaluation."""
    return _brewing(seat, f"begin  luck {luck}", books=books)


def _turned_up(card: str, *lines: str) -> str:
    """A fortune card just turned up."""
    return _lines(f"players 2  books 1  round 4  card {card}  phase fortune", *lines)


# A position for every question of the game, asked of seat 0.
POSITIONS: dict[str, str] = {
    "brew": _brewing("pot W2@2  bag W1x3 O1 G1"),
    "blue_1": _brewing("bag B2 O1 W1", "0 draw  luck B2 O1 W1"),
    "yellow_1": _brewing("pot W3@3  bag Y1 W1", "0 draw  luck Y1"),
    "well_stirred": _brewing("bag W2 O1", "0 draw  luck W2", card="well_stirred"),
    "second_chance": _brewing(
        "pot W1@1 W1@2 O1@3 G1@4  bag W2 O1", "0 draw  luck W2", card="second_chance"
    ),
    "red_2": _brewing("pot O1@1  aside R1 R2", "0 stop", books=2),
    "strong_ingredient": _brewing(
        "pot W1@1  bag W3 B2 O1", "0 stop  luck W3 B2 O1", card="strong_ingredient"
    ),
    "droplet": _turned_up("pot_filling_up", "tubes"),
    "exploded": _evaluated("pot W3@3 W3@6 W2@8  exploded"),
    "shop": _evaluated("pot W1@19  stopped"),
    "rubies": _evaluated("rubies 4  flask empty  pot O1@1  stopped", luck="1vp 1vp"),
    "green_2": _evaluated("pot O1@1 G4@5  stopped", books=2),
    "green_3": _evaluated("pot W3@3 W3@6 G2@8 W1@9  stopped", books=3),
    "green_4": _evaluated("rubies 1  pot G2@2  stopped", books=4),
    "purple_1": _evaluated("pot P1@1 P1@2 P1@3  stopped"),
    "purple_2": _evaluated("pot P1@1 P1@2 P1@3  stopped", books=2),
    "purple_4": _evaluated("pot P1@1 R1@2  stopped", books=4),
    "choose_wisely": _turned_up("choose_wisely"),
    "only_one": _turned_up("only_one"),
    "wheel_and_deal": _turned_up("wheel_and_deal"),
    "good_start": _turned_up("good_start", "seat 1  vp 20"),
    "opportune_moment": _turned_up(
        "opportune_moment", "seat 0  bag G1 R2 W1 O1", "begin  luck G1 R2 W1 O1  W1 W1 W1 W1"
    ),
    "just_in_time": _turned_up("just_in_time"),
    "rats_are_friends": _turned_up("rats_are_friends"),
    "schadenfreude": _lines(
        "players 2  books 1  round 4  card schadenfreude",
        "seat 0  pot O1@1  stopped",
        "seat 1  pot W3@3 W3@6 W2@8  exploded",
    ),
}


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
    questions = Counter(POSITIONS.keys())
    for question, text in POSITIONS.items():
        game = Game.from_position(text, luck=Seeded(question))
        _check_again(make, [_ask(make(_seed(0, 0)), game, 0, f"position {question}")], 0)
    for number, setup in enumerate(many_setups(games)):
        asked = _play(make, setup, number)
        _check_again(make, asked, number)
        questions.update(one.view.question.id for one in asked if one.view.question)
    return BotReport(games, questions.total(), dict(questions))


def _play(make: BotMaker, setup: Setup, number: int) -> list[_Asked]:
    """Play one game to its end."""
    game = Game.new(setup, seed=f"conformance {number}")
    bots = [make(_seed(number, seat)) for seat in range(setup.players)]
    asked: list[_Asked] = []
    while game.outcome is None:
        if len(asked) > MOST_DECISIONS:
            raise BotError(f"game {number}: no end after {MOST_DECISIONS} decisions")
        seat = game.waiting[len(asked) % len(game.waiting)]
        one = _ask(bots[seat], game, seat, f"game {number}")
        game.act(seat, one.answer)
        asked.append(one)
    return asked


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


def _check_again(make: BotMaker, asked: list[_Asked], number: int) -> None:
    """Ask newly made bots everything once more, the last question first, each question twice."""
    fresh = {seat: make(_seed(number, seat)) for seat in range(4)}
    for one in reversed(asked):
        answers = [fresh[one.seat].decide(one.view, one.legal) for _ in range(2)]
        if answers != [one.answer, one.answer]:
            question = one.view.question and one.view.question.id
            told = ", ".join(dict.fromkeys(str(answer) for answer in (one.answer, *answers)))
            raise BotError(
                f"game {number}, seat {one.seat}, round {one.view.round}, {question}: "
                f"the same view and seed gave different answers: {told}"
            )
