"""Make a release of the version in pyproject.toml: check, date, build, commit and tag.

scripts/release                  makes it, and pushes nothing
scripts/release --dry-run        refuses what a release would refuse, shows it, changes nothing
scripts/release --notes v0.1.0   prints what the changelog says of a release that was made

It needs nothing but Python and git, so that a forge can print the notes without an environment.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tomllib
import zipfile
from datetime import UTC, date, datetime
from pathlib import Path
from typing import NamedTuple

import home

ROOT = home.ROOT
CHANGELOG = ROOT / "CHANGELOG.md"
CITATION = ROOT / "CITATION.cff"
PAGE = "quedlinburg/server/static/index.html"
HEADING = re.compile(r"^## \[([^\]]+)\](?: – (.+))?\n", re.MULTILINE)
RULES_LINE = re.compile(r"^Rules version \d+\.\n+", re.MULTILINE)
# The lines of the citation that a release writes.
RELEASE_LINES = re.compile(r"^(?:version|date-released|repository-code):.*\n", re.MULTILINE)
UNRELEASED = "Unreleased"


class Refused(Exception):
    """A release that must not be made, with the reason."""


# --- what is released ----------------------------------------------------------------------------


def version_of() -> str:
    """The version that pyproject.toml names; the lock file must name the same."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    version = str(project["version"])
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise Refused(f"pyproject.toml: version {version!r}: expected three numbers, such as 0.1.0")
    entry = f'name = "{project["name"]}"\nversion = "{version}"\n'
    if entry not in (ROOT / "uv.lock").read_text("utf-8"):
        raise Refused(f"uv.lock does not have version {version}: run uv lock")
    return version


def rules_version() -> str:
    """The version of the rules, which every record carries."""
    source = (ROOT / "src/quedlinburg/engine/version.py").read_text("utf-8")
    found = re.search(r"^RULES_VERSION = (\d+)$", source, re.MULTILINE)
    if not found:
        raise Refused("src/quedlinburg/engine/version.py has no RULES_VERSION")
    return found[1]


# --- the changelog -------------------------------------------------------------------------------


class Section(NamedTuple):
    """One section of the changelog: a version, its date if it has one, and what changed."""

    version: str
    dated: str | None
    body: str

    @property
    def date(self) -> date:
        """The day of the release; a section without one is refused."""
        try:
            return date.fromisoformat(self.dated or "")
        except ValueError:
            raise Refused(f"CHANGELOG.md: [{self.version}] has no date") from None


def sections(changelog: str) -> tuple[str, list[Section]]:
    """What stands above the sections of a changelog, and the sections, the newest first."""
    above, *parts = HEADING.split(changelog)
    found = zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    return above, [Section(version, dated, body.strip()) for version, dated, body in found]


def as_numbers(version: str) -> tuple[int, ...]:
    """A version as numbers that can be compared."""
    return tuple(int(number) for number in version.split("."))


def dated_changelog(changelog: str, version: str, rules: str, today: date) -> str:
    """The changelog with everything unreleased under this version and this day.

    A section of this version that has no day yet takes the unreleased entries in.
    """
    above, found = sections(changelog)
    if not found or found[0].version != UNRELEASED:
        raise Refused(f"CHANGELOG.md: the first section is not [{UNRELEASED}]")
    unreleased, *older = found
    own = Section(version, None, "")
    if older and older[0].version == version:
        own = older.pop(0)
        if own.dated != "unreleased":
            raise Refused(f"{version} was released on {own.dated}: raise it in pyproject.toml")
    check_older(older, version, today)
    body = merged(*(RULES_LINE.sub("", f"{s.body}\n").strip() for s in (own, unreleased)))
    if not body:
        raise Refused(f"CHANGELOG.md: [{UNRELEASED}] says nothing of what changed")
    made = Section(version, today.isoformat(), f"Rules version {rules}.\n\n{body}")
    written = [f"## [{UNRELEASED}]\n"]
    written += [f"## [{s.version}] – {s.dated}\n\n{s.body}\n" for s in (made, *older)]
    return above + "\n".join(written)


def check_older(older: list[Section], version: str, today: date) -> None:
    """Refuse a version or a day that does not follow those of earlier releases."""
    for section in older:
        if as_numbers(section.version) >= as_numbers(version):
            raise Refused(f"{version} does not follow {section.version}")
        if section.date > today:
            raise Refused(f"CHANGELOG.md: [{section.version}] is dated after today")


def merged(first: str, then: str) -> str:
    """What a section said, and what is added to it under a heading of its own."""
    if first and then and not then.startswith("### "):
        then = f"### Changed\n\n{then}"
    return "\n\n".join(part for part in (first, then) if part)


def notes(changelog: str, version: str) -> str:
    """What a dated changelog says of a version."""
    for section in sections(changelog)[1]:
        if section.version == version and section.date:
            return section.body
    raise Refused(f"CHANGELOG.md has no [{version}]")


def dated_citation(citation: str, version: str, today: date, address: str) -> str:
    """The citation with this version, this day, and the home if there is one."""
    lines = f'version: {version}\ndate-released: "{today.isoformat()}"\n'
    if address:
        lines += f"repository-code: {address}\n"
    return RELEASE_LINES.sub("", citation) + lines


# --- the release ---------------------------------------------------------------------------------


def git(*words: str, text: str | None = None) -> str:
    """Run git in this tree and return what it printed."""
    ran = subprocess.run(
        ["git", *words], cwd=ROOT, input=text, capture_output=True, text=True, check=False
    )
    if ran.returncode:
        raise Refused(f"git {words[0]}: {ran.stderr.strip()}")
    return ran.stdout.strip()


def run(script: str) -> None:
    """Run one of our scripts; a release ends where one fails."""
    if subprocess.run([ROOT / "scripts" / script], cwd=ROOT, check=False).returncode:
        raise Refused(f"scripts/{script} failed")


def check_tree(tag: str) -> None:
    """Refuse changes that are not committed, and a tag that is there."""
    changes = git("status", "--porcelain")
    if changes:
        raise Refused(f"the tree has changes that are not committed:\n{changes}")
    if git("tag", "--list", tag):
        raise Refused(f"the tag {tag} is there already: raise the version in pyproject.toml")


def build(version: str) -> list[Path]:
    """Build the sdist and the wheel, and make sure that the page is inside the wheel."""
    run("build")
    wheel = ROOT / "dist" / f"quedlinburg-{version}-py3-none-any.whl"
    built = [ROOT / "dist" / f"quedlinburg-{version}.tar.gz", wheel]
    for path in built:
        if not path.exists():
            raise Refused(f"scripts/build made no {path.name}")
    if PAGE not in zipfile.ZipFile(wheel).namelist():
        raise Refused(f"{wheel.name} lacks the page")
    return built


def make(*, dry_run: bool) -> None:
    """Make the release, or show what it would be."""
    version = version_of()
    tag = f"v{version}"
    today = datetime.now(UTC).date()
    check_tree(tag)
    changelog = dated_changelog(CHANGELOG.read_text("utf-8"), version, rules_version(), today)
    citation = dated_citation(CITATION.read_text("utf-8"), version, today, home.home())
    if dry_run:
        print(f"release: would run scripts/test and scripts/build, commit, and tag {tag} with:\n")
        print(notes(changelog, version))
        return
    run("test")
    CHANGELOG.write_text(changelog, "utf-8")
    CITATION.write_text(citation, "utf-8")
    try:
        built = build(version)
        why = "The changelog and the citation get the version and its date; the tag marks it."
        paths = (CHANGELOG.name, CITATION.name)
        git("commit", "-m", f"Release {version}", "-m", why, "--", *paths)
    except Refused:
        git("checkout", "HEAD", "--", CHANGELOG.name, CITATION.name)
        raise
    message = f"Quedlinburg {version}\n\n{notes(changelog, version)}\n"
    git("tag", "--annotate", tag, "--cleanup=whitespace", "--file=-", text=message)
    for path in built:
        print(f"release: built {path.relative_to(ROOT)}")
    print(f"release: tagged {tag}; git push --follow-tags publishes it")


def main() -> int:
    """Make a release, or say in one line why not."""
    parser = argparse.ArgumentParser(description="Make a release of this version.")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--dry-run", action="store_true", help="show it, change nothing")
    which.add_argument("--notes", metavar="TAG", help="print the notes of a release")
    chosen = parser.parse_args()
    try:
        if chosen.notes:
            version = version_of()
            if chosen.notes != f"v{version}":
                raise Refused(f"the tag {chosen.notes} is not that of version {version}")
            print(notes(CHANGELOG.read_text("utf-8"), version))
        else:
            make(dry_run=chosen.dry_run)
    except (Refused, ValueError) as reason:
        print(f"release: {reason}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
