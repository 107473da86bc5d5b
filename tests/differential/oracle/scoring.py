"""What a pot is worth at the evaluation, as plain sums over plain data (R5.A to R5.H).

A pot is a list of (kind, space) in the order in which the chips were placed, without the bowl.
Answers to questions are words of the notation: `pay`, `keep`, `move`, `stay`, `B1`, `none`, `vp`.
Not known here: purple 2 and 4, test tubes, *schadenfreude*, *strong ingredient* (its chip is in
the pot already), what is bought (see `shop`) and how rubies are spent at F.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from . import track

Pot = Sequence[tuple[str, int]]


class Gain(NamedTuple):
    """What one step brings: points, rubies (less than 0 if paid), droplet steps, chips (R5)."""

    victory_points: int = 0
    rubies: int = 0
    droplet: int = 0
    chips: tuple[str, ...] = ()


NOTHING = Gain()

# R1.4: the faces of the bonus die.
FACES: dict[str, Gain] = {
    "1vp": Gain(victory_points=1),
    "2vp": Gain(victory_points=2),
    "ruby": Gain(rubies=1),
    "droplet": Gain(droplet=1),
    "O1": Gain(chips=("O1",)),
}


def colour_count(pot: Pot, letter: str) -> int:
    """Count the chips of a colour in the pot (R5.B)."""
    return sum(1 for kind, _ in pot if kind[0] == letter)


def colour_sum(pot: Pot, letter: str) -> int:
    """Add up the values of the chips of a colour in the pot (R4.3, R5.5)."""
    return sum(int(kind[1]) for kind, _ in pot if kind[0] == letter)


def rollers(scoring: Sequence[int], exploded: Sequence[bool]) -> list[int]:
    """List the seats that roll the bonus die (R5.A)."""
    best = -1
    for seat in range(len(scoring)):
        if not exploded[seat] and scoring[seat] > best:
            best = scoring[seat]
    return [seat for seat in range(len(scoring)) if not exploded[seat] and scoring[seat] == best]


def rolls(card: str) -> int:
    """Count how often a roller rolls (R5.A, section 6)."""
    return 2 if card == "pot_is_full" else 1


def seasoned_perfectly(pot: Pot, card: str) -> Gain:
    """Move the droplet for whites of exactly 7, exploded or not (section 6)."""
    if card == "seasoned_perfectly" and colour_sum(pot, "W") == 7:
        return Gain(droplet=1)
    return NOTHING


def black_for_two(own: int, other: int) -> Gain:
    """Compare the black chips of two players (R5.1)."""
    if own == 0 or own < other:
        return NOTHING
    if own == other:
        return Gain(droplet=1)
    return Gain(droplet=1, rubies=1)


def black_for_more(own: int, left: int, right: int) -> Gain:
    """Compare black chips with both neighbours, three or four players (R5.2)."""
    if own > left and own > right:
        return Gain(droplet=1, rubies=1)
    if own > left or own > right:
        return Gain(droplet=1)
    return NOTHING


def black(counts: Sequence[int], seat: int) -> Gain:
    """Pay the black chips of a seat, counts as they are at the start of B (R5.1, R5.2)."""
    players = len(counts)
    if players == 2:
        return black_for_two(counts[seat], counts[1 - seat])
    return black_for_more(counts[seat], counts[(seat + 1) % players], counts[(seat - 1) % players])


def last_greens(pot: Pot) -> list[str]:
    """List the green chips among the last two, the last one first (R4.8, R5.3)."""
    kinds = [kind for kind, _ in pot]
    return [kind for kind in reversed(kinds[-2:]) if kind[0] == "G"]


def green_1(pot: Pot) -> Gain:
    """Win a ruby for each green chip among the last two (R5.3)."""
    return Gain(rubies=len(last_greens(pot)))


def green_2_options(kind: str, supply: Mapping[str, int]) -> list[str]:
    """List the chips that a green chip offers and the supply still has (R5.4, R1.1)."""
    offered = {"G1": ["O1"], "G2": ["B1", "R1"], "G4": ["Y1", "P1"]}[kind]
    return [chip for chip in offered if supply[chip] > 0]


def green_2_actions(kind: str, supply: Mapping[str, int]) -> list[str]:
    """List what can be answered for a green chip, or nothing if it is not asked about (R5.4)."""
    options = green_2_options(kind, supply)
    return [f"choose {option}" for option in [*options, "none"]] if options else []


def green_2(pot: Pot, answers: Sequence[str], supply: Mapping[str, int]) -> Gain:
    """Take the chips that the last greens give; one answer for each question asked (R5.4).

    A green chip that has nothing left to offer asks nothing.
    """
    left = dict(supply)
    remaining = list(answers)
    taken: list[str] = []
    for kind in last_greens(pot):
        options = green_2_options(kind, left)
        if len(options) == 0:
            continue
        answer = remaining.pop(0)
        assert answer in [*options, "none"]
        if answer != "none":
            left[answer] -= 1
            taken.append(answer)
    assert remaining == []
    return Gain(chips=tuple(taken))


def green_3_asked(pot: Pot) -> bool:
    """Tell whether the last chip may move, and would (R5.5)."""
    if colour_sum(pot, "W") != 7 or colour_sum(pot, "G") == 0:
        return False
    return pot[-1][1] < track.LAST_SPACE


def green_3(pot: Pot, answers: Sequence[str]) -> list[tuple[str, int]]:
    """Move the last chip by the sum of the greens if the player wants it (R5.5)."""
    moved = list(pot)
    if not green_3_asked(pot):
        assert list(answers) == []
        return moved
    (answer,) = answers
    assert answer in ("move", "stay")
    if answer == "move":
        kind, space = moved[-1]
        moved[-1] = (kind, min(track.LAST_SPACE, space + colour_sum(pot, "G")))
    return moved


def green_4(pot: Pot, answers: Sequence[str], *, rubies: int, droplet: int) -> Gain:
    """Pay rubies for droplet steps; one answer for each question asked (R5.6).

    A seat without rubies is not asked, nor is one whose droplet has nowhere to go.
    """
    remaining = list(answers)
    paid = 0
    for _ in last_greens(pot):
        if rubies - paid == 0 or droplet + paid >= track.LAST_SPACE:
            continue
        answer = remaining.pop(0)
        assert answer in ("pay", "keep")
        if answer == "pay":
            paid += 1
    assert remaining == []
    return Gain(rubies=-paid, droplet=paid)


def purple_1_lines(pot: Pot) -> list[int]:
    """List the lines that can be chosen (R5.7)."""
    return [line for line in (1, 2, 3) if line <= colour_count(pot, "P")]


def purple_1(pot: Pot, line: int | None = None) -> Gain:
    """Pay the chosen line, the highest one if none is named (R5.7)."""
    lines = purple_1_lines(pot)
    if len(lines) == 0:
        return NOTHING
    chosen = lines[-1] if line is None else line
    assert chosen in lines
    return {
        1: Gain(victory_points=1),
        2: Gain(victory_points=1, rubies=1),
        3: Gain(victory_points=2, droplet=1),
    }[chosen]


def purple_3(pot: Pot) -> Gain:
    """Win points for each purple chip by the number printed on its space (R5.9)."""
    points = 0
    for kind, space in pot:
        if kind[0] == "P":
            printed = track.coins(space)
            if 10 <= printed <= 19:
                points += 1
            if 20 <= printed <= 29:
                points += 2
            if printed >= 30:
                points += 3
    return Gain(victory_points=points)


def ruby_step(scoring: int, card: str = "") -> Gain:
    """Pay the ruby of the scoring space and the two cards that look at it (R5.C, section 6)."""
    if not track.has_ruby(scoring):
        return NOTHING
    if card == "shining_bright":
        return Gain(rubies=2)
    if card == "lucky_devil":
        return Gain(rubies=1, victory_points=2)
    return Gain(rubies=1)


def points_and_coins(
    scoring: int,
    *,
    exploded: bool = False,
    shielded: bool = False,
    choice: str | None = None,
    bowl: Sequence[str] = (),
) -> tuple[int, int]:
    """Give the victory points of D and the coins of E, one of them after an explosion.

    Rules R5.D, R5.E, R4.12; half the bowl comes with the points (R7.3).
    """
    points = track.victory_points(scoring) + sum(int(kind[1]) for kind in bowl) // 2
    coins = track.coins(scoring)
    if not exploded or shielded:
        assert choice is None
        return points, coins
    assert choice in ("vp", "coins")
    if choice == "vp":
        return points, 0
    return 0, coins


def round_nine_points(coins: int, rubies: int) -> int:
    """Turn the coins and rubies of round 9 into victory points (R5.G)."""
    points = 0
    while coins >= 5:
        coins -= 5
        points += 1
    while rubies >= 2:
        rubies -= 2
        points += 1
    return points


def final_ranking(points: Sequence[int], scoring: Sequence[int]) -> list[list[int]]:
    """Group the seats by rank, the winners first; scoring is that of round 9 (R5.H)."""
    results = sorted(set(zip(points, scoring, strict=True)), reverse=True)
    return [
        [seat for seat in range(len(points)) if (points[seat], scoring[seat]) == result]
        for result in results
    ]


@dataclass(frozen=True)
class Seat:
    """A seat as it comes to the evaluation, with everything that it will answer and roll (R5)."""

    pot: Pot
    start: int = 0
    exploded: bool = False
    shielded: bool = False
    victory_points: int = 0
    rubies: int = 0
    droplet: int = 0
    die: tuple[str, ...] = ()
    green: tuple[str, ...] = ()
    purple: int | None = None
    choice: str | None = None


class Result(NamedTuple):
    """A seat when it comes to the shop: totals, the coins it has, chips received (R5.A to R5.E)."""

    victory_points: int
    rubies: int
    droplet: int
    scoring: int
    coins: int
    chips: tuple[str, ...]


def received(chips: Sequence[str], supply: Mapping[str, int]) -> tuple[str, ...]:
    """Leave out the chips that the supply no longer has (R1.1)."""
    left = dict(supply)
    taken: list[str] = []
    for chip in chips:
        if left[chip] > 0:
            left[chip] -= 1
            taken.append(chip)
    return tuple(taken)


def supply_after(chips: Sequence[str], supply: Mapping[str, int]) -> dict[str, int]:
    """Count what is left once these chips have been received (R1.1)."""
    left = dict(supply)
    for chip in chips:
        left[chip] -= 1
    return left


def plus(result: Result, gain: Gain, supply: Mapping[str, int]) -> Result:
    """Add what one step brings to what the seat has; `supply` is what the step finds (R5)."""
    return result._replace(
        victory_points=result.victory_points + gain.victory_points,
        rubies=result.rubies + gain.rubies,
        droplet=track.moved_droplet(result.droplet, gain.droplet),
        chips=(*result.chips, *received(gain.chips, supply)),
    )


def green_gain(book: int, pot: Pot, seat: Seat, now: Result, supply: Mapping[str, int]) -> Gain:
    """Pay the green chips; book 3 pays nothing but moves the last chip (R5.3 to R5.6)."""
    if book == 1:
        return green_1(pot)
    if book == 2:
        return green_2(pot, seat.green, supply)
    if book == 4:
        return green_4(pot, seat.green, rubies=now.rubies, droplet=now.droplet)
    return NOTHING


def purple_gain(book: int, pot: Pot, line: int | None) -> Gain:
    """Pay the purple chips of the books 1 and 3 (R5.7, R5.9)."""
    if book == 1:
        return purple_1(pot, line)
    if book == 3:
        return purple_3(pot)
    assert colour_count(pot, "P") == 0, "purple 2 and 4 are not known to this oracle"
    return NOTHING


def scoring_of(pot: Pot, start: int) -> int:
    """Find the scoring space of a pot (R4.9)."""
    return track.scoring_space([space for _, space in pot], start)


def evaluate(
    seats: Sequence[Seat],
    number: int,
    *,
    books: Mapping[str, int],
    card: str,
    supply: Mapping[str, int],
) -> Result:
    """Take one seat from the start of the evaluation to the door of the shop (R5.A to R5.E).

    `supply` is what the seat finds when it is its turn. Coins of round 9 are not yet points.
    """
    seat = seats[number]
    pot = list(seat.pot)
    now = Result(seat.victory_points, seat.rubies, seat.droplet, 0, 0, ())
    now = plus(now, seasoned_perfectly(pot, card), supply)

    scoring = [scoring_of(each.pot, each.start) for each in seats]
    if number in rollers(scoring, [each.exploded for each in seats]):
        assert len(seat.die) == rolls(card)
    else:
        assert len(seat.die) == 0
    for face in seat.die:
        now = plus(now, FACES[face], supply_after(now.chips, supply))

    now = plus(now, black([colour_count(each.pot, "K") for each in seats], number), supply)
    left = supply_after(now.chips, supply)
    now = plus(now, green_gain(books["green"], pot, seat, now, left), left)
    if books["green"] == 3:
        pot = green_3(pot, seat.green)
    now = plus(now, purple_gain(books["purple"], pot, seat.purple), supply)

    space = scoring_of(pot, seat.start)
    now = plus(now, ruby_step(space, card), supply)
    points, coins = points_and_coins(
        space, exploded=seat.exploded, shielded=seat.shielded, choice=seat.choice
    )
    return now._replace(victory_points=now.victory_points + points, coins=coins, scoring=space)
