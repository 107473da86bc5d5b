"""Builders that read aloud: lay a table, play, and hear what happened and by which rule.

>>> game = table("books 3", "seat 0 bag B1 pot W3@4")
>>> by("R4.13", play(game, "0 draw luck B1"))
['rubies_won 0 1']
"""

from collections.abc import Iterable, Sequence
from dataclasses import fields

from quedlinburg import Game
from quedlinburg.engine.events import Event
from quedlinburg.engine.luck import Scripted

# A card that has been carried out already, so that nothing but the rule in question acts.
_USUAL = {"players": "2", "books": "1", "round": "4", "card": "alms"}


def table(head: str, *seats: str, luck: str = "") -> Game:
    """Lay a table as its lines say: two players, books 1, round 4 where they say nothing else."""
    named = head.split()
    usual = [f"{key} {value}" for key, value in _USUAL.items() if key not in named]
    port = Scripted(luck.split())
    game = Game.from_position("\n".join([head, *usual, *seats]), luck=port)
    assert port.left(game.table) == (), "luck is left over"
    return game


def play(game: Game, *lines: str) -> list[Event]:
    """Carry out actions as a scenario writes them, `0 draw luck B1`; return what happened."""
    happened: list[Event] = []
    for line in lines:
        move, _, luck = line.partition(" luck ")
        seat, _, action = move.partition(" ")
        port = Scripted(luck.split(), base=game.table.lucks)
        game.set_luck(port)
        happened.extend(game.act(int(seat), action))
        assert port.left(game.table) == (), f"luck is left over after {line}"
    return happened


def told(event: Event) -> str:
    """An event in words, without its rule: rubies_won 0 1."""
    values = [getattr(event, field.name) for field in fields(event) if field.name != "rule"]
    texts = [",".join(value) if isinstance(value, tuple) else str(value) for value in values]
    return " ".join([event.name, *texts])


def by(rule: str, events: Iterable[Event]) -> list[str]:
    """What happened by one rule."""
    return [told(event) for event in events if event.rule == rule]


def story(events: Iterable[Event], *names: str) -> list[str]:
    """What happened and by which rule, of these names only, or everything."""
    return [f"{told(e)} {e.rule}" for e in events if not names or e.name in names]


def legal(game: Game, seat: int = 0) -> list[str]:
    """What a seat may do now, in the order in which it is offered."""
    return [str(action) for action in game.legal_actions(seat)]


def asked(game: Game, seat: int = 0) -> str:
    """The id of the question that a seat is asked, empty if there is none."""
    question = game.question(seat)
    return question.id if question else ""


def pot(game: Game, seat: int = 0) -> str:
    """The chips in a pot: W1@1 B2@3."""
    return " ".join(f"{kind}@{space}" for kind, space in game.view(None).seats[seat].pot)


def bag(game: Game, seat: int = 0) -> str:
    """The chips in a bag, in the order of kinds: W1 W1 O1."""
    chips = game.view(None).seats[seat].known_bag()
    return " ".join(k for k, n in chips.items() for _ in range(n))


def of_each(values: Sequence[int], players: int) -> list[int]:
    """What each seat at the table has of something."""
    return list(values[:players])
