"""What the sources say of public names: docstrings, and the strings that stand under attributes.

Python forgets the string under a field or a constant; Sphinx's reader of sources finds it. The
site, the page of events and the test for completeness all ask here.
"""

from __future__ import annotations

import ast
import importlib
import inspect
from functools import cache
from pathlib import Path

from sphinx.pycode import ModuleAnalyzer


@cache
def _analyzed(module: str) -> ModuleAnalyzer:
    """A module, read by Sphinx: its names in order, and what is said of them."""
    found = ModuleAnalyzer.for_module(module)
    found.analyze()
    return found


def attribute_doc(module: str, owner: str, name: str) -> str:
    """The string under an attribute of a class, or of the module if the owner is empty."""
    return " ".join(_analyzed(module).attr_docs.get((owner, name), ())).strip()


def defining_module(module: str, name: str) -> str:
    """The module that defines a name, which another may only import."""
    path = inspect.getsourcefile(importlib.import_module(module)) or ""
    for node in ast.parse(Path(path).read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("quedl"):
            for alias in node.names:
                if (alias.asname or alias.name) == name:
                    return defining_module(node.module, alias.name)
    return module


def public_names(module: str) -> list[str]:
    """The names that a module offers: those of its `__all__`."""
    return list(getattr(importlib.import_module(module), "__all__", ()))


def is_public(name: str) -> bool:
    """Whether a name is meant for others."""
    return not name.startswith("_")


def members(cls: type) -> dict[str, str]:
    """What is said of every public member of a class: fields, attributes, methods, properties."""
    said: dict[str, str] = {}
    for owner in inspect.getmro(cls):
        if not owner.__module__.startswith("quedlinburg"):
            continue
        prefix = f"{owner.__qualname__}."
        for tag in _analyzed(owner.__module__).tagorder:
            name = tag.removeprefix(prefix)
            if tag.startswith(prefix) and is_public(name) and "." not in name:
                said[name] = said.get(name) or _member_doc(owner, name)
    return said


def _member_doc(owner: type, name: str) -> str:
    """What one class says of its member."""
    written = attribute_doc(owner.__module__, owner.__qualname__, name)
    if written:
        return written
    found = inspect.getattr_static(owner, name, None)
    if isinstance(found, staticmethod | classmethod | property) or inspect.isfunction(found):
        return inspect.getdoc(found) or ""
    return ""


def name_doc(module: str, name: str) -> str:
    """What is said of a public name of a module: a class, a function or a constant."""
    found = getattr(importlib.import_module(module), name)
    if inspect.isclass(found) or inspect.isfunction(found):
        return found.__doc__ or ""
    return attribute_doc(defining_module(module, name), "", name)
