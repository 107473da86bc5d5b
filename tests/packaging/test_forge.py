"""The files for a forge: each fits its published schema, and none has logic of its own."""

import json
import os
import re
import shlex
import socket
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from ruamel.yaml import YAML

import quedlinburg
from quedlinburg.server.config import PORT

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
FORMS = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))
FORMS.remove(ROOT / ".github/ISSUE_TEMPLATE/config.yml")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

every_workflow = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)


def read(path: Path) -> dict[str, Any]:
    """What a YAML file holds."""
    return dict(YAML(typ="safe", pure=True).load(path))


def steps(path: Path) -> Iterator[dict[str, Any]]:
    """Every step of a workflow."""
    for job in read(path)["jobs"].values():
        yield from job.get("steps", [])


def tracked_files() -> list[Path]:
    """Every file that git knows."""
    words = ["git", "ls-files", "-z"]
    listed = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


@pytest.fixture
def _offline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse every connection."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError("no network here")

    monkeypatch.setattr(socket.socket, "connect", refuse)


@pytest.mark.usefixtures("_offline")
@pytest.mark.parametrize(
    ("schema", "paths"),
    [
        ("vendor.github-workflows", WORKFLOWS),
        ("custom.github-workflows-require-timeout", WORKFLOWS),
        ("vendor.github-issue-forms", FORMS),
        ("vendor.github-issue-config", [ROOT / ".github/ISSUE_TEMPLATE/config.yml"]),
        ("vendor.dependabot", [ROOT / ".github/dependabot.yml"]),
        ("vendor.citation-file-format", [ROOT / "CITATION.cff"]),
    ],
)
def test_files_fit_their_published_schema(schema: str, paths: list[Path]) -> None:
    """The schemas come with a package, so that nothing is fetched."""
    assert paths
    check = import_module("check_jsonschema").main
    ran = CliRunner().invoke(check, ["--builtin-schema", schema, *map(str, paths)])
    assert ran.exit_code == 0, ran.output


def test_checks_tests_wheels_and_releases_have_workflows() -> None:
    """What an open project runs for every change, and for a release."""
    assert {path.stem for path in WORKFLOWS} == {"checks", "tests", "wheels", "release"}


@every_workflow
def test_workflows_run_our_scripts_and_hold_no_logic(path: Path) -> None:
    """A step is one line: one of our scripts, git or the forge's own command."""
    for step in steps(path):
        if "run" in step:
            assert "\n" not in step["run"], step
            program = shlex.split(step["run"])[0]
            assert program in ("git", "gh") or os.access(ROOT / program, os.X_OK), program


@every_workflow
def test_actions_are_pinned_to_a_commit(path: Path) -> None:
    """A tag can be moved, a commit can't; the version stands beside it for people and bots."""
    source = path.read_text("utf-8")
    for step in steps(path):
        if "uses" in step:
            assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", step["uses"])
            assert re.search(rf"{step['uses']} # v\d+\.\d+\.\d+$", source, re.MULTILINE)


@every_workflow
def test_workflows_may_only_read_unless_a_job_says_otherwise(path: Path) -> None:
    """Only the job that publishes a release may write."""
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    writing = [name for name, job in workflow["jobs"].items() if "permissions" in job]
    assert writing == (["publish"] if path.stem == "release" else [])


def test_the_tests_run_on_every_python_that_is_supported() -> None:
    """The classifiers, the workflows and what the package requires agree."""
    said = [c.rpartition(" ")[2] for c in PROJECT["project"]["classifiers"] if "3." in c]
    assert PROJECT["project"]["requires-python"] == f">={said[0]}"
    for name, job in (("tests", "test"), ("wheels", "install")):
        workflow = read(ROOT / f".github/workflows/{name}.yml")
        assert workflow["jobs"][job]["strategy"]["matrix"]["python"] == said


def test_updates_are_watched_for_python_the_page_actions_and_the_container() -> None:
    """Each folder that Dependabot watches has what it looks for."""
    updates = read(ROOT / ".github/dependabot.yml")["updates"]
    watched = {update["package-ecosystem"]: update["directory"] for update in updates}
    needed = {"uv": "uv.lock", "npm": "package-lock.json", "docker": "Dockerfile"}
    assert set(watched) == {*needed, "github-actions"}
    for ecosystem, name in needed.items():
        assert (ROOT / watched[ecosystem].strip("/") / name).exists()


def test_hooks_are_local_and_need_nothing_but_our_environment() -> None:
    """pre-commit fetches nothing: a hook is a tool of the environment, or one of our scripts."""
    load = import_module("pre_commit.clientlib").load_config
    (repo,) = load(str(ROOT / ".pre-commit-config.yaml"))["repos"]
    assert repo["repo"] == "local"
    entries = [shlex.split(hook["entry"])[0] for hook in repo["hooks"]]
    assert "scripts/check" in entries
    for entry in entries:
        folder, _, name = entry.rpartition("/")
        place = Path(sys.executable).parent if folder == ".venv/bin" else ROOT / folder
        assert os.access(place / name, os.X_OK), entry


def test_the_container_is_built_from_plain_debian_and_set_up_by_our_script() -> None:
    """No host is named: the image is Python's own on Debian, the rest is scripts/setup."""
    folder = ROOT / ".devcontainer"
    settings = json.loads((folder / "devcontainer.json").read_text("utf-8"))
    dockerfile = (folder / settings["build"]["dockerfile"]).read_text("utf-8")
    assert re.findall(r"^FROM (.+)$", dockerfile, re.MULTILINE) == ["python:3.11-bookworm"]
    assert settings["postCreateCommand"] == "scripts/setup test"
    assert settings["forwardPorts"] == [PORT]
    # What the set-up script would fetch is in the image already.
    wanted = re.findall(r"wanted\+=\((\S+)\)", (ROOT / "scripts/setup").read_text("utf-8"))
    assert wanted
    assert [name for name in wanted if not re.search(rf"\b{name}\b", dockerfile)] == []


def test_the_version_is_the_same_everywhere() -> None:
    """The package, its metadata, the lock file and the citation name one version."""
    version = PROJECT["project"]["version"]
    assert quedlinburg.__version__ == version
    assert read(ROOT / "CITATION.cff")["version"] == version
    locked = (ROOT / "uv.lock").read_text("utf-8")
    assert f'name = "quedlinburg"\nversion = "{version}"\n' in locked


def test_text_files_are_as_the_editor_is_told() -> None:
    """UTF-8, one newline at the end, none of Windows, no blanks at the end of a line."""
    settings = (ROOT / ".editorconfig").read_text("utf-8")
    for line in ("insert_final_newline = true", "trim_trailing_whitespace = true"):
        assert line in settings
    for path in tracked_files():
        if path.suffix in (".py", ".md", ".toml", ".yml", ".ts", ".svelte", ".css", ".txt"):
            source = path.read_bytes().decode("utf-8")
            assert "\r" not in source, path
            if "licences" not in path.parts and not path.name.startswith("LICENSE"):
                assert not source or source.endswith("\n"), path
                assert not re.search(r"[ \t]$", source, re.MULTILINE), path
