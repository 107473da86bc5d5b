"""Texts of strangers in the terminal: whatever a record or a file holds, it commands nothing."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from cli.conftest import Quacks, with_sum
from quedlinburg.cli.output import visible

# What a stranger could put into a name: commands, a link, a bell, an overwritten line, a direction.
ATTACKS = {
    "colour": "\x1b[31mred",
    "clear": "\x1b[2J\x1b[H",
    "title": "\x1b]0;owned\x07",
    "link": "\x1b]8;;http://evil.example\x1b\\here\x1b]8;;\x1b\\",
    "bell": "ding\x07",
    "return": "won\rlost",
    "back": "a\x08b",
    "c1": "\x9b31m",
    "delete": "a\x7fb",
    "override": "\u202enwo",
    "isolate": "\u2066x\u2069",
    "hidden": "a\u200bb",
    "line": "a\u2028b",
}
EVERY = " ".join(ATTACKS.values())
MARKUP = "[red]x[/red] [link=http://evil.example]y[/link] [/]"


def commanding(text: str) -> set[str]:
    """The characters of a text that a terminal would obey, besides newlines."""
    bad = ("Cc", "Cf", "Cs", "Zl", "Zp")
    return {c for c in text if c != "\n" and unicodedata.category(c) in bad}


def hostile(finished: str, name: str) -> str:
    """A record that verifies, with a name of somebody's choice."""
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    body = finished[: finished.rindex("sum ")].replace('name 0 "Ann"', f'name 0 "{quoted}"')
    assert body != finished[: finished.rindex("sum ")]
    return with_sum(body)


@pytest.mark.parametrize(
    "command", [("verify",), ("replay",), ("replay", "--step", "5"), ("replay", "--json")], ids=str
)
def test_a_name_in_a_record_can_not_command_the_terminal(
    quacks: Quacks, tmp_path: Path, finished: str, command: tuple[str, ...]
) -> None:
    """It is shown with its characters written out, and a program reads it as it was."""
    path = tmp_path / "game.txt"
    path.write_text(hostile(finished, EVERY), "utf-8", newline="")
    done = quacks(*command, path)
    assert done.code == 0, done
    assert not commanding(done.out + done.err)
    if "--json" in command:
        assert json.loads(done.out)["names"] == [EVERY, "Bo"]


@pytest.mark.parametrize("command", [("verify",), ("replay",), ("replay", "--step", "5")], ids=str)
def test_a_name_is_never_taken_for_markup(
    quacks: Quacks, tmp_path: Path, finished: str, command: tuple[str, ...]
) -> None:
    """Brackets stay brackets, and a closing one without an opening one ends nothing."""
    path = tmp_path / "game.txt"
    path.write_text(hostile(finished, MARKUP), "utf-8")
    done = quacks(*command, path, columns=200)
    assert done.code == 0, done
    if command != ("verify",) or "[red]" in done.out:
        assert "[red]x[/red]" in done.out


@pytest.mark.parametrize("attack", [EVERY, "\x1b[31m", MARKUP], ids=["every", "one", "markup"])
def test_an_error_that_cites_a_file_shows_what_it_cites(
    quacks: Quacks, tmp_path: Path, attack: str
) -> None:
    """Broken records, broken scenarios, failed checks and odd arguments, in one line each."""
    flat = attack.replace("\r", "")
    broken = tmp_path / "broken.txt"
    broken.write_text(f"rules 2\n{flat} 5\n", "utf-8")
    scenario = tmp_path / "scenario.txt"
    scenario.write_text(f'players 2 books 1\nexpect legal 0 "{flat}" draw\n', "utf-8")
    calls = (
        ("verify", broken),
        ("replay", broken),
        ("scenario", broken),
        ("scenario", scenario),
        ("scenario", "--json", scenario),
        ("odds", f"W1 {attack}"),
        ("rules", attack),
        ("arena", "--seats", attack),
        ("verify", f"no {attack}"),
    )
    for call in calls:
        done = quacks(*call)
        assert done.code != 0, (call, done)
        assert not commanding(done.out + done.err), call


def test_a_file_of_a_run_can_not_command_the_terminal(quacks: Quacks, tmp_path: Path) -> None:
    """The arena cites what it can't read, too."""
    run = tmp_path / "run.json"
    run.write_text(json.dumps({"contest": {"seats": list(ATTACKS.values())}}), "utf-8")
    done = quacks("arena", "--resume", run)
    assert done.code == 1
    assert not commanding(done.out + done.err)


def test_a_real_terminal_gets_only_the_commands_of_the_program(
    tmp_path: Path, finished: str
) -> None:
    """On a terminal there are colours of ours; none of the sequences of the name is among them."""
    path = tmp_path / "game.txt"
    path.write_text(hostile(finished, EVERY), "utf-8", newline="")
    mine, theirs = pty.openpty()
    environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "100", "LC_ALL": "C.UTF-8"}
    command = [sys.executable, "-m", "quedlinburg", "replay", str(path)]
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs, env=environment
    ) as process:
        os.close(theirs)
        told = bytearray()
        while True:
            try:
                read = os.read(mine, 65536)
            except OSError:
                break
            if not read:
                break
            told += read
        assert process.wait() == 0
    os.close(mine)
    text = told.decode()
    assert "\\x1b[31mred" in text, "the name is shown"
    assert "\x1b[1m" in text or "\x1b[2m" in text, "the program's own styles are there"
    for sequence in ("\x1b[31mred", "\x1b[2J", "\x1b]", "\x07", "\x08", "\x9b", "\u202e"):
        assert sequence not in text


def test_what_is_written_out_is_everything_that_is_not_seen() -> None:
    """Letters of all languages, emoji without joiners, newlines and tabs stay."""
    plain = "Zoë 佐藤 Ὀδυσσεύς 🦆\n\t[b]"
    assert visible(plain) == plain
    assert visible("\x1b\u202e\ud800") == "\\x1b\\u202e\\ud800"
