"""The engine against the oracle: thousands of random brewings, compared after every action (R4)."""

from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest
from oracle import luck as lucks
from oracle.moves import Rules
from oracle.replay import Brewing
from oracle.seat import Opening

from quedlinburg import Game, Scripted

BREWS_A_TEST = 400
CARDS = (
    *("alms", "living_in_luxury", "well_stirred", "second_chance", "second_chance"),
    *("pumpkin_party", "strong_ingredient"),
)
COLOURS = ("green", "blue", "red", "yellow", "purple")
# Kinds by how much they make happen while brewing.
KINDS = dict.fromkeys(("B1", "B2", "B4", "R1", "R2", "R4", "Y1", "Y2", "Y4"), 3)
KINDS |= {"W1": 6, "W2": 4, "W3": 2, "O1": 3, "G1": 1, "G4": 1, "P1": 1, "K1": 1}
# So many of a kind are nobody's at a table with two seats.
MOST = {"W1": 12, "W2": 4, "W3": 2, "O1": 2}


@dataclass
class Pair:
    """The same seat twice: in the engine as seat 0, and in the oracle."""

    game: Game
    oracle: Brewing
    rubies: int
    vp: int

    def check(self) -> None:
        """Compare everything that can be seen of the seat, and what it may do, in order."""
        seen, view = self.oracle.seen(), self.game.view(None)
        seat = view.seats[0]
        question = self.game.question(0)
        assert seat.pot == seen.pot
        assert dict(seat.known_bag()) == Counter(seen.bag)
        assert dict(seat.aside) == Counter(seen.aside)
        assert dict(seat.bowl) == Counter(seen.bowl)
        assert (seat.flask, seat.state) == (seen.flask, seen.state)
        assert (seat.white_sum, seat.limit, seat.scoring) == (
            *(seen.white_sum, seen.limit, seen.scoring),
        )
        if seat.state == "exploded":
            assert seat.shielded == seen.shielded
        assert (seat.rubies - self.rubies, seat.vp - self.vp) == (seen.rubies, seen.points)
        assert (question and question.id, 0 in view.sealed) == (seen.question, seen.sealed)
        assert [str(action) for action in self.game.legal_actions(0)] == list(seen.legal)

    def play(self, seat: int, action: str, luck: lucks.Luck) -> None:
        """Act in the engine, with exactly this luck."""
        script = Scripted(luck, base=self.game.table.lucks)
        self.game.set_luck(script)
        self.game.act(seat, action)
        assert script.left(self.game.table) == ()

    def act(self, action: str, chance: Random) -> None:
        """Carry out an action of seat 0 in both; a sealed one is opened at once."""
        luck = lucks.by_lot(self.oracle, action, chance)
        self.play(0, action, luck)
        self.oracle.act(action, luck)
        if self.oracle.sealed is not None:
            self.check()
            luck = lucks.by_lot(self.oracle, "reveal", chance)
            self.play(1, "draw", (*luck, "P1"))
            self.oracle.reveal(luck)
            if "choose continue" in map(str, self.game.legal_actions(1)):
                self.play(1, "choose continue", ())
        self.check()


def some_chips(chance: Random, most: int) -> list[str]:
    """Chips by lot, none of them more often than there are."""
    drawn = Counter(chance.choices(list(KINDS), list(KINDS.values()), k=chance.randrange(most)))
    return [kind for kind, n in drawn.items() for _ in range(min(n, MOST.get(kind, 3)))]


def some_pot(chance: Random, start: int) -> list[tuple[str, int]]:
    """A pot that has not exploded, placed in this order."""
    pot: list[tuple[str, int]] = []
    space = start
    for kind in some_chips(chance, 6):
        if kind[0] == "R" or (kind[0] == "W" and kind in (k for k, _ in pot)):
            continue
        space = min(52, space + int(kind[1]) + chance.choice((0, 0, 1)))
        pot.append((kind, space))
    return pot if sum(int(k[1]) for k, _ in pot if k[0] == "W") <= 7 else []


def some_pair(chance: Random) -> Pair:
    """Any books, card, edition and variant; pot and chips aside in some of them."""
    books = {colour: chance.randint(1, 4) for colour in COLOURS}
    card = chance.choice(CARDS)
    stir = chance.choice(("last", "last", "always", "never"))
    any_flask, overflow = chance.random() < 0.4, chance.random() < 0.4
    droplet, tails = chance.choice((0, 0, 3, 12, 44, 49, 52)), chance.choice((0, 0, 2))
    flask = chance.random() < 0.7
    aside = chance.sample(["R1", "R2", "R4"], chance.randrange(3)) if books["red"] == 2 else []
    pot = some_pot(chance, min(52, droplet + tails)) if chance.random() < 0.5 else []
    bag = some_chips(chance, 16)
    switches = " ".join(f"{colour}={number}" for colour, number in books.items())
    text = [
        f"players 2  books {switches}  edition north_star flask={'any' if any_flask else 'white'}",
        f"stir {stir}  {'overflow' if overflow else ''}  round 5  card {card}",
        f"seat 0  droplet {droplet}  rats {tails}  flask {'full' if flask else 'empty'}",
        f"seat 0  rubies 3  vp 7  bag {' '.join(bag)}  aside {' '.join(aside)}",
        f"seat 0  pot {' '.join(f'{kind}@{space}' for kind, space in pot)}",
        "seat 1  bag P1x12",
    ]
    opening = Opening(
        bag=bag,
        pot=pot,
        aside=aside,
        flask=flask,
        droplet=droplet,
        tails=tails,
        stirred=stir == "always",
        on_demand=stir == "last",
    )
    rules = Rules(books=books, card=card, flask_any=any_flask, overflow=overflow)
    game = Game.from_position("\n".join(text), luck=Scripted(()))
    return Pair(game, Brewing(rules, opening), rubies=3, vp=7)


def choose(legal: list[str], chance: Random) -> str:
    """Mostly draw, often what is seldom open, and now and then anything that may be done."""
    rare = [action for action in legal if action in ("short", "stir")]
    if rare and chance.random() < 0.4:
        return rare[0]
    if "draw" in legal and chance.random() < 0.6:
        return "draw"
    return chance.choice(legal)


@pytest.mark.parametrize("number", range(6))
def test_random_brewings_agree_with_the_oracle(number: int) -> None:
    """Pot, bag, aside, bowl, sums, what was won, the question and every legal action in order."""
    chance = Random(number)
    done: Counter[str] = Counter()
    for _ in range(BREWS_A_TEST):
        pair = some_pair(chance)
        pair.check()
        for _ in range(11):
            legal = [str(action) for action in pair.game.legal_actions(0)]
            if not legal:
                break
            action = choose(legal, chance)
            pair.act(action, chance)
            done[action.split()[0]] += 1
    assert set(done) == {"draw", "stop", "flask", "short", "stir", "back", "choose"}
    assert min(done.values()) > 20, done
