"""A position for every question, asked of seat 0: written down, or found by playing.

What tests say of a table by numbers, they say of a written one. A question that has none here, such
as that of a new card, gets one from `quedlinburg.testing.questions`.
"""

from __future__ import annotations

from quedlinburg.testing.questions import QUESTION_IDS, asked

_DONE = "seat 1  bag O1  pot O1@1  stopped"


def _lines(*lines: str) -> str:
    """A text of lines."""
    return "\n".join(lines)


def _brewing(seat: str, *actions: str, books: int = 1, card: str = "alms") -> str:
    """Seat 0 in the middle of brewing, the other seat done."""
    head = f"players 2  books {books}  round 4  card {card}"
    return _lines(head, f"seat 0  {seat}", _DONE, *actions)


def _evaluated(seat: str, books: int = 1, luck: str = "1vp") -> str:
    """Seat 0 in the evaluation."""
    return _brewing(seat, f"begin  luck {luck}", books=books)


def _turned_up(card: str, *lines: str) -> str:
    """A fortune card just turned up."""
    return _lines(f"players 2  books 1  round 4  card {card}  phase fortune", *lines)


# Tables whose numbers tests know by heart; seat 0 is asked.
_WRITTEN: dict[str, str] = {
    "brew": _brewing("pot W2@2  bag W1x3 O1 G1"),
    "blue_1": _brewing("bag B2 O1 W1", "0 draw  luck B2 O1 W1"),
    "yellow_1": _brewing("pot W3@3  bag Y1 W1", "0 draw  luck Y1"),
    "well_stirred": _brewing("bag W2 O1", "0 draw  luck W2", card="well_stirred"),
    "second_chance": _brewing(
        "pot W1@1 W1@2 O1@3 G1@4  bag W2 O1", "0 draw  luck W2", card="second_chance"
    ),
    "red_2": _brewing("pot O1@1  aside R1 R2", "0 stop", books=2),
    "strong_ingredient": _brewing(
        "pot W1@1  bag W3 B2 O1", "0 stop  luck W3 B2 O1", card="strong_ingredient"
    ),
    "droplet": _turned_up("pot_filling_up", "tubes"),
    "exploded": _evaluated("pot W3@3 W3@6 W2@8  exploded"),
    "shop": _evaluated("pot W1@19  stopped"),
    "rubies": _evaluated("rubies 4  flask empty  pot O1@1  stopped", luck="1vp 1vp"),
    "green_2": _evaluated("pot O1@1 G4@5  stopped", books=2),
    "green_3": _evaluated("pot W3@3 W3@6 G2@8 W1@9  stopped", books=3),
    "green_4": _evaluated("rubies 1  pot G2@2  stopped", books=4),
    "purple_1": _evaluated("pot P1@1 P1@2 P1@3  stopped"),
    "purple_2": _evaluated("pot P1@1 P1@2 P1@3  stopped", books=2),
    "purple_4": _evaluated("pot P1@1 R1@2  stopped", books=4),
    "choose_wisely": _turned_up("choose_wisely"),
    "only_one": _turned_up("only_one"),
    "wheel_and_deal": _turned_up("wheel_and_deal"),
    "good_start": _turned_up("good_start", "seat 1  vp 20"),
    "opportune_moment": _turned_up(
        "opportune_moment", "seat 0  bag G1 R2 W1 O1", "begin  luck G1 R2 W1 O1  W1 W1 W1 W1"
    ),
    "just_in_time": _turned_up("just_in_time"),
    "rats_are_friends": _turned_up("rats_are_friends"),
    "schadenfreude": _lines(
        "players 2  books 1  round 4  card schadenfreude",
        "seat 0  pot O1@1  stopped",
        "seat 1  pot W3@3 W3@6 W2@8  exploded",
    ),
}

POSITIONS: dict[str, str] = {
    question: _WRITTEN.get(question) or asked(question).position() for question in QUESTION_IDS
}
