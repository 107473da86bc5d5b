"""Pumpkins: the only page of the orange book."""

from rules.builders import asked, play, story, table


def test_orange_1_only_fills_the_pot() -> None:
    """R2.3: a pumpkin has no action."""
    game = table("books 1", "seat 0 bag O1 W1 pot W1@4")
    events = play(game, "0 draw luck O1")
    assert story(events) == ["chip_drawn 0 O1 R4.2", "chip_placed 0 O1 5 bag R4.1"]
    assert asked(game) == "brew"
