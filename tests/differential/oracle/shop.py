"""Every legal purchase, found by trying all of them (R1.1, R1.6, R3.1, R5.E, R5.G, R8)."""

from collections.abc import Mapping
from itertools import combinations

COLOURS = {
    "W": "white",
    "O": "orange",
    "G": "green",
    "B": "blue",
    "R": "red",
    "Y": "yellow",
    "P": "purple",
    "K": "black",
}

# R1.1: all the chips of the game.
FULL_SUPPLY: dict[str, int] = {
    "W1": 20,
    "W2": 8,
    "W3": 4,
    "O1": 22,
    "G1": 15,
    "G2": 8,
    "G4": 13,
    "B1": 12,
    "B2": 8,
    "B4": 10,
    "R1": 12,
    "R2": 8,
    "R4": 10,
    "Y1": 13,
    "Y2": 8,
    "Y4": 10,
    "P1": 17,
    "K1": 17,
}

# R1.6: the prices that depend on the book, for the values 1, 2 and 4 in this order.
PRICES: dict[tuple[str, int], tuple[int, ...]] = {
    ("green", 1): (4, 8, 14),
    ("green", 2): (6, 11, 18),
    ("green", 3): (6, 11, 21),
    ("green", 4): (4, 8, 14),
    ("blue", 1): (5, 10, 19),
    ("blue", 2): (5, 10, 19),
    ("blue", 3): (4, 8, 14),
    ("blue", 4): (5, 10, 19),
    ("red", 1): (6, 10, 16),
    ("red", 2): (4, 8, 14),
    ("red", 3): (5, 9, 15),
    ("red", 4): (7, 11, 17),
    ("yellow", 1): (8, 12, 18),
    ("yellow", 2): (9, 13, 19),
    ("yellow", 3): (8, 12, 18),
    ("yellow", 4): (8, 12, 18),
    ("purple", 1): (9,),
    ("purple", 2): (12,),
    ("purple", 3): (10,),
    ("purple", 4): (11,),
}

# R8: the two switches that are prices.
EDITIONS: dict[str, dict[str, int]] = {
    "north_star": {"green_3_G4": 21, "blue_4_B4": 19},
    "north_star_first": {"green_3_G4": 18, "blue_4_B4": 20},
    "schmidt": {"green_3_G4": 21, "blue_4_B4": 20},
}


def one_set(number: int) -> dict[str, int]:
    """Give all five colours the same book (R2.3)."""
    return {
        "green": number,
        "blue": number,
        "red": number,
        "yellow": number,
        "purple": number,
    }


def switches(edition: str | Mapping[str, int]) -> dict[str, int]:
    """Look up the price switches; one that is not given is as in `north_star` (R8)."""
    found = dict(EDITIONS["north_star"])
    if isinstance(edition, str):
        found.update(EDITIONS[edition])
    else:
        for name in found:
            if name in edition:
                found[name] = edition[name]
    return found


def books_out(round_no: int) -> set[str]:
    """List the colours that can be bought in a round, never white (R1.6, R3.1)."""
    out = {"orange", "green", "blue", "red", "black"}
    if round_no >= 2:
        out.add("yellow")
    if round_no >= 3:
        out.add("purple")
    return out


def price(kind: str, books: Mapping[str, int], edition: str | Mapping[str, int]) -> int:
    """Look up what a chip costs (R1.6, R8)."""
    if kind == "O1":
        return 3
    if kind == "K1":
        return 10
    colour = COLOURS[kind[0]]
    if kind == "G4" and books[colour] == 3:
        return switches(edition)["green_3_G4"]
    if kind == "B4" and books[colour] == 4:
        return switches(edition)["blue_4_B4"]
    column = {"1": 0, "2": 1, "4": 2}[kind[1]]
    return PRICES[colour, books[colour]][column]


def is_legal(
    kinds: tuple[str, ...],
    coins: int,
    *,
    books: Mapping[str, int],
    round_no: int,
    edition: str | Mapping[str, int],
    supply: Mapping[str, int],
) -> bool:
    """Judge one purchase by every condition of the shop in turn (R5.E, R5.G)."""
    if round_no == 9 and len(kinds) > 0:
        return False
    if len(kinds) > 2:
        return False
    colours = [COLOURS[kind[0]] for kind in kinds]
    if len(set(colours)) < len(colours):
        return False
    for kind, colour in zip(kinds, colours, strict=True):
        if colour not in books_out(round_no):
            return False
        if supply[kind] < 1:
            return False
    return sum(price(kind, books, edition) for kind in kinds) <= coins


def purchases(
    coins: int,
    books: Mapping[str, int],
    *,
    round_no: int,
    edition: str | Mapping[str, int] = "north_star",
    supply: Mapping[str, int] = FULL_SUPPLY,
) -> set[frozenset[str]]:
    """List every legal purchase as a set of kinds; buying nothing is always one (R5.E).

    `books` names all five colours, `supply` all eighteen kinds. In round 9 only the empty
    purchase is left (R5.G).
    """
    legal: set[frozenset[str]] = set()
    for size in (0, 1, 2):
        for kinds in combinations(FULL_SUPPLY, size):
            if is_legal(
                kinds,
                coins,
                books=books,
                round_no=round_no,
                edition=edition,
                supply=supply,
            ):
                legal.add(frozenset(kinds))
    return legal
