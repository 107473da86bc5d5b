"""Folding the events that a viewer saw gives what that viewer sees."""

from collections.abc import Iterable

import pytest
from hypothesis import given

from quedlinburg import Game, Setup, View
from quedlinburg.engine.changes import CHANGES
from quedlinburg.engine.events import CLASSES, Event
from quedlinburg.engine.fold import fold
from quedlinburg.testing.strategies import Start, examples, starts

PUBLIC = (
    *("round", "phase", "card", "start", "supply", "cards_used"),
    *("stirred", "stir_open", "sealed", "seats"),
)


def check_fold(start: Setup | View, seen: Iterable[Event], view: View) -> None:
    """Check every public field of a view, and the viewer's own look, against the events seen."""
    folded = fold(start, seen)
    for name in PUBLIC:
        assert getattr(folded, name) == getattr(view, name), name
    looks = {} if view.viewer is None or not view.looked else {view.viewer: dict(view.looked)}
    assert {seat: dict(look) for seat, look in folded.looks.items()} == looks


def viewers(game: Game) -> tuple[int | None, ...]:
    """A spectator and every seat."""
    return (None, *range(game.setup.players))


def test_every_event_can_be_folded() -> None:
    """A new class of events needs its line in the table of changes."""
    assert set(CHANGES) == set(CLASSES.values())


@examples(14)
@given(starts(from_heads=False))
def test_folding_from_the_set_up_gives_every_view(start: Start) -> None:
    """For all viewers, every eleventh step of whole games and at their end."""
    game = start.game()
    for number, _ in enumerate(start.steps(game)):
        if number % 11 == 0 or game.outcome is not None:
            for viewer in viewers(game):
                seen = (event.seen_by(viewer) for event in game.events)
                check_fold(game.setup, seen, game.view(viewer))


@examples(14)
@given(starts())
def test_folding_goes_on_from_the_view_of_each_step(start: Start) -> None:
    """What a client does: from the view before an action and its events to the view after."""
    game = start.game()
    blue_2 = game.setup.book_numbers["blue"] == 2
    before = {viewer: game.view(viewer) for viewer in viewers(game)}
    for step in start.steps(game):
        for viewer in viewers(game):
            view = game.view(viewer)
            if not (blue_2 and str(step.action) == "flask"):
                seen = (event.seen_by(viewer) for event in step.events)
                check_fold(before[viewer], seen, view)
            before[viewer] = view


def test_a_folded_look_is_seen_by_its_owner_alone() -> None:
    """R4.11: the owner's fold names the chips looked at, the others' does not."""
    game = Game.from_position("players 2  books 1\nseat 0  bag B1 O1 W1\nbegin\n0 draw  luck B1 W1")
    views = {viewer: game.view(viewer) for viewer in viewers(game)}
    start = Game.from_position("players 2  books 1\nseat 0  bag B1 O1 W1\nbegin").view(None)
    for viewer, looks in ((0, {0: {"W1": 1}}), (1, {}), (None, {})):
        folded = fold(start, [event.seen_by(viewer) for event in game.events])
        assert {seat: dict(look) for seat, look in folded.looks.items()} == looks
        assert folded.seats == views[viewer].seats


@pytest.mark.parametrize(
    ("brew", "shield"),
    [("B2@2", 0), ("B2@2 B2@4", 1), ("B4@4 B2@6", 3), ("B4@4 O1@5 O1@6 O1@7 B2@9", 0)],
)
def test_the_flask_lowers_a_shield_to_what_was_left(brew: str, shield: int) -> None:
    """R4.5, R4.12: folded from the set-up of a round, the shield before the chip is known."""
    kinds = [word.split("@")[0] for word in brew.split()]
    head = f"players 2  books 2  edition schmidt  card alms\nseat 0  bag {' '.join(kinds)} O1\n"
    start = Game.from_position(head).view(None)
    game = Game.from_position(head + "".join(f"0 draw  luck {kind}\n" for kind in kinds))
    game.act(0, "flask")
    folded = fold(start, game.events)
    assert folded.seats == game.view(None).seats
    assert folded.seats[0].shield == shield
