"""Transcripts: whole games as terse text, one line an action, for golden files.

The head of a transcript says everything that is needed to play the game again: the set-up in the
table language, the seed, and each seat's policy. A line of an action is the seat, the question,
the action and what happened, each event with its rule; seats other than the acting one are named.
Before every round stands what the seats have, and a sum over the spectator's view.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace

from quedlinburg.engine.events import Event, SeatEvent
from quedlinburg.engine.game import Game
from quedlinburg.engine.logbook import Events
from quedlinburg.engine.setup import Setup
from quedlinburg.engine.view import View
from quedlinburg.testing.policies import Policy, by_lot, play_on


def write_transcript(setup: Setup, seed: str, policies: Sequence[Policy], salt: int) -> str:
    """Play a whole game and write it down."""
    game = Game.new(setup, seed=seed)
    first = game.position().splitlines()[0]
    lines = [f"{first}  start {setup.start}", f"seed {seed}  order {salt}"]
    lines += [_policy(seat, policy) for seat, policy in enumerate(policies)]
    lines += ["", _standing(game.view(None)), f"begin | {write_events(game.events, None)}"]
    lines += _actions(game, policies, salt)
    outcome = game.outcome
    if outcome is None:
        raise AssertionError("a game that was played to its end has an outcome")
    winners = " ".join(str(seat) for seat in outcome.winners)
    points = " ".join(str(number) for number in outcome.points)
    lines += ["", _standing(game.view(None)), f"end winners {winners} points {points}"]
    return "\n".join(lines) + "\n"


def rewrite(text: str) -> str:
    """Play the game of a transcript again and write it down anew."""
    lines = text.splitlines()
    setup = Game.from_position(lines[0]).setup
    words = [line.split() for line in lines]
    policies = [
        Policy(int(line[3]), float(line[5]), "stirs" in line)
        for line in words
        if line and line[0] == "policy"
    ]
    return write_transcript(setup, words[1][1], policies, int(words[1][3]))


def _policy(seat: int, policy: Policy) -> str:
    """The line of a seat's policy."""
    return f"policy {seat}  salt {policy.salt}  risk {policy.risk}{'  stirs' * policy.stirs}"


def _actions(game: Game, policies: Sequence[Policy], salt: int) -> Iterator[str]:
    """A line for each action, and the standing before each round."""
    number = game.round
    questions = _questions(game)
    for step in play_on(game, policies, by_lot(salt)):
        question, told = questions[step.seat], write_events(step.events, step.seat)
        yield f"{step.seat} {question} {step.action} | {told}".rstrip()
        questions = _questions(game)
        if game.round != number:
            number = game.round
            yield ""
            yield _standing(game.view(None))


def _questions(game: Game) -> dict[int, str]:
    """The ids of the open questions."""
    open_questions = {seat: game.question(seat) for seat in game.waiting}
    return {seat: question.id for seat, question in open_questions.items() if question}


def _standing(view: View) -> str:
    """What a spectator sees before a round, in short, and a sum over all of it."""
    plain = json.dumps(replace(view, stage=(), steps=()).to_json(), sort_keys=True)
    digest = hashlib.sha256(plain.encode()).hexdigest()[:16]
    seats = [
        f"{seat}: vp {s.vp} rubies {s.rubies} droplet {s.droplet} chips {s.bag_count}"
        for seat, s in enumerate(view.seats)
    ]
    return f"round {view.round} {view.card} | {'; '.join(seats)} | {digest}"


def write_events(events: Events, actor: int | None) -> str:
    """Events in one line; the acting seat is left out."""
    return "; ".join(_event(event, actor) for event in events)


def _event(event: Event, actor: int | None) -> str:
    """One event: its name, what it tells, and its rule."""
    words = [event.name]
    if isinstance(event, SeatEvent) and event.seat != actor:
        words.insert(0, f"{event.seat}:")
    for field in fields(event):
        value = getattr(event, field.name)
        if field.name not in ("rule", "seat"):
            words.append("+".join(value) if isinstance(value, tuple) else str(value))
    return " ".join((*words, event.rule.replace("R6 ", "R6.")))
