"""Another language is a folder of files: nothing else has to be told of it."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import quedlinburg

SOURCES = Path(quedlinburg.__file__).parent


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with a made-up language: English, and a sign before every text."""
    folder = tmp_path_factory.mktemp("sources")
    unwanted = shutil.ignore_patterns("__pycache__", "static")
    shutil.copytree(SOURCES, folder / "quedlinburg", ignore=unwanted)
    texts = folder / "quedlinburg" / "text"
    (texts / "xx").mkdir()
    for path in (texts / "en").glob("*.toml"):
        written = re.sub(r'( = "(?:""\n)?)(?=[^"])', r"\1~", path.read_text("utf-8"))
        (texts / "xx" / path.name).write_text(written, "utf-8")
    return folder


def run(copy: Path, *words: str, typed: str = "", **variables: str) -> str:
    """What Python prints that runs over the copied sources."""
    own = {"PYTHONPATH": str(copy), "XDG_DATA_HOME": str(copy / "data"), "COLUMNS": "100"}
    done = subprocess.run(
        [sys.executable, *words],
        env=os.environ | own | {"PYTHONDONTWRITEBYTECODE": "1", "LC_ALL": "C.UTF-8"} | variables,
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_terminal_speaks_it(copy: Path) -> None:
    """Chosen by its name, or because the environment asks for it."""
    play = ("-m", "quedlinburg", "play", "--terminal", "--seed", "b")
    shown = run(copy, *play, "--language", "xx", typed="d\nbag\nhelp\ns\n0\nq\n")
    for said in ("~Your pot", "~draw W", "~no chip explodes", "~White sum", "~this list", "~takes"):
        assert said in shown, shown
    assert "~Your pot" in run(copy, *play, typed="q\n", LC_ALL="xx_XX.UTF-8")
    assert "Dein Kessel" in run(copy, *play, typed="q\n", LC_ALL="de_DE.UTF-8")


def test_rules_are_explained_in_it(copy: Path) -> None:
    """What a card pays is put in as in any language; a language without plural rules has one."""
    shown = run(copy, "-m", "quedlinburg", "rules", "alms", "--language", "xx")
    assert "~Alms" in shown
    assert "~All players with the fewest rubies get ~1 rubies." in shown


ASK = """
from quedlinburg.server.http.rules_json import rules_of
print(rules_of("xx").data.decode())
"""


def test_the_server_tells_its_texts(copy: Path) -> None:
    """`GET /api/rules?language=xx` finds what the page asks for."""
    told = json.loads(run(copy, "-c", ASK))
    assert told["language"] == "xx"
    assert told["texts"]["card.alms"]["title"] == "~Alms"
    assert told["bot_names"]["master"][0].startswith("~")
