"""Events and options in words: there is one for everything that can happen or be chosen."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields

import pytest

from positions import POSITIONS
from quedlinburg.bots import make_bot
from quedlinburg.cli.terminal.event_words import SILENT, Teller
from quedlinburg.cli.terminal.option_words import about, asked, brings, risk_words
from quedlinburg.engine import events as ev
from quedlinburg.engine.events import CLASSES, Event
from quedlinburg.engine.game import Game
from quedlinburg.engine.luck import Seeded
from quedlinburg.testing.bots import many_setups
from quedlinburg.text import LANGUAGES, catalogue, percent

NAMES = ("Ann", "Bo", "Cy", "Di")
EN = catalogue("en")

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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted(set(CLASSES) - SILENT))
def test_every_type_of_event_has_a_sentence(name: str, language: str) -> None:
    """One sentence that begins with a capital, ends with a full stop and leaves nothing open."""
    for viewer in (None, 0, 1):
        (line,) = Teller(NAMES, viewer, language).story([example(name)])
        assert re.fullmatch(r"[A-Z].*\.", line.text), line
        assert not re.search(r"[{}]|None", line.text), line
        assert line.seat in (None, 1)


def test_no_words_are_left_for_events_that_do_not_exist() -> None:
    """Every line of words belongs to a type of event, or to a case of one."""
    cases = {"chip_placed_aside", "chip_bowl", "sentence"}
    for key in catalogue("en").keys:
        section, _, name = key.partition(".")
        if section in ("did", "event", "gain"):
            assert name.partition(".")[0] in {*CLASSES, *cases}, key
    assert set(CLASSES) >= SILENT


@pytest.mark.parametrize(
    ("event", "told", "german"),
    [
        (ev.ChipDrawn("R4.2", 1, "W2"), "Bo draws W2.", "Bo zieht W2."),
        (ev.ChipDrawn("R4.2", 0, "W2"), "You draw W2.", "Du ziehst W2."),
        (
            ev.ChipPlaced("R4.1", 1, "W2", 7, "bag"),
            "Bo draws W2, to space 7.",
            "Bo zieht W2, auf Feld 7.",
        ),
        (
            ev.ChipPlaced("R4.16", 0, "R2", 9, "aside"),
            "You place R2 from aside on 9.",
            "Du legst R2 von beiseite auf 9.",
        ),
        (
            ev.ChipPlaced("R4.1", 0, "R2", 54, "bag"),
            "You draw R2, into the bowl.",
            "Du ziehst R2, in die Schale.",
        ),
        (
            ev.CoinsWon("R5.E", 1, 1),
            "Bo has 1 coin to spend.",
            "Bo hat 1 Münze auszugeben.",
        ),
        (
            ev.CoinsWon("R5.E", 0, 9),
            "You have 9 coins to spend.",
            "Du hast 9 Münzen auszugeben.",
        ),
        (
            ev.GlassReached("R7.2", 1, 1, "1 ruby"),
            "Bo reaches glass 1: 1 ruby.",
            "Bo erreicht Glas 1: 1 Rubin.",
        ),
        (
            ev.PointsWon("R6 lucky_devil", 0, 2),
            "You win 2 points (Lucky devil).",
            "Du bekommst 2 Punkte (Glückspilz).",
        ),
        (
            ev.ChipsLookedAt("R4.11", 1, None, 2),
            "Bo looks at 2 chips.",
            "Bo sieht 2 Chips an.",
        ),
        (
            ev.ChipsLookedAt("R4.11", 0, ("B1", "W1", "W1"), 3),
            "You look at B1, W1 and W1.",
            "Du siehst B1, W1 und W1 an.",
        ),
        (
            ev.ExtraPassedUp("R4.7", 1, "R2", 7, 5),
            "Bo passes up 2 extra spaces: R2 back from 7 to 5.",
            "Bo verzichtet auf 2 Zusatzfelder: R2 von 7 zurück auf 5.",
        ),
        (
            ev.ExtraPassedUp("R4.7", 0, "W1", 4, 3),
            "You pass up 1 extra space: W1 back from 4 to 3.",
            "Du verzichtest auf 1 Zusatzfeld: W1 von 4 zurück auf 3.",
        ),
        (
            ev.StirCalled("R7.4", 1),
            "Bo calls for a stir: everyone draws together this round.",
            "Bo rührt um: In dieser Runde ziehen alle gemeinsam.",
        ),
        (
            ev.PotExploded("R4.3", 1, 8, True),
            "Bo explodes with a white sum of 8, but the shield holds.",
            "Bo explodiert mit einer weißen Summe von 8, aber der Schild hält.",
        ),
        (
            ev.PotExploded("R4.3", 0, 9, False),
            "You explode with a white sum of 9.",
            "Du explodierst mit einer weißen Summe von 9.",
        ),
        (ev.RoundBegan("R3.1", 4, 0), "Round 4 begins.", "Runde 4 beginnt."),
    ],
)
def test_a_sentence_reads_well(event: Event, told: str, german: str) -> None:
    """Grammar for you and for others, singular and plural."""
    assert Teller(NAMES, 0).story([event])[0].text == told
    assert Teller(NAMES, 0, "de").story([event])[0].text == german


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
        (1, "Bo draws B2, to space 5; looks at 2 chips."),
        (0, "You lay R1 aside."),
        (None, "The pots are evaluated."),
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
            story = Teller(NAMES, viewer, LANGUAGES[number % len(LANGUAGES)]).story(game.events)
            assert len(story) > 100
            assert not [line for line in story if "None" in line.text or "{" in line.text]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("question", POSITIONS)
def test_every_option_of_every_question_says_what_it_brings(question: str, language: str) -> None:
    """No option is left without words, and no two mean the same."""
    texts = catalogue(language)
    view = Game.from_position(POSITIONS[question], luck=Seeded(1)).view(0)
    assert asked(view, texts).text.endswith("?")
    if question == "shop":
        assert (
            about(view, texts) == {"en": "You have 17 coins.", "de": "Du hast 17 Münzen."}[language]
        )
        return
    told = [brings(view, option, texts) for option in view.legal]
    assert all(told)
    labelled = {f"{option.action} {words}" for option, words in zip(view.legal, told, strict=True)}
    assert len(labelled) == len(told)


@pytest.mark.parametrize(
    ("question", "action", "told"),
    [
        ("brew", "draw", "no chip explodes"),
        ("brew", "stop", "3 coins, 0 points"),
        ("brew", "flask", "put W2 back"),
        ("blue_1", "choose O1", "safe"),
        ("blue_1", "choose W1", "white sum 1 of 7"),
        ("yellow_1", "choose return", "W3 back: into the bag"),
        ("red_2", "choose R2", "to space 3"),
        ("red_2", "back R1", "R1 from aside into the bag"),
        ("exploded", "choose vp", "Take 1 point: 0 becomes 1"),
        ("exploded", "choose coins", "Take 9 coins: for the shop"),
        ("green_3", "choose move", "Move 2 spaces"),
        ("purple_1", "choose 3", "2 points, droplet 1"),
        ("purple_2", "choose 1", "Give back 1: hawkmoth, 1 point, 1 ruby"),
        ("purple_4", "choose R1-R2", "R1 for R2"),
        ("opportune_moment", "choose R2", "trade it up"),
        ("good_start", "choose 2", "2 rubies: 2 tails less"),
        ("rubies", "spend droplet", "Droplet 1 space"),
        ("droplet", "choose glass", "Next glass: 1 ruby"),
        ("wheel_and_deal", "choose B1", "for 1 ruby"),
        ("only_one", "choose K1", "price 10"),
        ("rats_are_friends", "choose vp", "0 points: one a rat tail"),
    ],
)
def test_an_option_says_what_it_brings(question: str, action: str, told: str) -> None:
    """The numbers come from the view."""
    view = Game.from_position(POSITIONS[question], luck=Seeded(1)).view(0)
    found = {str(option.action): brings(view, option, EN) for option in view.legal}
    assert found[action] == told


def test_passing_up_extra_spaces_says_where_the_pot_then_scores() -> None:
    """R4.7: one space less may be a ruby, and the words name it."""
    table = "players 2  books 3  round 4  card alms\nseat 0  pot W3@3  bag R1 O1\n0 draw luck R1"
    view = Game.from_position(table, luck=Seeded(1)).view(0)
    found = {str(option.action): brings(view, option, EN) for option in view.legal}
    assert found["short"] == (
        "Pass up 3 extra spaces: R1 on space 4. Scoring space 5: 5 coins, 0 points, a ruby"
    )


def test_a_stir_can_be_called_for_in_words_and_is_then_told() -> None:
    """R7.4: until somebody draws, any seat may call for it; then the question says so."""
    game = Game.from_position("players 2  books 1  round 4  card alms", luck=Seeded(1))
    view = game.view(0)
    found = {str(option.action): brings(view, option, EN) for option in view.legal}
    assert found["stir"] == "all draw together in this round, each choice in secret"
    assert not about(view, EN)
    game.act(1, "stir")
    assert about(game.view(0), EN) == "All choose in secret, then draw together (R4.10)."


def test_the_risk_is_told_in_chips_and_percent() -> None:
    """Three of four chips, and what a shield means for them."""
    head = "players 2  books 2  round 4  card alms\nseat 0  pot "
    view = Game.from_position(head + "W3@3 W3@6 W1@7  bag W1x3 O1").view(0)
    assert risk_words(view, 0, EN) == "explodes with 75 % (3 of 4 chips)"
    view = Game.from_position(head + "W3@3 W3@6 W1@7 B1@8  bag W1x3 O1").view(0)
    assert "3 of 4 chips, the shield would hold" in risk_words(view, 0, EN)
    view = Game.from_position(head + "W3@3 W1@4  bag").view(0)
    assert risk_words(view, 0, EN) == "the bag is empty"


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
    told = {str(option.action): brings(view, option, EN) for option in view.legal}
    assert told["choose W2"] == "explodes: 8 over 7"
