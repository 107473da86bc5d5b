"""When seats act does not matter while they brew (R3.6), stirred or not (R4.10)."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from quedlinburg import Game
from quedlinburg.engine.events import Event, SeatEvent
from quedlinburg.testing.policies import Order, Policy, by_lot, in_turn
from quedlinburg.testing.strategies import Start, examples, starts


def play_phase(game: Game, policies: Sequence[Policy], order: Order) -> list[Event]:
    """Play until the phase is another one; return what happened."""
    since = len(game.events)
    phase = game.round, game.view(None).phase
    step = 0
    while game.outcome is None and (game.round, game.view(None).phase) == phase:
        seat = order(game.waiting, step)
        game.act(seat, policies[seat].decide(game.view(seat), game.legal_actions(seat)))
        step += 1
    return list(game.events[since:])


def of_seats(events: Sequence[Event]) -> dict[int, list[Event]]:
    """What happened to each seat until the evaluation began, in its order."""
    names = [event.name for event in events]
    until = names.index("evaluation_began") if "evaluation_began" in names else len(names)
    own: dict[int, list[Event]] = {}
    for event in events[:until]:
        if isinstance(event, SeatEvent):
            own.setdefault(event.seat, []).append(event)
    return own


@examples(40)
@given(starts(stirs=False), st.integers(0, 2**20))
def test_no_order_of_seats_changes_the_potions(start: Start, salt: int) -> None:
    """Whole games: one plays the potions clockwise, the other in any order; they stay alike."""
    one, other = start.game(), start.game()
    for part in range(60):
        if one.outcome is not None:
            break
        brewing = one.view(None).phase == "potions"
        orders = (in_turn, by_lot(salt + part)) if brewing else (in_turn, in_turn)
        told = [
            play_phase(game, start.policies, order)
            for game, order in zip((one, other), orders, strict=True)
        ]
        assert of_seats(told[0]) == of_seats(told[1])
        assert one == other
        for seat in one.waiting:
            assert one.view(seat) == other.view(seat)
    assert one.outcome == other.outcome
    assert one.outcome is not None


def brew_first_round(
    game: Game, policies: Sequence[Policy], order: Order
) -> dict[int, list[Event]]:
    """Play round 1 until the pots are compared; return what happened to each seat."""
    while game.outcome is None and game.round == 1 and game.view(None).phase != "evaluation":
        play_phase(game, policies, order)
    return of_seats(list(game.events))


@examples(30)
@given(starts(from_heads=False, stirs=False), starts(from_heads=False, stirs=False))
def test_what_a_seat_draws_depends_on_its_own_draws_alone(start: Start, others: Start) -> None:
    """R3.6: other players' decisions change nothing for seat 0 until the pots are compared."""
    theirs = (others.policies * 4)[1 : start.setup.players]
    one = brew_first_round(start.game(), start.policies, start.order)
    other = brew_first_round(start.game(), (start.policies[0], *theirs), others.order)
    assert one[0] == other[0]
    assert any(event.name == "chip_drawn" for event in one[0])


@examples(20)
@given(starts(stirs=False))
def test_waiting_seats_come_clockwise_from_the_start_player(start: Start) -> None:
    """The order in which `waiting` names them."""
    game = start.game()
    for _ in start.steps(game):
        clockwise = [(game.start + i) % game.setup.players for i in range(game.setup.players)]
        assert list(game.waiting) == [seat for seat in clockwise if seat in game.waiting]
