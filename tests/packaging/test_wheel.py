"""The wheel works by itself: installed into an empty environment, it plays and verifies a game."""

import runpy
import shutil
import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(command: list[str | Path], *, text: str = "") -> str:
    """Run a command and return what it printed."""
    words = [str(word) for word in command]
    done = subprocess.run(
        words, input=text, capture_output=True, text=True, check=False, timeout=300, cwd=ROOT
    )
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def uv() -> str:
    """The tool that the set-up script installed."""
    found = shutil.which("uv") or str(ROOT / ".venv-tools" / "bin" / "uv")
    assert Path(found).exists(), "scripts/setup installs uv"
    return found


@pytest.fixture(scope="module")
def wheel(uv: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this tree."""
    folder = tmp_path_factory.mktemp("wheel")
    run([uv, "build", "--quiet", "--wheel", "--out-dir", folder])
    return next(folder.glob("*.whl"))


def test_the_wheel_ships_data_texts_and_types(wheel: Path) -> None:
    """Tables, texts and the marker of types are inside; the tests are not."""
    names = zipfile.ZipFile(wheel).namelist()
    for name in (
        "py.typed",
        "rules/data/fortune.toml",
        "text/en/rules.toml",
        "text/de/terminal.toml",
    ):
        assert f"quedlinburg/{name}" in names
    assert not [name for name in names if name.startswith("tests/")]


def test_the_wheel_ships_the_built_page(wheel: Path) -> None:
    """The page is inside, so that no Node.js is needed to play."""
    assert "quedlinburg/server/static/index.html" in zipfile.ZipFile(wheel).namelist()


def test_the_wheel_names_the_projects_home_or_no_address(wheel: Path) -> None:
    """URLs come from the one place where the home is written, and are left out without one."""
    inside = zipfile.ZipFile(wheel)
    (name,) = [name for name in inside.namelist() if name.endswith(".dist-info/METADATA")]
    metadata = Parser().parsestr(inside.read(name).decode("utf-8"))
    urls = runpy.run_path(str(ROOT / "tools/home.py"))["urls"]()
    said = [f"{label}, {url}" for label, url in urls.items()]
    assert sorted(metadata.get_all("Project-URL", [])) == sorted(said)


def test_an_installed_wheel_plays_and_verifies_a_game(uv: str, wheel: Path, tmp_path: Path) -> None:
    """From an empty environment: play a game by the library, verify its record by the command."""
    environment = tmp_path / "env"
    python = environment / "bin" / "python"
    run([uv, "venv", "--quiet", "--python", sys.executable, environment])
    run([uv, "pip", "install", "--quiet", "--python", python, wheel])
    program = (
        "from quedlinburg import Game, Setup\n"
        "game = Game.new(Setup(players=2), seed=3)\n"
        "while game.waiting:\n"
        "    seat = game.waiting[0]\n"
        "    game.act(seat, game.legal_actions(seat)[-1])\n"
        "print(game.record(), end='')\n"
    )
    record = tmp_path / "game.txt"
    record.write_text(run([python, "-c", program]), "utf-8")
    told = run([environment / "bin" / "quacks", "verify", record])
    assert "seed" in told
