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
# What bots need besides.
BOTS = ("bots", "analysis", "sim", "testing")
COMPLETENESS = "tests/architecture/test_completeness.py"
SENTENCES = "tests/text/test_sentences.py"


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


@dataclass(frozen=True)
class Example:
    """A worked example: the id of its card, its blocks, and where its scenario is written."""

    card: str
    blocks: tuple[Block, ...]

    @property
    def scenario(self) -> str:
        """The path of the card's scenario."""
        return next(block.path for block in self.blocks if block.path.endswith(".txt"))

    def __str__(self) -> str:
        return self.card


def examples() -> list[Example]:
    """Every worked example of the guide, with its fenced diffs."""
    found = []
    for section in re.findall(r"^## Worked example.*?(?=^## )", GUIDE, re.MULTILINE | re.DOTALL):
        fenced = re.findall(r"^```diff\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
        card = re.search(r"^\+\[card\.(\w+)\]$", section, re.MULTILINE)
        assert card, section
        found.append(Example(card[1], tuple(map(block_of, fenced))))
    return found


def block_of(fenced: str) -> Block:
    """Read a fenced diff."""
    head, _, body = fenced.partition("@@\n")
    path = re.search(r"^\+\+\+ b/(.+)$", head, re.MULTILINE)
    assert path, head
    lines = body.splitlines()
    old = [line[1:] for line in lines if not line.startswith("+")]
    new = [line[1:] for line in lines if not line.startswith("-")]
    return Block(path[1], "".join(f"{x}\n" for x in old), "".join(f"{x}\n" for x in new))


PLAIN, ASKING = EXAMPLES = examples()
every_example = pytest.mark.parametrize("example", EXAMPLES, ids=str)


def short(block: Block) -> str:
    """The name of a block's file; for texts, with the language."""
    path = Path(block.path)
    return f"{path.parent.name}/{path.name}" if "/text/" in block.path else path.name


def copy_packages(root: Path, packages: tuple[str, ...]) -> None:
    """Copy packages of the sources, compiled files too: Python sees which are still good."""
    for package in packages:
        shutil.copytree(ROOT / "src/quedlinburg" / package, root / "src/quedlinburg" / package)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the sources, the scenarios, and the tests that say what is missing."""
    copy_packages(tmp_path, PACKAGES)
    unwanted = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "tests/scenarios", tmp_path / "tests/scenarios", ignore=unwanted)
    for path in ("src/quedlinburg/__init__.py", COMPLETENESS, SENTENCES):
        (tmp_path / path).parent.mkdir(exist_ok=True)
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
        timeout=300,
        check=False,
    )


def run_tests(copy: Path, path: str, words: str) -> subprocess.CompletedProcess[str]:
    """Run some tests of a file over the copied sources."""
    return run(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", path, "-k", words)


def completeness(copy: Path) -> subprocess.CompletedProcess[str]:
    """Run the completeness tests about cards over the copied sources."""
    return run_tests(copy, COMPLETENESS, "card or question")


PLAY = """
import sys
from pathlib import Path
import quedlinburg
from quedlinburg.engine.notation.scenario import run_scenario
assert Path(quedlinburg.__file__).is_relative_to(Path.cwd()), quedlinburg.__file__
failures = run_scenario(Path(sys.argv[1]).read_text("utf-8"))
print(*failures, sep="\\n")
sys.exit(bool(failures))
"""


DECIDE = """
import sys
from quedlinburg.bots import BOT_NAMES, make_bot
from quedlinburg.testing.bots import check_bot
for name in BOT_NAMES:
    report = check_bot(lambda seed: make_bot(name, seed), games=0)
    assert sys.argv[1] in report.questions, report
print(*BOT_NAMES)
"""


def test_a_card_has_seven_blocks_in_four_places() -> None:
    """Row and number; function and moment; scenario; words in two languages."""
    assert [short(block) for block in PLAIN.blocks] == [
        "fortune.toml",
        "ids.py",
        "at_once.py",
        "moments.py",
        "small-comfort-pays-a-ruby-for-an-empty-flask.txt",
        "en/cards.toml",
        "de/cards.toml",
    ]


def test_a_card_that_asks_touches_eight_files() -> None:
    """Those of any card, and its options and its answer."""
    assert [short(block) for block in ASKING.blocks] == [
        "fortune.toml",
        "ids.py",
        "at_once.py",
        "moments.py",
        "questions.py",
        "questions.py",
        "spring-water-moves-the-droplet-for-a-ruby.txt",
        "en/cards.toml",
        "de/cards.toml",
    ]
    assert len({block.path for block in ASKING.blocks}) == 8


@every_example
def test_the_card_of_an_example_can_be_played(copy: Path, example: Example) -> None:
    """The new card's scenario passes, its sentences are played, and nothing is found missing."""
    for block in example.blocks:
        block.apply(copy)
    played = run(copy, "-c", PLAY, example.scenario)
    assert played.returncode == 0, played.stdout + played.stderr
    for found in (completeness(copy), run_tests(copy, SENTENCES, example.card)):
        assert found.returncode == 0, found.stdout
        assert re.search(r"\d passed", found.stdout)


@pytest.mark.parametrize(
    ("example", "difference"),
    [
        (PLAIN, "- seat 0 rubies 1\n+ seat 0 rubies 0"),
        (ASKING, "- question 0 spring_water\n+ question 0 brew"),
    ],
    ids=str,
)
def test_the_scenario_of_an_example_notices_a_card_that_does_nothing(
    copy: Path, example: Example, difference: str
) -> None:
    """Without its line in the moment the card is turned up and nothing happens."""
    for block in example.blocks:
        if not block.path.endswith("moments.py"):
            block.apply(copy)
    (copy / example.scenario).write_text(until_first_action(copy / example.scenario), "utf-8")
    played = run(copy, "-c", PLAY, example.scenario)
    assert played.returncode == 1, played.stderr
    assert difference in played.stdout


def until_first_action(path: Path) -> str:
    """A scenario up to its first action."""
    lines = path.read_text("utf-8").splitlines(keepends=True)
    actions = [place for place, line in enumerate(lines) if line[0].isdecimal()]
    return "".join(lines[: actions[0]] if actions else lines)


LEFT_OUT = [(example, number) for example in EXAMPLES for number in range(len(example.blocks))]


@pytest.mark.parametrize(
    ("example", "number"),
    LEFT_OUT,
    ids=[f"{example}-{short(example.blocks[number])}-{number}" for example, number in LEFT_OUT],
)
def test_a_place_that_is_left_out_is_named(copy: Path, example: Example, number: int) -> None:
    """Whichever block is forgotten, the completeness test names its file and the card."""
    left_out = example.blocks[number]
    for block in example.blocks:
        if block is not left_out:
            block.apply(copy)
    found = completeness(copy)
    place = left_out.path if left_out.old else left_out.path.rpartition("/")[0]
    assert found.returncode == 1, found.stdout + found.stderr
    named = set(re.findall(rf"{example.card}: (\S+?)/?:", found.stdout))
    assert named == {place}, found.stdout


def test_a_sentence_that_no_scenario_plays_is_named(copy: Path) -> None:
    """Left out of the scenario in one language, it is missed in that language."""
    for block in ASKING.blocks:
        block.apply(copy)
    path = copy / ASKING.scenario
    path.write_text(path.read_text("utf-8").replace("1 Feld vor", "2 Felder vor"), "utf-8")
    found = run_tests(copy, SENTENCES, ASKING.card)
    assert found.returncode == 1
    assert "card.spring_water in de: no scenario plays ['Du darfst 1 Rubin zahlen" in found.stdout


def test_every_bot_answers_a_new_question_without_a_line_of_its_own(copy: Path) -> None:
    """All bots keep what they promise, at the new card's question as at any other."""
    copy_packages(copy, BOTS)
    for block in ASKING.blocks:
        block.apply(copy)
    answered = run(copy, "-c", DECIDE, ASKING.card)
    assert answered.returncode == 0, answered.stdout + answered.stderr
    assert "master" in answered.stdout
