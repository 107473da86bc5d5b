"""Positions and scenarios that can't be: one line that says what and where (api section 3)."""

import pytest

from quedlinburg import Game, Seeded
from quedlinburg.engine.notation.lexer import TextError
from quedlinburg.engine.notation.scenario import run_scenario
from quedlinburg.rules.constants import CARD_IDS

ALL_CARDS = " ".join(CARD_IDS)
BAD: list[tuple[str, str]] = [
    ("", "line 1: players is missing: expected players 2, 3 or 4"),
    ("books 1", "players is missing: expected players 2, 3 or 4"),
    ("players 5", "line 1: '5': expected players, a number from 2 to 4"),
    ("players two", "line 1: 'two': expected players, a number from 2 to 4"),
    ("players ٣", "line 1: '٣': expected players, a number from 2 to 4"),
    ("players", "line 1: 'players': expected one value for players: 2 to 4"),
    ("players 2 3", "line 1: '3': expected one value for players: 2 to 4"),
    ("cauldrons 2", "line 1: 'cauldrons': expected players, books"),
    ("players 2\nbooks 5", "line 2: '5': expected books, a number from 1 to 4"),
    ("players 2\nbooks green=1", "line 2: 'books': expected a number from 1 to 4, or one for each"),
    ("players 2  books green=9", "line 1: 'green=9': expected books such as 1, or green=2"),
    ("players 2  edition", "line 1: 'edition': expected one of north_star"),
    ("players 2  edition old", "line 1: 'old': expected an edition, one of north_star"),
    ("players 2  edition gold=1", "line 1: 'gold=1': expected a switch, one of rubies"),
    ("players 2  edition rubies=-1", "line 1: 'rubies=-1': expected 0 to 99"),
    (f"players 2  edition rubies={'9' * 5000}", "expected 0 to 99"),
    ("players 2  stir often", "line 1: 'often': expected stir, one of last, always, never"),
    ("players 2  tubes yes", "line 1: 'yes': expected nothing after tubes"),
    ("players 2  round 10", "line 1: '10': expected a round, a number from 1 to 9"),
    ("players 2  round 0", "line 1: '0': expected a round, a number from 1 to 9"),
    ("players 2\nstart 2", "line 2: start 2: expected a seat from 0 to 1"),
    ("players 2  card luck_be_a_lady", "expected a card's id, one of choose_wisely"),
    ("players 2  phase potion", "line 1: 'potion': expected a phase, one of fortune, potions"),
    ("players 2\ncard alms\ndeck alms", "line 3: alms is named twice: expected a card once"),
    ("players 2  round 9  card alms  deck donations only_one", "more than there are rounds left"),
    (f"players 2  phase fortune  used {ALL_CARDS}", "line 1: used: 24 cards: too few are left"),
    (f"players 2  round 1  card alms  used {ALL_CARDS.replace('alms ', '')}", "too few are left"),
    ("players 2  supply X9=1", "line 1: 'X9=1': expected what is left of a kind, such as G4=1"),
    ("players 2  supply G4=-1", "line 1: 'G4=-1': expected what is left of a kind, such as G4=1"),
    ("players 2  supply G4", "line 1: 'G4': expected what is left of a kind, such as G4=1"),
    ("players 2\nsupply G4=14", "line 2: supply G4=14: expected at most 13"),
    (f"players 2  supply G4={'9' * 5000}", "expected what is left of a kind, such as G4=1"),
    ("players 2\nseat", "line 2: expected a seat's number after seat"),
    ("players 2\nseat 4", "line 2: '4': expected a seat, a number from 0 to 3"),
    ("players 2\nseat 2  vp 1", "line 2: seat 2: expected a seat from 0 to 1"),
    ("players 2\nseat 0  vp -1", "line 2: '-1': expected vp, a number from 0 to 9999"),
    ("players 2\nseat 0  rubies x", "line 2: 'x': expected rubies, a number from 0 to 9999"),
    ("players 2\nseat 0  droplet 53", "line 2: '53': expected droplet, a number from 0 to 52"),
    ("players 2  tubes\nseat 0  glass 13", "line 2: '13': expected glass, a number from 0 to 12"),
    ("players 2\nseat 0  glass 1", "line 2: seat 0: glass: expected tubes in the head (R7.2)"),
    ("players 2\nseat 0  flask half", "line 2: 'half': expected a flask, one of full, empty"),
    ("players 2\nseat 0  bag Q1", "line 2: 'Q1': expected chips such as W1 or W1x4"),
    ("players 2\nseat 0  bag W1x0", "line 2: 'W1x0': expected chips such as W1 or W1x4"),
    ("players 2\nseat 0  bag W1x-2", "line 2: 'W1x-2': expected chips such as W1 or W1x4"),
    ("players 2\nseat 0  bag W1x21", "line 2: seat 0: more W1 than exist: expected at most 20"),
    ("players 2\nseat 0  bag W3x4", "line 2: seat 1: more W3 than exist: expected at most 4"),
    ("players 2\nseat 0  pot W1@0", "line 2: 'W1@0': expected a chip on a space from 1 to 52"),
    ("players 2\nseat 0  pot W1@53", "line 2: 'W1@53': expected a chip on a space from 1 to 52"),
    ("players 2\nseat 0  pot W1@-3", "line 2: 'W1@-3': expected a chip on a space from 1 to 52"),
    ("players 2\nseat 0  pot W1", "line 2: 'W1': expected a chip on a space from 1 to 52"),
    ("players 2\nseat 0  pot W1@5 O1@4", "line 2: 'O1@4': expected a space not before the last"),
    ("players 2\nseat 0  aside R1", "line 2: seat 0: chips aside: expected red book 2 (R4.16)"),
    ("players 2  books 2\nseat 0  aside B1", "line 2: 'B1': expected red chips"),
    ("players 2\nseat 0  stopped now", "line 2: 'now': expected nothing after stopped"),
    ("players 2  phase fortune\nseat 0  pot W1@1", "a pot in phase fortune: expected phase"),
    ("players 2  phase fortune\nseat 0  exploded", "a pot in phase fortune: expected phase"),
    ("players 2\nseat 0  luck 3", "line 2: 'luck': expected one of vp, rubies"),
    ("players 2 players 3", "line 1: 'players': expected players once"),
    ("players 2\nseat 0 vp 1 vp 2", "line 2: 'vp': expected vp once"),
    ("players 2\nseat 0 stopped exploded", "'exploded': expected one of stopped, exploded"),
    ("players 2 vp 3", "line 1: 'vp': expected a seat and its number before what it has"),
    ("players 2\nseat 0 1", "line 2: '1': expected one of vp, rubies"),
    ("players 2\nbegin now", "line 2: 'now': expected `begin luck` and outcomes"),
    ("players 2\nbegin\nbegin", "line 3: 'begin': expected `begin` once, before the actions"),
    ("players 2\nbegin\nround 3", "line 3: 'round': expected the head before `begin`"),
    ("players 2\nbegin luck W1", "line 2: luck is left over: W1"),
    ("players 2  phase fortune\nbegin", "line 2: luck is missing: a fortune card is turned up"),
    ("players 2\n0", "line 2: expected an action after the seat"),
    ("players 2\n2 draw", "line 2: '2': expected a seat, a number from 0 to 1"),
    ("players 2\n0 stop", "line 2: seat 0: stop is not legal at 'brew'; legal: draw"),
    ("players 2\n0 dance", "line 2: 'dance' is not an action: see the notation"),
    ("players 2\n0 draw", "line 2: luck is missing: seat 0 draws from W1x4 W2x2 W3 O1 G1"),
    ("players 2\n0 draw  luck K1", "line 2: luck 'K1' is impossible: seat 0 draws from"),
    ("players 2\n0 draw  luck W1 W1", "line 2: luck is left over: W1"),
    ('players 2\nseat 0 "vp 3', "line 2: '\"vp 3': expected a closed quote"),
    ("\0\x01binary", "line 1: this is not a text"),
    ("PK\x03\x04\ufffd", "line 1: this is not a text"),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_a_bad_position_is_refused_with_line_word_and_what_was_expected(
    text: str, message: str
) -> None:
    """A one-line error, whatever is wrong."""
    with pytest.raises(TextError) as refused:
        Game.from_position(text, Seeded(1))
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


BAD_CHECKS: list[tuple[str, str]] = [
    ("players 2", "the scenario checks nothing: expected an action, expect or refuse"),
    ("players 2\nexpect", "line 2: expected one of seat, legal"),
    ("players 2\nexpect weather", "line 2: 'weather': expected what to expect, one of seat"),
    ("players 2\nexpect seat", "line 2: expected expect seat SEAT and what it has"),
    ("players 2\nexpect seat 2 vp 1", "line 2: '2': expected a seat, a number from 0 to 1"),
    ("players 2\nexpect seat 0 hat 1", "line 2: 'hat': expected one of vp, rubies"),
    ("players 2\nexpect seat 0 scoring 54", "'54': expected scoring, a number from 0 to 53"),
    ("players 2\nexpect legal", "line 2: expected expect legal SEAT and actions"),
    ("players 2\nexpect legal 0 dance", "line 2: 'dance': expected an action, quoted if it has"),
    ("players 2\nexpect question 0", "line 2: expected expect question SEAT ID"),
    ("players 2\nexpect question 0 why", "line 2: 'why': expected a question's id, one of"),
    ("players 2\nexpect card joker", "line 2: 'joker': expected a card's id, one of"),
    ("players 2\nexpect supply G4", "line 2: 'G4': expected supply such as G4=1"),
    ("players 2\nexpect winners x", "line 2: 'x': expected a seat, a number from 0 to 3"),
    ("players 2\nrefuse 0", "line 2: expected refuse SEAT ACTION"),
    ("players 2\nhope 0 draw", "line 2: 'hope': expected the head, begin, a seat and its action"),
]


@pytest.mark.parametrize(("text", "message"), BAD_CHECKS)
def test_a_bad_scenario_is_refused_with_line_word_and_what_was_expected(
    text: str, message: str
) -> None:
    """What is checked must be something that can be checked."""
    with pytest.raises(TextError) as refused:
        run_scenario(text)
    assert message in str(refused.value)


def test_a_failed_check_is_a_failure_and_no_error() -> None:
    """It says the line, what was expected and what was found, as a diff."""
    (failure,) = run_scenario("players 2\nexpect seat 0  rubies 3")
    assert str(failure) == "line 2\n- seat 0 rubies 3\n+ seat 0 rubies 1"


def test_a_refused_action_that_is_legal_is_a_failure() -> None:
    """`refuse` expects the opposite."""
    (failure,) = run_scenario("players 2\nrefuse 0 draw")
    assert "accepted" in str(failure)


def test_long_words_are_shown_in_part() -> None:
    """The error of a file that is no text stays one readable line."""
    with pytest.raises(TextError) as refused:
        Game.from_position("x" * 100_000)
    assert len(str(refused.value)) < 400


def test_a_state_that_is_expected_is_shown_once() -> None:
    """The diff names what was expected, and what the pot is instead."""
    (failure,) = run_scenario("players 2\nexpect seat 0  stopped")
    assert str(failure) == "line 2\n- seat 0 stopped\n+ seat 0 brewing"


def test_actions_alone_make_a_scenario() -> None:
    """That an action is legal and takes exactly its luck is a check as well."""
    assert run_scenario("players 2\n0 draw  luck W1") == []


def test_a_mark_before_the_text_is_no_part_of_it() -> None:
    """Some editors write a byte order mark."""
    assert run_scenario("\ufeffplayers 2\nexpect seat 0  rubies 1") == []


def test_seats_may_share_a_line_and_keys_of_the_head_may_follow_them() -> None:
    """A key's values end at the next key, whichever it is."""
    checks = "expect seat 0  vp 3  bag W1\nexpect seat 1  vp 4\nexpect round 5"
    assert run_scenario(f"players 2  seat 0 vp 3 bag W1 seat 1 vp 4 round 5\n{checks}") == []


def test_a_later_line_overrides_an_earlier_one() -> None:
    """So a position can be changed by writing below its head."""
    assert run_scenario("players 2\nseat 0  vp 3\nseat 0  vp 5\nexpect seat 0  vp 5") == []
