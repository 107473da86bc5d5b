"""Putting a mutant in place of the real thing, the quick way where there is one.

A function that has only been defined so far takes the broken code as its own, and everybody who
imported it runs that. Everything else, and what runs while the project is loaded, takes loading
the project anew with the broken module.
"""

from __future__ import annotations

import ast
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType

# The project's modules and those of its tests.
OURS = ("quedlinburg", "rules", "engine")


@dataclass(frozen=True)
class Broken:
    """A module with one thing broken, and the function in which that is."""

    module: str
    function: str
    path: Path
    tree: ast.Module


class _Loader(importlib.machinery.SourceFileLoader):
    """Loads a module from a syntax tree."""

    def __init__(self, broken: Broken) -> None:
        """Stand for the broken module."""
        super().__init__(broken.module, str(broken.path))
        self._tree = broken.tree

    def get_code(self, fullname: str) -> CodeType:
        """Compile the tree, whatever the file says."""
        return compile(self._tree, self.path, "exec", dont_inherit=True)


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the one module that is broken."""

    def __init__(self, broken: Broken) -> None:
        """Look out for the broken module."""
        self._broken = broken

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> importlib.machinery.ModuleSpec | None:
        """The module's specification, None for every other module."""
        if fullname != self._broken.module:
            return None
        file = self._broken.path
        return importlib.util.spec_from_file_location(fullname, file, loader=_Loader(self._broken))


def load_watched(names: Sequence[str]) -> set[tuple[str, str]]:
    """Load modules and tell which functions ran meanwhile, by module and name."""
    ran: set[tuple[str, str]] = set()

    def watch(frame: FrameType, event: str, _: object) -> None:
        module = frame.f_globals.get("__name__", "")
        if event == "call" and module.partition(".")[0] == "quedlinburg":
            ran.add((module, frame.f_code.co_qualname.partition(".<locals>")[0]))

    sys.setprofile(watch)
    try:
        for name in names:
            importlib.import_module(name)
    finally:
        sys.setprofile(None)
    return ran


def put_in_place(broken: Broken, ran: set[tuple[str, str]]) -> None:
    """Let the broken thing take the place of the real one."""
    function, name = _function(broken)
    if function is not None and (broken.module, name) not in ran:
        code = _code(compile(broken.tree, str(broken.path), "exec", dont_inherit=True), name)
        if code is not None and code.co_freevars == function.__code__.co_freevars:
            function.__code__ = code
            return
    for loaded in [
        name for name in sys.modules if name.partition(".")[0] in OURS or _is_test(name)
    ]:
        del sys.modules[loaded]
    sys.meta_path.insert(0, _Finder(broken))


def _is_test(module: str) -> bool:
    """Whether a module holds tests: it keeps names of the real thing, so it is loaded again."""
    return module.rpartition(".")[2].startswith("test_")


def _function(broken: Broken) -> tuple[FunctionType | None, str]:
    """The function, or method, that the broken thing belongs to, and its whole name."""
    place: object = sys.modules.get(broken.module)
    walked: list[str] = []
    for part in broken.function.split("."):
        place = vars(place).get(part) if isinstance(place, ModuleType | type) else None
        walked.append(part)
        if isinstance(place, classmethod | staticmethod):
            place = place.__func__
        elif isinstance(place, property):
            place = place.fget
        if isinstance(place, FunctionType):
            return place, ".".join(walked)
    return None, ""


def _code(code: CodeType, name: str) -> CodeType | None:
    """The code of a function within the code of its module."""
    for part in code.co_consts:
        if isinstance(part, CodeType):
            found = part if part.co_qualname == name else _code(part, name)
            if found is not None:
                return found
    return None
