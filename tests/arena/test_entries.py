"""Who may enter: built-in bots by name, one's own by module."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from quedlinburg.arena.contest import Contest
from quedlinburg.arena.entries import check, policy_number, policy_weights
from quedlinburg.arena.fingerprint import code_name, program_name
from quedlinburg.arena.runner import run
from quedlinburg.bots.weights import FOLDER

OWN = '''
from quedlinburg.bots import make_bot


class First:
    """Takes the first option."""

    name = "first"

    def __init__(self, seed):
        pass

    def decide(self, view, legal_actions):
        return legal_actions[0]
'''


@pytest.mark.parametrize(
    ("seats", "plain", "said"),
    [
        (("novice", "wizard"), False, "'wizard' is not known; known: cautious"),
        (("novice", "wizard"), True, "'wizard' is not known"),
        (("novice", "cautious"), False, "'cautious' only plays in plain Python; add --plain"),
        (("novice", "mine:Bot"), False, "'mine:Bot' only plays in plain Python; add --plain"),
        (("novice", "no_such_module:Bot"), True, "can't be loaded: No module named"),
        (("novice", "json:Bot"), True, "can't be loaded: json has no Bot"),
        (("novice", ":"), True, "can't be loaded"),
        (("novice", "master@nowhere.npz"), False, "weights nowhere.npz: there is no such file"),
        (("novice", "novice@nowhere.npz"), False, "novice learns nothing"),
        (("novice", "wizard@nowhere.npz"), False, "'wizard@nowhere.npz' is not known"),
        (("novice", "master@nowhere.npz"), True, "only plays compiled games"),
    ],
)
def test_who_is_not_known_is_named(seats: tuple[str, ...], plain: bool, said: str) -> None:
    """And what would help."""
    with pytest.raises(ValueError) as refused:
        check(seats, plain=plain)
    assert said in str(refused.value)


def test_weights_of_one_s_own_are_read_and_named(tmp_path: Path) -> None:
    """A copy of the shipped numbers is the shipped bot; a damaged file is refused."""
    own = tmp_path / "own.npz"
    own.write_bytes((FOLDER / "master.npz").read_bytes())
    name = f"master@{own}"
    check((name, "novice"), plain=False)
    assert list(policy_weights(name)) == list(policy_weights("master"))
    assert policy_number(name) == policy_number("master")
    assert program_name((name, "novice")).startswith(f"{code_name()}+")
    assert program_name(("master", "novice")) == code_name()
    own.write_bytes(b"hello")
    with pytest.raises(ValueError, match=r"weights own\.npz: the file is damaged"):
        check((name, "novice"), plain=False)


def test_one_s_own_bot_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From a module in the current folder."""
    (tmp_path / "own_first_bot.py").write_text(OWN, "utf-8")
    monkeypatch.chdir(tmp_path)
    ran = run(Contest(("own_first_bot:First", "cautious"), games=2, plain=True))
    assert ran.results.games == 2
    assert ran.results.points[:, :, 1].sum() > ran.results.points[:, :, 0].sum()


def test_without_the_compiler_plain_games_are_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra is named, and the way without it."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ValueError, match=r"numba is not installed.*\[fast\].*--plain"):
        run(Contest(("novice", "apprentice"), games=2))
    assert run(Contest(("cautious", "random"), games=2, plain=True)).results.games == 2
