"""Bad input and wrong calls: one line on stderr, exit 1 or 2, never a traceback."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.conftest import PATIENCE, Quacks, with_sum

READERS = ("replay", "verify", "play --resume")


def words(command: str) -> list[str]:
    """A command line in words."""
    return command.split()


@pytest.mark.parametrize("reader", READERS)
class TestRecords:
    """Every command that reads a record refuses what is none."""

    def test_a_missing_file(self, quacks: Quacks, tmp_path: Path, reader: str) -> None:
        """The file is named."""
        quacks(*words(reader), tmp_path / "nowhere").complains("nowhere: no such file")

    def test_a_folder(self, quacks: Quacks, tmp_path: Path, reader: str) -> None:
        """A folder is no record."""
        quacks(*words(reader), tmp_path).complains(f"{tmp_path}: is a directory")

    def test_a_binary_file(self, quacks: Quacks, tmp_path: Path, reader: str) -> None:
        """The line is named at which it stops being a text."""
        path = tmp_path / "game.bin"
        path.write_bytes(b"rules 1\n\xff\xfe\x00")
        quacks(*words(reader), path).complains("game.bin: line 2: this is not a text")

    def test_a_file_of_nulls(self, quacks: Quacks, tmp_path: Path, reader: str) -> None:
        """Nulls are UTF-8, but no text."""
        path = tmp_path / "game.bin"
        path.write_bytes(b"\0" * 100)
        quacks(*words(reader), path).complains("game.bin: ")

    def test_an_endless_file(self, quacks: Quacks, reader: str) -> None:
        """It is not read to its end, which it does not have."""
        quacks(*words(reader), "/dev/zero").complains("/dev/zero: longer than")

    def test_a_cut_record(self, quacks: Quacks, tmp_path: Path, finished: str, reader: str) -> None:
        """However it is cut, it is known as such."""
        path = tmp_path / "cut.txt"
        for length in (0, 1, len(finished) // 2, len(finished) - 2):
            path.write_text(finished[:length], "utf-8")
            quacks(*words(reader), path).complains("cut.txt: the record is cut")

    def test_an_edited_record(
        self, quacks: Quacks, tmp_path: Path, finished: str, reader: str
    ) -> None:
        """One changed letter is enough, and so are changed line ends."""
        path = tmp_path / "edited.txt"
        for edited in (finished.replace("draw", "stop", 1), finished.replace("\n", "\r\n", 3)):
            path.write_bytes(edited.encode())
            quacks(*words(reader), path).complains("edited.txt: the record was changed")

    def test_an_edited_record_with_a_right_sum(
        self, quacks: Quacks, tmp_path: Path, finished: str, reader: str
    ) -> None:
        """An action that the rules do not allow is named with its line."""
        path = tmp_path / "forged.txt"
        body = finished[: finished.rindex("sum ")]
        path.write_text(with_sum(body.replace("0 draw", "0 flask", 1)), "utf-8")
        quacks(*words(reader), path).complains("forged.txt: line ", "flask")

    def test_a_record_of_other_rules(
        self, quacks: Quacks, tmp_path: Path, finished: str, reader: str
    ) -> None:
        """A version that can't be replayed is refused, not guessed at."""
        path = tmp_path / "old.txt"
        body = finished[: finished.rindex("sum ")]
        first, rest = body.split("\n", 1)
        assert first.startswith("rules ")
        path.write_text(with_sum(f"rules 99999\n{rest}"), "utf-8")
        quacks(*words(reader), path).complains("old.txt: line 1: rules 99999")


def test_verify_finds_luck_that_is_not_the_seeds(
    quacks: Quacks, tmp_path: Path, finished: str
) -> None:
    """A record may keep to the rules and still not be what the seed drew."""
    path = tmp_path / "lucky.txt"
    body = finished[: finished.rindex("sum ")].replace('secret "told"', 'secret "tale"')
    path.write_text(with_sum(body), "utf-8")
    quacks("verify", path).complains("lucky.txt: the secret is not the one that was promised")
    without = "".join(
        line for line in body.splitlines(keepends=True) if not line.startswith("commit")
    )
    path.write_text(with_sum(without), "utf-8")
    quacks("verify", path).complains("lucky.txt: ", "seed")


def test_verify_refuses_a_finished_game_whose_promised_secret_is_left_out(
    quacks: Quacks, tmp_path: Path, finished: str
) -> None:
    """Who promised a seed has to show it; who promised none is told apart from that."""
    path = tmp_path / "stripped.txt"
    silent = "".join(re.findall(r"(?m)^(?!secret ).*\n", finished))
    path.write_text(with_sum(silent), "utf-8")
    quacks("verify", path).complains("stripped.txt: a secret was promised", "`secret`")
    unsworn = "".join(re.findall(r"(?m)^(?!commit ).*\n", finished))
    path.write_text(with_sum(unsworn), "utf-8")
    assert "nothing was promised beforehand" in quacks("verify", path).out


@pytest.mark.parametrize("command", ["rules alms", "rules alms --json", "rules nonsense"])
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_a_closed_stream_is_no_reason_for_a_traceback(command: str, closed: str) -> None:
    """What nobody can read is not written, and the exit code stays what it is."""
    quacks = Path(sys.executable).with_name("quacks")
    line = f"{quacks} {command} {closed}"
    done = subprocess.run(
        line, shell=True, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == int("nonsense" in command)
    assert "Traceback" not in done.stdout + done.stderr


def test_ctrl_c_while_modules_load_leaves_without_a_traceback(tmp_path: Path) -> None:
    """The first half second belongs to the command, too."""
    (tmp_path / "typer.py").write_text("raise KeyboardInterrupt")
    done = subprocess.run(
        [sys.executable, "-m", "quedlinburg", "rules"],
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "\n")


def test_what_the_compiler_makes_of_an_interrupt_is_still_an_interrupt(
    quacks: Quacks, monkeypatch: pytest.MonkeyPatch, record: Path
) -> None:
    """Ctrl-C in the middle of a compilation comes out as another error."""

    def broken(*_: object) -> None:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as stopped:
            raise RuntimeError("no compiled object yet") from stopped

    monkeypatch.setattr("quedlinburg.engine.notation.record.verify", broken)
    done = quacks("verify", record)
    assert (done.code, done.err.strip()) == (130, "")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--players 5", "players: 5 is not allowed; allowed: 2, 3, 4"),
        ("--players 0", "players: 0 is not allowed"),
        ("--books 5", "books: 5 is not allowed"),
        ("--books green=2", "books: {'green': 2} is not allowed"),
        ("--books green=9,blue=1,red=1,yellow=1,purple=1", "books['green']: 9 is not allowed"),
        ("--books some", "books: 'some' is not understood"),
        ("--edition old", "edition: 'old' is not allowed"),
        ("--edition schmidt,rubies=-1", "rubies: '-1' is not allowed"),
        ("--edition rubies=1,schmidt", "edition: 'schmidt' must come first"),
        ("--edition taste=1", "edition switch: 'taste' is not allowed"),
        ("--stir often", "stir: 'often' is not allowed; allowed: last, always, never"),
        ("--start 7", "start: 7 is not allowed"),
        ("--seat 3", "seat: 3 is not allowed; allowed: 0 to 2"),
        ("--seat -1", "seat: -1 is not allowed"),
        ("--bots clever", "bot: 'clever' is not known; known: cautious, random"),
        ("--bots random,random,random", "bots: 3 named; allowed: one name, or 2"),
        ("--record /nowhere/game.txt", "/nowhere: no such folder"),
    ],
)
def test_a_bad_set_up_is_refused_by_name(quacks: Quacks, options: str, said: str) -> None:
    """What is wrong, and what is allowed; no table is opened."""
    done = quacks("play", "--terminal", *words(options), typed="draw\n")
    done.complains(said)
    assert done.out == ""


def test_a_record_is_never_written_over(quacks: Quacks, record: Path, finished: str) -> None:
    """--record names a new file."""
    quacks("play", "--terminal", "--record", record).complains("game.txt: exists already")
    assert record.read_text("utf-8") == finished


def test_a_finished_game_is_not_resumed(quacks: Quacks, record: Path) -> None:
    """The error says what can be done with it."""
    quacks("play", "--resume", record).complains("this game is over", "quacks replay")


@pytest.mark.parametrize(
    "call",
    [
        "dance",
        "--loudly",
        "play --loudly",
        "play --players many",
        "replay",
        "verify",
        "verify one two",
        "scenario",
        "rules one two",
        "replay --step soon game.txt",
        "bench dance",
        "bench engine --seconds soon",
    ],
)
def test_a_wrong_call_exits_with_2(quacks: Quacks, call: str) -> None:
    """And says where to read how it is called."""
    quacks(*words(call)).complains("--help)", code=2)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("rules blue_9", "there is nothing called 'blue_9'; the nearest: blue_"),
        ("rules --language fr", "language: 'fr' is not allowed; allowed: en, de"),
        ("scenario nowhere.txt", "nowhere.txt: no such file"),
        ("bench engine --seconds 0", "seconds: 0 is not allowed"),
        ("bench engine --seconds nan", "seconds: nan is not allowed"),
    ],
)
def test_a_bad_value_exits_with_1(quacks: Quacks, call: str, said: str) -> None:
    """One line that says what, and what is allowed."""
    quacks(*words(call)).complains(said)


@pytest.mark.parametrize("option", ["--step 99999", "--step -1", "--seat 2", "--seat -1"])
def test_replay_refuses_steps_and_seats_that_are_not_there(
    quacks: Quacks, record: Path, option: str
) -> None:
    """The game of two has the seats 0 and 1."""
    quacks("replay", record, *words(option)).complains("is not allowed; allowed: 0 to ")


def test_something_unforeseen_is_one_line_too(
    quacks: Quacks, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mistake of the program is named, and how to find it."""
    monkeypatch.delenv("QUACKS_TRACEBACK")

    def broken(*_: object) -> None:
        raise KeyError("missing")

    monkeypatch.setattr("quedlinburg.engine.notation.record.verify", broken)
    quacks("verify", record).complains("something unforeseen: KeyError", "QUACKS_TRACEBACK=1")
