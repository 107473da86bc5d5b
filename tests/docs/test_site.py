"""The documentation site: it builds without a warning, is complete, and fetches nothing."""

import re
import subprocess
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from sphinx.util.inventory import InventoryFile

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import api_docs

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs/reference/api"
# What a browser fetches without being asked: scripts, pictures, frames, styles, fonts.
FETCHED = re.compile(r"<(?:script|img|iframe|source|video|audio|embed)\b[^>]*?\ssrc=\"([^\"]*)\"")
LINKED = re.compile(r"<link\b[^>]*?\shref=\"([^\"]*)\"")
STYLED = re.compile(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)")
ELSEWHERE = re.compile(r"(?:[a-z]+:)?//", re.IGNORECASE)


def as_words(text: str) -> str:
    """A text without marks, and with one blank between words."""
    return " ".join(re.sub(r"[`*\\]", "", unescape(text)).split())


def described(module: str) -> Iterator[tuple[str, str]]:
    """The public names of a module and the members of its classes, with what is said of them."""
    for name in api_docs.public_names(module):
        yield f"{module}.{name}", api_docs.name_doc(module, name)
        found = getattr(sys.modules[module], name)
        if isinstance(found, type):
            for member, said in api_docs.members(found).items():
                yield f"{module}.{name}.{member}", said


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built by our script; leaving objects out of tables of contents saves seconds."""
    folder = tmp_path_factory.mktemp("site")
    ran = subprocess.run(
        [ROOT / "scripts/docs", folder, "-D", "toc_object_entries=0"],
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return folder


def test_the_site_has_every_page_and_a_front_page(site: Path) -> None:
    """Every Markdown file of the documents is a page, and the address alone leads to one."""
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    missing = [
        page for page in pages if not (site / page.relative_to(ROOT)).with_suffix(".html").exists()
    ]
    assert missing == []
    assert "README.html" in (site / "index.html").read_text("utf-8")


def test_the_site_fetches_nothing_from_elsewhere(site: Path) -> None:
    """No font, script, style or picture comes from another host."""
    for page in site.rglob("*.html"):
        source = page.read_text("utf-8")
        for target in (*FETCHED.findall(source), *LINKED.findall(source)):
            assert not ELSEWHERE.match(target), f"{page.relative_to(site)}: {target}"
    for path in (*site.rglob("*.css"), *site.rglob("*.html")):
        for pair in STYLED.findall(path.read_text("utf-8")):
            assert not ELSEWHERE.match("".join(pair)), f"{path.relative_to(site)}: {pair}"
    for script in site.rglob("*.js"):
        source = script.read_text("utf-8")
        assert not re.search(r"(fetch|import|importScripts|open)\(\s*['\"](?:\w+:)?//", source), (
            script
        )


def test_links_between_pages_and_to_files_lead_somewhere(site: Path) -> None:
    """As a browser follows them, also those to sources and scenarios."""
    for page in site.rglob("*.html"):
        for target in re.findall(r"\shref=\"([^\"#?]+)", page.read_text("utf-8")):
            if not re.match(r"[a-z]+:", target):
                assert (page.parent / target).exists(), f"{page.relative_to(site)}: {target}"


@pytest.mark.parametrize(
    "written", sorted(PAGES.glob("[a-z]*.md")), ids=lambda written: written.stem
)
def test_the_site_has_every_public_name_and_field(site: Path, written: Path) -> None:
    """What may be relied on can be looked up with its description, and linked to from elsewhere."""
    inventory = InventoryFile.loads((site / "objects.inv").read_bytes(), uri="")
    known = {name for kind in inventory.data.values() for name in kind}
    html = (site / written.relative_to(ROOT)).with_suffix(".html").read_text("utf-8")
    shown = as_words(re.sub(r"<[^>]+>", "", html))
    for module in re.findall(
        r"^\.\. automodule:: (\S+)$", written.read_text("utf-8"), re.MULTILINE
    ):
        for name, said in described(module):
            assert name in known
            assert as_words(said.partition("\n\n")[0]) in shown, name
