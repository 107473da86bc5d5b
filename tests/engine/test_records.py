"""Records: whole games as text, known as cut, edited or foreign, and verified (api section 3)."""

import hashlib
import re
from collections.abc import Callable

import pytest

from quedlinburg import Game, Pledge, Seeded, Setup
from quedlinburg.engine.notation.lexer import TextError
from quedlinburg.engine.notation.record import verify
from quedlinburg.engine.version import RULES_VERSION
from quedlinburg.testing.builders import summed
from quedlinburg.testing.policies import Policy, play_on

NAMES = ('Ann "the  quack"', "Bo\\b", "Čeněk")
PLEDGE = Pledge('a  secret \\ with "quotes"', {0: "salt", 2: "old  boot"})
SETUP = Setup(players=3, books=3, edition={"rubies": 2}, tubes=True, stir="always", start=1)
POLICIES = [Policy(seat) for seat in range(3)]


@pytest.fixture(scope="module")
def finished() -> str:
    """The record of a whole game with names, a date, nonces and a secret."""
    game = Game.new(SETUP, pledge=PLEDGE, names=NAMES, date="2026-11-15 20:00")
    for _ in play_on(game, POLICIES):
        pass
    return game.record()


@pytest.fixture(scope="module")
def unfinished() -> str:
    """The record of a game that was left in round 2."""
    game = Game.new(SETUP, pledge=PLEDGE, names=NAMES)
    for _ in play_on(game, POLICIES):
        if game.round == 2:
            break
    return game.record()


def test_a_record_says_who_when_and_under_which_rules(finished: str) -> None:
    """The head of a record, in this order."""
    lines = finished.splitlines()
    commit = hashlib.sha256(PLEDGE.secret.encode()).hexdigest()
    assert lines[:8] == [
        f"rules {RULES_VERSION}",
        f"commit {commit}",
        'nonce 0 "salt"',
        'nonce 2 "old  boot"',
        'name 0 "Ann \\"the  quack\\""',
        'name 1 "Bo\\\\b"',
        'name 2 "Čeněk"',
        "date 2026-11-15 20:00",
    ]
    assert lines[8].startswith("players 3  books 3  edition north_star rubies=2  tubes")
    assert lines[-3] == 'secret "a  secret \\\\ with \\"quotes\\""'
    assert re.fullmatch(r"end winners [0-2]( [0-2])* points \d+ \d+ \d+", lines[-2])
    assert re.fullmatch(r"sum [0-9a-f]{64}", lines[-1])


def test_the_sum_is_over_all_lines_before_with_their_newlines(finished: str) -> None:
    """Anybody can work it out."""
    body, _, digest = finished.rstrip("\n").rpartition("\nsum ")
    assert hashlib.sha256(f"{body}\n".encode()).hexdigest() == digest


def test_reading_a_record_gives_the_whole_game(finished: str) -> None:
    """Heading, events and outcome."""
    game = Game.from_record(finished)
    assert game.heading.names == NAMES
    assert game.heading.date == "2026-11-15 20:00"
    assert dict(game.heading.nonces) == dict(PLEDGE.nonces)
    assert game.heading.secret == PLEDGE.secret
    assert game.outcome is not None
    assert game.record() == finished


def test_an_unfinished_game_goes_on_with_the_given_luck(unfinished: str) -> None:
    """It hides its secret, and plays on as the first one would have."""
    assert unfinished.splitlines()[-2] == "unfinished"
    assert "secret" not in unfinished
    one = Game.from_record(unfinished, Seeded(PLEDGE.seed))
    for _ in play_on(one, POLICIES):
        pass
    whole = Game.new(SETUP, pledge=PLEDGE)
    for _ in play_on(whole, POLICIES):
        pass
    assert list(one.events) == list(whole.events)


def test_a_secret_that_is_not_known_is_not_written(unfinished: str) -> None:
    """A record that was read goes on without the secret of the first game."""
    game = Game.from_record(unfinished)
    assert game.heading.secret is None
    assert game.heading.commit == PLEDGE.commit


# --- what is wrong with a record -----------------------------------------------------------------

Change = Callable[[str], str]


def replaced(pattern: str, new: str) -> Change:
    """Change the first place, and give the record its right sum again."""
    return lambda text: summed(re.sub(pattern, new, text, count=1, flags=re.MULTILINE))


WRONG: dict[str, tuple[Change, str]] = {
    "empty": (lambda text: "", "the record is cut: its last line must be `sum` and a SHA-256"),
    "cut in half": (
        lambda text: text[: len(text) // 2],
        "the record is cut: its last line must be `sum` and a SHA-256",
    ),
    "without its last line": (
        lambda text: text.rpartition("sum")[0],
        "the record is cut: its last line must be `sum` and a SHA-256",
    ),
    "one chip edited": (
        lambda text: text.replace("luck W1", "luck W2", 1),
        "the record was changed: its sum is not that of its lines",
    ),
    "one name edited": (
        lambda text: text.replace("Čeněk", "Cenek"),
        "the record was changed: its sum is not that of its lines",
    ),
    "another sum": (
        lambda text: re.sub(r"sum \w+", f"sum {'0' * 64}", text),
        "the record was changed: its sum is not that of its lines",
    ),
    "another version": (
        replaced(r"^rules \d+", "rules 999"),
        f"line 1: rules 999: this program plays rules {RULES_VERSION}",
    ),
    "no version": (
        replaced(r"^rules \d+\n", ""),
        "line 8: 'players': expected a record, which begins with `rules` and a version",
    ),
    "a version that is no number": (
        replaced(r"^rules \d+", "rules next"),
        "line 1: 'next': expected a rules version, a number from 1 to 999999",
    ),
    "a commit that is none": (
        replaced(r"^commit \w+", "commit 12ab"),
        "line 2: '12ab': expected a SHA-256 in hexadecimal",
    ),
    "a name without a seat": (
        replaced(r"^name 0", "name"),
        "line 5: 'name': expected name SEAT and a quoted text",
    ),
    "a name of a seat that is not there": (
        replaced(r"^name 2", "name 3"),
        "name, seal, nonce: expected seats from 0 to 2",
    ),
    "other winners": (replaced(r"^end winners [0-2]", "end winners 3"), "expected 'end winners"),
    "other points": (replaced(r"^(end .*) \d+$", r"\1 999"), "expected 'end winners"),
    "no end": (replaced(r"^end .*\n", ""), "expected 'end winners"),
    "said to be unfinished": (replaced(r"^end .*$", "unfinished"), "expected 'end winners"),
    "luck left out": (replaced(r"^(\d draw)  luck .*$", r"\1"), "luck is missing"),
    "luck too much": (replaced(r"^(\d draw  luck .*)$", r"\1 W1"), "luck is left over: W1"),
    "an action twice": (replaced(r"^(\d buy.*)$", r"\1\n\1"), "nothing to decide|is not legal"),
    "a word that is no key": (
        replaced(r"^begin", "start the game\nbegin"),
        "expected a seat|one value for start|one of",
    ),
}


@pytest.mark.parametrize(("change", "message"), WRONG.values(), ids=WRONG)
def test_a_wrong_record_is_refused_in_one_line(finished: str, change: Change, message: str) -> None:
    """Cut, edited, of other rules, or not what the rules lead to."""
    changed = change(finished)
    assert changed != finished
    with pytest.raises(TextError) as refused:
        Game.from_record(changed)
    assert "\n" not in str(refused.value)
    assert message in str(refused.value) or re.search(message, str(refused.value))


def test_a_game_that_is_not_over_can_not_be_said_to_be(unfinished: str) -> None:
    """The other way round."""
    ended = summed(unfinished.replace("unfinished", "end winners 0 points 1 2 3"))
    with pytest.raises(TextError, match="says that the game is over, but it is not"):
        Game.from_record(ended)


@pytest.mark.parametrize(
    ("ending", "message"),
    [
        ("unfinished\n0 draw", "'0': expected nothing after the end but `sum`"),
        ('unfinished\nname 0 "Di"', "'name': expected nothing after the end but `sum`"),
        ("unfinished business", "'business': expected nothing after unfinished"),
    ],
)
def test_nothing_stands_behind_the_end(unfinished: str, ending: str, message: str) -> None:
    """A record that says more than its end was not written by this program."""
    changed = summed(unfinished.replace("unfinished", ending))
    with pytest.raises(TextError, match=re.escape(message)):
        Game.from_record(changed)


# --- verifying -----------------------------------------------------------------------------------


def test_a_fair_game_is_verified(finished: str) -> None:
    """Every outcome came from secret and nonces; these are older than seals, which is said."""
    game, said = verify(finished, Game)
    assert game.outcome is not None
    kept = r"the rules were kept, and all \d+ outcomes came from the seed"
    older = "; its nonces were not sealed: whoever knew the secret could choose one"
    assert re.fullmatch(kept + older, said)


def test_an_unfinished_game_has_its_rules_verified(unfinished: str) -> None:
    """Its secret is not yet shown."""
    assert "unfinished, its secret not yet shown" in verify(unfinished, Game)[1]


def test_a_game_without_a_secret_has_its_rules_verified(finished: str) -> None:
    """Scripted games, physical tables, seeds of bytes."""
    game = Game.new(Setup(players=2), seed=b"\x00\x01")
    for _ in play_on(game, POLICIES):
        pass
    assert "there is no secret" in verify(game.record(), Game)[1]


UNFAIR: dict[str, tuple[Change, str]] = {
    "another secret": (
        replaced(r'^secret ".*"$', 'secret "another"'),
        "the secret is not the one that was promised: its SHA-256 is not `commit`",
    ),
    "another nonce": (
        replaced(r'^nonce 0 "salt"', 'nonce 0 "pepper"'),
        r"begin: the luck is not that of the seed|action \d+ .* the seed says",
    ),
    "no nonce": (
        replaced(r'^nonce 2 ".*"\n', ""),
        r"begin: the luck is not that of the seed|action \d+ .* the seed says",
    ),
}


@pytest.mark.parametrize(("change", "message"), UNFAIR.values(), ids=UNFAIR)
def test_an_unfair_game_is_found_out(finished: str, change: Change, message: str) -> None:
    """The rules may have been kept, but the draws are not those that were promised."""
    changed = change(finished)
    assert Game.from_record(changed).outcome is not None
    with pytest.raises(TextError, match=message):
        verify(changed, Game)


def test_a_draw_that_was_made_up_is_named() -> None:
    """The rules allow it, the seed does not: the first such action is told."""
    honest = Game.new(Setup(players=2, start=0), seed="quack")
    cheat = Game.new(Setup(players=2, start=0), seed="quack")
    cheat.set_luck(Seeded("better"))
    for game in (honest, cheat):
        for _ in play_on(game, POLICIES):
            pass
    assert verify(honest.record(), Game)[0] == honest
    with pytest.raises(
        TextError, match=r"action \d+ \(\d draw\): the record says .*, the seed says"
    ):
        verify(cheat.record(), Game)


# --- what can't be written -----------------------------------------------------------------------


@pytest.mark.parametrize("date", ["2026 # today", 'the "ides"', " 2026", "a\nb", "two  blanks"])
def test_a_date_that_could_not_be_read_again_is_refused(date: str) -> None:
    """Words on one line with single blanks between them."""
    with pytest.raises(ValueError, match=r"date: .* is not allowed"):
        Game.new(Setup(players=2), seed=1, date=date)


@pytest.mark.parametrize("text", ["two\nlines", "car\rriage", "nu\0ll", "\ufffd", "no\udc80text"])
def test_secrets_and_nonces_are_one_line_each(text: str) -> None:
    """Otherwise a record could not be verified."""
    with pytest.raises(ValueError, match="must each be one line of text"):
        Pledge(text)
    with pytest.raises(ValueError, match="must each be one line of text"):
        Pledge("secret", {0: text})


def test_names_of_several_lines_become_one() -> None:
    """A name is for reading; the record stays readable."""
    game = Game.new(Setup(players=2), seed=1, names=("Ann\nthe quack", "B\0o"))
    assert Game.from_record(game.record()).heading.names == ("Ann the quack", "B o")


def test_chips_aside_are_owned_so_that_no_supply_is_written_for_them() -> None:
    """A toadstool laid aside belongs to its seat as one in the bag does (R4.16)."""
    game = Game.from_position("players 2  books 2  round 4\nseat 0  aside R1 R2\n")
    assert "supply" not in game.position()
    assert "aside R1 R2" in game.position()
