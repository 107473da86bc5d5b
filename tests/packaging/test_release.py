"""Releases, made in a copy of the tree: what is refused, what is written, what is built."""

import os
import re
import shutil
import subprocess
import tarfile
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from quedlinburg.engine.version import RULES_VERSION

ROOT = Path(__file__).parents[2]
PARTS = re.compile(r"(src|tools|scripts|web)/|[^/]+$")
PAGE = "src/quedlinburg/server/static"
HOME = "https://forge.example/quedlinburg"
CHANGELOG = """# Changelog

What changed.

## [Unreleased]

Rules version 2.

- Something new.

## [0.1.0] – unreleased

Rules version 1.

### Added

- The whole game.
"""


def git(tree: Path, *words: str) -> str:
    """Run git in a tree."""
    who = ["-c", "user.name=A cook", "-c", "user.email=cook"]
    ran = subprocess.run(
        ["git", *who, *words], cwd=tree, capture_output=True, text=True, check=True
    )
    return ran.stdout.strip()


def copy_tree(tree: Path, wanted: re.Pattern[str]) -> None:
    """Copy what git knows or would add, as far as it is wanted."""
    words = ("ls-files", "--cached", "--others", "--exclude-standard", "-z")
    for name in git(ROOT, *words).split("\0"):
        if name and wanted.match(name) and (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tree / name)


def write_script(tree: Path, name: str, *lines: str) -> None:
    """Put a script of a few lines in the place of one of ours."""
    path = tree / "scripts" / name
    path.write_text("\n".join(("#!/usr/bin/env bash", *lines, "")), "utf-8")
    path.chmod(0o755)


def prepare(tree: Path) -> None:
    """Make a repository of a copy, with a short changelog and tests that only leave a mark.

    It has version 0.1.0 and no home, whatever this tree has.
    """
    (tree / "CHANGELOG.md").write_text(CHANGELOG, "utf-8")
    for name, old, new in (
        ("pyproject.toml", r'^version = ".*"$', 'version = "0.1.0"'),
        ("pyproject.toml", r'^home = ".*"$', 'home = ""'),
        (
            "uv.lock",
            r'^name = "quedlinburg"\nversion = ".*"$',
            'name = "quedlinburg"\nversion = "0.1.0"',
        ),
    ):
        source, found = re.subn(old, new, (tree / name).read_text("utf-8"), flags=re.MULTILINE)
        assert found == 1, old
        (tree / name).write_text(source, "utf-8")
    write_script(tree, "test", "touch ../tested")
    git(tree, "init", "--quiet", "--initial-branch=main")
    commit(tree)


def commit(tree: Path) -> None:
    """Commit everything in a tree."""
    git(tree, "add", "--all")
    git(tree, "commit", "--quiet", "--message=All of it")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of what a release reads, without what it builds."""
    folder = tmp_path / "tree"
    named = r"(tools/(home|release)\.py|scripts/release|src/quedlinburg/engine/version\.py"
    copy_tree(folder, re.compile(named + r"|pyproject\.toml|uv\.lock|CITATION\.cff)$"))
    prepare(folder)
    return folder


def release(tree: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the script in a tree, as somebody with a name."""
    path = os.pathsep.join([str(ROOT / ".venv-tools/bin"), os.environ["PATH"]])
    who = {
        f"GIT_{role}_{what}": "cook"
        for role in ("AUTHOR", "COMMITTER")
        for what in ("NAME", "EMAIL")
    }
    return subprocess.run(
        ["scripts/release", *words],
        cwd=tree,
        env=os.environ | who | {"PATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


def edit(tree: Path, name: str, old: str, new: str) -> None:
    """Change a file of a tree and commit it."""
    source = (tree / name).read_text("utf-8")
    assert old in source
    (tree / name).write_text(source.replace(old, new), "utf-8")
    commit(tree)


def is_untouched(tree: Path) -> bool:
    """Whether nothing was changed, committed or tagged."""
    commits = git(tree, "log", "--format=%s").splitlines()
    return (
        not git(tree, "status", "--porcelain")
        and not git(tree, "tag")
        and set(commits) == {"All of it"}
    )


def today() -> str:
    """The day of a release made now."""
    return datetime.now(UTC).date().isoformat()


def test_a_release_dates_builds_commits_and_tags(tmp_path: Path) -> None:
    """The whole way, with sdist and wheel as they would be published, and a home."""
    tree = tmp_path / "tree"
    copy_tree(tree, PARTS)
    if (ROOT / PAGE).exists():
        shutil.copytree(ROOT / PAGE, tree / PAGE)
    prepare(tree)
    edit(tree, "pyproject.toml", 'home = ""', f'home = "{HOME}"')
    before = today()
    made = release(tree)
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "tested").exists()
    changelog = (tree / "CHANGELOG.md").read_text("utf-8")
    head, dated = changelog.split("## [Unreleased]\n\n")
    assert head == "# Changelog\n\nWhat changed.\n\n"
    assert re.match(
        rf"## \[0\.1\.0\] – ({before}|{today()})\n\nRules version {RULES_VERSION}\.\n\n", dated
    )
    body = "### Added\n\n- The whole game.\n\n### Changed\n\n- Something new.\n"
    assert dated.endswith(body)
    citation = (tree / "CITATION.cff").read_text("utf-8")
    assert re.search(
        rf'^version: 0\.1\.0\ndate-released: "({before}|{today()})"$', citation, re.MULTILINE
    )
    assert citation.endswith(f"repository-code: {HOME}\n")
    assert git(tree, "log", "-1", "--format=%s") == "Release 0.1.0"
    assert git(tree, "tag", "--points-at=HEAD") == "v0.1.0"
    assert git(tree, "cat-file", "tag", "v0.1.0").endswith(body.strip())
    assert not git(tree, "status", "--porcelain")
    with zipfile.ZipFile(tree / "dist/quedlinburg-0.1.0-py3-none-any.whl") as wheel:
        metadata = wheel.read("quedlinburg-0.1.0.dist-info/METADATA").decode("utf-8")
        assert "quedlinburg/server/static/index.html" in wheel.namelist()
    assert f"Project-URL: Issues, {HOME}/issues\n" in metadata
    with tarfile.open(tree / "dist/quedlinburg-0.1.0.tar.gz") as sdist:
        packed = sdist.extractfile("quedlinburg-0.1.0/CHANGELOG.md")
        assert packed
        assert packed.read().decode("utf-8") == changelog


def test_a_dry_run_shows_the_notes_and_changes_nothing(tree: Path) -> None:
    """What would be published can be read before."""
    shown = release(tree, "--dry-run")
    assert shown.returncode == 0, shown.stderr
    assert "tag v0.1.0" in shown.stdout
    assert shown.stdout.endswith("- The whole game.\n\n### Changed\n\n- Something new.\n")
    assert is_untouched(tree)
    assert not (tree.parent / "tested").exists()


def test_changes_that_are_not_committed_are_refused(tree: Path) -> None:
    """What is released is what is committed."""
    (tree / "more.txt").write_text("more\n", "utf-8")
    refused = release(tree)
    assert refused.returncode == 1
    assert "not committed" in refused.stderr
    assert "more.txt" in refused.stderr


@pytest.mark.parametrize(
    ("name", "old", "new", "reason"),
    [
        ("CHANGELOG.md", CHANGELOG[CHANGELOG.index("Rules ver") :], "", "says nothing of what"),
        ("CHANGELOG.md", "0.1.0] – unreleased", "0.1.0] – 2026-01-31", "released on 2026-01-31"),
        ("CHANGELOG.md", "[0.1.0] – unreleased", "[0.0.9] – unreleased", "[0.0.9] has no date"),
        ("CHANGELOG.md", "[0.1.0] – unreleased", "[0.2.0] – 2026-01-31", "does not follow 0.2.0"),
        ("CHANGELOG.md", "[0.1.0] – unreleased", "[0.0.9] – 2999-01-31", "dated after today"),
        ("CHANGELOG.md", "[Unreleased]", "[News]", "first section is not [Unreleased]"),
        ("pyproject.toml", 'version = "0.1.0"', 'version = "0.2.0"', "run uv lock"),
        ("pyproject.toml", 'version = "0.1.0"', 'version = "soon"', "expected three numbers"),
        ("pyproject.toml", 'home = ""', 'home = "here"', "home: 'here' is not allowed"),
    ],
)  # fmt: skip
def test_what_is_stale_or_contradicts_itself_is_refused(
    tree: Path, name: str, old: str, new: str, reason: str
) -> None:
    """A reason in one line, and nothing changed."""
    edit(tree, name, old, new)
    refused = release(tree)
    assert refused.returncode == 1
    assert reason in refused.stderr
    assert is_untouched(tree)


def test_a_version_is_released_once(tree: Path) -> None:
    """A tag is never moved."""
    git(tree, "tag", "v0.1.0")
    refused = release(tree)
    assert refused.returncode == 1
    assert "the tag v0.1.0 is there already" in refused.stderr


@pytest.mark.parametrize("script", ["test", "build"])
def test_a_release_that_fails_on_its_way_leaves_nothing_behind(tree: Path, script: str) -> None:
    """Neither a date nor a commit nor a tag without tests that pass and files that are built."""
    write_script(tree, script, "exit 1")
    commit(tree)
    refused = release(tree)
    assert refused.returncode == 1
    assert f"scripts/{script} failed" in refused.stderr
    assert is_untouched(tree)


def test_a_later_release_takes_only_what_is_new(tree: Path) -> None:
    """The notes of a release are those of its own section."""
    edit(tree, "CHANGELOG.md", "0.1.0] – unreleased", "0.0.9] – 2026-01-31")
    shown = release(tree, "--dry-run")
    assert shown.stdout.endswith(f"with:\n\nRules version {RULES_VERSION}.\n\n- Something new.\n")


def test_the_notes_of_a_release_are_printed_for_its_tag_only(tree: Path) -> None:
    """The forge publishes what the changelog says of the tag that it was given."""
    edit(tree, "CHANGELOG.md", "0.1.0] – unreleased", "0.1.0] – 2026-01-31")
    shown = release(tree, "--notes", "v0.1.0")
    assert shown.stdout == "Rules version 1.\n\n### Added\n\n- The whole game.\n"
    assert release(tree, "--notes", "v0.2.0").returncode == 1


def test_our_own_changelog_could_be_released_today() -> None:
    """It has something unreleased, and every section below is dated."""
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    headings = re.findall(r"^## (.+)$", changelog, re.MULTILINE)
    assert headings[0] == "[Unreleased]"
    undated = [h for h in headings[1:] if not re.fullmatch(r"\[[\d.]+\] – \d{4}-\d\d-\d\d", h)]
    assert undated in ([], ["[0.1.0] – unreleased"])
