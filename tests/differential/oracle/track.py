"""The pot track and the scoring track, walked space by space (R1.2, R1.3, R3.3, R4.9)."""

# R1.2: space, coins printed on it, victory points, and whether it shows a ruby.
POT: tuple[tuple[int, int, int, bool], ...] = (
    (0, 0, 0, False),
    (1, 1, 0, False),
    (2, 2, 0, False),
    (3, 3, 0, False),
    (4, 4, 0, False),
    (5, 5, 0, True),
    (6, 6, 1, False),
    (7, 7, 1, False),
    (8, 8, 1, False),
    (9, 9, 1, True),
    (10, 10, 2, False),
    (11, 11, 2, False),
    (12, 12, 2, False),
    (13, 13, 2, True),
    (14, 14, 3, False),
    (15, 15, 3, False),
    (16, 15, 3, True),
    (17, 16, 3, False),
    (18, 16, 4, False),
    (19, 17, 4, False),
    (20, 17, 4, True),
    (21, 18, 4, False),
    (22, 18, 5, False),
    (23, 19, 5, False),
    (24, 19, 5, True),
    (25, 20, 5, False),
    (26, 20, 6, False),
    (27, 21, 6, False),
    (28, 21, 6, True),
    (29, 22, 7, False),
    (30, 22, 7, True),
    (31, 23, 7, False),
    (32, 23, 8, False),
    (33, 24, 8, False),
    (34, 24, 8, True),
    (35, 25, 9, False),
    (36, 25, 9, True),
    (37, 26, 9, False),
    (38, 26, 10, False),
    (39, 27, 10, False),
    (40, 27, 10, True),
    (41, 28, 11, False),
    (42, 28, 11, True),
    (43, 29, 11, False),
    (44, 29, 12, False),
    (45, 30, 12, False),
    (46, 30, 12, True),
    (47, 31, 12, False),
    (48, 31, 13, False),
    (49, 32, 13, False),
    (50, 32, 13, True),
    (51, 33, 14, False),
    (52, 33, 14, True),
    (53, 35, 15, False),
)

SPOON = 53
LAST_SPACE = 52

# R1.3: a rat tail lies between t and t + 1 where t mod 50 is one of these, 23 on a lap.
TAILS: tuple[int, ...] = (
    *(1, 4, 7, 10),
    *(12, 14, 16, 18, 20, 22, 24, 26, 28, 30),
    *(32, 34, 36, 38, 40, 42, 44, 46, 48),
)


def coins(space: int) -> int:
    """Read the number printed on a space (R1.2)."""
    return POT[space][1]


def victory_points(space: int) -> int:
    """Read the victory points of a space (R1.2)."""
    return POT[space][2]


def has_ruby(space: int) -> bool:
    """Tell whether a space shows a ruby (R1.2)."""
    return POT[space][3]


def rat_tails(own: int, highest: int) -> int:
    """Walk from the own marker to the highest one and count the tails passed (R1.3, R3.3).

    >>> rat_tails(own=10, highest=15)
    3
    """
    tails = 0
    marker = own
    while marker < highest:
        lap_space = marker
        while lap_space >= 50:
            lap_space -= 50
        if lap_space in TAILS:
            tails += 1
        marker += 1
    return tails


def moved_droplet(droplet: int, steps: int) -> int:
    """Move a droplet space by space, never past 52 (R3.3)."""
    for _ in range(steps):
        if droplet < LAST_SPACE:
            droplet += 1
    return droplet


def start_space(droplet: int, tails: int) -> int:
    """Find where the round starts: droplet and tails, never past 52 (R3.3)."""
    return moved_droplet(droplet, tails)


def scoring_space(spaces: list[int], start: int) -> int:
    """Find the space after the last chip, or after the start of an empty pot (R4.9).

    The spaces are those of the chips in the order in which they were placed.
    """
    last = start
    for space in spaces:
        last = space
    if last + 1 > SPOON:
        return SPOON
    return last + 1
