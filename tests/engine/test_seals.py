"""Seals: nonces are fixed before any is shown; records hold them, and verification checks them."""

import hashlib
import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quedlinburg import Game, Pledge, Scripted, Seeded, Setup
from quedlinburg.engine.fairness import seal_of
from quedlinburg.engine.notation.lexer import TextError
from quedlinburg.engine.notation.record import verify
from quedlinburg.testing.builders import summed
from quedlinburg.testing.policies import Policy, play_on

SETUP = Setup(players=3, start=0)
NONCES = {0: "salt", 2: "Old-boot_7"}
SEALS = {seat: seal_of(nonce) for seat, nonce in NONCES.items()}
POLICIES = [Policy(seat) for seat in range(3)]
nonces = st.dictionaries(st.integers(0, 3), st.from_regex(r"[0-9A-Za-z_-]{1,64}", fullmatch=True))
KEPT = r"the rules were kept, and all \d+ outcomes came from the seed"


def sha(text: str) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def played(pledge: Pledge, *, lot_books: bool = False) -> str:
    """The record of a whole game with a pledge's luck."""
    game = Game.new(SETUP, pledge=pledge, lot_books=lot_books)
    for _ in play_on(game, POLICIES):
        pass
    return game.record()


@pytest.fixture(scope="module")
def sealed() -> str:
    """The record of a game with two sealed nonces and books by lot."""
    return played(Pledge("quack", NONCES, SEALS), lot_books=True)


@pytest.fixture(scope="module")
def gappy() -> str:
    """The record of a game in which the nonce of seat 2 did not come."""
    return played(Pledge("quack", {0: "salt"}, SEALS))


# --- the seed ------------------------------------------------------------------------------------


@given(st.text("0123456789abcdef", min_size=1), nonces, st.sets(st.integers(0, 3)))
def test_the_seed_is_the_hash_of_secret_nonces_and_seals_of_missing_ones(
    secret: str, every: dict[int, str], lost: set[int]
) -> None:
    """In order of the sealed seats, joined by newlines; without seals the secret itself."""
    seals = {seat: sha(nonce) for seat, nonce in every.items()}
    came = {seat: nonce for seat, nonce in every.items() if seat not in lost}
    parts = [secret, *(came.get(seat, seals[seat]) for seat in sorted(seals))]
    pledge = Pledge(secret, came, seals)
    assert pledge.seed == (sha("\n".join(parts)) if seals else secret)
    assert pledge.missing == tuple(sorted(set(seals) - set(came)))


@given(nonces.filter(len), st.data())
def test_another_nonce_than_the_sealed_one_is_refused(
    every: dict[int, str], data: st.DataObject
) -> None:
    """Whichever seat tries it."""
    seals = {seat: seal_of(nonce) for seat, nonce in every.items()}
    seat = data.draw(st.sampled_from(sorted(every)))
    other = data.draw(st.from_regex(r"[0-9A-Za-z_-]{1,64}", fullmatch=True))
    if other != every[seat]:
        with pytest.raises(ValueError, match=f"nonce {seat}: it does not fit its seal"):
            Pledge("quack", {**every, seat: other}, seals)


@pytest.mark.parametrize("nonce", ["", "x\n", "\nx", "a b", "ä", "x" * 65, "x\0", "x.y"])
def test_a_nonce_has_1_to_64_letters_digits_hyphens_or_underscores(nonce: str) -> None:
    """The whole text: a newline at its end is not let by."""
    with pytest.raises(ValueError, match="nonce: expected 1 to 64"):
        seal_of(nonce)
    with pytest.raises(ValueError, match=r"nonce 0: expected 1 to 64|one line of text"):
        Pledge("quack", {0: nonce}, {0: sha(nonce)})


@pytest.mark.parametrize("seal", ["", "0" * 63, "A" * 64, "0" * 64 + "\n", "g" * 64])
def test_a_seal_is_64_hexadecimal_digits(seal: str) -> None:
    """In lower case, and nothing after them."""
    with pytest.raises(ValueError, match="seal 1: expected a SHA-256 in hexadecimal"):
        Pledge("quack", {}, {1: seal})


def test_a_nonce_without_a_seal_beside_sealed_ones_is_refused() -> None:
    """Nobody adds to the seed after the seals are closed."""
    with pytest.raises(ValueError, match="nonce 1: it has no seal"):
        Pledge("quack", {0: "salt", 1: "late"}, {0: SEALS[0]})


# --- who knows the secret ------------------------------------------------------------------------


def chosen_nonce(seed_with: Callable[[str], str]) -> tuple[str, str]:
    """The first nonce whose expected seed gives seat 0 its first three draws; and that seed."""
    for number in range(100_000):
        seed = seed_with(f"try{number}")
        luck = Seeded(seed)
        if all(luck.number(b"0 1 draw %d" % n, 9 - n) == 0 for n in range(3)):
            return f"try{number}", seed
    raise AssertionError("no such nonce")


def test_who_knows_the_secret_chooses_the_draws_where_nonces_are_open() -> None:
    """What seals are for: the older formula, with the other seat's nonce in plain sight."""
    nonce, expected = chosen_nonce(lambda own: Pledge("quack", {0: own, 1: "open"}).seed)
    assert Pledge("quack", {0: nonce, 1: "open"}).seed == expected


def test_who_knows_the_secret_does_not_choose_the_draws_where_another_seat_sealed() -> None:
    """Of the other seat only the seal is known when the own one is fixed: the seed is another."""
    hidden = "c6b2a1f09d3e4785"
    other = {1: seal_of(hidden)}

    def expected_seed(own: str) -> str:
        """All that can be worked out without the other's nonce."""
        return Pledge("quack", {0: own}, {0: seal_of(own), **other}).seed

    nonce, expected = chosen_nonce(expected_seed)
    begun = Pledge("quack", {0: nonce, 1: hidden}, {0: seal_of(nonce), **other})
    assert begun.seed != expected
    luck = Seeded(begun.seed)
    assert [luck.number(b"0 1 draw %d" % n, 9 - n) for n in range(3)] != [0, 0, 0]


# --- books ---------------------------------------------------------------------------------------


def test_books_by_lot_are_the_first_numbers_of_the_table() -> None:
    """Seat `table`, purpose `books`, for green, blue, red, yellow, purple in this order."""
    seed = "quack"
    expected = {}
    for count, colour in enumerate(("green", "blue", "red", "yellow", "purple")):
        text = f"table 0 books {count}".encode()
        digest = hashlib.blake2b(text, key=seed.encode(), digest_size=8).digest()
        expected[colour] = 1 + int.from_bytes(digest, "big") % 4
    game = Game.new(SETUP, seed=seed, lot_books=True)
    assert game.setup.book_numbers == Seeded(seed).books() == expected
    assert len(set(expected.values())) > 1


def test_every_book_can_be_drawn() -> None:
    """Each of the four, for each colour."""
    drawn = [Seeded(seed).books() for seed in range(200)]
    for colour in ("green", "blue", "red", "yellow", "purple"):
        assert {books[colour] for books in drawn} == {1, 2, 3, 4}


def test_only_a_seed_draws_books() -> None:
    """Another luck can't be checked afterwards, and unsealed nonces are older than lots."""
    with pytest.raises(ValueError, match="lot_books: nonces must be sealed"):
        Game.new(SETUP, pledge=Pledge("quack", {0: "a"}), lot_books=True)
    with pytest.raises(ValueError, match="lot_books: only a seed draws books"):
        Game.new(SETUP, luck=Scripted(()), lot_books=True)


# --- records -------------------------------------------------------------------------------------


def test_a_record_has_seals_nonces_and_the_lot(sealed: str, gappy: str) -> None:
    """In order of seats, below the commit; a seal without a nonce says that it was missing."""
    assert sealed.splitlines()[1:7] == [
        f"commit {sha('quack')}",
        f"seal 0 {SEALS[0]}",
        f"seal 2 {SEALS[2]}",
        'nonce 0 "salt"',
        'nonce 2 "Old-boot_7"',
        "lot books",
    ]
    assert "nonce 2" not in gappy
    assert f"seal 2 {SEALS[2]}" in gappy


def test_a_record_with_seals_is_read_and_written_the_same(sealed: str, gappy: str) -> None:
    """Nothing of them gets lost."""
    assert Game.from_record(sealed).record() == sealed
    assert Game.from_record(gappy).record() == gappy


def test_a_sealed_game_is_verified_and_missing_nonces_are_named(sealed: str, gappy: str) -> None:
    """Seed, draws and books; whose nonce did not come is said in words."""
    assert re.fullmatch(KEPT + ", the books too", verify(sealed, Game)[1])
    missing = "; the nonce of seat 2 is missing, its seal counts in its place"
    assert re.fullmatch(KEPT + missing, verify(gappy, Game)[1])


def test_a_record_without_seals_is_verified_by_the_older_formula() -> None:
    """Secret and nonces in order of seats; what that was worth is said."""
    older = played(Pledge("quack", NONCES))
    assert "seal" not in older
    said = verify(older, Game)[1]
    assert re.fullmatch(KEPT + "; its nonces were not sealed: .*", said)


def test_an_unfinished_sealed_game_names_its_missing_nonces() -> None:
    """They are known from the start on, the secret is not."""
    game = Game.new(SETUP, pledge=Pledge("quack", {0: "salt"}, SEALS))
    said = verify(game.record(), Game)[1]
    assert "unfinished" in said
    assert said.endswith("; the nonce of seat 2 is missing, its seal counts in its place")


Change = Callable[[str], str]
UNLIKE_SEED = r"begin: the luck is not that of the seed|action \d+ .* the seed says|books: "


def replaced(pattern: str, new: str) -> Change:
    """Change every such place, and give the record its right sum again."""
    return lambda text: summed(re.sub(pattern, new, text, flags=re.MULTILINE))


REFUSED: dict[str, tuple[Change, str]] = {
    "another nonce": (
        replaced('^nonce 0 "salt"', 'nonce 0 "pepper"'),
        "nonce 0: it does not fit its seal",
    ),
    "a nonce that is none": (
        replaced('^nonce 0 "salt"', 'nonce 0 "sa lt"'),
        "nonce 0: expected 1 to 64 letters, digits, - or _",
    ),
    "another seal": (
        replaced("^seal 2 .*$", f"seal 2 {'0' * 64}"),
        "nonce 2: it does not fit its seal",
    ),
    "nonce and seal exchanged for others": (
        lambda text: summed(text.replace('"salt"', '"a"').replace(SEALS[0], seal_of("a"))),
        UNLIKE_SEED,
    ),
    "a seal removed": (replaced("^seal 2 .*\n", ""), "nonce 2: it has no seal"),
    "a seal removed with its nonce": (replaced("^(seal|nonce) 2 .*\n", ""), UNLIKE_SEED),
    "all seals removed": (replaced("^seal .*\n", ""), "the nonces have no `seal`"),
    "a nonce removed": (replaced("^nonce 2 .*\n", ""), UNLIKE_SEED),
    "a seal added": (
        replaced("^lot books", f"seal 1 {'0' * 64}\nlot books"),
        UNLIKE_SEED,
    ),
    "a seal twice": (replaced("^(seal 0 .*)$", r"\1\n\1"), "expected one seal only"),
    "a nonce twice": (replaced("^(nonce 0 .*)$", r"\1\n\1"), "expected one nonce only"),
    "a commit twice": (replaced("^(commit .*)$", r"\1\n\1"), "expected one commit only"),
    "a seal that is no SHA-256": (
        replaced("^seal 0 .*$", "seal 0 12ab"),
        "expected a SHA-256 in hexadecimal",
    ),
    "a seal in capitals": (
        replaced("^seal 0 .*$", f"seal 0 {SEALS[0].upper()}"),
        "expected a SHA-256 in hexadecimal",
    ),
    "a seal without a seat": (
        replaced("^seal 0 .*$", f"seal {SEALS[0]}"),
        "expected seal SEAT and a SHA-256",
    ),
    "a seal of a seat that is not there": (
        replaced("^(seal|nonce) 2", r"\1 3"),
        "name, seal, nonce: expected seats from 0 to 2",
    ),
    "the secret left out": (
        replaced("^secret .*\n", ""),
        "a secret was promised .* the game is over without a `secret`",
    ),
    "secret and commit left out": (
        replaced("^(secret|commit) .*\n", ""),
        "nonces were sealed .* but no secret was promised",
    ),
    "another secret": (
        replaced("^secret .*$", 'secret "duck"'),
        "the secret is not the one that was promised",
    ),
    "another lot": (replaced("^lot books", "lot chips"), "what was left to chance, one of books"),
}


@pytest.mark.parametrize(("change", "message"), REFUSED.values(), ids=REFUSED)
def test_a_record_that_breaks_its_promise_is_refused_in_one_line(
    sealed: str, change: Change, message: str
) -> None:
    """Whatever was taken out, put in or exchanged."""
    changed = change(sealed)
    assert changed != sealed
    with pytest.raises(TextError, match=message) as refused:
        verify(changed, Game)
    assert "\n" not in str(refused.value)


def test_books_that_were_chosen_are_not_taken_for_drawn_ones() -> None:
    """The same luck with other books, said to be by lot."""
    chosen = played(Pledge("quack", NONCES, SEALS))
    claimed = summed(chosen.replace("\nplayers 3", "\nlot books\nplayers 3", 1))
    assert claimed != chosen
    with pytest.raises(TextError, match=r"books: the record says green=1 .*, the seed says green="):
        verify(claimed, Game)
