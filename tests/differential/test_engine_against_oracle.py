"""The engine against the oracle: scoring, rats and the shop over thousands of random tables."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

import pytest
from oracle import scoring, shop, track

from quedlinburg import Game, Seeded, View
from quedlinburg.engine import events as told
from quedlinburg.engine.events import Event

TABLES_A_TEST = 250
CARDS = (
    *("seasoned_perfectly", "lucky_devil", "shining_bright", "pot_is_full", "magic_potion"),
    *("living_in_luxury", "pumpkin_party"),
)
COLOURS = ("green", "blue", "red", "yellow", "purple")
KINDS = tuple(shop.FULL_SUPPLY)
# Whites of exactly seven, and the kinds of which a pot may hold several.
SEVENS = (("W3", "W2", "W2"), ("W3", "W1", "W1", "W2"), ("W2", "W2", "W1", "W1", "W1"))
SEVERAL = ("W1", "W2", "P1", "K1", "G1")


@dataclass(frozen=True)
class Scene:
    """A table before its last pot is stopped: as text, and as the oracle wants it."""

    text: str
    books: dict[str, int]
    card: str
    round: int
    edition: str
    seats: tuple[scoring.Seat, ...]
    last: int


def random_pot(luck: Random, books: dict[str, int], start: int) -> list[tuple[str, int]]:
    """Chips on spaces that rise from the start; whites of seven are not rare."""
    kinds = [kind for kind in KINDS if kind[0] != "P" or books["purple"] in (1, 3)]
    weights = [{"P": 6, "W": 3, "G": 3, "K": 3}.get(kind[0], 1) for kind in kinds]
    pot: list[tuple[str, int]] = []
    space = start
    drawn = luck.choices(kinds, weights, k=luck.randrange(12))
    if luck.random() < 0.4:
        drawn = [kind for kind in drawn if kind[0] != "W"]
        for kind in luck.choice(SEVENS):
            drawn.insert(luck.randrange(len(drawn) + 1), kind)
    for kind in drawn:
        if sum(other == kind for other, _ in pot) < 1 or kind in SEVERAL:
            space = min(52, space + int(kind[1]) + luck.choice((0, 0, 0, 1, 4)))
            pot.append((kind, space))
    return pot


def is_shielded(pot: Sequence[tuple[str, int]]) -> bool:
    """Whether the last chip lies under a shield of blue book 2 (R4.12)."""
    shield, covered = 0, False
    for kind, _ in pot:
        covered = shield > 0
        shield = max(shield - 1, 0)
        if kind[0] == "B":
            shield = max(shield, int(kind[1]))
    return covered


def random_seat(luck: Random, books: dict[str, int]) -> scoring.Seat:
    """A seat that comes to the evaluation, before anything is rolled or answered."""
    droplet = luck.choice((*range(16), 30, 44, 51, 52))
    start = track.start_space(droplet, 0)
    pot = random_pot(luck, books, start)
    exploded = luck.random() < 0.4
    return scoring.Seat(
        pot=pot,
        start=start,
        exploded=exploded,
        shielded=exploded and books["blue"] == 2 and is_shielded(pot),
        victory_points=luck.randrange(70),
        rubies=luck.randrange(6),
        droplet=droplet,
    )


def random_seats(luck: Random, books: dict[str, int]) -> list[scoring.Seat]:
    """Two to four seats with no more chips than exist."""
    players = luck.randint(2, 4)
    while True:
        seats = [random_seat(luck, books) for _ in range(players)]
        owned = Counter(kind for seat in seats for kind, _ in seat.pot)
        if all(owned[kind] <= shop.FULL_SUPPLY[kind] for kind in owned):
            return seats


def random_scene(number: int, round_no: int | None = None) -> Scene:
    """A random table; one seat that did not explode has yet to stop."""
    luck = Random(number)
    books = {colour: luck.randint(1, 4) for colour in COLOURS}
    seats = random_seats(luck, books)
    players = len(seats)
    last = luck.randrange(players)
    if not seats[last].pot:
        seats[last] = replace(seats[last], pot=[("O1", min(52, seats[last].start + 1))])
    seats[last] = replace(seats[last], exploded=False, shielded=False)
    card = luck.choice(CARDS)
    edition = luck.choice(tuple(shop.EDITIONS))
    round_no = round_no or luck.randint(1, 8)
    mapping = " ".join(f"{colour}={book}" for colour, book in books.items())
    lines = [f"players {players}  books {mapping}  edition {edition}  round {round_no}"]
    lines.append(f"card {card}  start {luck.randrange(players)}")
    gone = luck.sample(KINDS[3:], luck.choice((0, 0, 3, 8)))
    lines.append("supply " + " ".join(f"{kind}=0" for kind in gone))
    for place, seat in enumerate(seats):
        pot = " ".join(f"{kind}@{space}" for kind, space in seat.pot)
        state = "" if place == last else "exploded" if seat.exploded else "stopped"
        goods = f"vp {seat.victory_points}  rubies {seat.rubies}  droplet {seat.droplet}"
        lines.append(f"seat {place}  {goods}  bag O1  pot {pot}  {state}")
    return Scene("\n".join(lines), books, card, round_no, edition, tuple(seats), last)


@dataclass
class Played:
    """What an evaluation came to: its events, and what each seat answered."""

    start: View
    events: list[Event]
    answers: list[list[str]]
    shops: dict[int, tuple[int, set[frozenset[str]], dict[str, int]]]
    game: Game


def evaluate(scene: Scene, number: int) -> Played:
    """Let the last seat stop and every seat answer by lot, to the end of the round."""
    game = Game.from_position(scene.text, Seeded(number))
    luck = Random(number)
    start = game.view(None)
    answers: list[list[str]] = [[] for _ in scene.seats]
    shops: dict[int, tuple[int, set[frozenset[str]], dict[str, int]]] = {}
    events = list(game.act(scene.last, "stop"))
    while game.round == scene.round and game.outcome is None:
        seat = luck.choice(game.waiting)
        question = game.question(seat)
        assert question is not None
        if question.id == "shop":
            legal = {frozenset(action.words) for action in game.legal_actions(seat)}
            supply = {kind: game.view(None).supply.get(kind, 0) for kind in KINDS}
            shops[seat] = (int(question.about[0]), legal, supply)
        action = luck.choice(game.legal_actions(seat))
        if question.id not in ("shop", "rubies"):
            answers[seat].append(f"{question.id} {action.words[0]}")
        events.extend(game.act(seat, action))
    names = [event.name for event in events]
    until = names.index("round_ended") if "round_ended" in names else len(names)
    return Played(start, events[:until], answers, shops, game)


def answered(seat: scoring.Seat, played: Played, number: int) -> scoring.Seat:
    """The seat as the oracle wants it: with what it rolled and answered."""
    pairs = [answer.split() for answer in played.answers[number]]
    lines = [int(word) for question, word in pairs if question == "purple_1"]
    choices = [word for question, word in pairs if question == "exploded"]
    faces = [e.face for e in played.events if isinstance(e, told.DieRolled) and e.seat == number]
    return replace(
        seat,
        die=tuple(faces),
        green=tuple(word for question, word in pairs if question.startswith("green")),
        purple=lines[0] if lines else None,
        choice=choices[0] if choices else None,
    )


def result_of(played: Played, seat: int, *, but: tuple[str, ...] = ("R5.F",)) -> scoring.Result:
    """What the engine gave a seat in the evaluation, leaving out some steps."""
    own = played.start.seats[seat]
    vp, rubies, droplet = own.vp, own.rubies, own.droplet
    space, coins, chips = own.scoring, 0, []
    for event in played.events:
        match event:
            case told.SeatEvent(seat=other) if other != seat or event.rule in but:
                pass
            case told.PointsWon():
                vp += event.points
            case told.RubiesWon():
                rubies += event.rubies
            case told.RubiesPaid():
                rubies -= event.rubies
            case told.DropletMoved():
                droplet += event.steps
            case told.CoinsWon():
                coins = event.coins
            case told.ChipMoved():
                space = event.space + 1
            case told.ChipTaken():
                chips.append(event.kind)
    return scoring.Result(vp, rubies, droplet, space, coins, tuple(chips))


@pytest.mark.parametrize("part", range(8))
def test_scoring_and_shop_agree_with_the_oracle(part: int) -> None:
    """R5.A to R5.E: rubies, points, droplet, scoring space, coins, chips, and every purchase."""
    for number in range(part * TABLES_A_TEST, (part + 1) * TABLES_A_TEST):
        scene = random_scene(number)
        played = evaluate(scene, number)
        supply = {kind: played.start.supply.get(kind, 0) for kind in KINDS}
        seats = [answered(seat, played, place) for place, seat in enumerate(scene.seats)]
        for place in range(len(seats)):
            expected = scoring.evaluate(
                seats, place, books=scene.books, card=scene.card, supply=supply
            )
            assert result_of(played, place) == expected, (number, place, scene.text)
            check_shop(scene, played, place, expected.coins)


def check_shop(scene: Scene, played: Played, seat: int, coins: int) -> None:
    """Compare every legal purchase; a seat that can buy nothing was not asked."""
    asked, legal, supply = played.shops.get(seat, (coins, {frozenset()}, {}))
    if not supply:
        supply = {kind: played.start.supply.get(kind, 0) for kind in KINDS}
    expected = shop.purchases(
        coins, scene.books, round_no=scene.round, edition=scene.edition, supply=supply
    )
    assert asked == coins
    assert legal == expected, (scene.text, seat)


@pytest.mark.parametrize("part", range(4))
def test_the_end_of_the_game_agrees_with_the_oracle(part: int) -> None:
    """R5.G, R5.H: coins and rubies become points, and the ranking follows."""
    for number in range(part * TABLES_A_TEST, (part + 1) * TABLES_A_TEST):
        scene = random_scene(number, round_no=9)
        played = evaluate(scene, number)
        supply = {kind: played.start.supply.get(kind, 0) for kind in KINDS}
        seats = [answered(seat, played, place) for place, seat in enumerate(scene.seats)]
        results = [
            scoring.evaluate(seats, place, books=scene.books, card=scene.card, supply=supply)
            for place in range(len(seats))
        ]
        points = [
            result.victory_points + scoring.round_nine_points(result.coins, result.rubies)
            for result in results
        ]
        ranks = scoring.final_ranking(points, [result.scoring for result in results])
        outcome = played.game.outcome
        assert outcome is not None
        assert list(outcome.points) == points, scene.text
        assert list(outcome.winners) == ranks[0], scene.text
        order = [next(i for i, rank in enumerate(ranks) if s in rank) for s in outcome.ranking]
        assert order == sorted(order)


@pytest.mark.parametrize("part", range(4))
def test_rats_agree_with_the_oracle(part: int) -> None:
    """R3.3: tails and the start space of every seat, also with twice as many tails."""
    luck = Random(part)
    for number in range(TABLES_A_TEST):
        players = luck.randint(2, 4)
        most = luck.choice((3, 20, 60, 200))
        points = [luck.randrange(most) for _ in range(players)]
        droplets = [luck.choice((*range(20), 49, 50, 52)) for _ in range(players)]
        card = luck.choice(("living_in_luxury", "lucky_devil", "rat_infestation"))
        round_no = luck.randint(1, 8)
        lines = [f"players {players}  round {round_no}  phase fortune  card {card}"]
        for seat, (vp, droplet) in enumerate(zip(points, droplets, strict=True)):
            lines.append(f"seat {seat}  vp {vp}  droplet {droplet}")
        view = Game.from_position("\n".join(lines), Seeded(number)).view(None)
        assert view.phase == "potions"
        for seat in range(players):
            tails = track.rat_tails(points[seat], max(points)) if round_no > 1 else 0
            tails *= 2 if card == "rat_infestation" else 1
            start = track.start_space(droplets[seat], tails)
            assert view.seats[seat].tails == tails
            assert view.seats[seat].scoring == track.scoring_space([], start)
