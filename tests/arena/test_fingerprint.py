"""The fingerprint of the program covers everything that decides how a game goes."""

from __future__ import annotations

from pathlib import Path

import pytest

import quedlinburg
from quedlinburg.arena.fingerprint import FOLDERS, SUFFIXES


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_folder_that_is_hashed_has_sources(folder: str) -> None:
    """A folder that was renamed would drop out of the hash without a word."""
    found = (Path(quedlinburg.__file__).parent / folder).rglob("*")
    assert any(path.suffix in SUFFIXES for path in found)
