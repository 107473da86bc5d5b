"""Runs are resumable: what is kept and gone on with equals a run in one go."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from quedlinburg.arena import run_file
from quedlinburg.arena.contest import Contest
from quedlinburg.arena.results import Results
from quedlinburg.arena.run_file import lock_run, read_run
from quedlinburg.arena.runner import RunResult, run
from quedlinburg.arena.workers import Chunks, InProcess, LocalProcesses, Workers

PAIR = ("cautious", "random")
CONTEST = Contest(PAIR, games=10, plain=True)


class Stopped(InProcess):
    """Somebody presses Ctrl-C after some chunks."""

    def __init__(self, after: int) -> None:
        """Stop after so many."""
        self.after = after

    def play(self, contest: Contest, chunks: Chunks) -> Generator[Results, None, None]:
        """Play until then."""
        for number, results in enumerate(super().play(contest, chunks)):
            if number == self.after:
                raise KeyboardInterrupt
            yield results


@pytest.fixture(scope="module")
def whole() -> RunResult:
    """The contest in one go."""
    return run(CONTEST)


def same(one: Results, other: Results) -> bool:
    """Whether two results are equal."""
    return one.to_json() == other.to_json()


@pytest.mark.parametrize("after", [0, 1, 2])
def test_a_resumed_run_equals_a_whole_one(tmp_path: Path, whole: RunResult, after: int) -> None:
    """Stopped after any chunk."""
    path = tmp_path / "run.jsonl"
    stopped = run(CONTEST, workers=Stopped(after), path=path)
    assert stopped.interrupted
    assert stopped.results.deals < CONTEST.deals
    assert same(read_run(path).results, stopped.results)
    resumed = run(CONTEST, path=path)
    assert not resumed.interrupted
    assert same(resumed.results, whole.results)
    assert same(read_run(path).results, whole.results)


@pytest.mark.parametrize("workers", [InProcess(), LocalProcesses(2)])
def test_a_finished_run_plays_nothing_again(tmp_path: Path, workers: Workers) -> None:
    """The file is left as it is, by one process and by several."""
    path = tmp_path / "run.jsonl"
    run(CONTEST, path=path)
    before = path.read_bytes()
    told: list[int] = []
    run(CONTEST, workers=workers, path=path, tell=told.append)
    assert path.read_bytes() == before
    assert told == [10]


def test_more_games_go_on_where_fewer_ended(tmp_path: Path, whole: RunResult) -> None:
    """Deals are numbered: the longer contest begins with the shorter one's."""
    path = tmp_path / "run.jsonl"
    run(CONTEST.with_games(4), path=path)
    assert same(run(CONTEST, path=path).results, whole.results)


def test_a_line_cut_off_by_a_crash_is_played_again(tmp_path: Path, whole: RunResult) -> None:
    """Whatever of the last line reached the disk."""
    path = tmp_path / "run.jsonl"
    run(CONTEST, path=path)
    written = path.read_bytes()
    path.write_bytes(written[:-40])
    kept = read_run(path)
    assert 0 < kept.results.deals < CONTEST.deals
    assert same(run(CONTEST, path=path).results, whole.results)
    assert same(read_run(path).results, whole.results)


def edited(change: Callable[[list[str]], list[str]]) -> Callable[[Path], None]:
    """Damage a file by its lines."""

    def edit(path: Path) -> None:
        lines = path.read_text("utf-8").splitlines(keepends=True)
        path.write_text("".join(change(lines)), "utf-8")

    return edit


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (edited(lambda lines: []), "no run of the arena"),
        (edited(lambda lines: ["hello\n", *lines[1:]]), "no run of the arena"),
        (
            edited(lambda lines: [lines[0].replace("random", "rendam").replace("1", "x"), *lines]),
            "no",
        ),
        (edited(lambda lines: [lines[0], "[]\n", *lines[1:]]), "line 2 is damaged"),
        (edited(lambda lines: [lines[0], lines[1][:-9] + "\n"]), "line 2 is damaged"),
        (edited(lambda lines: [*lines, lines[-1]]), "a deal occurs twice"),
    ],
)
def test_damaged_files_are_refused_in_one_line(
    tmp_path: Path, damage: Callable[[Path], None], said: str
) -> None:
    """With the file's name and what is wrong."""
    path = tmp_path / "run.jsonl"
    run(CONTEST, path=path)
    damage(path)
    with pytest.raises(ValueError) as refused:
        read_run(path)
    assert said in str(refused.value)
    assert str(path) in str(refused.value)
    assert "\n" not in str(refused.value)


def test_another_contest_is_not_mixed_in(tmp_path: Path) -> None:
    """Other bots, books or seeds need a file of their own."""
    path = tmp_path / "run.jsonl"
    run(CONTEST, path=path)
    for other in (
        Contest(("random", "cautious"), games=10, plain=True),
        Contest(PAIR, games=10, plain=True, books="1"),
        Contest(PAIR, games=10, plain=True, seed="2"),
    ):
        with pytest.raises(ValueError, match="another contest, begun with: quacks arena"):
            run(other, path=path)


def test_other_rules_or_bots_do_not_go_on_with_old_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that has been changed in between would spoil the figures."""
    path = tmp_path / "run.jsonl"
    run(CONTEST, path=path)
    monkeypatch.setattr(run_file, "program_name", lambda seats: "0123456789abcdef")
    with pytest.raises(ValueError, match="begun with other rules or bots"):
        run(CONTEST, path=path)


def test_one_process_at_a_time_plays_a_run(tmp_path: Path) -> None:
    """Two would play the same deals and spoil the file."""
    path = tmp_path / "run.jsonl"
    with lock_run(path), pytest.raises(ValueError, match="another process is playing this run"):
        run(CONTEST, path=path)
    assert run(CONTEST, path=path).results.deals == CONTEST.deals


def test_an_empty_file_is_a_new_run(tmp_path: Path, whole: RunResult) -> None:
    """As a run leaves it that was ended before its first line."""
    path = tmp_path / "run.jsonl"
    path.touch()
    assert same(run(CONTEST, path=path).results, whole.results)
    assert same(read_run(path).results, whole.results)


def test_every_line_of_a_run_is_an_object(tmp_path: Path) -> None:
    """Other programs can read it."""
    path = tmp_path / "run.jsonl"
    run(CONTEST, path=path)
    head, *rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert Contest.from_json(head["contest"]) == CONTEST
    assert sorted(number for row in rows for number in row["numbers"]) == list(range(5))
