"""The option `--language` of the commands that speak to people."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Annotated

import typer

from quedlinburg.text import LANGUAGES, catalogue

Language = Annotated[
    str,
    typer.Option(help=f"{' or '.join(LANGUAGES)}; the language of the environment if not given."),
]
# The variables that name the language of messages, the strongest first.
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def chosen_language(written: str) -> str:
    """The language that was given, or that of the environment; an unknown one is refused."""
    return catalogue(written or default_language()).language


def default_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the environment asks for; English where there are no texts in it.

    >>> default_language({"LANG": "de_AT.UTF-8"}), default_language({"LANG": "C"})
    ('de', 'en')
    """
    asked = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    wanted = re.split(r"[_.@]", asked.lower())[0]
    return wanted if wanted in LANGUAGES else LANGUAGES[0]
