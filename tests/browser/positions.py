"""A position for each question: seat 0 is asked it, at once or a few steps later."""

from __future__ import annotations

BREW = "players 2 books {books} round 4 card {card}\nseat 0 {seat}\n"
DONE = (
    "players 2 books {books} round 4 card alms\nseat 0 bag W1 O1 {seat} stopped\nseat 1 stopped\n"
)
TURNED = (
    "players 2 books 1 round 4 phase fortune card {card}\n"
    "seat 0 rubies 3 vp {vp} {bag}\nseat 1 vp 20\n"
)

POSITIONS = {
    "brew": BREW.format(books=1, card="lucky_devil", seat="bag W1x4 W2x2 W3 O1 G1"),
    "blue_1": BREW.format(books=1, card="alms", seat="bag B2 B2 B2 B2"),
    "yellow_1": BREW.format(books=1, card="alms", seat="pot W1@1 bag Y1 Y1 Y1 flask empty"),
    "well_stirred": BREW.format(books=1, card="well_stirred", seat="bag W1x4"),
    "second_chance": BREW.format(
        books=1, card="second_chance", seat="pot O1@1 O1@2 O1@3 O1@4 bag O1x4"
    ),
    "red_2": "players 2 books 2 round 4 card alms\nseat 0 aside R1 R2 pot O1@1 bag O1 stopped\n",
    "strong_ingredient": "players 2 books 1 round 4 card strong_ingredient\n"
    "seat 0 pot O1@1 bag O1 G1 W1 stopped\nseat 1 stopped\n",
    "droplet": "players 2 books 1 tubes round 4 phase fortune card pot_filling_up\n",
    "exploded": "players 2 books 1 round 4 card alms\n"
    "seat 0 bag O1 pot W3@3 W3@6 W2@8 exploded\nseat 1 stopped\n",
    "green_2": DONE.format(books=2, seat="pot G2@10"),
    "green_3": DONE.format(books=3, seat="pot W3@3 W3@6 W1@7 G2@9"),
    "green_4": DONE.format(books=4, seat="rubies 2 pot G1@9"),
    "purple_1": DONE.format(books=1, seat="pot P1@5 P1@6"),
    "purple_2": DONE.format(books=2, seat="pot P1@5 P1@6 P1@7"),
    "purple_4": DONE.format(books=4, seat="pot P1@5 G1@6 B1@7"),
    "choose_wisely": TURNED.format(card="choose_wisely", vp=5, bag=""),
    "only_one": TURNED.format(card="only_one", vp=5, bag=""),
    "wheel_and_deal": TURNED.format(card="wheel_and_deal", vp=5, bag=""),
    "good_start": TURNED.format(card="good_start", vp=5, bag=""),
    "opportune_moment": TURNED.format(card="opportune_moment", vp=5, bag="bag G1 B1 R1 O1"),
    "just_in_time": TURNED.format(card="just_in_time", vp=5, bag=""),
    "rats_are_friends": TURNED.format(card="rats_are_friends", vp=5, bag=""),
    "schadenfreude": "players 2 books 1 round 4 card schadenfreude\nseat 0 pot O1@5 stopped\n"
    "seat 1 bag O1 pot W3@3 W3@6 W2@8 exploded\n",
    "shop": DONE.format(books=1, seat="pot O1@18"),
    "rubies": DONE.format(books=1, seat="rubies 4 pot O1@1"),
}

# Late in a game: three-digit points, two-digit rubies, four seats, full bags.
_LATE_SEATS = (
    "seat 1 vp 117 rubies 11 droplet 17 bag W1x4 O1x3 pot W1@18 G4@23 K1@24 stopped\n"
    "seat 2 vp 104 rubies 13 droplet 14 bag W1x4 G1 pot O1@15 B4@19 stopped\n"
    "seat 3 vp 133 rubies 10 droplet 18 bag W1x4 G1 pot W2@21 W3@24 W3@27 exploded\n"
)
_LATE_BAG = "bag W1x4 W2x2 W3 O1x3 G2x2 B2x2 R4x2 Y4 P1x3 K1x2"
_LATE = "players 4 books {books} round 8 card alms\nseat 0 vp 121 rubies 12 droplet 16 "
LATE = {
    "brew": _LATE.format(books=1) + f"{_LATE_BAG} pot B4@20 W3@23 G4@27 W1@28 R4@32\n",
    "blue_1": _LATE.format(books=1) + "bag B4x8 W1x2 W2 pot O1@20 W3@23\n",
    "exploded": _LATE.format(books=1)
    + "bag W1x4 W2 O1x3 B2x2 R4x2 Y4 pot B4@20 W3@23 O1@27 W2@29 W2@31 W1@32 exploded\n",
    "shop": _LATE.format(books=2) + f"{_LATE_BAG} pot B4@20 W3@23 G1@27 W1@28 R4@32 stopped\n",
}
LATE = {name: own + _LATE_SEATS for name, own in LATE.items()}
LATE["rubies"] = LATE["next"] = LATE["shop"]
