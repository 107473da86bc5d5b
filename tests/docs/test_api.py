"""The Python API is described, name by name and field by field, and all of it is on the site."""

import inspect
import re
import sys
from dataclasses import fields
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from quedlinburg import Option, Outcome, Question, SeatView, Setup, View
from quedlinburg.engine.events import CLASSES, Event
from quedlinburg.engine.fold import Folded

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import api_docs

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs/reference/api"
# What other programs may rely on; a package that is not there yet is left out.
PACKAGES = ("quedlinburg", *(f"quedlinburg.{name}" for name in ("analysis", "bots", "client")))
PACKAGES += tuple(f"quedlinburg.{name}" for name in ("learn", "odds", "testing"))
AUTOMODULE = re.compile(r"^\.\. automodule:: (\S+)$", re.MULTILINE)
MODULES = sorted(
    module for page in PAGES.glob("*.md") for module in AUTOMODULE.findall(page.read_text("utf-8"))
)
VALUES: list[type] = [View, SeatView, Question, Option, Outcome, Setup, Folded]
EVENTS: list[type] = [Event, *CLASSES.values()]

every_module = pytest.mark.parametrize("module", MODULES)


def is_description(said: str) -> bool:
    """Whether something is said, in a sentence."""
    first = said.strip().partition("\n\n")[0]
    return bool(re.match(r"[A-Z0-9`*]", first)) and first.endswith((".", ":"))


def undescribed(cls: type) -> list[str]:
    """The public members of a class of which nothing is said."""
    said = api_docs.members(cls)
    return [f"{cls.__name__}.{name}" for name, text in said.items() if not is_description(text)]


@pytest.mark.parametrize("package", [name for name in PACKAGES if find_spec(name)])
def test_every_public_package_has_a_page(package: str) -> None:
    """And the list of pages leads to it."""
    assert package in MODULES
    page = package.rpartition(".")[2]
    assert f"[{package}]({page}.md)" in (PAGES / "README.md").read_text("utf-8")


@every_module
def test_a_public_module_lists_what_is_public(module: str) -> None:
    """Without a list, a module has nothing of its own to offer."""
    found = import_module(module)
    own = [n for n, v in vars(found).items() if getattr(v, "__module__", None) == module]
    assert hasattr(found, "__all__") or not [name for name in own if api_docs.is_public(name)]


@every_module
def test_every_public_name_is_described(module: str) -> None:
    """Classes and functions by docstrings, constants by the string under them."""
    names = api_docs.public_names(module)
    assert [n for n in names if not is_description(api_docs.name_doc(module, n))] == []


@every_module
def test_every_member_of_a_public_class_is_described(module: str) -> None:
    """Fields, attributes, properties and methods, also those that are inherited."""
    found = import_module(module)
    classes = [getattr(found, name) for name in api_docs.public_names(module)]
    assert [text for cls in classes if inspect.isclass(cls) for text in undescribed(cls)] == []


@pytest.mark.parametrize("cls", [*VALUES, *EVENTS], ids=lambda cls: cls.__name__)
def test_every_field_of_views_and_events_is_described(cls: type) -> None:
    """The fields that Python knows are those that the sources describe."""
    said = api_docs.members(cls)
    assert [field.name for field in fields(cls) if not is_description(said[field.name])] == []


def test_a_field_without_a_description_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check can fail: for a field, an attribute, a property and a constant."""
    (tmp_path / "quedlinburg_sample.py").write_text(SAMPLE, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    sample = import_module("quedlinburg_sample")
    assert undescribed(sample.Sample) == [f"Sample.{name}" for name in ("bare", "fact", "late")]
    assert api_docs.name_doc("quedlinburg_sample", "SAID") == "One."
    assert api_docs.name_doc("quedlinburg_sample", "BARE") == ""


SAMPLE = '''"""A sample."""

SAID = 1
"""One."""
BARE = 2


class Sample:
    """A class."""

    said: int
    """This."""
    bare: int

    @property
    def fact(self) -> int:
        return 1

    def __init__(self) -> None:
        self.late = 1
'''
