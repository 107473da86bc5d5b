"""The Quacks of Quedlinburg on a computer: an exact rules engine and what is built on it."""

from importlib.metadata import version

from quedlinburg.engine.actions import Action, IllegalAction
from quedlinburg.engine.fairness import Pledge
from quedlinburg.engine.game import Game
from quedlinburg.engine.imagine import imagine
from quedlinburg.engine.luck import Listed, LuckError, Scripted, Seeded
from quedlinburg.engine.outcome import Outcome
from quedlinburg.engine.preview import Option
from quedlinburg.engine.setup import Setup
from quedlinburg.engine.view import Question, SeatView, View

__all__ = [
    "Action",
    "Game",
    "IllegalAction",
    "Listed",
    "LuckError",
    "Option",
    "Outcome",
    "Pledge",
    "Question",
    "Scripted",
    "SeatView",
    "Seeded",
    "Setup",
    "View",
    "__version__",
    "imagine",
]

__version__ = version("quedlinburg")
"""The version of the installed package, such as 0.1.0."""
