"""Whole random games: chips are conserved, questions keep their numbers, every game ends."""

from collections import Counter
from dataclasses import replace
from typing import NamedTuple

from hypothesis import given

from quedlinburg import Action, Game, Question, View
from quedlinburg.rules.constants import KIND_CODES, SUPPLY
from quedlinburg.testing.strategies import Start, examples, starts

ALL_CHIPS = dict(zip(KIND_CODES, SUPPLY, strict=True))


def chips_of(view: View) -> dict[str, int]:
    """Count every chip that a spectator sees: supply, bags, pots, bowls and chips aside."""
    chips = Counter(view.supply)
    for seat in view.seats:
        chips.update(seat.bag)
        chips.update(seat.aside)
        chips.update(seat.bowl)
        chips.update(kind for kind, _ in seat.pot)
    return dict(chips)


@examples(25)
@given(starts(from_heads=False))
def test_the_215_chips_are_conserved_at_every_step(start: Start) -> None:
    """R1.1: no chip is lost and none is made, of any kind."""
    assert sum(ALL_CHIPS.values()) == 215
    game = start.game()
    for step in start.steps(game):
        assert chips_of(game.view(None)) == ALL_CHIPS, step


@examples(25)
@given(starts())
def test_no_chip_is_lost_where_the_supply_runs_out(start: Start) -> None:
    """R1.1: a chip that is not there is not received, and nothing replaces it."""
    game = start.game()
    chips = chips_of(game.view(None))
    for step in start.steps(game):
        assert chips_of(game.view(None)) == chips, step


@examples(25)
@given(starts())
def test_no_seat_has_less_than_nothing(start: Start) -> None:
    """R1, R4.9: nothing counts below zero, and everything stands on a space that exists."""
    game = start.game()
    for _ in start.steps(game):
        for seat in game.view(None).seats:
            assert min(seat.vp, seat.rubies, seat.tails, seat.coins, seat.shield) >= 0
            assert 0 <= seat.droplet <= 52
            assert 0 <= seat.glass <= 12
            assert 1 <= seat.scoring <= 53
            assert all(1 <= space <= 52 for _, space in seat.pot)
            bag = seat.known_bag()
            assert seat.bag_count == sum(bag.values())
            counts = (*bag.values(), *seat.aside.values(), *seat.bowl.values())
            assert all(count > 0 for count in counts)


@examples(40)
@given(starts(from_heads=False))
def test_every_game_ends_in_round_9(start: Start) -> None:
    """R5.H: after nine rounds and a bounded number of actions nobody is asked any more."""
    game = start.game()
    rounds = [game.round]
    for number, _ in enumerate(start.steps(game)):
        assert number < 5_000
        assert game.round in (rounds[-1], rounds[-1] + 1)
        rounds.append(game.round)
    assert rounds[-1] == 9
    assert game.view(None).phase == "over"
    assert game.waiting == ()
    assert all(game.legal_actions(seat) == () for seat in range(game.setup.players))
    assert len(game.view(None).cards_used) == 9


@examples(25)
@given(starts())
def test_somebody_is_always_waiting(start: Start) -> None:
    """R3.6: a running game waits for a seat that has something to choose."""
    game = start.game()
    while game.outcome is None:
        assert game.waiting
        for seat in range(game.setup.players):
            assert bool(game.legal_actions(seat)) == (seat in game.waiting)
            assert (game.question(seat) is not None) == (seat in game.waiting)
        seat = start.order(game.waiting, len(game.events))
        options = game.legal_actions(seat)
        assert len(options) > 1 or str(options[0]) == "draw"
        game.act(seat, start.policies[seat].decide(game.view(seat), options))


class Asked(NamedTuple):
    """An open question: its number, what it is, and the actions that answer it."""

    number: int
    question: Question
    legal: tuple[Action, ...]


def asked(game: Game) -> dict[int, Asked]:
    """The number and the content of every open question."""
    found = {}
    for seat in game.waiting:
        question = game.question(seat)
        assert question is not None
        legal = tuple(action for action in game.legal_actions(seat) if str(action) != "stir")
        found[seat] = Asked(question.number, replace(question, number=0), legal)
    return found


@examples(25)
@given(starts())
def test_question_numbers_change_only_with_the_seats_question(start: Start) -> None:
    """Other seats' actions never make a question stale, and no number names two questions.

    The first draw of a round takes `stir` from everybody's options and leaves the question.
    """
    game = start.game()
    before = asked(game)
    latest = dict(before)
    for step in start.steps(game):
        now = asked(game)
        for seat, this in now.items():
            if seat != step.seat and seat in before and before[seat][1:] == this[1:]:
                assert this.number == before[seat].number, (step, seat)
            if seat in latest:
                assert this.number >= latest[seat].number
                assert (this.number == latest[seat].number) == (this == latest[seat])
        latest |= now
        before = now


@examples(25)
@given(starts())
def test_all_viewers_share_one_numbering_without_gaps(start: Start) -> None:
    """Every event has a face for every viewer, of the same class, seat and rule."""
    game = start.game()
    count = len(game.events)
    for step in start.steps(game):
        assert game.events[count:] == step.events
        count += len(step.events)
    assert len(game.events) == count
    for viewer in (None, *range(game.setup.players)):
        for event in game.events:
            face = event.seen_by(viewer)
            assert (face.name, face.rule) == (event.name, event.rule)
            assert face.to_json().keys() == event.to_json().keys()
