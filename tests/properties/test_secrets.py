"""A secret changes nothing that anybody else sees: streams, deck, sealed choices, looks, questions.

Each test makes two games that differ in one secret only and compares them as every other viewer
sees them: views, their JSON, and the faces of all events.
"""

import json
from dataclasses import replace
from itertools import combinations, islice

import pytest
from hypothesis import given

from quedlinburg import Game, IllegalAction, Pledge, Seeded, Setup
from quedlinburg.engine.counts import Counts
from quedlinburg.rules.constants import CARD_IDS
from quedlinburg.testing.policies import Policy, play_on
from quedlinburg.testing.strategies import Start, examples, starts


def seen(game: Game, viewer: int | None, since: int = 0) -> tuple[object, ...]:
    """Everything that a viewer gets: the view, its text, its JSON, and the events' faces."""
    view = game.view(viewer)
    faces = [event.seen_by(viewer) for event in game.events[since:]]
    plain = json.dumps([view.to_json(), [face.to_json() for face in faces]])
    return view, repr(view), faces, repr(faces), plain


def others(game: Game, *owners: int) -> list[int | None]:
    """All viewers but the owners of a secret; a spectator is one of them."""
    return [None, *(seat for seat in range(game.setup.players) if seat not in owners)]


def check_hidden(one: Game, other: Game, *owners: int, since: int = 0) -> None:
    """Check that nobody but the owners can tell two games apart, by the events since then."""
    assert len(one.events) == len(other.events)
    for viewer in others(one, *owners):
        assert seen(one, viewer, since) == seen(other, viewer, since), viewer


# --- streams of random numbers -------------------------------------------------------------------


@examples(15)
@given(starts())
def test_nobody_sees_the_stream(start: Start) -> None:
    """The same game with another seed from here on looks the same to everybody."""
    game = start.game()
    for _ in islice(start.steps(game), 0, None, 9):
        check_hidden(game, game.copy(Seeded(start.seed + 1)), since=len(game.events) - 20)


SEED = "cauldron-5f2c9a"
NONCES = {0: "a pinch of salt", 1: "an old boot"}
PLEDGES = [Pledge(SEED), Pledge(SEED, NONCES)]


def texts_of(game: Game) -> list[str]:
    """Every text that a running game gives away."""
    texts = [repr(game), str(game), repr(game.luck), repr(game.heading), repr(game.setup)]
    texts += [game.position(), game.record(), repr(list(game.events)), repr(game.history)]
    for viewer in (None, *range(game.setup.players)):
        texts += [str(part) for part in seen(game, viewer)]
    for seat in range(game.setup.players + 1):
        for action in ("draw", "stop", "choose none", "buy B1 R2", "dance"):
            try:
                texts.append(repr(game.copy().act(seat, action)))
            except IllegalAction as refused:
                texts.append(str(refused))
    return texts


@pytest.mark.parametrize("pledge", PLEDGES, ids=["secret", "secret and nonces"])
def test_no_text_of_a_running_game_shows_the_seed(pledge: Pledge) -> None:
    """Fair play: secret and seed are in no view, event, error or record before the end."""
    game = Game.new(Setup(players=2, stir="always", tubes=True), pledge=pledge)
    steps = play_on(game, [Policy(1), Policy(2)])
    for number, _ in enumerate(steps):
        if game.outcome is None and number % 10 == 0:
            for text in (*texts_of(game), repr(pledge)):
                assert SEED not in text
                assert pledge.seed not in text
    assert f'secret "{SEED}"' in game.record()


# --- the order of the deck -----------------------------------------------------------------------

HEAD = """\
players 3  books 1  round 2  start 1  phase fortune  card {card}  {deck}
seat 0  vp 6  rubies 3
seat 1  vp 2
"""


def brewed(game: Game) -> Game:
    """A game after ten actions of its round."""
    for _ in islice(play_on(game, [Policy(seat) for seat in range(3)]), 10):
        pass
    return game


@pytest.mark.parametrize("card", CARD_IDS)
def test_nobody_sees_the_order_of_the_deck(card: str) -> None:
    """Under any card, the cards to come are known to no view and no event."""
    coming = [name for name in ("alms", "donations", "magic_potion", "lucky_devil") if name != card]
    decks = ["", f"deck {coming[0]}", f"deck {coming[1]} {coming[0]}", f"deck {coming[2]}"]
    games = [Game.from_position(HEAD.format(card=card, deck=deck), Seeded(4)) for deck in decks]
    for one, other in combinations(games, 2):
        check_hidden(one, other)
    for one, other in combinations([brewed(game) for game in games], 2):
        assert one.round == 2
        check_hidden(one, other)


# --- sealed choices ------------------------------------------------------------------------------


def is_stirred(game: Game) -> bool:
    """Whether draws are sealed in this round (R4.10)."""
    return game.round == 9 or game.setup.stir == "always"


@examples(15)
@given(starts())
def test_nobody_else_sees_a_sealed_choice(start: Start) -> None:
    """R4.10: while others still choose, sealing draw or stop looks the same."""
    game = start.game()
    for _ in islice(start.steps(game), 0, None, 4):
        for seat in game.waiting:
            legal = [str(action) for action in game.legal_actions(seat)]
            if "draw" in legal and "stop" in legal and is_stirred(game):
                drew, stopped = game.copy(), game.copy()
                drew.act(seat, "draw")
                stopped.act(seat, "stop")
                if seat in drew.view(None).sealed:
                    since = len(game.events)
                    check_hidden(drew, stopped, seat, since=since)
                    assert seen(drew, seat, since) != seen(stopped, seat, since)


def test_a_sealed_choice_is_hidden_from_everybody_but_its_owner() -> None:
    """R4.10: one case in full; the owner's event names the choice, the others' says None."""
    head = "players 3  round 9\nseat 0  pot O1@3\nseat 1  pot W1@2\nseat 2  pot G1@1\n"
    drew = Game.from_position(head + "0 draw\n2 stop")
    stopped = Game.from_position(head + "0 stop\n2 stop")
    check_hidden(drew, stopped, 0)
    choices = [
        [getattr(event.seen_by(0), "choice", 0) for event in g.events] for g in (drew, stopped)
    ]
    assert choices == [["draw", None], ["stop", None]]
    assert drew.view(1).sealed == (0, 2)


# --- looks ---------------------------------------------------------------------------------------

LOOKS = {
    "blue_1": (
        "players 3  books 1  round 3\nseat 0  bag B2 O1 G1 W1 W2 R1\n0 draw  luck B2 {}",
        ("O1 G1", "W1 R1", "G1 W2"),
    ),
    "blue_1 of another chip of the look": (
        "players 2  books 1  round 3\nseat 0  bag B1x2 O1 G1 W3\n0 draw  luck B1 B1\n"
        "0 choose B1  luck {}",
        ("O1", "G1", "W3"),
    ),
    "strong_ingredient": (
        "players 2  books 1  round 3  card strong_ingredient\n"
        "seat 0  pot O1@2  stopped  bag O1x3 G1x3 W1x3\nseat 1  pot O1@4  stopped\n"
        "begin luck {}",
        ("O1 O1 O1 G1 G1", "W1 W1 W1 O1 G1"),
    ),
    "opportune_moment": (
        "players 2  books 1  round 3  phase fortune  card opportune_moment\n"
        "seat 0  bag W1 W2 W3 O1 G1 R1 B1 Y1\nseat 1  bag G1x5\n"
        "begin luck {} G1 G1 G1 G1",
        ("W1 W2 W3 G1", "O1 R1 B1 Y1", "W1 G1 R1 Y1"),
    ),
    "opportune_moment, nothing to trade": (
        "players 2  books 1  round 3  phase fortune  card opportune_moment\n"
        "seat 0  bag W1x4 W2x2 W3 O1x4\nseat 1  bag G1x5\n"
        "begin luck {} G1 G1 G1 G1",
        ("W1 W1 W1 W1", "O1 O1 O1 O1", "W3 O1 W2 W1"),
    ),
    "less_is_more": (
        "players 2  books 1  round 3  phase fortune  card less_is_more\n"
        "seat 0  bag W1x5 W3 O1x4 G2\nseat 1  bag G1x5\n"
        "begin luck {} G1 G1 G1 G1 G1",
        ("W1 W1 W1 W1 W3", "O1 O1 O1 G2 W1", "W3 G2 O1 O1 O1"),
    ),
}


@pytest.mark.parametrize(("text", "looks"), LOOKS.values(), ids=LOOKS)
def test_nobody_else_sees_what_is_looked_at(text: str, looks: tuple[str, ...]) -> None:
    """Chips that are only looked at stay in the bag in every view but the own."""
    games = [Game.from_position(text.format(look)) for look in looks]
    for one, other in combinations(games, 2):
        check_hidden(one, other, 0)
        assert [event.seen_by(0) for event in one.events] != [
            event.seen_by(0) for event in other.events
        ]


@examples(10)
@given(starts())
def test_what_others_see_of_a_draw_tells_no_look(start: Start) -> None:
    """Of all that a draw can lead to, what happens alike for a viewer also looks alike."""
    game = start.game()
    for step in islice(start.steps(game), 0, None, 17):
        if game.view(None).phase == "potions" and len(game.waiting) > 1 and not is_stirred(game):
            views: dict[object, str] = {}
            for _, after in game.chances(game.waiting[0], game.legal_actions(game.waiting[0])[0]):
                told = after.events[len(game.events) :]
                faces = tuple(event.seen_by(None) for event in told)
                view = repr(after.view(None))
                assert views.setdefault(faces, view) == view, step


# --- other seats' questions ----------------------------------------------------------------------

QUESTIONS = {
    "shop, or rubies after buying nothing": (
        "players 2  books 1  round 3\n"
        "seat 0  rubies 4  pot O1@11  stopped\nseat 1  pot O1@3\n"
        "1 stop  luck 1vp",
        "0 buy",
    ),
    "green_4, or the next one": (
        "players 2  books 4  round 3\n"
        "seat 0  rubies 4  pot G1@1 G1@2  stopped\nseat 1  pot O1@3\n"
        "1 stop  luck 1vp",
        "0 choose keep",
    ),
    "purple_2, or the shop": (
        "players 3  books 2  round 4\n"
        "seat 0  pot P1@7  exploded\nseat 1  pot O1@3\nseat 2  pot O1@2  stopped\n"
        "1 stop  luck 1vp",
        "0 choose 0",
    ),
    "wheel_and_deal of one seat, answered with none by another": (
        "players 3  books 2  round 4  phase fortune  card wheel_and_deal\n"
        "seat 0  rubies 3\nseat 1  rubies 3\nseat 2  rubies 3\nbegin\n1 choose none",
        "",
    ),
    "yellow_1 answered with keep, or open": (
        "players 2  books 1  round 4\nseat 0  bag Y1 O1  pot W1@1\n0 draw  luck Y1",
        "0 choose keep",
    ),
    "second_chance answered with continue, or open": (
        "players 2  books 1  round 4  card second_chance\n"
        "seat 0  bag G1 O1  pot W1@1 O1@2 O1@3 O1@4\n0 draw  luck G1",
        "0 choose continue",
    ),
}


@pytest.mark.parametrize(("text", "action"), QUESTIONS.values(), ids=QUESTIONS)
def test_nobody_else_sees_a_question(text: str, action: str) -> None:
    """Two games that differ in what seat 0 is asked look alike to all others."""
    one = Game.from_position(text)
    other = Game.from_position(f"{text}\n{action}")
    if action:
        assert one.question(0) != other.question(0)
    check_hidden(one, other, 0)


@examples(15)
@given(starts())
def test_an_answer_without_events_shows_nothing(start: Start) -> None:
    """Where an answer changes only the seat's next question, the others see no difference."""
    game = start.game()
    before = game.copy()
    for step in start.steps(game):
        if not step.events and game.waiting == before.waiting:
            check_hidden(before, game, step.seat, since=len(game.events) - 20)
        before = game.copy()


def test_a_view_names_no_question_but_the_own() -> None:
    """The id of another seat's question is nowhere in the JSON."""
    game = Game.from_position(QUESTIONS["yellow_1 answered with keep, or open"][0])
    assert "yellow_1" in json.dumps(game.view(0).to_json())
    for viewer in (1, None):
        assert "yellow_1" not in json.dumps(game.view(viewer).to_json())


# --- bags at tables that play by memory ----------------------------------------------------------

BAGS = ("W3x3 W2 G4", "O1x5", "W1x4 K1", "B4 R4 Y4 P1 W3")


@pytest.mark.parametrize("card", CARD_IDS)
def test_a_view_without_bags_does_not_tell_one_bag_from_another(card: str) -> None:
    """Two games that differ in what lies in a bag look the same, to its owner too."""
    head = f"players 2  books 1  round 4  card {card}\nseat 0  pot O1@3  bag "
    games = [Game.from_position(head + bag, Seeded(1)) for bag in BAGS]
    for one, other in combinations(games, 2):
        for viewer in (None, 0, 1):
            shown = [replace(g.view(viewer, bags=False), supply=Counts()) for g in (one, other)]
            assert shown[0] == shown[1]
            assert one.view(viewer) != other.view(viewer)


@examples(15)
@given(starts())
def test_a_view_without_bags_has_no_chip_that_lies_in_one(start: Start) -> None:
    """Every chip it names lies open: in a pot, a bowl, aside, in the supply or in the own hand."""
    game = start.game()
    for _ in islice(start.steps(game), 0, None, 9):
        for viewer in (None, *range(game.setup.players)):
            plain = game.view(viewer, bags=False).to_json()
            seats = plain["seats"]
            assert isinstance(seats, list)
            for number, seat in enumerate(seats):
                held = sum(game.table.bag[number])
                hand = sum(game.table.looked[number]) if number == viewer else 0
                assert (seat.pop("bag"), seat.pop("bag_count")) == (None, held - hand)
            assert '"bag' not in json.dumps(plain)
