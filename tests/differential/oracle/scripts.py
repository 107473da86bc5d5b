"""Random potions phases as scenarios: actions with their luck, and all that is expected (R4).

`script(seed)` makes up a table of two or three seats with any books, card, edition, bowl and stir,
lets them play at random as the oracle has it, and writes down after every action what each seat
looks like and may do. Any reader of scenarios can then be held against the oracle.

Its end is the evaluation's beginning: who exploded without a shield chooses, all others have the
points of their space. For this no seat begins below space 3 (everybody can buy something), and
nobody has green or purple chips.
"""

from random import Random

from . import luck as lucks
from . import scoring, shop, track
from .replay import Brewing
from .scenes import HEAD, SEAT, Scene, keys_of, words_of

CARDS = (
    *("alms", "living_in_luxury", "well_stirred", "second_chance", "second_chance"),
    *("pumpkin_party", "pumpkin_party", "strong_ingredient"),
)


def all_chips(lot: Random) -> list[str]:
    """Shuffle all the chips that a script may give out (R1.1)."""
    chips = [kind for kind, count in shop.FULL_SUPPLY.items() for _ in range(count)]
    chips = [kind for kind in chips if kind[0] not in "GP"]
    lot.shuffle(chips)
    return chips


def handed_out(lot: Random, chips: list[str], colours: str, most: int) -> list[str]:
    """Take some chips of these colours out of the pile."""
    taken = [kind for kind in chips if kind[0] in colours][: lot.randint(0, most)]
    for kind in taken:
        chips.remove(kind)
    return taken


def head_line(lot: Random) -> str:
    """Make up the table (R2.3, R7, R8)."""
    books = " ".join(
        f"{colour}={lot.randint(1, 4)}" if colour in ("blue", "red", "yellow") else f"{colour}=1"
        for colour in ("green", "blue", "red", "yellow", "purple")
    )
    players = lot.choice((2, 2, 3))
    words = [
        f"players {players}  books {books}  round {lot.randint(2, 8)}",
        f"start {lot.randrange(players)}  card {lot.choice(CARDS)}",
        f"stir {lot.choice(('last', 'last', 'always', 'never'))}",
    ]
    if lot.random() < 0.3:
        words.append("edition schmidt")
    if lot.random() < 0.3:
        words.append("overflow")
    return "  ".join(words)


def seat_line(lot: Random, number: int, chips: list[str], head: str) -> str:
    """Make up a seat (R2.2): its bag, sometimes chips aside and a pot."""
    droplet = lot.choice((3, 3, 4, 7, 20, 40, 45, 48))
    tails = lot.choice((0, 0, 1, 2))
    words = [f"seat {number}  rubies 0  droplet {droplet}  rats {tails}"]
    words.append("flask " + lot.choice(("full", "full", "empty")))
    bag = handed_out(lot, chips, "W", 7) + handed_out(lot, chips, "OBRYK", 12)
    words.append(" ".join(["bag", *bag]))
    if "red=2" in head:
        words.append(" ".join(["aside", *handed_out(lot, chips, "R", 2)]))
    if lot.random() < 0.2:
        space = droplet + tails
        pot: list[str] = []
        for _ in range(lot.randint(1, 2)):
            kind = chips.pop()
            space = min(track.LAST_SPACE - 1, space + int(kind[1]))
            pot.append(f"{kind}@{space}")
        words.append(" ".join(["pot", *pot]))
    return "  ".join(words)


def quoted(actions: list[str]) -> str:
    """Write actions, those of several words in quotes."""
    return " ".join(f'"{action}"' if " " in action else action for action in actions)


def expectations(scene: Scene) -> list[str]:
    """Write down what every seat looks like and may do (R4)."""
    lines: list[str] = []
    for number, seat in enumerate(scene.seats):
        seen = seat.seen()
        words = [
            f"expect seat {number}  rubies {seen.rubies}  vp {seen.points}",
            f"flask {'full' if seen.flask else 'empty'}  scoring {seen.scoring}",
            " ".join(["bag", *seen.bag]),
            " ".join(["aside", *seen.aside]),
            " ".join(["pot", *(f"{kind}@{space}" for kind, space in seen.pot)]),
        ]
        if "overflow" in scene.head:
            words.append(" ".join(["bowl", *seen.bowl]))
        if seen.question != "second_chance":
            words.append(seen.state)
        lines.append("  ".join(words))
        if seen.question is not None:
            lines.append(f"expect question {number} {seen.question}")
            lines.append(f"expect legal {number}  {quoted(list(seen.legal))}")
    waiting = [str(n) for n, seat in enumerate(scene.seats) if seat.question is not None]
    lines.append(" ".join(["expect waiting", *waiting]))
    return lines


def chosen(lot: Random, legal: list[str]) -> str:
    """Choose an action: something rare in a third of the cases, else a draw, seldom a stop."""
    rare = [action for action in legal if action not in ("draw", "stop")]
    if rare and ("draw" not in legal or lot.random() < 0.35):
        return lot.choice([*rare, *(["stop"] if legal[0] == "stop" else [])])
    if "stop" in legal and lot.random() < 0.07:
        return "stop"
    return legal[0]


def table(lot: Random) -> tuple[Scene, list[str]]:
    """Make up a table, and its head as lines."""
    chips = all_chips(lot)
    lines = [head_line(lot)]
    scene = Scene(head=keys_of(words_of(lines[0]), HEAD))
    for number in range(scene.number("players", 2)):
        lines.append(seat_line(lot, number, chips, lines[0]))
        scene.given[number] = keys_of(words_of(lines[-1])[2:], SEAT)
    scene.lay_out()
    return scene, lines


def step(lot: Random, scene: Scene) -> str:
    """Let one seat act, and write the line."""
    asked = [number for number, seat in enumerate(scene.seats) if seat.question is not None]
    number = lot.choice(asked)
    action = chosen(lot, scene.seats[number].legal())
    outcomes: list[str] = []

    def source(seat: Brewing, action: str) -> lucks.Luck:
        found = lucks.by_lot(seat, action, lot)
        outcomes.extend(found)
        return found

    scene.act(number, action, source)
    return with_luck(f"{number} {action}", outcomes)


def with_luck(line: str, outcomes: list[str]) -> str:
    """Add outcomes to the luck of an action."""
    if not outcomes:
        return line
    return f"{line}{'' if ' luck ' in line else '  luck'} {' '.join(outcomes)}"


def strong_looks(lot: Random, scene: Scene, lines: list[str]) -> None:
    """Let one seat after the other place a strong ingredient (section 6)."""
    for number in scene.order():
        seat = scene.seats[number]
        if seat.state == "exploded" or len(seat.bag) == 0:
            continue
        look = lot.sample(seat.bag, min(5, len(seat.bag)))
        seat.strong_ingredient(look)
        lines[-1] = with_luck(lines[-1], look)
        while seat.question is not None:
            lines.append(f"expect waiting {number}")
            lines.append(f"expect legal {number}  {quoted(seat.legal())}")
            action = lot.choice(seat.legal())
            seat.act(action)
            lines.append(f"{number} {action}")


def evaluation(scene: Scene, rollers: list[int]) -> list[str]:
    """Write down who is asked for points or coins, and what the others have (R4.12, R5.D)."""
    lines: list[str] = []
    for number, seat in enumerate(scene.seats):
        points, space = seat.points + (1 if number in rollers else 0), seat.scoring()
        if seat.state == "exploded" and not seat.shielded:
            lines.append(f"expect question {number} exploded")
        else:
            points += scoring.points_and_coins(space, bowl=seat.bowl)[0]
        lines.append(f"expect seat {number}  {seat.state}  scoring {space}  vp {points}")
    return lines


def script(seed: int) -> str:
    """Write a random potions phase as a scenario."""
    lot = Random(seed)
    scene, lines = table(lot)
    while scene.ended():
        scene, lines = table(lot)
    lines.extend(expectations(scene))
    while not scene.ended():
        lines.append(step(lot, scene))
        if not scene.ended():
            lines.extend(expectations(scene))
    if scene.head["card"] == ["strong_ingredient"]:
        strong_looks(lot, scene, lines)
    exploded = [seat.state == "exploded" for seat in scene.seats]
    spaces = [seat.scoring() for seat in scene.seats]
    rollers = scoring.rollers(spaces, exploded)
    lines[-1] = with_luck(lines[-1], ["1vp"] * len(rollers))
    lines.extend(evaluation(scene, rollers))
    return "\n".join([f"# R4  A potions phase by lot, number {seed}.", *lines]) + "\n"
