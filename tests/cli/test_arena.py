"""`quacks arena` and `quacks bench bots`: what they print, write, refuse, and keep on Ctrl-C."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.conftest import PATIENCE, Quacks
from quedlinburg.arena import workers
from quedlinburg.arena.contest import Contest
from quedlinburg.arena.run_file import read_run
from quedlinburg.arena.runner import run

PLAIN = ("arena", "--plain", "--seats", "cautious,random", "--games", "4")


def test_a_contest_prints_its_report(quacks: Quacks) -> None:
    """Bots with wins, points and rating, and the command that does it again."""
    done = quacks(*PLAIN, columns=100)
    assert done.code == 0, done.err
    assert "4 games: 2 deals" in done.out
    for words in ("cautious", "wins", "rating", "exploded in round", "bought in round"):
        assert words in done.out
    assert "quacks arena --seats cautious,random --games 4 --books random --plain" in done.out


def test_compiled_minds_play_by_default(quacks: Quacks) -> None:
    """Without --plain the compiler plays."""
    done = quacks("arena", "--seats", "apprentice, novice", "--games", "200", "--json")
    assert done.code == 0, done.err
    found = json.loads(done.out)
    assert found["games"] == 200
    assert found["bots"][0]["name"] == "apprentice"
    assert found["bots"][0]["share"]["low"] > 0.5


def test_a_report_folder_holds_every_form(quacks: Quacks, tmp_path: Path) -> None:
    """Text, JSON, three tables and a page."""
    folder = tmp_path / "reports" / "first"
    done = quacks(
        *PLAIN, "--report", folder, "--html", tmp_path / "a.html", "--csv", tmp_path / "a.csv"
    )
    assert done.code == 0, done.err
    assert sorted(path.name for path in folder.iterdir()) == [
        *("games.csv", "purchases.csv", "report.html", "report.json", "report.txt", "rounds.csv")
    ]
    assert json.loads((folder / "report.json").read_text("utf-8"))["games"] == 4
    assert (tmp_path / "a.html").read_text("utf-8") == (folder / "report.html").read_text("utf-8")
    assert len(list(csv.reader((tmp_path / "a.csv").read_text("utf-8").splitlines()))) == 9


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--seats", "novice,wizard"), "'wizard' is not known"),
        (("--seats", "novice"), "seats: 1 is not allowed; allowed: 2, 3 or 4 bots"),
        (("--seats", "novice,novice,novice,novice,novice"), "seats: 5 is not allowed"),
        (("--seats", ""), "seats: 1 is not allowed"),
        (("--seats", "novice,novice", "--books", "7"), "books: '7' is not known"),
        (("--seats", "novice,novice", "--games", "0"), "games: 0 is not allowed"),
        (("--seats", "novice,novice", "--edition", "x"), "edition: 'x' is not known"),
        (("--seats", "novice,novice", "--stir", "x"), "stir: 'x' is not allowed"),
        (("--seats", "novice,novice", "--processes", "0"), "processes: 0 is not allowed"),
        (("--seats", "novice,cautious"), "add --plain"),
        (("--plain", "--seats", "novice,nowhere:Bot"), "can't be loaded"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    quacks: Quacks, words: tuple[str, ...], said: str
) -> None:
    """Exit 1."""
    quacks("arena", *words).complains(said)


@pytest.mark.parametrize(
    "words", [(), ("--games", "many"), ("--seats",), ("--chips", "3"), ("--seats", "a,b", "c")]
)
def test_wrong_calls_exit_with_2(quacks: Quacks, words: tuple[str, ...]) -> None:
    """Missing, unknown or misspelt options."""
    quacks("arena", *words).complains("quacks arena", code=2)


def test_help_names_the_bots(quacks: Quacks) -> None:
    """Every option has its words."""
    done = quacks("arena", "--help")
    assert done.code == 0
    for word in ("apprentice", "--resume", "--cluster", "--report", "95 %"):
        assert word in done.out


def test_a_run_is_resumed_from_its_file_alone(quacks: Quacks, tmp_path: Path) -> None:
    """The file knows its contest; --games makes it longer."""
    path = tmp_path / "run.jsonl"
    assert quacks(*PLAIN, "--resume", path).code == 0
    done = quacks("arena", "--resume", path, "--games", "6", "--json")
    assert done.code == 0, done.err
    whole = quacks(*PLAIN[:-1], "6", "--json")
    assert json.loads(done.out) == json.loads(whole.out)
    quacks("arena", "--resume", path, "--seed", "9").complains("another contest")
    quacks("arena", "--resume", tmp_path / "none.jsonl").complains("--seats", code=2)
    path.write_text("hello\n", "utf-8")
    quacks("arena", "--resume", path).complains("no run of the arena")


def wait_for_lines(playing: subprocess.Popen[str], path: Path, lines: int) -> None:
    """Wait until a run has written so many lines; it must not end before."""
    until = time.monotonic() + PATIENCE
    while not (path.exists() and path.read_bytes().count(b"\n") >= lines):
        assert time.monotonic() < until
        with pytest.raises(subprocess.TimeoutExpired):
            playing.wait(timeout=0.05)


@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(tmp_path: Path, processes: str) -> None:
    """Exit 130; the file goes on to exactly what one run gives."""
    path = tmp_path / "run.jsonl"
    call = [sys.executable, "-m", "quedlinburg", "arena", "--plain", "--seats"]
    call += ["cautious,random", "--games", "100000", "--resume", str(path)]
    playing = subprocess.Popen(
        [*call, "--processes", processes],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "QUACKS_TRACEBACK": "1"},
    )
    try:
        wait_for_lines(playing, path, 3)
        playing.send_signal(signal.SIGINT)
        out, err = playing.communicate(timeout=PATIENCE)
    finally:
        playing.kill()
    assert playing.returncode == 130, err
    assert f"Go on with: quacks arena --resume {path}" in err
    assert "Traceback" not in err
    assert "of 100,000: " in out
    kept = read_run(path)
    assert kept.results.deals >= 2
    deals = int(kept.results.numbers.max()) + 1
    short = Contest(("cautious", "random"), games=2 * min(deals, 4), plain=True)
    expected = run(short).results
    for number, points in zip(kept.results.numbers.tolist(), kept.results.points, strict=True):
        if number < expected.deals:
            assert (points == expected.points[number]).all()


def test_ctrl_c_without_a_file_makes_one(
    quacks: Quacks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the current folder, with a name that no file has yet."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "quacks-arena-1.jsonl").write_text("mine", "utf-8")
    played = []

    def stop_later(contest: Contest, numbers: tuple[int, ...]) -> object:
        played.append(numbers)
        if len(played) == 3:
            raise KeyboardInterrupt
        return real(contest, numbers)

    real = workers.play_chunk
    monkeypatch.setattr(workers, "play_chunk", stop_later)
    done = quacks("arena", "--plain", "--seats", "cautious,random", "--games", "50")
    assert done.code == 130
    assert "Go on with: quacks arena --resume quacks-arena-2.jsonl" in done.err
    assert read_run(tmp_path / "quacks-arena-2.jsonl").results.deals == 1 + len(played[1])
    assert (tmp_path / "quacks-arena-1.jsonl").read_text("utf-8") == "mine"


def test_bots_are_measured(quacks: Quacks) -> None:
    """A row for each bot, or JSON."""
    done = quacks("bench", "bots", "--bots", "cautious,novice", "--seconds", "0.3", columns=110)
    assert done.code == 0, done.err
    assert "p99 ms" in done.out
    assert "novice" in done.out
    done = quacks("bench", "bots", "--bots", "cautious", "--seconds", "0.1", "--json")
    assert json.loads(done.out)[0]["bot"] == "cautious"
    quacks("bench", "bots", "--bots", "wizard").complains("'wizard' is not known")
    quacks("bench", "bots", "--seconds", "0").complains("seconds: 0 is not allowed")
