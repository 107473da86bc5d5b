"""Every page and every card has its tests, found by its id: `pytest -k lucky_devil`."""

import ast
from pathlib import Path

import pytest

from quedlinburg.engine.names import page_name
from quedlinburg.rules.constants import CARD_IDS, PRICES

FOLDER = Path(__file__).parent
PAGES = [page_name(page) for page in PRICES]


def named_in(folder: str) -> list[str]:
    """The names of the tests in a folder."""
    files = sorted((FOLDER / folder).glob("test_*.py"))
    trees = [ast.parse(file.read_text("utf-8")) for file in files]
    functions = [node for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)]
    return [function.name for function in functions if function.name.startswith("test_")]


@pytest.mark.parametrize("page", PAGES)
def test_every_page_has_tests_of_its_name(page: str) -> None:
    """R2.3"""
    assert [name for name in named_in("books") if name.startswith(f"test_{page}_")]


@pytest.mark.parametrize("card", CARD_IDS)
def test_every_card_has_tests_of_its_name(card: str) -> None:
    """R6"""
    assert [name for name in named_in("fortune") if name.startswith(f"test_{card}_")]
