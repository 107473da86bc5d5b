"""What a person types: a number, a notation, a few letters of it, or a word to the table."""

from __future__ import annotations

from dataclasses import dataclass

from quedlinburg.cli.terminal.shop import buyable_chips
from quedlinburg.engine.actions import Action, IllegalAction, parse
from quedlinburg.engine.view import View
from quedlinburg.text import Catalogue

# Words to the table, not to the game.
REQUESTS = ("?", "log", "bag", "books", "pots", "cards", "save", "help", "quit")
_KEYS = {
    "d": "draw",
    "s": "stop",
    "f": "flask",
    "x": "short",
    "r": "stir",
    "q": "quit",
    "h": "help",
}


@dataclass(frozen=True)
class Request:
    """A word to the table with what follows it."""

    word: str
    rest: str = ""


class Unclear(ValueError):
    """Something that the table does not understand; the text says what it expected."""


def read_answer(typed: str, view: View, texts: Catalogue) -> Action | Request:
    """Understand what was typed at a question; Unclear says why not."""
    words = typed.split()
    if not words:
        return Request("")
    legal = [option.action for option in view.legal]
    first, rest = words[0].lower(), " ".join(words[1:])
    if first.startswith("?"):
        return Request("?", f"{words[0][1:]} {rest}".strip())
    is_shop = view.question is not None and view.question.id == "shop"
    if is_shop and all(word.isdecimal() for word in words):
        return _by_shop_number([int(word) for word in words], view, texts)
    if first.isdecimal() and not rest and _exact(first, legal) is None:
        return _by_number(int(first), legal, texts)
    exact = _exact(" ".join(words), legal)
    if exact is not None:
        return exact
    if first in REQUESTS:
        return Request(first, rest)
    if is_shop and _is_chips(words):
        return _legal_purchase("buy " + " ".join(words), view, texts)
    if is_shop and first == "buy":
        return _legal_purchase(" ".join(words), view, texts)
    return _by_letters(" ".join(words).lower(), legal, texts)


def typed_form(action: Action) -> str:
    """An option as it is shown and typed: without `choose`."""
    return str(action).removeprefix("choose ")


def is_counted(legal: list[Action]) -> bool:
    """Whether the answers are numbers, which then stand for themselves.

    Red chips that may go back from aside answer nothing (R4.16).
    """
    answers = [typed_form(action) for action in legal if action.verb != "back"]
    return bool(answers) and all(word.isdecimal() for word in answers)


def _exact(typed: str, legal: list[Action]) -> Action | None:
    """The action whose notation, with or without `choose`, was typed."""
    wanted = typed.lower()
    for action in legal:
        if wanted in (str(action).lower(), typed_form(action).lower()):
            return action
    return None


def _by_number(number: int, legal: list[Action], texts: Catalogue) -> Action:
    """The option with a number; where the answers are numbers, only they have one."""
    if is_counted(legal):
        answers = ", ".join(typed_form(action) for action in legal if action.verb != "back")
        raise Unclear(texts.say("unclear.answer", n=number, answers=answers))
    if not 1 <= number <= len(legal):
        raise Unclear(texts.say("unclear.number", n=number, last=len(legal)))
    return legal[number - 1]


def _by_shop_number(numbers: list[int], view: View, texts: Catalogue) -> Action:
    """The purchase of the chips with these numbers in the shop; 0 buys nothing."""
    reach = buyable_chips(view)
    if numbers == [0]:
        return parse("buy")
    for number in numbers:
        if not 1 <= number <= len(reach):
            raise Unclear(texts.say("unclear.shelf", n=number, last=len(reach)))
    kinds = " ".join(reach[number - 1] for number in numbers)
    return _legal_purchase(f"buy {kinds}", view, texts)


def _is_chips(words: list[str]) -> bool:
    """Whether the words look like chips."""
    return all(len(word) == 2 and word[0].isalpha() and word[1].isdecimal() for word in words)


def _legal_purchase(typed: str, view: View, texts: Catalogue) -> Action:
    """The purchase that was typed, if it can be made."""
    verb, *kinds = typed.split()
    try:
        action = parse(" ".join([verb, *(kind.upper() for kind in kinds)]))
    except IllegalAction:
        raise Unclear(texts.say("unclear.chips", typed=repr(typed))) from None
    if action not in [option.action for option in view.legal]:
        coins = int(view.question.about[0]) if view.question else 0
        raise Unclear(texts.say("unclear.reach", typed=repr(typed), coins=coins))
    return action


def _by_letters(typed: str, legal: list[Action], texts: Catalogue) -> Action | Request:
    """The one option or request that begins with what was typed; single keys first."""
    key = _KEYS.get(typed)
    found = _exact(key, legal) if key else None
    if found is not None:
        return found
    if key in REQUESTS:
        return Request(key)
    # A key for brewing never does something else in its place: s too early must not call a stir.
    if key and any(action.verb == "draw" for action in legal):
        raise Unclear(texts.say("unclear.key", typed=repr(typed), action=key))
    meant = [action for action in legal if _begins(action, typed)]
    if len(meant) == 1:
        return meant[0]
    requests = [word for word in REQUESTS if word.startswith(typed)]
    if not meant and len(requests) == 1:
        return Request(requests[0])
    choices = [typed_form(action) for action in meant] + requests
    if choices:
        some = ", ".join(choices[:8])
        raise Unclear(texts.say("unclear.several", typed=repr(typed), choices=some))
    raise Unclear(texts.say("unclear.nothing", typed=repr(typed)))


def _begins(action: Action, typed: str) -> bool:
    """Whether an option's notation begins with what was typed."""
    return str(action).lower().startswith(typed) or typed_form(action).lower().startswith(typed)
