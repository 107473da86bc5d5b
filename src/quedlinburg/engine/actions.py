"""Actions and their notation: the one table between option numbers and text.

>>> parse("buy R2 B1") is parse("buy B1 R2")
True
"""

from __future__ import annotations

from quedlinburg.engine.names import KIND
from quedlinburg.rules import options
from quedlinburg.rules.constants import COLOUR, KIND_CODES
from quedlinburg.rules.ids import KINDS, NO_KIND


class IllegalAction(ValueError):
    """An action that the rules do not allow now; nothing has changed."""


class Action:
    """What a seat does: a value with a notation. Equal actions are the same object."""

    __slots__ = ("_text", "code")

    code: int
    """The number of the option in the rules; notation and number name the same."""
    _text: str

    def __init__(self, code: int, text: str) -> None:
        """Name an option; programs get actions from `legal_actions` or `parse`."""
        self.code = code
        self._text = text

    @property
    def verb(self) -> str:
        """The first word: draw, stop, flask, short, stir, back, buy, spend, done, choose."""
        return self._text.split(" ", 1)[0]

    @property
    def words(self) -> tuple[str, ...]:
        """What follows the verb: chips, or an option."""
        return tuple(self._text.split()[1:])

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Action({self._text!r})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return parse, (self._text,)


_CHOICES = {
    options.NONE: "none",
    options.RETURN: "return",
    options.KEEP: "keep",
    options.RESTART: "restart",
    options.CONTINUE: "continue",
    options.CHOOSE_DONE: "done",
    options.POT: "pot",
    options.GLASS: "glass",
    options.VP: "vp",
    options.COINS: "coins",
    options.MOVE: "move",
    options.STAY: "stay",
    options.PAY: "pay",
    options.ZERO: "0",
    options.ONE: "1",
    options.TWO: "2",
    options.THREE: "3",
    options.DROPLET: "droplet",
    options.THREE_RUBIES: "rubies",
}
_PLAIN = {
    options.DRAW: "draw",
    options.STOP: "stop",
    options.FLASK: "flask",
    options.BACK: "back R1",
    options.BACK + 1: "back R2",
    options.BACK + 2: "back R4",
    options.SPEND_DROPLET: "spend droplet",
    options.SPEND_FLASK: "spend flask",
    options.SPEND_GLASS: "spend glass",
    options.DONE: "done",
    options.SHORT: "short",
    options.STIR: "stir",
}


def _texts() -> dict[int, str]:
    """The notation of every option of the game."""
    texts = {kind: f"choose {code}" for kind, code in enumerate(KIND_CODES)}
    texts |= {code: f"choose {word}" for code, word in _CHOICES.items()}
    texts |= _PLAIN
    for line, (old, new) in enumerate((("1", "2"), ("2", "4"), ("1", "4"))):
        for colour, letter in enumerate("GBRY"):
            texts[options.TRADE + 4 * line + colour] = f"choose {letter}{old}-{letter}{new}"
    nothing = options.BUY + NO_KIND + options.BUY_WIDTH * NO_KIND
    texts[nothing] = "buy"
    for first in range(KINDS):
        texts[options.BUY + first + options.BUY_WIDTH * NO_KIND] = f"buy {KIND_CODES[first]}"
        for second in range(first + 1, KINDS):
            if COLOUR[first] != COLOUR[second]:
                pair = f"buy {KIND_CODES[first]} {KIND_CODES[second]}"
                texts[options.BUY + first + options.BUY_WIDTH * second] = pair
    return texts


ACTIONS: dict[int, Action] = {code: Action(code, text) for code, text in _texts().items()}
_BY_TEXT: dict[str, Action] = {str(action): action for action in ACTIONS.values()}


def parse(text: str) -> Action:
    """Read the notation of an action; raise IllegalAction if there is none like it."""
    action = _BY_TEXT.get(text)
    if action is not None:
        return action
    parts = text.split()
    if len(parts) == 3 and parts[0] == "buy":
        parts[1:] = sorted(parts[1:], key=lambda code: KIND.get(code, KINDS))
    action = _BY_TEXT.get(" ".join(parts))
    if action is None:
        raise IllegalAction(f"{text!r} is not an action: see the notation, e.g. draw, buy B1 R2")
    return action
