"""Events and options in words: there is one for everything that can happen or be chosen."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields

import pytest

from quedlinburg.bots import make_bot
from quedlinburg.cli import words
from quedlinburg.cli.options import about, asked, brings, percent, risk_words
from quedlinburg.cli.words import Teller
from quedlinburg.engine import events as ev
from quedlinburg.engine.events import CLASSES, Event
from quedlinburg.engine.game import Game
from quedlinburg.engine.luck import Seeded
from quedlinburg.testing.bots import POSITIONS, many_setups

NAMES = ("Ann", "Bo", "Cy", "Di")

# A value for every field that an event can have.
FIELDS: dict[str, object] = {
    "rule": "R5.A",
    "seat": 1,
    "round": 3,
    "start": 1,
    "card": "lucky_devil",
    "named": False,
    "tails": 2,
    "kind": "B2",
    "kinds": ("B1", "W1"),
    "count": 2,
    "left": 14,
    "space": 12,
    "source": "bag",
    "place": 0,
    "white_sum": 8,
    "shielded": True,
    "choice": "draw",
    "face": "2vp",
    "rubies": 2,
    "points": 3,
    "coins": 9,
    "steps": 1,
    "glass": 3,
    "reward": "B1",
    "price": 10,
}


def example(name: str) -> Event:
    """An event of a type, with some value in every field."""
    cls: Callable[..., Event] = CLASSES[name]
    return cls(**{field.name: FIELDS[field.name] for field in fields(CLASSES[name])})


@pytest.mark.parametrize("name", CLASSES)
def test_every_type_of_event_has_a_sentence(name: str) -> None:
    """One sentence that begins with a capital, ends with a full stop and leaves nothing open."""
    for viewer in (None, 0, 1):
        told = Teller(NAMES, viewer).sentence(example(name).seen_by(viewer))
        assert re.fullmatch(r"[A-Z].*\.", told), told
        assert not re.search(r"[{}]|None|\bhaves\b", told), told


def test_no_words_are_left_for_events_that_do_not_exist() -> None:
    """Every line of words belongs to a type of event, and each type has exactly one."""
    assert sorted([*words.SENTENCES, *words.PREDICATES]) == sorted(CLASSES)
    assert set(words.BRIEF) | set(words.SILENT) <= set(CLASSES)


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (ev.ChipDrawn("R4.2", 1, "W2"), "Bo draws W2."),
        (ev.ChipDrawn("R4.2", 0, "W2"), "You draw W2."),
        (ev.ChipPlaced("R4.1", 1, "W2", 7, "bag"), "Bo places W2 onto space 7."),
        (ev.ChipPlaced("R4.16", 0, "R2", 54, "aside"), "You place R2 from aside into the bowl."),
        (ev.CoinsWon("R5.E", 1, 1), "Bo has 1 coin to spend."),
        (ev.CoinsWon("R5.E", 0, 9), "You have 9 coins to spend."),
        (ev.GlassReached("R7.2", 1, 1, "1 ruby"), "Bo reaches glass 1: a ruby."),
        (ev.PointsWon("R6 lucky_devil", 0, 2), "You win 2 VP (Lucky devil)."),
        (ev.ChipsLookedAt("R4.11", 1, None, 2), "Bo looks at 2 chips."),
        (ev.ChipsLookedAt("R4.11", 0, ("B1", "W1", "W1"), 3), "You look at B1, W1 and W1."),
        (
            ev.ExtraPassedUp("R4.7", 1, "R2", 7, 5),
            "Bo passes up extra spaces: R2 goes back from space 7 onto space 5.",
        ),
        (
            ev.ExtraPassedUp("R4.7", 0, "W1", 4, 3),
            "You pass up extra spaces: W1 goes back from space 4 onto space 3.",
        ),
        (ev.StirCalled("R7.4", 1), "Bo calls for a stir: all draw together in this round."),
        (ev.ChoiceSealed("R4.10", 1, None), "Bo chooses in secret."),
        (ev.ChoiceSealed("R4.10", 0, "stop"), "You choose in secret: stop."),
        (
            ev.PotExploded("R4.3", 1, 8, True),
            "Bo explodes with a white sum of 8, but the shield holds.",
        ),
        (ev.RoundBegan("R3.1", 4, 0), "Round 4 begins, you first."),
    ],
)
def test_a_sentence_reads_well(event: Event, told: str) -> None:
    """Grammar for you and for others, singular and plural."""
    assert Teller(NAMES, 0).sentence(event) == told


def test_a_story_joins_what_a_seat_does_and_keeps_secrets() -> None:
    """A chip drawn and placed is said once; a look of another seat is only counted."""
    events = [
        ev.ChipDrawn("R4.2", 1, "B2"),
        ev.ChipPlaced("R4.1", 1, "B2", 5, "bag"),
        ev.ChipsLookedAt("R4.11", 1, ("W1", "W2"), 2),
        ev.LookEnded("R4.11", 1),
        ev.ChipDrawn("R4.2", 0, "R1"),
        ev.ChipLaidAside("R4.16", 0, "R1"),
        ev.EvaluationBegan("R5.A"),
    ]
    assert Teller(NAMES, 0).story(events) == [
        "Bo draws B2 onto space 5, looks at 2 chips.",
        "You draw R1, lay R1 aside.",
        "All pots are done: the evaluation begins.",
    ]


def test_whole_games_can_be_told_from_every_side() -> None:
    """Every event of games over many set-ups, for every viewer, with its real rule."""
    for number, setup in enumerate(many_setups(6)):
        game = Game.new(setup, seed=f"told {number}")
        bots = [make_bot("cautious", seat) for seat in range(setup.players)]
        while game.outcome is None:
            seat = game.waiting[-1]
            game.act(seat, bots[seat].decide(game.view(seat), game.legal_actions(seat)))
        for viewer in (None, *range(setup.players)):
            story = Teller(NAMES, viewer).story(game.events)
            assert len(story) > 100
            assert not [line for line in story if "None" in line or "{" in line]


@pytest.mark.parametrize("question", POSITIONS)
def test_every_option_of_every_question_says_what_it_brings(question: str) -> None:
    """No option is left without words, and no two mean the same."""
    view = Game.from_position(POSITIONS[question], luck=Seeded(1)).view(0)
    assert asked(view).text.endswith("?")
    if question == "shop":
        assert about(view) == "You have 17 coins."
        return
    told = [brings(view, option) for option in view.legal]
    assert all(told)
    labelled = {f"{option.action} {words}" for option, words in zip(view.legal, told, strict=True)}
    assert len(labelled) == len(told)


@pytest.mark.parametrize(
    ("question", "action", "told"),
    [
        ("brew", "draw", "the next draw can't explode"),
        ("brew", "stop", "0 VP, 3 coins"),
        ("brew", "flask", "put W2 back into the bag; the flask is empty then"),
        ("blue_1", "choose O1", "place it"),
        ("yellow_1", "choose return", "put W3 back into the bag"),
        ("red_2", "choose R2", "place it: 2 spaces further"),
        ("red_2", "back R1", "put R1 from aside back into the bag"),
        ("exploded", "choose vp", "1 VP"),
        ("exploded", "choose coins", "9 coins"),
        ("green_3", "choose move", "the last chip moves 2 spaces on"),
        ("purple_1", "choose 3", "2 VP and the droplet 1 space"),
        ("purple_2", "choose 1", "give back 1: K1, 1 VP and a ruby"),
        ("purple_4", "choose R1-R2", "give R1 from the pot, take R2 into the bag"),
        ("opportune_moment", "choose R2", "trade it for R4"),
        ("good_start", "choose 2", "give up 2 tails for 2 rubies"),
        ("rubies", "spend droplet", "2 rubies: the droplet moves to 1"),
        ("droplet", "choose glass", "the next glass: 1 ruby"),
        ("wheel_and_deal", "choose B1", "pay a ruby and take it (price 5)"),
        ("rats_are_friends", "choose vp", "0 VP"),
    ],
)
def test_an_option_says_what_it_brings(question: str, action: str, told: str) -> None:
    """The numbers come from the view."""
    view = Game.from_position(POSITIONS[question], luck=Seeded(1)).view(0)
    found = {str(option.action): brings(view, option) for option in view.legal}
    assert found[action] == told


def test_passing_up_extra_spaces_says_where_the_pot_then_scores() -> None:
    """R4.7: one space less may be a ruby, and the words name it."""
    table = "players 2  books 3  round 4  card alms\nseat 0  pot W3@3  bag R1 O1\n0 draw luck R1"
    view = Game.from_position(table, luck=Seeded(1)).view(0)
    found = {str(option.action): brings(view, option) for option in view.legal}
    assert found["short"] == "pass up the extra spaces of R1: scoring space 5, with a ruby"


def test_a_stir_can_be_called_for_in_words_and_is_then_told() -> None:
    """R7.4: until somebody draws, any seat may call for it; then the question says so."""
    game = Game.from_position("players 2  books 1  round 4  card alms", luck=Seeded(1))
    view = game.view(0)
    found = {str(option.action): brings(view, option) for option in view.legal}
    assert found["stir"] == "all draw together in this round, each choice in secret"
    assert not about(view)
    game.act(1, "stir")
    assert about(game.view(0)) == "All choose in secret, then draw together (R4.10)."


def test_the_risk_is_told_in_chips_and_percent() -> None:
    """Three of four chips, and what a shield means for them."""
    head = "players 2  books 2  round 4  card alms\nseat 0  pot "
    view = Game.from_position(head + "W3@3 W3@6 W1@7  bag W1x3 O1").view(0)
    assert risk_words(view, 0) == "the next draw explodes with 75 % (3 of 4 chips)"
    view = Game.from_position(head + "W3@3 W3@6 W1@7 B1@8  bag W1x3 O1").view(0)
    assert "3 of 4 chips, the shield would hold" in risk_words(view, 0)
    view = Game.from_position(head + "W3@3 W1@4  bag").view(0)
    assert risk_words(view, 0) == "the bag is empty"


def test_a_small_chance_is_never_called_nothing() -> None:
    """Nor a large one certain."""
    assert [percent(chance) for chance in (0, 0.004, 0.126, 0.996, 1)] == [
        "0 %",
        "<1 %",
        "13 %",
        ">99 %",
        "100 %",
    ]


def test_a_white_chip_of_a_look_warns_of_the_explosion() -> None:
    """R4.11: a chip placed from the look can explode the pot."""
    text = "players 2  books 1  round 4  card alms\nseat 0  pot W3@3 W3@6  bag B2 W2 O1\n"
    view = Game.from_position(text + "0 draw  luck B2 W2 O1", luck=Seeded(1)).view(0)
    told = {str(option.action): brings(view, option) for option in view.legal}
    assert told["choose W2"] == "place it, and the pot explodes"
