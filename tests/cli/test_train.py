"""`quacks train`: what it refuses; that it learns and goes on is told by tests/bots."""

from __future__ import annotations

from pathlib import Path

from cli.conftest import Quacks


def test_a_folder_is_needed(quacks: Quacks) -> None:
    """A wrong call names what is missing."""
    done = quacks("train")
    assert (done.code, done.out) == (2, "")
    assert "Missing argument 'folder'" in done.err


def test_too_few_games_are_refused(quacks: Quacks, tmp_path: Path) -> None:
    """Games are kept by the thousand; nothing is begun with fewer."""
    done = quacks("train", str(tmp_path / "new"), "--games", "10")
    assert done.code == 2
    assert "--games" in done.err
    assert not (tmp_path / "new").exists()


def test_a_file_in_place_of_the_folder_is_one_clear_line(quacks: Quacks, tmp_path: Path) -> None:
    """The file is named, and stays as it was."""
    file = tmp_path / "notes"
    file.write_text("mine", "utf-8")
    done = quacks("train", str(file))
    assert done.code == 1
    assert done.err.startswith(f"quacks: {file}")
    assert file.read_text("utf-8") == "mine"
