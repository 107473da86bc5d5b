"""Five small positions for the census, as table text and as plain data (R4).

Seat 1 brews with the bag of the set-up and never acts, so no evaluation begins. Nobody can call
for a stir (R7.4), which the enumerator does not know.
"""

from typing import NamedTuple

from .brew import Position


class Census(NamedTuple):
    """A head, the same for the oracle, a depth, and the number of distinct futures there (R4)."""

    text: str
    position: Position
    depth: int
    futures: int


FIRST_ROUND = Census(
    text="""\
# R4.2  The bag of the set-up: the first draw is no choice, the flask may undo a white chip.
players 2  books 1  round 1  card alms  stir never
seat 0  droplet 0  flask full  bag W1x4 W2x2 W3 O1 G1
""",
    position=Position(bag={"W1": 4, "W2": 2, "W3": 1, "O1": 1, "G1": 1}),
    depth=6,
    futures=2_747,
)

LAST_CHIPS = Census(
    text="""\
# R4.3  Whites of four in the pot, explosion near, and a bag that runs out: followed to the end.
players 2  books 1  round 3  card alms  stir never
seat 0  droplet 1  flask full  bag W1x2 W2 O1 G1  pot W3@4 W1@5
""",
    position=Position(
        bag={"W1": 2, "W2": 1, "O1": 1, "G1": 1},
        start=1,
        pot=(("W3", 4), ("W1", 5)),
    ),
    depth=7,
    futures=160,
)

CROW_SKULLS = Census(
    text="""\
# R4.11  Crow skulls look at one or two chips, may place each other, and the flask is empty.
players 2  books 1  round 4  card alms  stir never
seat 0  droplet 2  rats 1  flask empty  bag B1 B2 W1x2 W2 O1 Y1 W3
""",
    position=Position(
        bag={"B1": 1, "B2": 1, "W1": 2, "W2": 1, "O1": 1, "Y1": 1, "W3": 1},
        start=3,
        flask=False,
    ),
    depth=5,
    futures=7_090,
)

MANDRAKES = Census(
    text="""\
# R4.19  Mandrakes send whites back, toadstools count pumpkins, pumpkins move one space more.
players 2  books 1  round 4  card pumpkin_party  stir never
seat 0  droplet 3  flask full  bag Y1 Y2 W1 W2x2 R1 R2 O1x2  pot O1@5
""",
    position=Position(
        bag={"Y1": 1, "Y2": 1, "W1": 1, "W2": 2, "R1": 1, "R2": 1, "O1": 2},
        start=3,
        pot=(("O1", 5),),
        orange_extra=1,
    ),
    depth=5,
    futures=8_237,
)

END_OF_THE_POT = Census(
    text="""\
# R4.9  High values at the end of the pot, with a limit of nine and a flask for any colour.
players 2  books 1  edition schmidt  round 5  card living_in_luxury  stir never
seat 0  droplet 36  rats 2  flask full  bag B4 Y4 R4 O1 W3x3 W2
""",
    position=Position(
        bag={"B4": 1, "Y4": 1, "R4": 1, "O1": 1, "W3": 3, "W2": 1},
        start=38,
        limit=9,
        flask_any=True,
    ),
    depth=5,
    futures=2_580,
)

POSITIONS: tuple[Census, ...] = (
    FIRST_ROUND,
    LAST_CHIPS,
    CROW_SKULLS,
    MANDRAKES,
    END_OF_THE_POT,
)
