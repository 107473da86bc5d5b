"""The documentation site: Sphinx reads the Markdown of this project as it is (scripts/docs)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import api_docs
import home
import quedlinburg

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "Quedlinburg"
smartquotes = False
author = "the Quedlinburg contributors"
project_copyright = author
version = release = quedlinburg.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_external_toc"]
root_doc = "README"
include_patterns = ["*.md", "docs/**"]
# Folders without pages are not even searched.
exclude_patterns = ["docs/site", ".*", "build", "dist", "examples", "scripts", "src", "tests"]
exclude_patterns += ["tools", "web"]
external_toc_path = "docs/site/toc.yml"

# Anchors of headings as forges make them.
myst_heading_anchors = 3

# Docstrings write code in single backticks, as Markdown does.
default_role = "code"
autodoc_default_options = {
    "members": True,
    "member-order": "bysource",
    "inherited-members": "object,tuple,Protocol,ValueError",
}
autodoc_typehints = "signature"
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = f"Quedlinburg {version}"
html_copy_source = False
html_show_copyright = False
html_theme_options: dict[str, str] = {}
if home.home():
    html_theme_options |= {
        "source_repository": home.home(),
        "source_branch": "main",
        "source_directory": "",
    }


def say_constants(
    _app: Sphinx, what: str, name: str, _thing: object, _options: object, lines: list[str]
) -> None:
    """Say of a constant what stands under it, not what its type says of itself."""
    if what == "data":
        module, _, constant = name.rpartition(".")
        lines[:] = [api_docs.name_doc(module, constant)]


def setup(app: Sphinx) -> None:
    """Let constants be described."""
    app.connect("autodoc-process-docstring", say_constants)
