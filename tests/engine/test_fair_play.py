"""Fair play: a secret is promised, seats seal nonces, and the seed follows; books come from it."""

import hashlib

from quedlinburg import Game, Pledge, Setup
from quedlinburg.engine.notation.record import verify


def sha(text: str) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def test_the_commit_is_the_sha_256_of_the_secret() -> None:
    """It is published before the game; nonces don't change it."""
    assert Pledge("quack").commit == sha("quack")
    assert Pledge("quack", {1: "x"}).commit == sha("quack")


def test_without_nonces_the_seed_is_the_secret() -> None:
    """Then a seed and a secret are the same."""
    assert Pledge("quack").seed == "quack"
    game = Game.new(Setup(players=2), pledge=Pledge("quack"))
    assert game == Game.new(Setup(players=2), seed="quack")


def test_nonces_are_joined_in_order_of_seats_by_newlines() -> None:
    """Whatever the order in which they came."""
    assert Pledge("quack", {2: "c", 0: "a"}).seed == sha("quack\na\nc")
    assert Pledge("quack", {0: "a", 2: "c"}).seed == sha("quack\na\nc")


def test_a_nonce_changes_the_game() -> None:
    """Nobody who knows the secret alone knows the draws."""
    games = [Game.new(Setup(players=2), pledge=Pledge("quack", {0: n})) for n in ("a", "b")]
    lucks = []
    for game in games:
        for _ in range(4):
            game.act(0, game.legal_actions(0)[0])
        lucks.append([getattr(event, "kind", None) for event in game.events])
    assert lucks[0] != lucks[1]


def test_a_drawn_secret_has_256_bits() -> None:
    """From the system, another one each time."""
    secrets = {Pledge.drawn().secret for _ in range(4)}
    assert len(secrets) == 4
    assert all(len(secret) == 64 and int(secret, 16) >= 0 for secret in secrets)


def test_a_pledge_shows_its_secret_to_nobody() -> None:
    """Its text leaves the secret out, so that no log line has it."""
    assert "quack" not in repr(Pledge("quack"))
    game = Game.new(Setup(players=2), pledge=Pledge("quack"))
    assert "quack" not in repr(game.heading)
    assert "quack" not in repr(game)


def test_an_empty_seed_is_a_secret_like_any_other() -> None:
    """A game from the seed "" can be verified: what was promised is shown at the end."""
    game = Game.new(Setup(players=2, books=1), seed="")
    while waiting := game.waiting:
        game.act(waiting[0], game.legal_actions(waiting[0])[0])
    assert 'secret ""\n' in game.record()
    assert verify(game.record(), Game)[1].endswith("outcomes came from the seed")
