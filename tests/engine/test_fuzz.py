"""Whatever is read, the answer is a game or one line that says what is wrong (issue: bad input)."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quedlinburg import Game, Seeded, Setup
from quedlinburg.engine.actions import ACTIONS, parse
from quedlinburg.engine.names import QUESTIONS, format_kinds
from quedlinburg.engine.notation.head import HEAD_KEYS, SEAT_KEYS
from quedlinburg.engine.notation.lexer import format_pot, quote, read_kinds, read_pot, split_line
from quedlinburg.engine.notation.record import sum_of, verify
from quedlinburg.engine.notation.scenario import run_scenario
from quedlinburg.engine.version import RULES_VERSION
from quedlinburg.rules.constants import CARD_IDS, DIE_FACES, KIND_CODES
from quedlinburg.testing.policies import Policy, play_on
from quedlinburg.testing.strategies import Start, examples, setup_line, setups, starts

SCENARIOS = Path(__file__).parents[1] / "scenarios"
READERS: dict[str, Callable[[str], object]] = {
    "position": lambda text: Game.from_position(text, Seeded(1)),
    "scenario": run_scenario,
    "record": lambda text: Game.from_record(text, Seeded(1)),
    "verify": lambda text: verify(text, Game),
}
WORDS = (
    *HEAD_KEYS,
    *SEAT_KEYS,
    *CARD_IDS,
    *KIND_CODES,
    *set(DIE_FACES),
    *QUESTIONS.values(),
    *("begin", "luck", "expect", "refuse", "legal", "waiting", "question", "winners", "coins"),
    *("rules", "commit", "nonce", "name", "date", "secret", "end", "unfinished", "sum", "points"),
    *("draw", "stop", "flask", "choose", "buy", "spend", "done", "none", "back", "full", "empty"),
    *("0", "1", "2", "3", "4", "9", "-1", "999999", "99999999999999999999", "1e9", "٣", "0x10"),
    *("G4=1", "W1=0", "P1=-1", "=", "W1x4", "W1x0", "B2@5", "W1@0", "K1@53", "@", "R1@99999"),
    *("Q1", "W9", "Z9x2", "Q1@3", "Q1=2", "W1@x", "W1x", "R2-R9", "lucky", "seat=1", "\\", "+1"),
    *("green=2", "rubies=0", "flask=any", "edition", "north_star", "schmidt", '"', '"a b"', "#"),
)
# Values for keys: numbers, chips and words of which some fit some keys.
JUNK = (
    *("", "0", "1", "53", "-1", "9999", "9" * 5000, "full", "Q1", "W9", "W3x9", "R1x2 R2", "K1x17"),
    *("W1@1", "W1@0", "W1@53", "Q1@3", "G4@52 G4@52", "alms", "last", "fortune", "G4=0", "Q1=0"),
)


def check(read: Callable[[str], object], text: str) -> None:
    """Read a text: it may be refused, in one line, and nothing else may happen."""
    try:
        read(text)
    except ValueError as error:
        refusal = str(error)
    else:
        refusal = "none"
    assert refusal
    assert "\n" not in refusal
    assert len(refusal) < 2_000


def with_sum(text: str) -> str:
    """A text with the sum of a record, so that what stands in it is read at all."""
    return f"{text}\nsum {sum_of(text + chr(10))}\n"


@cache
def valid_texts() -> tuple[str, ...]:
    """Scenarios, positions and records that can be read."""
    paths = sorted(SCENARIOS.rglob("*.txt"))[::9]
    texts = [path.read_text(encoding="utf-8") for path in paths]
    head = "players 2  books 2  tubes  overflow  round 8  start 1  phase fortune\n"
    game = Game.from_position(head, Seeded(3))
    for number, _ in enumerate(play_on(game, [Policy(1), Policy(2)])):
        if number % 20 == 0 or game.outcome is not None:
            texts += [game.position(), game.record().rpartition("sum")[0]]
    return tuple(texts)


@st.composite
def misspelt(draw: st.DrawFn, line: str) -> str:
    """A line with one character of one of its words changed."""
    words = line.split(" ")
    place = draw(st.integers(0, len(words) - 1))
    word = words[place]
    if word:
        at = draw(st.integers(0, len(word) - 1))
        words[place] = word[:at] + draw(st.sampled_from('0139WQGx@=-_"#')) + word[at + 1 :]
    return " ".join(words)


@st.composite
def mutations(draw: st.DrawFn) -> str:
    """A valid text with some lines, words or characters changed."""
    lines = draw(st.sampled_from(valid_texts())).splitlines()
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(lines) - 1))
        words = lines[place].split(" ")
        match draw(st.integers(0, 7)):
            case 0:
                lines[place] = ""
            case 1:
                lines.insert(place, draw(st.sampled_from(lines)))
            case 2:
                words[draw(st.integers(0, len(words) - 1))] = draw(st.sampled_from(WORDS))
                lines[place] = " ".join(words)
            case 3:
                words.insert(draw(st.integers(0, len(words))), draw(st.sampled_from(WORDS)))
                lines[place] = " ".join(words)
            case 4:
                cut = draw(st.integers(0, len(lines[place])))
                lines[place] = lines[place][:cut] + draw(st.text(max_size=3)) + lines[place][cut:]
            case 5:
                lines = lines[: place + 1]
            case _:
                lines[place] = draw(misspelt(lines[place]))
    return "\n".join(lines)


@st.composite
def misfits(draw: st.DrawFn) -> str:
    """A short head in which some keys have values that fit them, or don't."""
    value = st.sampled_from(JUNK)
    of_seat = draw(st.lists(st.tuples(st.sampled_from(SEAT_KEYS), value), min_size=1, max_size=3))
    of_head = draw(st.lists(st.tuples(st.sampled_from(HEAD_KEYS[1:]), value), max_size=1))
    head = " ".join(word for pair in of_head for word in pair)
    seat = " ".join(word for pair in of_seat for word in pair)
    book = draw(st.sampled_from(["books 1", "books 2  tubes", "books 3  overflow"]))
    return f"players 2  {book}  {head}\nseat 0  {seat}\n"


@st.composite
def salads(draw: st.DrawFn) -> str:
    """Lines of words that all mean something, in any order."""
    word = st.sampled_from(WORDS)
    line = st.lists(word, max_size=10).map(" ".join)
    lines = draw(st.lists(line, max_size=8))
    start = draw(
        st.sampled_from(
            ["", "players 2\n", f"rules {RULES_VERSION}\nplayers 2\n", "players 4 tubes\n"]
        )
    )
    return start + "\n".join(lines)


@pytest.mark.parametrize("reader", READERS)
@examples(800)
@given(text=mutations())
def test_changed_texts_are_read_or_refused_in_one_line(reader: str, text: str) -> None:
    """Scenarios, positions and records with something changed."""
    check(READERS[reader], with_sum(text) if reader in ("record", "verify") else text)


@pytest.mark.parametrize("reader", READERS)
@examples(300)
@given(text=salads())
def test_word_salads_are_read_or_refused_in_one_line(reader: str, text: str) -> None:
    """Every word is one of the language, and most of them stand in the wrong place."""
    check(READERS[reader], with_sum(text) if reader in ("record", "verify") else text)


@pytest.mark.parametrize("reader", ["position", "scenario"])
@examples(600)
@given(text=misfits())
def test_heads_of_misfits_are_read_or_refused_in_one_line(reader: str, text: str) -> None:
    """Keys with values that belong to other keys, and with chips and spaces that don't exist."""
    check(READERS[reader], text)


@pytest.mark.parametrize("reader", READERS)
@examples(100)
@given(data=st.binary(max_size=200))
def test_bytes_are_refused_in_one_line(reader: str, data: bytes) -> None:
    """Binary files, as text: nothing in them is a game."""
    text = data.decode("utf-8", "replace")
    check(READERS[reader], text)
    check(READERS[reader], with_sum(text))


@examples(200)
@given(text=st.text(max_size=40) | st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join))
def test_actions_are_parsed_or_refused_in_one_line(text: str) -> None:
    """Any text that is no action says so."""
    check(parse, text)


# --- parse(format(x)) == x -----------------------------------------------------------------------


def test_every_action_is_read_from_its_text() -> None:
    """Equal actions are the same object; white space and the order of purchases don't matter."""
    for action in ACTIONS.values():
        assert parse(str(action)) is action
        assert parse(f"  {str(action).replace(' ', '   ')} ") is action
        if len(action.words) == 2:
            assert parse(f"buy {action.words[1]} {action.words[0]}") is action


@examples(100)
@given(setup=setups())
def test_setups_round_trip_through_a_head(setup: Setup) -> None:
    """The first line of a position says the whole set-up but the start player."""
    read = Game.from_position(setup_line(setup)).setup
    assert read == replace(setup, start=0)
    assert hash(read) == hash(replace(setup, start=0))


@examples(200)
@given(st.lists(st.integers(0, 30), min_size=18, max_size=18))
def test_multisets_round_trip(counts: list[int]) -> None:
    """W1x4 B2 and the like."""
    assert read_kinds(split_line(format_kinds(counts), 1)) == counts


@examples(200)
@given(st.lists(st.tuples(st.sampled_from(KIND_CODES), st.integers(1, 52)), max_size=20))
def test_pots_round_trip(placed: list[tuple[str, int]]) -> None:
    """Chips on spaces that never go back."""
    pot = sorted(placed, key=lambda chip: chip[1])
    read = read_pot(split_line(format_pot(pot), 1))
    assert [(KIND_CODES[kind], space) for kind, space in read] == pot


@examples(300)
@given(st.text(max_size=30))
def test_quoted_texts_round_trip(text: str) -> None:
    """Names and secrets, with quotes, backslashes and blanks; ends of lines become blanks."""
    (word,) = split_line(quote(text), 1)
    assert word.quoted
    assert len(word.text) == len(text)
    assert all(a == b or b == " " for a, b in zip(text, word.text, strict=True))
    assert split_line(quote(word.text), 1) == (word,)


@examples(25)
@given(starts())
def test_heads_round_trip(start: Start) -> None:
    """A position that is read and written again is the same text."""
    text = start.game().position()
    assert Game.from_position(text, Seeded(1)).position() == text
