"""Positions for judgement: several for every question, all asked of seat 0.

A bot that judges answers at least two positions of each question differently. In all of them the
answers are legal in the others too, so that it is judgement that makes the difference; only the
lines of purple 1 differ by what the pot pays.
"""

from __future__ import annotations

_DONE = "seat 1  bag O1  pot O1@1  stopped"
_FULL_BAG = "bag W1x5 W2x2 W3 O1x3 G1 G2 R1 R2 R4 B2 Y2 P1x2 K1"


def _brewing(
    seat: str, *actions: str, books: str = "1", card: str = "alms", round_no: int = 4
) -> str:
    """Seat 0 in the middle of brewing, the other seat done."""
    head = f"players 2  books {books}  round {round_no}  card {card}"
    return "\n".join((head, f"seat 0  {seat}", _DONE, *actions))


def _evaluated(
    seat: str, books: str = "1", luck: str = "1vp", round_no: int = 4, more: str = ""
) -> str:
    """Seat 0 in the evaluation; `more` are further keys of the head."""
    begin = f"begin  luck {luck}" if luck else "begin"
    return more + "\n" + _brewing(seat, begin, books=books, round_no=round_no)


def _turned_up(card: str, *lines: str, books: str = "1", round_no: int = 4) -> str:
    """A fortune card just turned up."""
    head = f"players 2  books {books}  round {round_no}  card {card}  phase fortune"
    return "\n".join((head, *lines))


def _mixed(green: int = 1, blue: int = 1, red: int = 1, yellow: int = 1, purple: int = 1) -> str:
    """One book for each colour."""
    return f"green={green} blue={blue} red={red} yellow={yellow} purple={purple}"


def _schadenfreude(books: int, round_no: int = 1) -> str:
    """The pot to the right has exploded."""
    return "\n".join(
        (
            f"players 2  books {books}  round {round_no}  card schadenfreude",
            "seat 0  pot O1@1  stopped",
            "seat 1  pot W3@3 W3@6 W2@8  exploded",
        )
    )


def _opportune(books: str, other: str = "B1", round_no: int = 4) -> str:
    """A spider and another chip are looked at."""
    lines = (f"seat 0  bag G1 {other} W1x2", f"begin  luck G1 {other} W1 W1  W1 W1 W1 W1")
    return _turned_up("opportune_moment", *lines, books=books, round_no=round_no)


def _drawn_red(pot: str, round_no: int = 2) -> str:
    """A red chip has just moved a space further, and the bag is full of bombs."""
    seat = f"flask empty  pot {pot}  bag R1 W3x2 W2x3"
    return _brewing(seat, "0 draw  luck R1", round_no=round_no)


def _drawn_skull(pot: str, skull: str, blue: int, round_no: int = 4) -> str:
    """A crow skull has just moved twice as far, and little danger is left."""
    books = _mixed(blue=blue, yellow=2)
    seat = f"flask empty  pot {pot}  bag {skull} W1x2 O1x4 W2"
    return _brewing(seat, f"0 draw  luck {skull}", books=books, round_no=round_no)


# Positions in pairs for what may be weighed against the usual: what every level prefers in the
# first is legal in the second, where it prefers something else.
PAIRS: dict[str, tuple[tuple[str, str], tuple[str, str]]] = {
    "a ruby behind, and none": (
        (_drawn_red("O1@2 W3@5 W3@8 W1@11"), "short"),
        (_drawn_red("O1@2 W3@5 W3@8 W1@12"), "stop"),
    ),
    "a ruby behind, and one here": (
        (_drawn_red("O1@2 W3@5 W3@8 W1@11"), "short"),
        (_drawn_red("O1@2 W3@5 W3@8 W1@10"), "stop"),
    ),
    "a skull wins a ruby, or loses four spaces for it": (
        (_drawn_skull("W3@3 Y1@4", "B1", blue=3), "short"),
        (_drawn_skull("W3@8 Y1@9", "B4", blue=3), "draw"),
    ),
    "a skull wins points, or nothing": (
        (_drawn_skull("W3@6 Y1@7", "B2", blue=4, round_no=6), "short"),
        (_drawn_skull("W3@7 Y1@8", "B2", blue=4, round_no=6), "draw"),
    ),
    "a pumpkin for rounds to come, and for none": (
        (_evaluated("pot O1@1 G1@2  stopped", books="2", round_no=3), "choose O1"),
        (_evaluated("pot O1@1 G1@2  stopped", books="2", round_no=9), "choose none"),
    ),
    "three chips exploded, and shielded": (
        (
            _brewing("pot W3@3 W3@6  bag W3 O1x3 G2 B2", "0 draw  luck W3", card="second_chance"),
            "choose restart",
        ),
        (
            _brewing(
                "pot W3@3 W3@6 B4@30  bag W3 O1 W1 W2x2",
                "0 draw  luck W3",
                card="second_chance",
                books="2",
            ),
            "choose continue",
        ),
    ),
}


JUDGED: dict[str, tuple[str, ...]] = {
    "brew": (
        _brewing("flask empty  pot W2@2  bag W1x3 O1x3 G1"),
        _brewing("flask empty  pot W3@3 W3@6 R1@7  bag W2x4 W3 O1"),
        _brewing("flask empty  pot W3@20 W3@23 R1@24  bag W2x4 W3 O1"),
    ),
    "blue_1": (
        _brewing("bag B1 W2", "0 draw  luck B1 W2"),
        _brewing("pot W3@3 W3@6  bag B1 W2", "0 draw  luck B1 W2"),
        _brewing("flask empty  pot W2@2 W2@4 W1@5  bag B1 W2 W3x4", "0 draw  luck B1 W2"),
        _brewing("pot W3@3 W3@6  bag B2 R4 W2x3 O1", "0 draw  luck B2 R4 W2"),
        _brewing("pot W3@3 O1@51  bag B2 R4 W2x3 O1", "0 draw  luck B2 R4 W2"),
    ),
    "yellow_1": (
        _brewing("pot W3@3 W3@6 W1@7  bag Y1 W2", "0 draw  luck Y1"),
        _brewing("pot W3@3 W3@6 W1@7  bag Y1 W2", "0 draw  luck Y1", card="seasoned_perfectly"),
        _brewing("pot W1@1  bag Y1 W2", "0 draw  luck Y1"),
        _brewing(
            "flask empty  pot W3@3 W3@6 W1@7  bag Y1 W2x4 W3",
            "0 draw  luck Y1",
            card="seasoned_perfectly",
            round_no=2,
        ),
        _brewing("pot W3@3 W3@6 W1@7  bag Y1 W1x2 O1x3 B2 R2 R4", "0 draw  luck Y1"),
    ),
    "well_stirred": (
        _brewing("bag W1x4 W2x2 W3 O1 G1", "0 draw  luck W3", card="well_stirred"),
        _brewing("bag W1x4 W2x2 W3 O1 G1", "0 draw  luck W1", card="well_stirred"),
        _brewing("bag W1", "0 draw  luck W1", card="well_stirred"),
        _brewing("bag W3 W1x2 O1x3", "0 draw  luck W3", card="well_stirred"),
    ),
    "second_chance": (
        _brewing("pot W2@2 W2@4 W2@6 G1@7  bag W2 O1x5", "0 draw  luck W2", card="second_chance"),
        _brewing(
            "flask empty  pot G4@4 G4@8 R4@12 B4@16  bag O1 W3x3 W2x4",
            "0 draw  luck O1",
            card="second_chance",
        ),
        _brewing(
            "pot G4@4 G4@8 R4@12 B4@16  bag O1 W1x4 W2x2 W3x3",
            "0 draw  luck O1",
            card="second_chance",
        ),
    ),
    "red_2": (
        _brewing("pot O1@1  aside R1", "0 stop", books="2", round_no=8),
        _brewing("pot O1@52  aside R1", "0 stop", books="2", round_no=8),
        _brewing("pot O1@1  aside R1", "0 stop", books="2", round_no=2),
        _brewing("pot O1@20  aside R4", "0 stop", books="2", round_no=8),
        _brewing("pot O1@52  aside R4", "0 stop", books="2", round_no=8),
    ),
    "strong_ingredient": (
        _brewing("pot W1@1  bag O1", "0 stop  luck O1", card="strong_ingredient"),
        _brewing("pot W1@52  bag O1", "0 stop  luck O1", card="strong_ingredient"),
    ),
    "droplet": (
        _turned_up("pot_filling_up", "tubes", round_no=2),
        _turned_up("pot_filling_up", "tubes", "seat 0  glass 11", round_no=9),
    ),
    "exploded": (
        _evaluated("pot W3@3 W3@6 W2@8  exploded", round_no=2),
        _evaluated("pot W3@3 W3@6 W2@8  exploded", round_no=8),
        _evaluated("droplet 20  pot W3@23 W3@26 W2@28  exploded", round_no=8),
        _evaluated("pot W3@30 W3@40 W2@44  exploded", round_no=8),
    ),
    "shop": (
        _evaluated("pot W1@45  stopped", books="1"),
        _evaluated("pot W1@45  stopped", books="2"),
        _evaluated("pot W1@45  stopped", books="3"),
        _evaluated("pot W1@45  stopped", books="4"),
    ),
    "rubies": (
        _evaluated("rubies 2  flask empty  pot O1@1  stopped", luck="1vp 1vp", round_no=2),
        _evaluated("rubies 2  flask empty  pot O1@1  stopped", luck="1vp 1vp", round_no=8),
        _evaluated("rubies 4  flask empty  pot O1@1  stopped", luck="1vp 1vp", round_no=7),
    ),
    "green_2": (
        _evaluated("pot O1@1 G2@3  stopped", books=_mixed(green=2)),
        _evaluated("pot O1@1 G2@3  stopped", books=_mixed(green=2, red=2)),
        _evaluated("pot O1@1 G2@3  stopped", books=_mixed(green=2, blue=3, red=4)),
        _evaluated("pot O1@1 G2@3  stopped", books=_mixed(green=2, red=2), round_no=1),
        _evaluated("pot O1@1 G2@3  stopped", books=_mixed(green=2, blue=4), round_no=8),
    ),
    "green_3": (
        _evaluated("droplet 9  pot W3@12 W3@15 G1@16 W1@19  stopped", books="3"),
        _evaluated("droplet 9  pot W3@12 W3@15 G1@16 W1@20  stopped", books="3"),
        _evaluated("droplet 9  pot W3@12 W3@15 G1@16 W1@19  stopped", books="3", round_no=9),
        _evaluated("droplet 9  pot W3@12 W3@15 G4@19 W1@20  stopped", books="3", round_no=9),
        _evaluated(
            "rubies 1  droplet 36  pot W3@38 W3@41 G1@42 W1@45  stopped", books="3", round_no=9
        ),
    ),
    "green_4": (
        _evaluated("rubies 1  pot G2@2  stopped", books="4", round_no=2),
        _evaluated("rubies 1  pot G2@2  stopped", books="4", round_no=9),
    ),
    "purple_1": (
        _evaluated("pot P1@1 P1@2 P1@3  stopped"),
        _evaluated("pot P1@1 P1@2  stopped"),
    ),
    "purple_2": (
        _evaluated("pot P1@1 P1@2  stopped", books="2", round_no=3),
        _evaluated("pot P1@1 P1@2  stopped", books="2", round_no=9),
        _evaluated("pot P1@2  stopped", books="2", round_no=3, more="supply K1=0"),
        _evaluated("pot P1@2  stopped", books="2", round_no=9),
        _evaluated("pot P1@2  stopped", books="2", round_no=3),
    ),
    "purple_4": (
        _evaluated("pot P1@1 R1@2  stopped", books="4", round_no=3),
        _evaluated("pot P1@1 R1@2  stopped", books="4", round_no=9),
    ),
    "choose_wisely": (
        _turned_up("choose_wisely"),
        _turned_up("choose_wisely", "seat 0  droplet 52"),
        _turned_up("choose_wisely", books="2"),
        _turned_up("choose_wisely", books="1", round_no=3),
        _turned_up("choose_wisely", books="3", round_no=9),
    ),
    "only_one": (
        _turned_up("only_one", round_no=3),
        _turned_up("only_one", round_no=9),
    ),
    "wheel_and_deal": (
        _turned_up("wheel_and_deal", "seat 0  rubies 1", round_no=3),
        _turned_up("wheel_and_deal", "seat 0  rubies 2", round_no=9),
        _turned_up("wheel_and_deal", f"seat 0  rubies 2  {_FULL_BAG}", round_no=9),
    ),
    "good_start": (
        _turned_up("good_start", "seat 0  rubies 1", "seat 1  vp 20", round_no=2),
        _turned_up("good_start", "seat 0  rubies 0", "seat 1  vp 20", round_no=9),
    ),
    "opportune_moment": (
        _opportune("1"),
        _opportune(_mixed(green=2, blue=3)),
        _opportune("3", "Y1"),
        _opportune("4", "Y1"),
        _opportune(_mixed(green=1, blue=3), round_no=8),
        _opportune(_mixed(green=3, blue=1), round_no=8),
    ),
    "just_in_time": (
        _turned_up("just_in_time", round_no=1),
        _turned_up("just_in_time", round_no=9),
        _turned_up(
            "just_in_time", "seat 0  bag W1x6 W2x2 W3 R4x3 B4x3", "seat 1  vp 30", round_no=2
        ),
        _turned_up(
            "just_in_time", "seat 0  vp 10  bag W1x8 W2x2 W3 O1 Y4 R4", "seat 1  vp 40", round_no=2
        ),
        _turned_up(
            "just_in_time", "seat 0  vp 10  bag W1x8 W2x2 W3 O1 Y4 R4", "seat 1  vp 40", round_no=4
        ),
    ),
    "rats_are_friends": (
        _turned_up("rats_are_friends", round_no=3),
        _turned_up("rats_are_friends", "seat 1  vp 40", round_no=8),
    ),
    "schadenfreude": (
        _schadenfreude(1),
        _schadenfreude(2),
        _schadenfreude(1, round_no=5),
        _schadenfreude(1, round_no=9),
    ),
}
