"""The one place where the rules' numbers and people's names meet: kinds, cards, pages, phases."""

from quedlinburg.rules import tasks
from quedlinburg.rules.constants import (
    CARD_IDS,
    COLOUR_NAMES,
    KIND_CODES,
    QUESTION_IDS,
    QUESTION_RULE,
)

KIND: dict[str, int] = {code: kind for kind, code in enumerate(KIND_CODES)}
CARD: dict[str, int] = {name: card for card, name in enumerate(CARD_IDS)}
COLOUR: dict[str, int] = {name: colour for colour, name in enumerate(COLOUR_NAMES)}

# The five colours whose books are chosen at set-up (R2.3).
BOOK_COLOURS = ("green", "blue", "red", "yellow", "purple")

PHASES = ("fortune", "rats", "potions", "evaluation", "clean_up", "over")
STATES = ("brewing", "stopped", "exploded")
SOURCES = ("bag", "aside")
STIRS = ("last", "always", "never")

# The ids of the questions by the number of the task, and the rule that each comes from.
QUESTIONS: dict[int, str] = {tasks.QUESTION + n: name for n, name in enumerate(QUESTION_IDS)}
QUESTION_RULES: dict[str, str] = dict(zip(QUESTION_IDS, QUESTION_RULE, strict=True))


def rule_name(number: int) -> str:
    """Write the number of a rule as the rules do.

    >>> rule_name(411), rule_name(581), rule_name(602)
    ('R4.11', 'R5.A', 'R6 alms')
    """
    section, part = divmod(number, 100)
    if section == 6:
        return f"R6 {CARD_IDS[part]}"
    if section == 5 and part > 80:
        return f"R5.{chr(ord('A') + part - 81)}"
    return f"R{section}.{part}"


def page_name(page: int) -> str:
    """Write the id of a book's page.

    >>> page_name(11)
    'orange_1'
    """
    return f"{COLOUR_NAMES[page // 10]}_{page % 10}"


def kind_counts(counts: list[int]) -> dict[str, int]:
    """Name the kinds of a multiset, in their order, without those of which there are none."""
    return {code: count for code, count in zip(KIND_CODES, counts, strict=True) if count}


def format_kinds(counts: list[int]) -> str:
    """Write a multiset of chips.

    >>> format_kinds([4, 2, 1, 1, 1] + [0] * 13)
    'W1x4 W2x2 W3 O1 G1'
    """
    named = kind_counts(counts).items()
    return " ".join(code if count == 1 else f"{code}x{count}" for code, count in named)
