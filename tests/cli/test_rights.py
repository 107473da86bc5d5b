"""At the terminal, too: spaces passed up, a stir called for, red chips put back at any question."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from rich.console import Console

from cli.conftest import Quacks
from quedlinburg.cli.terminal.display import question
from quedlinburg.cli.terminal.drawing import Style
from quedlinburg.cli.terminal.input import Unclear, read_answer
from quedlinburg.cli.terminal.saved_games import Seating
from quedlinburg.cli.terminal.shop import buyable_chips
from quedlinburg.cli.terminal.table import Leave, TerminalTable
from quedlinburg.engine.game import Game
from quedlinburg.engine.luck import Seeded
from quedlinburg.text import catalogue

EN = catalogue("en")

HEAD = "players 2  books 2  round 4  "
DONE = "seat 1  bag W1x4  pot O1@20  stopped\n0 choose done luck 1vp"
# Seat 0 is asked each of these with two red chips aside.
ASIDE = {
    "brew": f"{HEAD}card alms\nseat 0  aside R1 R4  bag O1x4\nseat 1  stopped",
    "red_2": f"{HEAD}card alms\nseat 0  aside R1 R4  pot O1@1  bag O1  stopped",
    "choose_wisely": f"{HEAD}phase fortune  card choose_wisely\nseat 0  aside R1 R4",
    "green_2": f"{HEAD}card alms\nseat 0  aside R1 R4  pot G2@9  bag W1  stopped\n{DONE}",
    "purple_2": f"{HEAD}card alms\nseat 0  aside R1 R4  pot P1@5 P1@6  bag W1  stopped\n{DONE}",
    "shop": f"{HEAD}card alms\nseat 0  aside R1 R4  pot O1@9  bag W1  stopped\n{DONE}",
    "rubies": f"{HEAD}card alms\nseat 0  rubies 4  aside R1 R4  pot O1@1  bag W1  stopped\n{DONE}",
}
FURTHER = (
    "players 2  books 3  round 4  card alms\nseat 0  pot W3@3  bag R1 O1\nseat 1  stopped\n"
    "0 draw luck R1"
)
BEFORE = "players 2  books 1  round 4  card alms"


def at(position: str, asked: str) -> Game:
    """A game in which seat 0 is asked a question, once the steps before it are done."""
    game = Game.from_position(position, luck=Seeded(1))
    while (question := game.question(0)) is not None and question.id != asked:
        game.act(0, next(a for a in game.legal_actions(0) if a.verb != "back"))
    assert question is not None
    return game


def shown(game: Game) -> str:
    """The question as the terminal shows it."""
    page = io.StringIO()
    Console(file=page, width=100).print(question(game.view(0), Style(EN)))
    return page.getvalue()


@pytest.mark.parametrize("typed", ["short", "x", "sh", "3"])
def test_extra_spaces_are_passed_up(typed: str) -> None:
    """R4.7: by name, by key, by letters or by number."""
    view = at(FURTHER, "brew").view(0)
    assert str(read_answer(typed, view, EN)) == "short"


@pytest.mark.parametrize("typed", ["stir", "r", "st", "2"])
def test_a_stir_is_called_for(typed: str) -> None:
    """R7.4: beside the first draw."""
    assert str(read_answer(typed, at(BEFORE, "brew").view(0), EN)) == "stir"


@pytest.mark.parametrize(("typed", "meant"), [("s", "stop"), ("f", "flask"), ("x", "short")])
def test_a_key_for_brewing_does_nothing_else_in_its_place(typed: str, meant: str) -> None:
    """Whoever stops too early calls for no stir."""
    with pytest.raises(Unclear, match=f"{typed!r} is for {meant}, which can't be done now"):
        read_answer(typed, at(BEFORE, "brew").view(0), EN)


@pytest.mark.parametrize("asked", ASIDE)
def test_a_red_chip_is_offered_at_every_question_and_answers_none(asked: str) -> None:
    """R4.16: it can be typed, it is shown, and the question stands as it did."""
    game = at(ASIDE[asked], asked)
    before = shown(game)
    assert "back R4" in before
    game.act(0, read_answer("back r4", game.view(0), EN))  # type: ignore[arg-type]
    told = game.question(0)
    assert told is not None
    assert told.id == asked
    assert "back R4" not in shown(game)
    assert "back R1" in shown(game)


def test_numbers_that_are_answers_stay_answers() -> None:
    """In front of ghosts to give back, 3 is no red chip: there are two ghosts and two red chips."""
    game = at(ASIDE["purple_2"], "purple_2")
    view = game.view(0)
    assert [str(read_answer(n, view, EN)) for n in "012"] == ["choose 0", "choose 1", "choose 2"]
    for number in ("3", "4", "5"):
        with pytest.raises(Unclear, match=f"{number} is not one of the answers: 0, 1, 2"):
            read_answer(number, view, EN)
    told = [" ".join(line.split()) for line in shown(game).splitlines()]
    assert any(line.startswith("2 Give back 2") for line in told)
    assert any(line.startswith("back R1 R1 from aside") for line in told)


def test_a_red_chip_aside_is_no_ware_of_the_shop() -> None:
    """The numbers of the shelf are those of chips that can be bought."""
    view = at(ASIDE["shop"], "shop").view(0)
    assert len(buyable_chips(view)) == len(set(buyable_chips(view)))
    assert str(read_answer("1", view, EN)) == "buy O1"
    with pytest.raises(Unclear, match="Nothing on the shelf has number"):
        read_answer(str(len(buyable_chips(view)) + 1), view, EN)


def test_a_stir_that_was_called_for_is_played_at_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody chooses in secret from then on, and the round says so."""
    game = Game.from_position(BEFORE, luck=Seeded(1))
    monkeypatch.setattr(sys, "stdin", io.StringIO("r\nd\n"))
    page = io.StringIO()
    console = Console(file=page, width=100)
    table = TerminalTable(game, Seating(0, ("cautious",)), tmp_path / "game.txt", console)
    with pytest.raises(Leave):
        table.play()
    assert game.view(0).stirred
    told = page.getvalue()
    assert "You call for a stir: everyone draws together this round." in told
    assert "Potions, stirred" in told
    assert "All choose in secret, then draw together" in told
    assert [str(played.action) for played in game.history if played.seat == 0] == ["stir", "draw"]


def test_at_a_table_that_never_stirs_nobody_can_call_for_it(quacks: Quacks, tmp_path: Path) -> None:
    """`--stir never`: the word is not among the options."""
    call = ("play", "--terminal", "--stir", "never", "--seed", "3", "--players", "2")
    done = quacks(*call, "--record", tmp_path / "game.txt", typed="stir\n")
    assert done.code == 0
    assert "'stir' is not one of the options" in done.out
    assert "stir never" in (tmp_path / "game.txt").read_text("utf-8")


def test_a_stir_that_does_not_exist_is_refused(quacks: Quacks, tmp_path: Path) -> None:
    """One line says which there are."""
    done = quacks("play", "--terminal", "--stir", "often", "--record", tmp_path / "game.txt")
    done.complains("stir", "last, always, never")
