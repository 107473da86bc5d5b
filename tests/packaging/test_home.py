"""No address of this project is invented: its home is written once, or nowhere."""

import re
import runpy
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOME = runpy.run_path(str(ROOT / "tools/home.py"))
ADDRESS = re.compile(r"\b(?:https?|git|ssh)://([^\s/\\\"'<>`)\];]+)", re.IGNORECASE)
# Lock files name where each package came from; licences of fonts name those who made them.
LEFT_OUT = re.compile(r"(uv\.lock|package-lock\.json|LICENSE-[\w-]+\.txt)$")
# Hosts of others, which pages and pictures may name.
OTHERS = {"keepachangelog.com", "docs.ray.io", "www.w3.org"}
# This machine, hosts that can't exist, and text that a program fills in.
NOWHERE = re.compile(
    r"(127\.0\.0\.1|\[::1|localhost|[\w.-]+\.(example|test|invalid))(:.*)?$|.*[{$]"
)


def texts() -> list[tuple[Path, str]]:
    """Every text file of the tree that git knows or would add."""
    words = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    found = []
    for name in listed.split("\0"):
        path = ROOT / name
        if name and path.is_file() and not LEFT_OUT.search(name):
            data = path.read_bytes()
            if b"\0" not in data:
                found.append((path, data.decode("utf-8")))
    return found


def test_without_a_home_there_are_no_project_urls() -> None:
    """What would be made of it is left out."""
    assert bool(HOME["urls"]()) == bool(HOME["home"]())


def test_project_urls_are_made_of_the_home(tmp_path: Path) -> None:
    """The one place is pyproject.toml."""
    settings = '[tool.quedlinburg]\nhome = "https://forge.example/quedlinburg/"\n'
    (tmp_path / "pyproject.toml").write_text(settings, "utf-8")
    assert HOME["urls"](tmp_path) == {
        "Source": "https://forge.example/quedlinburg",
        "Issues": "https://forge.example/quedlinburg/issues",
        "Changelog": "https://forge.example/quedlinburg/blob/main/CHANGELOG.md",
    }


def test_a_home_is_an_address(tmp_path: Path) -> None:
    """A name or an address without TLS is refused."""
    settings = '[tool.quedlinburg]\nhome = "forge.example/quedlinburg"\n'
    (tmp_path / "pyproject.toml").write_text(settings, "utf-8")
    with pytest.raises(ValueError, match="home: "):
        HOME["home"](tmp_path)


def test_nothing_else_names_an_address_of_this_project() -> None:
    """Every address is the home, a known one of others, or leads nowhere by intention."""
    home = HOME["home"]().partition("//")[2].partition("/")[0]
    written = {ROOT / "pyproject.toml", ROOT / "CITATION.cff"}
    for path, text in texts():
        for host in ADDRESS.findall(text):
            known = host in OTHERS or NOWHERE.match(host)
            assert known or (host == home and path in written), f"{path.relative_to(ROOT)}: {host}"


def test_nothing_names_an_address_to_write_to() -> None:
    """Reports go through the forge; no mail address stands anywhere."""
    mail = re.compile(r"[\w.+-]+@[\w-]+\.(?!npz\b)[a-z]{2,}\b")
    for path, text in texts():
        assert not mail.search(text), path.relative_to(ROOT)
