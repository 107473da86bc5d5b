"""The terminal table: whole games in every set-up, saving and resuming, and what is shown."""

from __future__ import annotations

import io
import json
import random
import re
import sys
from pathlib import Path

import pytest
from rich.console import Console

from cli.conftest import Quacks
from positions import POSITIONS
from quedlinburg.cli.terminal.saved_games import Seating
from quedlinburg.cli.terminal.table import Leave, TerminalTable
from quedlinburg.engine.game import Game
from quedlinburg.engine.luck import Seeded
from quedlinburg.text import LANGUAGES, catalogue, text

# Lines enough for any game; what is typed after its end is not read.
LINES = 3000
REQUESTS = ("?", "log", "bag", "books", "pots", "cards", "help", "", "? blue_3", "nonsense", "99")


def typing(seed: int) -> str:
    """What somebody types who answers at random, and now and then asks the table something."""
    chance = random.Random(seed)
    lines = []
    for _ in range(LINES):
        what = chance.random()
        if what < 0.04:
            lines.append(chance.choice(REQUESTS))
        else:
            lines.append(chance.choice("dds1234") if what < 0.8 else "1")
    return "\n".join(lines) + "\n"


SETUPS = [
    "--players 2 --books 1",
    "--players 3 --books 2 --tubes --seat 1 --edition north_star_first,flask=any",
    "--players 4 --books 3 --overflow --bots random",
    "--players 2 --books 4 --stir always --edition schmidt",
    "--players 2 --books 2 --stir never",
    "--players 3 --books green=2,blue=1,red=2,yellow=4,purple=4 --bots cautious,random --tubes",
]


@pytest.mark.parametrize("options", SETUPS)
def test_a_whole_game_can_be_played_and_checked(
    process: Quacks, quacks: Quacks, tmp_path: Path, options: str
) -> None:
    """In a process of its own: played to the end, recorded, verified and replayed."""
    path = tmp_path / "game.txt"
    call = ["play", "--terminal", "--record", str(path), "--seed", "7", *options.split()]
    done = process(*call, typed=typing(len(options)))
    assert (done.code, done.err) == (0, "")
    for round_no in range(1, 10):
        assert f"Round {round_no}, the evaluation" in done.out
    assert "The end" in done.out
    assert "quacks replay" in done.out
    assert not path.with_name("game.txt.private").exists()
    assert "came from the seed" in quacks("verify", path).out
    assert quacks("replay", path).code == 0


def test_a_whole_game_can_be_played_in_german(quacks: Quacks, tmp_path: Path) -> None:
    """Not one word of the English terminal is left; what is typed is the same."""
    path = tmp_path / "game.txt"
    call = ("play", "--terminal", "--record", path, "--seed", "7", "--tubes", "--books", "2")
    done = quacks(*call, "--language", "de", typed=typing(9))
    assert (done.code, done.err) == (0, "")
    for round_no in range(1, 10):
        assert f"Runde {round_no}, die Auswertung" in done.out
    assert "Das Ende" in done.out
    told = re.sub(r"^> .*$", "", done.out, flags=re.MULTILINE)
    english = r"\b(the|you|your|and|draws|places|coin|points?|ruby|spaces?|explodes)\b"
    assert not re.findall(rf"^(?!.*quacks ).*{english}.*$", told, re.MULTILINE)
    assert quacks("replay", path, "--language", "de").out.count("Runde") > 9


@pytest.mark.parametrize(
    ("locale", "shown"), [("de_DE.UTF-8", "Dein Kessel"), ("fr_FR.UTF-8", "Your pot")]
)
def test_the_environment_says_which_language_is_spoken(
    quacks: Quacks, monkeypatch: pytest.MonkeyPatch, locale: str, shown: str
) -> None:
    """English where there are no texts in the language that it asks for."""
    monkeypatch.setenv("LC_ALL", locale)
    assert shown in quacks("play", "--terminal", "--seed", "b", typed="q\n").out


def test_a_language_without_texts_is_refused(quacks: Quacks) -> None:
    """One line says which there are."""
    call = ("play", "--terminal", "--seed", "b", "--language", "xx")
    quacks(*call).complains("language: 'xx' is not allowed; allowed: en, de")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("question", POSITIONS)
def test_every_question_can_be_answered_at_the_table(
    question: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The question is shown in its words, and what is typed is done."""
    game = Game.from_position(POSITIONS[question], luck=Seeded(1))
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"?\n{'1' if question != 'shop' else '0'}\n"))
    shown = io.StringIO()
    console = Console(file=shown, width=80)
    seating = Seating(0, ("cautious",))
    table = TerminalTable(game, seating, tmp_path / "game.txt", console, language)
    before = len([played for played in game.history if played.seat == 0])
    with pytest.raises(Leave):
        table.play()
    assert text(f"question.{question}", language).title in shown.getvalue()
    assert len([played for played in game.history if played.seat == 0]) == before + 1


def test_two_games_of_a_seed_are_the_same(quacks: Quacks, tmp_path: Path) -> None:
    """Luck comes from the seed, and bots from what they see."""
    records = []
    typed = "\n".join(typing(3).splitlines()[:40])
    for name in ("one.txt", "two.txt"):
        call = ("play", "--terminal", "--seed", "same", "--record", tmp_path / name)
        quacks(*call, typed=typed)
        text = (tmp_path / name).read_text("utf-8")
        records.append(re.sub(r"(date|sum) .*\n", "", text))
    assert records[0] == records[1]


class TestLeaving:
    """Whoever leaves loses nothing."""

    def test_quit_saves_and_the_game_goes_on_with_the_same_luck(
        self, quacks: Quacks, tmp_path: Path
    ) -> None:
        """Left twice, it ends as the game that was played in one go."""
        whole, parts = tmp_path / "whole.txt", tmp_path / "parts.txt"
        lines = typing(5).splitlines()
        quacks("play", "--terminal", "--seed", "5", "--record", whole, typed="\n".join(lines))
        first = quacks(
            *("play", "--terminal", "--seed", "5", "--record", parts),
            typed="\n".join([*lines[:20], "quit"]),
        )
        assert f"--resume {parts}" in first.out
        assert (first.code, first.err) == (0, "")
        assert "unfinished" in parts.read_text("utf-8")
        assert "secret" not in parts.read_text("utf-8")
        second = quacks("play", "--resume", parts, typed="\n".join([*lines[20:60], "q"]))
        assert second.code == 0
        quacks("play", "--terminal", "--resume", parts, typed="\n".join(lines[60:]))
        assert _actions(parts) == _actions(whole)
        assert "came from the seed" in quacks("verify", parts).out

    def test_the_end_of_the_input_is_a_way_to_leave(self, quacks: Quacks, tmp_path: Path) -> None:
        """Nothing is asked for ever."""
        path = tmp_path / "game.txt"
        done = quacks("play", "--terminal", "--seed", "b", "--record", path, typed="d\nd\n")
        assert done.code == 0
        assert "The game is saved" in done.out
        assert len(_actions(path)) >= 2

    def test_without_a_file_the_record_goes_to_the_data_folder(
        self, quacks: Quacks, tmp_path: Path
    ) -> None:
        """And the way back names it."""
        done = quacks("play", "--terminal", "--seed", "b", typed="quit\n")
        (path,) = (tmp_path / "data" / "quacks" / "records").glob("*.txt")
        assert str(path) in done.out
        assert quacks("play", "--resume", path, typed="quit\n").code == 0

    def test_the_secret_is_kept_from_others(self, quacks: Quacks, tmp_path: Path) -> None:
        """The file beside the record can be read by its owner only."""
        path = tmp_path / "game.txt"
        quacks("play", "--terminal", "--record", path, "--seed", "hush", typed="quit\n")
        private = path.with_name("game.txt.private")
        assert json.loads(private.read_text("utf-8"))["secret"] == "hush"
        assert private.stat().st_mode & 0o077 == 0
        assert "hush" not in path.read_text("utf-8")

    def test_a_game_without_its_secret_goes_on_with_new_luck(
        self, quacks: Quacks, tmp_path: Path
    ) -> None:
        """And promises nothing that it can't keep."""
        path = tmp_path / "game.txt"
        quacks("play", "--terminal", "--record", path, "--seed", "b", typed="d\nquit\n")
        path.with_name("game.txt.private").unlink()
        done = quacks("play", "--resume", path, "--bots", "random", typed=typing(1))
        assert "it goes on with new luck" in done.out
        assert "the draws can't be checked" in quacks("verify", path).out

    @pytest.mark.parametrize("kept", ["", "{}", '{"secret": 1, "seat": 0, "bots": []}', "[1]"])
    def test_a_broken_file_beside_the_record_is_named(
        self, quacks: Quacks, tmp_path: Path, kept: str
    ) -> None:
        """Rather than guessed at."""
        path = tmp_path / "game.txt"
        quacks("play", "--terminal", "--seed", "b", "--record", path, typed="d\nquit\n")
        path.with_name("game.txt.private").write_text(kept, "utf-8")
        quacks("play", "--resume", path).complains("game.txt.private: not what was kept")

    def test_save_writes_a_copy_and_never_over_a_file(self, quacks: Quacks, tmp_path: Path) -> None:
        """The copy can be resumed like the game itself."""
        copy = tmp_path / "copy.txt"
        done = quacks(
            "play", "--terminal", "--seed", "b", typed=f"d\nsave {copy}\nsave {copy}\nsave\nq\n"
        )
        assert f"Saved: {copy}" in done.out
        assert "exists already" in done.out
        assert "save needs a file" in done.out
        assert quacks("play", "--resume", copy, typed="q\n").code == 0


def _actions(path: Path) -> list[str]:
    """The lines of a record that are actions."""
    return [line for line in path.read_text("utf-8").splitlines() if line[:1].isdecimal()]


class TestShown:
    """What stands on the screen."""

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_table_fits_its_width(self, quacks: Quacks, tmp_path: Path, language: str) -> None:
        """No line of several rounds is wider than 80 or 120 columns."""
        for columns in (80, 120):
            done = quacks(
                *("play", "--terminal", "--record", tmp_path / f"{columns}.txt"),
                *("--seed", "wide", "--players", "4", "--tubes", "--language", language),
                typed="\n".join(typing(2).splitlines()[:60]),
                columns=columns,
            )
            shown = [line for line in done.out.splitlines() if str(tmp_path) not in line]
            assert max(len(line) for line in shown) <= columns
            assert catalogue(language).say("column.scoring") in done.out

    def test_chips_are_letters_without_any_colour(self, quacks: Quacks) -> None:
        """In a pipe there is not one escape sequence, and every chip can still be told."""
        out = quacks("play", "--terminal", "--seed", "1", typed="d\nq\n").out
        assert "\x1b" not in out
        assert re.search(r"Bag +W1×\d\s\d+\s%", out)

    def test_no_color_is_respected_on_a_terminal(self, process: Quacks) -> None:
        """Bold is left, colours are not."""
        variables = {"FORCE_COLOR": "1", "TERM": "xterm-256color"}
        colourful = process("rules", "B2", **variables).out
        plain = process("rules", "B2", NO_COLOR="1", **variables).out
        colour = re.compile(r"\x1b\[[\d;]*(3[0-8]|4[0-8])[\d;]*m")
        assert colour.search(colourful)
        assert not colour.search(plain)

    def test_a_terminal_that_has_only_letters_gets_letters(self, process: Quacks) -> None:
        """An old encoding is no reason to fail."""
        done = process(
            "play", "--terminal", "--seed", "b", typed="d\nq\n", PYTHONIOENCODING="ascii"
        )
        assert (done.code, done.err) == (0, "")
        assert re.search(r"Bag +W1x\d", done.out)

    def test_the_pot_shows_what_the_scoring_space_is_worth(self, quacks: Quacks) -> None:
        """Before the first draw the scoring space is 1; each space shows coins, points, rubies."""
        out = quacks("play", "--terminal", "--seed", "b", "--players", "2", typed="q\n").out
        assert "Scoring space 1: 1 coin, 0 points.  Next draw explodes: 0 %" in out
        assert re.search(r"space +0 +\[1\] +2 +3", out)
        assert re.search(r"VP +0 +0 +0 +0 +0 +0◆ +1", out)

    @pytest.mark.parametrize(
        ("typed", "shown"),
        [
            ("?", "Draw or stop"),
            ("? blue_3", "Crow skull, book 3"),
            ("? nothing", "There is nothing called 'nothing'; the nearest"),
            ("bag", "in the bag  next draw"),
            ("books", "Toadstool, book 1"),
            ("books", "from round 3"),
            ("pots", "no chips"),
            ("help", "explain what is asked"),
            ("log", "Fortune card:"),
            ("cards", ""),
            ("7", "There is no option 7"),
        ],
    )
    def test_the_table_answers_what_it_is_asked(
        self, quacks: Quacks, typed: str, shown: str
    ) -> None:
        """At any question, without changing the game."""
        done = quacks("play", "--terminal", "--seed", "b", typed=f"{typed}\nq\n")
        assert re.sub(r"\s+", " ", shown) in re.sub(r"\s+", " ", done.out)

    def test_what_happened_is_told_once(self, quacks: Quacks, tmp_path: Path) -> None:
        """Every own draw is one sentence in the whole transcript."""
        path = tmp_path / "game.txt"
        call = ("play", "--terminal", "--seed", "b", "--players", "2", "--record", path)
        out = quacks(*call, typed="d\nd\nd\nq\n").out
        draws = [line for line in _actions(path) if line.startswith("0 draw")]
        assert len(draws) == 3
        assert len(re.findall(r"^You draw", out, re.MULTILINE)) == 3

    def test_the_evaluation_is_told_for_every_seat_with_its_reasons(
        self, quacks: Quacks, tmp_path: Path
    ) -> None:
        """The steps of R5, by number."""
        path = tmp_path / "game.txt"
        out = quacks(
            "play", "--terminal", "--seed", "4", "--record", path, typed="d\nd\nd\ns\n1\n1\n1\n1\n"
        ).out
        first = out[out.index("Round 1, the evaluation") :].split("Round 2 of 9")[0]
        assert re.search(r"^You ", first, re.MULTILINE)
        assert re.search(r"^Old (Hand|Fox|Badger) ", first, re.MULTILINE)
        for rule in ("die (R5.A)", "scoring space (R5.D)", "shop (R5.E): buys"):
            assert rule in first
