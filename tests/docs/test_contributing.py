"""CONTRIBUTING.md, followed to the letter in a copy of the sources."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
PACKAGES = ("rules", "engine", "text")
COMPLETENESS = "tests/architecture/test_completeness.py"
CARD = "small_comfort"


@dataclass(frozen=True)
class Block:
    """A fenced diff of the guide: the file, and what is to stand there instead of what."""

    path: str
    old: str
    new: str

    def apply(self, root: Path) -> None:
        """Change the file as a reader would; what the guide quotes must stand there, once."""
        path = root / self.path
        if not self.old:
            path.write_text(self.new, "utf-8")
            return
        source = path.read_text("utf-8")
        assert source.count(self.old) == 1, f"{self.path} has not once:\n{self.old}"
        path.write_text(source.replace(self.old, self.new), "utf-8")


def blocks() -> list[Block]:
    """Every fenced diff of the guide."""
    found = []
    for fenced in re.findall(r"^```diff\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL):
        head, _, body = fenced.partition("@@\n")
        path = re.search(r"^\+\+\+ b/(.+)$", head, re.MULTILINE)
        assert path, head
        lines = body.splitlines()
        old = [line[1:] for line in lines if not line.startswith("+")]
        new = [line[1:] for line in lines if not line.startswith("-")]
        found.append(Block(path[1], "".join(f"{x}\n" for x in old), "".join(f"{x}\n" for x in new)))
    return found


BLOCKS = blocks()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the sources, the scenarios and the completeness test."""
    unwanted = shutil.ignore_patterns("__pycache__")
    for package in PACKAGES:
        folder = f"src/quedlinburg/{package}"
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=unwanted)
    shutil.copytree(ROOT / "tests/scenarios", tmp_path / "tests/scenarios", ignore=unwanted)
    (tmp_path / "tests/architecture").mkdir()
    for path in ("src/quedlinburg/__init__.py", COMPLETENESS):
        shutil.copy(ROOT / path, tmp_path / path)
    return tmp_path


def run(copy: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python over the copied sources."""
    environment = os.environ | {"PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    environment |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, *words],
        cwd=copy,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def completeness(copy: Path) -> subprocess.CompletedProcess[str]:
    """Run the completeness tests about cards over the copied sources."""
    return run(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", COMPLETENESS, "-k", "card")


PLAY = """
import sys
from pathlib import Path
import quedlinburg
from quedlinburg.engine.scenario import run_scenario
assert Path(quedlinburg.__file__).is_relative_to(Path.cwd()), quedlinburg.__file__
failures = run_scenario(Path(sys.argv[1]).read_text("utf-8"))
print(*failures, sep="\\n")
sys.exit(bool(failures))
"""


def test_the_guide_has_seven_blocks_in_four_places() -> None:
    """Row and number; function and moment; scenario; words in two languages."""
    assert [Path(block.path).name for block in BLOCKS] == [
        "fortune.toml",
        "ids.py",
        "at_once.py",
        "moments.py",
        "small-comfort-pays-a-ruby-for-an-empty-flask.txt",
        "en.toml",
        "de.toml",
    ]


def test_the_card_of_the_guide_can_be_played(copy: Path) -> None:
    """The new card's scenario passes, and nothing is found missing."""
    for block in BLOCKS:
        block.apply(copy)
    played = run(copy, "-c", PLAY, BLOCKS[4].path)
    assert played.returncode == 0, played.stdout + played.stderr
    complete = completeness(copy)
    assert complete.returncode == 0, complete.stdout
    assert re.search(r"\d passed", complete.stdout)


def test_the_scenario_of_the_guide_notices_a_card_that_does_nothing(copy: Path) -> None:
    """Without its line in the moment the card is turned up and nothing happens."""
    for block in BLOCKS:
        if not block.path.endswith("moments.py"):
            block.apply(copy)
    played = run(copy, "-c", PLAY, BLOCKS[4].path)
    assert played.returncode == 1, played.stderr
    assert "- seat 0 rubies 1\n+ seat 0 rubies 0" in played.stdout


@pytest.mark.parametrize("left_out", BLOCKS, ids=lambda block: Path(block.path).name)
def test_a_place_that_is_left_out_is_named(copy: Path, left_out: Block) -> None:
    """Whichever block is forgotten, the completeness test names its file and the card."""
    for block in BLOCKS:
        if block is not left_out:
            block.apply(copy)
    found = completeness(copy)
    place = left_out.path if left_out.old else left_out.path.rpartition("/")[0]
    assert found.returncode == 1, found.stdout + found.stderr
    named = set(re.findall(rf"{CARD}: (\S+?)/?:", found.stdout))
    assert named == {place}, found.stdout
