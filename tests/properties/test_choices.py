"""What is listed is legal, and nothing else is (api section 1)."""

from itertools import islice

import pytest
from hypothesis import given

from quedlinburg import Game, IllegalAction
from quedlinburg.engine.actions import ACTIONS
from quedlinburg.testing.strategies import Start, examples, starts

EVERY_NOTATION = tuple(str(action) for action in ACTIONS.values())


def stands(game: Game) -> tuple[object, ...]:
    """Everything that an action could change."""
    seats = range(game.setup.players)
    return (
        game.key(),
        game.waiting,
        len(game.events),
        len(game.history),
        game.position(),
        [game.question(seat) for seat in seats],
        [game.legal_actions(seat) for seat in seats],
    )


def test_the_notation_is_complete() -> None:
    """Every action has its own text: 218 of them, from draw to every pair of chips."""
    assert len(set(EVERY_NOTATION)) == len(EVERY_NOTATION) == 218


@examples(12)
@given(starts())
def test_every_listed_action_is_accepted(start: Start) -> None:
    """Each of them, on a copy, and the game itself stays as it was."""
    game = start.game()
    for _ in islice(start.steps(game), 0, None, 7):
        before = stands(game)
        for seat in game.waiting:
            for action in game.legal_actions(seat):
                twin = game.copy()
                events = twin.act(seat, str(action))
                assert twin.history[-1].action is action
                assert list(twin.events)[len(game.events) :] == list(events)
        assert stands(game) == before


@examples(12)
@given(starts())
def test_every_other_action_is_refused_and_changes_nothing(start: Start) -> None:
    """The whole notation, for every seat, with a reason of one line."""
    game = start.game()
    for _ in islice(start.steps(game), 0, None, 13):
        before = stands(game)
        for seat in range(game.setup.players):
            legal = {str(action) for action in game.legal_actions(seat)}
            for text in EVERY_NOTATION:
                if text not in legal:
                    with pytest.raises(IllegalAction) as refused:
                        game.act(seat, text)
                    assert str(refused.value).startswith(f"seat {seat}: {text}")
                    assert "\n" not in str(refused.value)
        assert stands(game) == before


@examples(20)
@given(starts())
def test_an_action_out_of_turn_is_refused(start: Start) -> None:
    """R3.6: a seat that is done, sealed or held has no legal action, and says why not."""
    game = start.game()
    for _ in islice(start.steps(game), 0, None, 5):
        for seat in set(range(game.setup.players)) - set(game.waiting):
            with pytest.raises(IllegalAction, match=r"nothing to decide|sealed|the game is over"):
                game.act(seat, "draw")
        with pytest.raises(IllegalAction, match="is not at this table"):
            game.act(game.setup.players, "draw")


@examples(15)
@given(starts())
def test_the_order_of_legal_actions_is_stable(start: Start) -> None:
    """The same question lists the same actions in the same order, in copies and in views."""
    game = start.game()
    for _ in islice(start.steps(game), 0, None, 11):
        read = Game.from_position(game.position(), game.luck)
        for seat in game.waiting:
            legal = game.legal_actions(seat)
            assert len(set(legal)) == len(legal)
            assert tuple(option.action for option in game.view(seat).legal) == legal
            assert game.copy().legal_actions(seat) == read.legal_actions(seat) == legal
