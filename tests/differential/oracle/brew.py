"""All futures of one brewing seat under book set 1, with exact chances (R4.1 to R4.19).

Known here: the first draw that is no choice, draw, stop, flask, short, explosion, forced stop,
blue 1, red 1 and yellow 1; the limit, the colours that the flask takes and the extra space of
orange chips are numbers of the position. Not known: other books, *second chance*, *well stirred*,
stirred rounds and the call for one (so no round 9), the overflow bowl. `replay` knows all of these.

A *state* is the plain tuple `(bag, pot, flask, status, may_flask, may_short, drawn, question,
fresh)`:

- `bag`: every chip in the bag as a kind, in alphabetical order, equal ones repeated; chips that
  are only being looked at are still in it: `("O1", "W1", "W1")`.
- `pot`: pairs (kind, space) in the order in which they were placed: `(("W2", 2), ("O1", 3))`.
- `flask`: True while it is full.
- `status`: `"brewing"`, `"stopped"` (forced or not) or `"exploded"`.
- `may_flask`: True if `flask` is a legal action at this very moment; so it is False while another
  question is open and when the seat is done.
- `may_short`: True if `short` is a legal action at this very moment.
- `drawn`: True once the first draw of the round has been made (a head with a pot has drawn).
- `question`: None while the seat chooses between draw, stop and flask, and when it is done;
  `("blue_1", looked)` with the chips looked at in alphabetical order, equal ones repeated;
  `("yellow_1", ())`.
- `fresh`: which chip was drawn last of all: `"drawn"` if it is the last one in the pot, `"head"` if
  that one lay there at the beginning, `""` if it is in the pot no more, or none was drawn. This is
  the only part of a state that nobody can see; `seen` leaves it out.

What answers itself is part of the action before it: a look into an empty bag asks nothing, and a
bag that is empty with no use of flask or short left stops the seat at once.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

LAST_SPACE = 52

Bag = tuple[str, ...]
Pot = tuple[tuple[str, int], ...]
Question = tuple[str, tuple[str, ...]] | None


class State(NamedTuple):
    """One moment of a brewing seat, equal to the plain tuple that the module describes (R4)."""

    bag: Bag
    pot: Pot
    flask: bool
    status: str
    may_flask: bool
    may_short: bool
    drawn: bool
    question: Question
    fresh: str


Seen = tuple[Bag, Pot, bool, str, bool, bool, bool, Question]
Odds = list[tuple[Fraction, State]]


@dataclass(frozen=True)
class Position:
    """Where the enumeration begins, and the numbers that hold for the whole round (R4.1, R4.4)."""

    bag: dict[str, int]
    start: int = 0
    flask: bool = True
    pot: tuple[tuple[str, int], ...] = ()
    limit: int = 7
    flask_any: bool = False
    orange_extra: int = 0


def value(kind: str) -> int:
    """Read the value of a chip (section 0)."""
    return int(kind[1])


def white_sum(pot: Pot) -> int:
    """Add up the white chips in the pot (R4.3)."""
    return sum(value(kind) for kind, _ in pot if kind[0] == "W")


def without(bag: Bag, kind: str) -> Bag:
    """Take one chip out of the bag (R4.2)."""
    chips = list(bag)
    chips.remove(kind)
    return tuple(chips)


def with_chip(bag: Bag, kind: str) -> Bag:
    """Put one chip back into the bag (R4.5, R4.19)."""
    return tuple(sorted([*bag, kind]))


def looks(bag: Bag, count: int) -> dict[Bag, Fraction]:
    """List what can be seen when so many chips are drawn one after the other (R4.11)."""
    if count == 0 or len(bag) == 0:
        return {(): Fraction(1)}
    found: dict[Bag, Fraction] = {}
    for kind in bag:
        for others, chance in looks(without(bag, kind), count - 1).items():
            looked = with_chip(others, kind)
            found[looked] = found.get(looked, Fraction(0)) + Fraction(1, len(bag)) * chance
    return found


def movement(position: Position, pot: Pot, kind: str) -> int:
    """Count how far a chip moves from the last one (R4.7, R4.15)."""
    spaces = value(kind)
    if kind[0] == "O":
        spaces += position.orange_extra
    if kind[0] == "R":
        oranges = sum(1 for other, _ in pot if other[0] == "O")
        if oranges in (1, 2):
            spaces += 1
        if oranges >= 3:
            spaces += 2
    return spaces


def bare_space(position: Position, pot: Pot) -> int:
    """Find where the last chip would stand without its extra spaces (R4.7)."""
    kind, _ = pot[-1]
    last_space = pot[-2][1] if len(pot) > 1 else position.start
    return min(LAST_SPACE, last_space + value(kind))


def short_open(position: Position, state: State) -> bool:
    """Tell whether extra spaces can be passed up; only red and orange have some here (R4.7)."""
    if state.fresh != "drawn":
        return False
    kind, space = state.pot[-1]
    return kind[0] in "RO" and space > bare_space(position, state.pot)


def brew_again(position: Position, state: State) -> State:
    """Ask for the next draw, or stop the seat that can do nothing else (R4.2, R4.5, R4.7)."""
    may_flask = False
    if state.flask and state.fresh != "":
        last_kind, _ = state.pot[-1]
        may_flask = position.flask_any or last_kind[0] == "W"
    may_short = short_open(position, state)
    if len(state.bag) == 0 and not may_flask and not may_short:
        return stopped(state)
    return state._replace(may_flask=may_flask, may_short=may_short, question=None)


def stopped(state: State) -> State:
    """Stop the seat, by choice or forced (R4.2)."""
    return state._replace(
        status="stopped", may_flask=False, may_short=False, question=None, fresh=""
    )


def place(position: Position, state: State, kind: str) -> Odds:
    """Place a chip from the bag and carry out its action (R4.1, R4.3, R4.9, R4.11, R4.19)."""
    last_space = state.pot[-1][1] if len(state.pot) > 0 else position.start
    after_white = state.fresh != "" and state.pot[-1][0][0] == "W"
    space = min(LAST_SPACE, last_space + movement(position, state.pot, kind))
    state = state._replace(
        bag=without(state.bag, kind),
        pot=(*state.pot, (kind, space)),
        drawn=True,
        may_flask=False,
        may_short=False,
        question=None,
        fresh="drawn",
    )
    if white_sum(state.pot) > position.limit:
        return [(Fraction(1), state._replace(status="exploded", fresh=""))]
    if kind[0] == "Y" and after_white:
        return [(Fraction(1), state._replace(question=("yellow_1", ())))]
    if kind[0] == "B" and len(state.bag) > 0:
        return [
            (chance, state._replace(question=("blue_1", looked)))
            for looked, chance in looks(state.bag, value(kind)).items()
        ]
    return [(Fraction(1), brew_again(position, state))]


def first_state(position: Position) -> State:
    """Build the state of level 0 (R4.1)."""
    bag: list[str] = []
    for kind, count in position.bag.items():
        bag.extend([kind] * count)
    state = State(
        bag=tuple(sorted(bag)),
        pot=tuple(position.pot),
        flask=position.flask,
        status="brewing",
        may_flask=False,
        may_short=False,
        drawn=len(position.pot) > 0,
        question=None,
        fresh="head" if len(position.pot) > 0 else "",
    )
    return brew_again(position, state)


def actions(state: State) -> list[str]:
    """List the legal actions in the notation of the api (R4.2, R4.5, R4.11, R4.19)."""
    if state.status != "brewing":
        return []
    if state.question is not None:
        name, looked = state.question
        if name == "yellow_1":
            return ["choose return", "choose keep"]
        return [*(f"choose {kind}" for kind in sorted(set(looked))), "choose none"]
    legal: list[str] = []
    if len(state.bag) > 0:
        legal.append("draw")
    if state.drawn:
        legal.append("stop")
    if state.may_flask:
        legal.append("flask")
    if state.may_short:
        legal.append("short")
    return legal


def drawn_odds(position: Position, state: State) -> Odds:
    """Draw each chip of the bag in turn, all equally likely (R4.2)."""
    odds: Odds = []
    for kind in state.bag:
        for chance, after in place(position, state, kind):
            odds.append((Fraction(1, len(state.bag)) * chance, after))
    return odds


def mandrake_returned(position: Position, state: State) -> State:
    """Put the white chip before the yellow one back; the yellow one stays (R4.19)."""
    (white, _), yellow = state.pot[-2], state.pot[-1]
    bag = with_chip(state.bag, white)
    return brew_again(position, state._replace(bag=bag, pot=(*state.pot[:-2], yellow)))


def flask_used(position: Position, state: State) -> State:
    """Put the last chip back into the bag and empty the flask (R4.5)."""
    kind, _ = state.pot[-1]
    bag = with_chip(state.bag, kind)
    return brew_again(position, state._replace(bag=bag, pot=state.pot[:-1], flask=False, fresh=""))


def stood_short(position: Position, state: State) -> State:
    """Move the last chip back to where its bare value brings it (R4.7)."""
    kind, _ = state.pot[-1]
    moved = (kind, bare_space(position, state.pot))
    return brew_again(position, state._replace(pot=(*state.pot[:-1], moved)))


def action_odds(position: Position, state: State, action: str) -> Odds:
    """Carry out one action, with equal states not yet merged (R4)."""
    certain = Fraction(1)
    if action == "draw":
        return drawn_odds(position, state)
    if action == "stop":
        return [(certain, stopped(state))]
    if action == "flask":
        return [(certain, flask_used(position, state))]
    if action == "short":
        return [(certain, stood_short(position, state))]
    if action == "choose return":
        return [(certain, mandrake_returned(position, state))]
    if action in ("choose keep", "choose none"):
        return [(certain, brew_again(position, state))]
    return place(position, state, action.removeprefix("choose "))


def merged(odds: Iterable[tuple[Fraction, State]]) -> dict[State, Fraction]:
    """Add up the chances of equal states (R4)."""
    chances: dict[State, Fraction] = {}
    for chance, state in odds:
        chances[state] = chances.get(state, Fraction(0)) + chance
    return chances


def outcomes(position: Position, state: State, action: str) -> dict[State, Fraction]:
    """Give the exact chance of each state that a legal action leads to (R4)."""
    assert action in actions(state)
    chances = merged(action_odds(position, state, action))
    assert sum(chances.values()) == 1
    return chances


def futures(position: Position, depth: int) -> list[set[State]]:
    """List the distinct states of the levels 0 to `depth`, one set for each level (R4).

    Level 0 is the position itself. Level n + 1 holds every state that some legal action in some
    state of level n can lead to. A seat that is done is in the level in which it became so, and
    leads to nothing.
    """
    if depth == 0:
        return [{first_state(position)}]
    levels = futures(position, depth - 1)
    reached: set[State] = set()
    for state in levels[-1]:
        for action in actions(state):
            reached.update(outcomes(position, state, action))
    return [*levels, reached]


def weights(position: Position, depth: int) -> list[dict[State, Fraction]]:
    """Give each state of `futures` its chance if all legal actions are equally likely (R4).

    A seat that is done keeps its chance in the level in which it became so.
    """
    if depth == 0:
        return [{first_state(position): Fraction(1)}]
    levels = weights(position, depth - 1)
    odds: Odds = []
    for state, weight in levels[-1].items():
        legal = actions(state)
        for action in legal:
            for after, chance in outcomes(position, state, action).items():
                odds.append((weight * chance / len(legal), after))
    return [*levels, merged(odds)]


def seen(state: State) -> Seen:
    """Leave out what nobody can see (R4)."""
    return (
        *(state.bag, state.pot, state.flask, state.status),
        *(state.may_flask, state.may_short, state.drawn, state.question),
    )


def census(position: Position, depth: int) -> tuple[int, Fraction]:
    """Count the distinct futures at exactly this depth, and add up all chances (R4).

    The first number counts what can be seen of the last set of `futures`. The second one is 1 if
    nothing got lost: the weights of that level and of all seats that were done in an earlier one.
    """
    levels = weights(position, depth)
    total = sum(levels[-1].values(), Fraction(0))
    for level in levels[:-1]:
        for state, weight in level.items():
            if state.status != "brewing":
                total += weight
    assert set(levels[-1]) == futures(position, depth)[-1]
    return len({seen(state) for state in levels[-1]}), total
