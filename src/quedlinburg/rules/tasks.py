"""What can stand on an agenda: tasks that the machine performs, and questions that wait for a seat.

The numbers of questions begin at QUESTION. Here are those that belong to no page and no card; the
question of a page or card is found by its number in the data.
"""

from quedlinburg.rules.constants import ASKING_CARD, ASKING_PAGE, CARD_QUESTION, PAGE_QUESTION

# Tasks of a seat.
(
    DRAW_CHIP,
    TURN_UP,
    DIE_ROLLS,
    DIE_FACE,
    TAKE,
    CHIP_ACTIONS,
    SCORE_POT,
    ROUND_ENDS,
    ROUND_NINE,
) = range(1, 10)

# Tasks of the table: each waits until every seat is through.
(
    BEGIN_ROUND,
    TURN_UP_CARD,
    SHARE,
    COUNT_RATS,
    BREW_POTIONS,
    STIR,
    ALL_STOPPED,
    IN_TURN,
    EVALUATE,
    SCORE,
    END_ROUND,
) = range(50, 61)

# Questions of a seat, numbered as in questions.toml; the numbers between are of pages and cards.
QUESTION = 100
BREW = QUESTION
DROPLET = QUESTION + 7
EXPLODED = QUESTION + 8
SHOP = QUESTION + 23
RUBIES = QUESTION + 24


def page_question(page: int) -> int:
    """The question that a page asks."""
    return QUESTION + PAGE_QUESTION[page]


def card_question(card: int) -> int:
    """The question that a card asks."""
    return QUESTION + CARD_QUESTION[card]


def asking_page(question: int) -> int:
    """The page that asks a question, NO_PAGE if none does."""
    return ASKING_PAGE[question - QUESTION]


def asking_card(question: int) -> int:
    """The card that asks a question, NO_CARD if none does."""
    return ASKING_CARD[question - QUESTION]
