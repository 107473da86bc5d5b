"""The documents: their examples run, their links lead somewhere, and made pages are fresh."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from quedlinburg.cli.main import app
from quedlinburg.engine.names import QUESTIONS

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
MADE = ("rules.md", "books.md", "cards.md", "events.md")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")

every_page = pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))


def without_fences(source: str) -> str:
    """A page for the doctest parser, which takes a closing fence for expected output."""
    return re.sub(r"^```.*$", "", source, flags=re.MULTILINE)


def without_code(source: str) -> str:
    """A page without its code, where brackets are not links."""
    return re.sub(r"^```.*?^```$", "", source, flags=re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """The anchors that a page's headings make."""
    headings = re.findall(r"^#+ (.+)$", without_code(page.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@every_page
def test_the_examples_of_a_page_run(path: Path) -> None:
    """Every `>>>` of a document gives what the document says."""
    source = without_fences(path.read_text("utf-8"))
    test = doctest.DocTestParser().get_doctest(source, {}, path.name, str(path), 0)
    said: list[str] = []
    failed, _ = doctest.DocTestRunner().run(test, out=said.append)
    assert not failed, "".join(said)


@pytest.mark.parametrize(
    "name",
    [
        "README.md",
        "docs/tutorial.md",
        "docs/reference/luck.md",
        "docs/reference/notation.md",
        "docs/how-to/write-a-bot.md",
        "docs/how-to/write-a-scenario.md",
        "docs/how-to/verify-a-record.md",
    ],
)
def test_pages_that_teach_have_examples(name: str) -> None:
    """Where a reader types along, something is checked."""
    source = without_fences((ROOT / name).read_text("utf-8"))
    assert len(doctest.DocTestParser().get_examples(source)) >= 2


@every_page
def test_the_links_of_a_page_resolve(path: Path) -> None:
    """A link leads to a file of the project, and to a heading that is there."""
    for target in LINK.findall(without_code(path.read_text("utf-8"))):
        if re.match(r"https?://|mailto:", target):
            continue
        name, _, anchor = target.partition("#")
        found = (path.parent / name).resolve() if name else path
        assert found.exists(), f"{path.relative_to(ROOT)}: {target}"
        if anchor and found.suffix == ".md":
            assert anchor in anchors(found), f"{path.relative_to(ROOT)}: {target}"


def test_every_document_can_be_reached_from_the_readme() -> None:
    """No page is lost: links lead from the README to all of them."""
    reached: set[Path] = set()
    pending = [ROOT / "README.md"]
    while pending:
        page = pending.pop()
        if page in reached:
            continue
        reached.add(page)
        for target in LINK.findall(without_code(page.read_text("utf-8"))):
            path = (page.parent / target.partition("#")[0]).resolve()
            if path.suffix == ".md" and path.exists():
                pending.append(path)
    lost = [str(page.relative_to(ROOT)) for page in PAGES if page not in reached]
    assert not lost


def test_made_pages_are_fresh() -> None:
    """The reference and the README's numbers are those of the tables, texts and scenarios."""
    script = ROOT / "tools" / "make_docs.py"
    ran = subprocess.run(
        [sys.executable, str(script), "--check"],
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr


def test_the_notation_page_lists_every_question() -> None:
    """What can be asked is written down with its options."""
    page = (ROOT / "docs" / "reference" / "notation.md").read_text("utf-8")
    assert [name for name in QUESTIONS.values() if f"`{name}`" not in page] == []


def test_the_readme_names_only_commands_that_exist() -> None:
    """The README is true of the program."""
    known = {command.name for command in app.registered_commands}
    known |= {group.name for group in app.registered_groups}
    page = (ROOT / "README.md").read_text("utf-8")
    named = set(re.findall(r"quacks ([a-z]+)", page))
    assert named
    assert named <= known


def test_the_readme_has_both_commands() -> None:
    """One command plays, one tests, and both are there."""
    page = (ROOT / "README.md").read_text("utf-8")
    for script in ("./scripts/play", "./scripts/test"):
        assert f"```\n{script}\n```" in page
        assert (ROOT / script).stat().st_mode & 0o111


def test_decisions_have_context_decision_and_consequences() -> None:
    """Records are numbered without gaps, of one shape, and listed."""
    folder = ROOT / "docs" / "decisions"
    records = sorted(path for path in folder.glob("*.md") if path.name != "README.md")
    index = (folder / "README.md").read_text("utf-8")
    assert [int(path.name[:4]) for path in records] == list(range(1, len(records) + 1))
    for path in records:
        headings = re.findall(r"^## (.+)$", path.read_text("utf-8"), re.MULTILINE)
        assert headings == ["Context", "Decision", "Consequences"], path.name
        assert f"]({path.name})" in index


def test_the_licence_is_mit_and_disclaims_the_printed_game() -> None:
    """MIT, and a note that the game, its name and its art belong to their owners."""
    licence = (ROOT / "LICENSE").read_text("utf-8")
    assert licence.startswith("MIT License")
    assert "the Quedlinburg contributors" in licence
    assert "belong\nto their owners" in licence
