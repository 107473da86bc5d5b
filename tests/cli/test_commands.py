"""`scenario`, `verify`, `rules`, `bench` and `quacks` itself."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cli.conftest import PATIENCE, Quacks
from quedlinburg.cli import play
from quedlinburg.engine.version import RULES_VERSION
from quedlinburg.text import names

GOOD = "# R4.1\nplayers 2  books 1  round 1  card alms\n0 draw  luck W2\nexpect seat 0  pot W2@2\n"
BAD = GOOD.replace("pot W2@2", "pot W2@3  vp 7")
COMMANDS = ["play", "scenario", "replay", "verify", "rules", "bench", "bench engine", "serve"]


class TestScenario:
    """Running scenarios."""

    def test_scenarios_that_hold_are_counted(self, quacks: Quacks, tmp_path: Path) -> None:
        """Files and folders, also folders in folders."""
        (tmp_path / "deep" / "deeper").mkdir(parents=True)
        for name in ("a.txt", "deep/b.txt", "deep/deeper/c.txt", "deep/other.md"):
            (tmp_path / name).write_text(GOOD, "utf-8")
        done = quacks("scenario", tmp_path / "a.txt", tmp_path / "deep")
        assert (done.code, done.out, done.err) == (0, "3 passed, 0 failed\n", "")

    def test_a_scenario_that_fails_prints_a_diff(self, quacks: Quacks, tmp_path: Path) -> None:
        """The line, what was expected, what was found; then the count."""
        (tmp_path / "good.txt").write_text(GOOD, "utf-8")
        (tmp_path / "bad.txt").write_text(BAD, "utf-8")
        done = quacks("scenario", tmp_path)
        done.complains("1 of 2 scenarios failed")
        assert "bad.txt" in done.out
        assert "  line 4\n  - seat 0 pot W2@3\n  + seat 0 pot W2@2\n" in done.out
        assert "  - seat 0 vp 7\n  + seat 0 vp 0\n" in done.out
        assert done.out.endswith("1 passed, 1 failed\n")

    def test_a_text_that_is_no_scenario_has_failed(self, quacks: Quacks, tmp_path: Path) -> None:
        """With the line and what was expected there; binary files too."""
        (tmp_path / "a.txt").write_text("players 2\nonce upon a time\n", "utf-8")
        (tmp_path / "b.txt").write_bytes(b"\xff\xfe")
        done = quacks("scenario", tmp_path)
        done.complains("2 of 2 scenarios failed")
        assert "line 2: 'once': expected" in done.out
        assert "line 1: this is not a text" in done.out

    def test_a_folder_without_scenarios_is_an_error(self, quacks: Quacks, tmp_path: Path) -> None:
        """Nothing that was run is nothing that passed."""
        quacks("scenario", tmp_path).complains("there is no scenario (*.txt) in this folder")

    def test_json(self, quacks: Quacks, tmp_path: Path) -> None:
        """The same for programs."""
        (tmp_path / "bad.txt").write_text(BAD, "utf-8")
        done = quacks("scenario", tmp_path, "--json")
        plain = json.loads(done.out)
        assert (done.code, plain["passed"], plain["failed"]) == (1, 0, 1)
        failure = plain["scenarios"][0]["failures"][0]
        assert failure == {"line": 4, "expected": "seat 0 pot W2@3", "found": "seat 0 pot W2@2"}


class TestVerify:
    """Checking records."""

    def test_an_honest_record(self, quacks: Quacks, record: Path) -> None:
        """What was checked is said, and who won."""
        done = quacks("verify", record)
        assert (done.code, done.err) == (0, "")
        assert "the rules were kept, and all" in done.out
        assert " wins. " in done.out

    def test_json(self, quacks: Quacks, record: Path, tmp_path: Path) -> None:
        """Also where it fails, and then with exit 1."""
        plain = json.loads(quacks("verify", record, "--json").out)
        assert plain["verified"] is True
        assert plain["finished"] is True
        assert plain["outcome"]["winners"]
        (tmp_path / "cut.txt").write_text("rules 1\n", "utf-8")
        done = quacks("verify", tmp_path / "cut.txt", "--json")
        done.complains("the record is cut")
        assert json.loads(done.out)["verified"] is False


class TestRules:
    """Explaining."""

    @pytest.mark.parametrize(
        ("name", "told"),
        [
            ("blue_3", "Crow skull, book 3"),
            ("lucky_devil", "Lucky devil"),
            ("R4.11", "look"),
            ("B2", "Crow skull B2"),
            ("shop", "The shop"),
            ("R4", "Toadstool R4"),
        ],
    )
    def test_a_thing_is_explained_by_its_id(self, quacks: Quacks, name: str, told: str) -> None:
        """Books, cards, rules, chips, questions."""
        done = quacks("rules", name)
        assert done.code == 0
        assert told in done.out

    def test_in_german(self, quacks: Quacks) -> None:
        """With --language de."""
        assert "Almosen" in quacks("rules", "alms", "--language", "de").out
        assert "Almosen" in quacks("rules", "--language", "de").out

    def test_without_an_id_everything_is_listed(self, quacks: Quacks) -> None:
        """Every id that can be explained, in both widths."""
        for columns in (60, 120):
            listed = quacks("rules", columns=columns).out.split()
            assert set(names()) <= set(listed)

    def test_json(self, quacks: Quacks) -> None:
        """Entries with title and text; all ids by part."""
        plain = json.loads(quacks("rules", "alms", "--json").out)
        assert plain["entries"][0]["title"] == "Alms"
        ids = json.loads(quacks("rules", "--json").out)["ids"]
        listed = [name for part in ids.values() for name in part]
        assert set(listed) == set(names())
        assert sorted(name for name in set(listed) if listed.count(name) > 1) == ["R1", "R2", "R4"]
        assert len(ids["fortune cards"]) == 24


def test_bench_engine_measures_all_that_it_should(quacks: Quacks) -> None:
    """Figures and ratios, for people and for programs."""
    plain = json.loads(quacks("bench", "engine", "--seconds", "0.3", "--json").out)
    assert plain["benchmark"] == "engine"
    assert plain["decisions"] > 100
    assert plain["events"] > plain["decisions"]
    for figure in (
        "decisions_per_second",
        "games_per_second",
        "copy_microseconds",
        "legal_actions_microseconds",
        "view_json_microseconds",
        "import_seconds",
        "reference_per_second",
        "decisions_ratio",
    ):
        assert plain[figure] > 0
    ratio = plain["decisions_per_second"] / plain["reference_per_second"]
    assert plain["decisions_ratio"] == pytest.approx(ratio)
    assert "decisions a second" in quacks("bench", "engine", "--seconds", "0.2").out


class TestQuacks:
    """The command itself."""

    @pytest.mark.parametrize("command", COMMANDS)
    def test_every_command_has_help(self, quacks: Quacks, command: str) -> None:
        """In a sentence, with exit 0."""
        done = quacks(*command.split(), "--help")
        assert (done.code, done.err) == (0, "")
        assert f"Usage: quacks {command}" in done.out

    def test_help_names_every_command(self, quacks: Quacks) -> None:
        """All of them in one list."""
        out = quacks("--help").out
        assert all(command.split()[0] in out for command in COMMANDS)

    def test_the_version(self, quacks: Quacks) -> None:
        """Of the program, and of the rules that its records keep."""
        assert quacks("--version").out.endswith(f", rules {RULES_VERSION}\n")

    @pytest.mark.parametrize("call", [[], ["play"]])
    def test_without_a_server_the_browser_table_is_refused_in_a_line(
        self, quacks: Quacks, call: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """And the way to play without one is named."""
        monkeypatch.setattr(play, "load_optional", lambda module, name: None)
        quacks(*call).complains("needs the server", "--terminal")

    @pytest.mark.parametrize("call", [[], ["play", "--no-browser", "--port", "0"]])
    def test_with_a_server_its_table_is_opened(
        self, quacks: Quacks, call: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The server's own function is called, and nothing else."""
        called: list[dict[str, object]] = []
        monkeypatch.setattr(
            play, "load_optional", lambda module, name: lambda **kw: called.append(kw)
        )
        assert quacks(*call).code == 0
        expected = {"open_browser": not call, "port": 0 if call else None}
        assert called == [expected]

    def test_a_closed_pipe_is_no_reason_to_complain(self, record: Path) -> None:
        """`quacks replay RECORD | head -1` says nothing on stderr."""
        call = f"{sys.executable} -m quedlinburg replay {record} | head -1"
        done = subprocess.run(
            ["bash", "-c", call], capture_output=True, text=True, timeout=PATIENCE, check=True
        )
        assert done.stderr == ""
        assert done.stdout.count("\n") == 1

    @pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
    def test_ctrl_c_exits_with_130_and_nothing_is_ever_lost(
        self, tmp_path: Path, how: signal.Signals
    ) -> None:
        """In the middle of a question, without a traceback; not even when it is killed."""
        path = tmp_path / "game.txt"
        call = ["play", "--terminal", "--seed", "b", "--record", str(path)]
        with subprocess.Popen(
            [sys.executable, "-u", "-m", "quedlinburg", *call],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as table:
            assert table.stdin is not None
            assert table.stdout is not None
            table.stdin.write("draw\n")
            table.stdin.flush()
            while "You draw" not in (line := table.stdout.readline()):
                assert line, "the table was left before the first draw"
            table.send_signal(how)
            out, err = table.communicate(timeout=PATIENCE)
        assert "Traceback" not in err
        assert "0 draw" in path.read_text("utf-8")
        if how == signal.SIGINT:
            assert table.returncode == 130
            assert "Go on with: quacks play --terminal --resume" in out
