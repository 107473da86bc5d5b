"""Luck is a port: seeded, worked out by hand with hashlib; scripted; listed (api section 1)."""

import hashlib
from collections import Counter
from fractions import Fraction

import pytest

from quedlinburg import Game, Listed, LuckError, Scripted, Seeded, Setup
from quedlinburg.engine.events import ChipDrawn, DieRolled
from quedlinburg.engine.luck import Unknown
from quedlinburg.rules.constants import CARD_IDS, DIE_FACES
from quedlinburg.testing.builders import table

# The bag of the set-up, in the order of kinds.
BAG = ["W1"] * 4 + ["W2"] * 2 + ["W3", "O1", "G1"]
TWO = "players 2  books 4\n"


def number(seed: bytes, text: str) -> int:
    """A number of the stream, as the contract says: BLAKE2b keyed by the seed."""
    return int.from_bytes(hashlib.blake2b(text.encode(), key=seed, digest_size=8).digest(), "big")


class TestSeeded:
    """Anybody can check it."""

    def test_worked_example_of_draws(self) -> None:
        """Seat 0 of round 1: the number counts through the bag in the order of kinds."""
        game = Game.from_position(TWO, Seeded("quack"))
        left = list(BAG)
        for count in range(3):
            kind = left.pop(number(b"quack", f"0 1 draw {count}") % len(left))
            drawn = [event.kind for event in game.act(0, "draw") if isinstance(event, ChipDrawn)]
            assert drawn == [kind]

    def test_worked_example_of_cards_and_the_start_player(self) -> None:
        """The seat is `table`; the start player belongs to round 0."""
        game = Game.new(Setup(players=3), seed="quack")
        assert game.start == number(b"quack", "table 0 start 0") % 3
        assert game.view(None).cards_used == (CARD_IDS[number(b"quack", "table 1 card 0") % 24],)

    def test_worked_example_of_a_look(self) -> None:
        """Looks have a stream of their own, and no chip is looked at twice."""
        head = "players 2  round 5  phase fortune  card opportune_moment\n"
        game = Game.from_position(f"{head}seat 0  bag W1x3 O1x2 K1 B1x2", Seeded(7))
        left = ["W1"] * 3 + ["O1"] * 2 + ["B1"] * 2 + ["K1"]
        looked = [left.pop(number(b"7", f"0 5 look {i}") % len(left)) for i in range(4)]
        assert dict(game.view(0).looked) == Counter(looked)

    def test_worked_example_of_the_die(self) -> None:
        """Each seat has its own die."""
        head = "players 2  round 3  phase fortune  card donations\n"
        game = Game.from_position(head, Seeded(b"\x00\xff"))
        faces = {event.seat: event.face for event in game.events if isinstance(event, DieRolled)}
        for seat in (0, 1):
            assert faces[seat] == DIE_FACES[number(b"\x00\xff", f"{seat} 3 die 0") % 6]

    def test_numbers_beyond_the_last_whole_multiple_are_passed_over(self) -> None:
        """Reduced without bias: the next attempt has its number in the text."""
        bound = (1 << 63) + 1
        seeded = Seeded("k")
        texts = [b"%d" % i for i in range(40)]
        over = [text for text in texts if number(b"k", text.decode()) >= bound]
        assert over
        for text in over:
            attempt = 1
            while number(b"k", f"{text.decode()} {attempt}") >= bound:
                attempt += 1
            assert seeded.number(text, bound) == number(b"k", f"{text.decode()} {attempt}")

    def test_every_number_is_equally_likely(self) -> None:
        """A rough count: 6,000 rolls of six faces."""
        seeded = Seeded(1)
        rolls = Counter(seeded.number(b"%d" % i, 6) for i in range(6_000))
        assert set(rolls) == set(range(6))
        assert all(850 < count < 1_150 for count in rolls.values())

    def test_int_seeds_are_decimal_text_and_text_is_utf_8(self) -> None:
        """7, "7" and b"7" are the same seed."""
        numbers = {Seeded(seed).number(b"x", 10**9) for seed in (7, "7", b"7")}
        assert len(numbers) == 1
        assert Seeded("ü").number(b"x", 10**9) == Seeded("ü".encode()).number(b"x", 10**9)
        assert Seeded("8").number(b"x", 10**9) not in numbers

    def test_seeds_over_64_bytes_are_hashed_first(self) -> None:
        """A key of BLAKE2b has 64 bytes at most."""
        seed = "s" * 65
        key = hashlib.blake2b(seed.encode()).digest()
        assert Seeded(seed).number(b"x", 1 << 64) == number(key, "x")
        assert Seeded("s" * 64).number(b"x", 1 << 64) == number(b"s" * 64, "x")

    def test_ports_keep_no_state(self) -> None:
        """Two games share one port, and a copy goes on exactly as the original."""
        port = Seeded(3)
        one, other = Game.from_position(TWO, port), Game.from_position(TWO, port)
        for _ in range(3):
            one.act(0, "draw")
        twin = one.copy()
        for _ in range(3):
            other.act(0, "draw")
        assert other == one
        assert list(twin.act(1, "draw")) == list(one.act(1, "draw"))

    def test_a_seed_is_drawn_from_the_system(self) -> None:
        """Without one, two games differ."""
        secrets = {Game.new(Setup(players=2)).heading.secret for _ in range(5)}
        assert len(secrets) == 5


class TestScripted:
    """Given outcomes, and clear words for those that are missing or impossible."""

    def test_outcomes_come_in_their_order(self) -> None:
        """A chip drawn, then the next one."""
        game = table(TWO, luck="W3 O1")
        game.act(0, "draw")
        game.act(1, "draw")
        assert [seat.pot for seat in game.view(None).seats] == [(("W3", 3),), (("O1", 1),)]

    @pytest.mark.parametrize(
        ("luck", "message"),
        [
            ("", "luck is missing: seat 0 draws from W1x4 W2x2 W3 O1 G1"),
            ("K1", "luck 'K1' is impossible: seat 0 draws from W1x4 W2x2 W3 O1 G1"),
            ("ruby", "luck 'ruby' is impossible: seat 0 draws from W1x4 W2x2 W3 O1 G1"),
        ],
    )
    def test_missing_and_impossible_chips_change_nothing(self, luck: str, message: str) -> None:
        """The game stands as before."""
        game = table(TWO, luck=luck)
        before = game.key(), len(game.events), game.position(), game.legal_actions(0)
        with pytest.raises(LuckError) as refused:
            game.act(0, "draw")
        assert str(refused.value) == message
        assert (game.key(), len(game.events), game.position(), game.legal_actions(0)) == before

    def test_a_script_that_ends_in_the_middle_changes_nothing(self) -> None:
        """The draw is there, the look is not."""
        game = table("players 2  books 1\nseat 0  bag B2 O1 W1", luck="B2 O1")
        before = game.key(), len(game.events)
        with pytest.raises(LuckError, match="luck is missing: seat 0 looks at 2 from W1"):
            game.act(0, "draw")
        assert (game.key(), len(game.events)) == before

    def test_impossible_faces_and_cards_are_named(self) -> None:
        """Die faces are 1vp, 2vp, ruby, droplet and O1; a card must be unused."""
        head = "players 2  round 9  card alms\nseat 0  pot O1@2\nseat 1  pot O1@1  stopped"
        with pytest.raises(LuckError, match="luck '3vp' is impossible: seat 0 rolls the die"):
            table(head, luck="3vp").act(0, "stop")
        head = head.replace("round 9", "round 8")
        game = table(f"{head}\nseat 0  rubies 0  exploded\nseat 1  rubies 0  exploded")
        game.set_luck(Scripted(["alms"], base=game.table.lucks))
        game.act(0, "choose vp")
        with pytest.raises(LuckError, match="luck 'alms' is impossible: a fortune card"):
            game.act(1, "choose vp")

    def test_a_script_draws_no_start_player(self) -> None:
        """It names what happens within rounds."""
        with pytest.raises(LuckError, match="give one with Setup"):
            Game.new(Setup(players=2), luck=Scripted(["alms"]))


class TestListed:
    """Where the list ends, the odds of what could come are raised."""

    def odds(self, text: str) -> dict[tuple[str, ...], Fraction]:
        """The odds of the first chance event of a head."""
        with pytest.raises(Unknown) as event:
            Game.from_position(text, Listed(()))
        return dict(event.value.odds)

    def test_the_odds_of_a_draw(self) -> None:
        """Each kind by its number in the bag."""
        game = Game.from_position(TWO)
        game.set_luck(Listed(()))
        with pytest.raises(Unknown) as event:
            game.act(0, "draw")
        expected = {"W1": 4, "W2": 2, "W3": 1, "O1": 1, "G1": 1}
        assert dict(event.value.odds) == {(k,): Fraction(n, 9) for k, n in expected.items()}

    def test_the_odds_of_the_die(self) -> None:
        """R1.4: six equal faces, two of them alike."""
        odds = self.odds("players 2  phase fortune  card donations")
        assert odds == {
            ("1vp",): Fraction(1, 3),
            ("2vp",): Fraction(1, 6),
            ("ruby",): Fraction(1, 6),
            ("droplet",): Fraction(1, 6),
            ("O1",): Fraction(1, 6),
        }

    def test_the_odds_of_a_card(self) -> None:
        """R2.4: the unused ones are equally likely."""
        odds = self.odds("players 2  phase fortune  used alms donations")
        assert odds == {(c,): Fraction(1, 22) for c in CARD_IDS if c not in ("alms", "donations")}

    def test_the_odds_of_a_look(self) -> None:
        """R4.11: a look is a multiset; ways of choosing 4 of 5 chips."""
        head = "players 2  phase fortune  card opportune_moment\n"
        odds = self.odds(f"{head}seat 0  bag W1x3 O1 B1")
        assert odds == {
            ("W1", "W1", "W1", "O1"): Fraction(1, 5),
            ("W1", "W1", "W1", "B1"): Fraction(1, 5),
            ("W1", "W1", "O1", "B1"): Fraction(3, 5),
        }
