"""The tables of the rules as flat tuples, read once from data/*.toml (R1, R2, R6, R8).

Prices, counts, tracks and rewards stand in the data and nowhere else.
"""

import tomllib
from importlib.resources import files
from typing import Any


def read(name: str) -> dict[str, Any]:
    """Read one data file of the rules."""
    return tomllib.loads((files("quedlinburg.rules") / "data" / f"{name}.toml").read_text("utf-8"))


_CHIPS = read("chips")
_POT = read("pot")
_TRACK = read("track")
_PAGES = read("books")
_CARDS = read("fortune")
_QUESTIONS = read("questions")

KIND_CODES: tuple[str, ...] = tuple(_CHIPS["supply"])
COLOUR_LETTERS: tuple[str, ...] = tuple(_CHIPS["colours"])
COLOUR_NAMES: tuple[str, ...] = tuple(c["name"] for c in _CHIPS["colours"].values())
INGREDIENTS: tuple[str, ...] = tuple(c["ingredient"] for c in _CHIPS["colours"].values())

# R1.1  How many there are of each kind, its colour and its value.
SUPPLY: tuple[int, ...] = tuple(_CHIPS["supply"].values())
COLOUR: tuple[int, ...] = tuple(COLOUR_LETTERS.index(code[0]) for code in KIND_CODES)
VALUE: tuple[int, ...] = tuple(int(code[1]) for code in KIND_CODES)

# R2.2  The bag at set-up.
BAG: tuple[int, ...] = tuple(_CHIPS["bag"].get(code, 0) for code in KIND_CODES)

# R3.1  The round from which each colour's book is out.
OUT_FROM: tuple[int, ...] = tuple(_CHIPS["out_from_round"].get(name, 1) for name in COLOUR_NAMES)


def _next_kind(code: str) -> int:
    """The next higher value of the same colour that is traded for a kind, or -1 (white)."""
    higher = {"1": "2", "2": "4"}.get(code[1], "")
    if code[0] == "W" or code[0] + higher not in KIND_CODES:
        return -1
    return KIND_CODES.index(code[0] + higher)


# R5.10, R6  1→2 and 2→4 within a colour, never white.
NEXT_KIND: tuple[int, ...] = tuple(_next_kind(code) for code in KIND_CODES)

# R1.2  The pot.
SPACE_COINS: tuple[int, ...] = tuple(_POT["coins"])
SPACE_POINTS: tuple[int, ...] = tuple(_POT["victory_points"])
SPACE_RUBY: tuple[int, ...] = tuple(int(s in _POT["rubies"]) for s in range(len(SPACE_COINS)))
SPOON = len(SPACE_COINS) - 1
LAST_SPACE = SPOON - 1

# R1.3  The scoring track: how many rat tails lie before a number of points within a lap.
LAP: int = _TRACK["lap"]
LAP_TAILS = len(_TRACK["tails"])
TAILS_BEFORE: tuple[int, ...] = tuple(sum(t < p for t in _TRACK["tails"]) for p in range(LAP))

# R1.4  The bonus die.
DIE_FACES: tuple[str, ...] = tuple(read("die")["faces"])


def _amount(rewards: tuple[str, ...], word: str) -> tuple[int, ...]:
    """How much of a thing each reward of a list gives: "2 vp", "1 ruby"."""
    pairs = [reward.split() for reward in rewards]
    return tuple(int(pair[0]) if pair[-1] == word else 0 for pair in pairs)


# R1.5  The glasses, by number; glass 0 is the start glass and gives nothing.
GLASS_REWARDS: tuple[str, ...] = ("start", *read("tubes")["glasses"])
GLASS_RUBIES = _amount(GLASS_REWARDS, "ruby")
GLASS_POINTS = _amount(GLASS_REWARDS, "vp")
GLASS_KIND: tuple[int, ...] = tuple(
    KIND_CODES.index(reward) if reward in KIND_CODES else -1 for reward in GLASS_REWARDS
)
LAST_GLASS = len(GLASS_REWARDS) - 1

# R2.3  The pages of the books: a page's number is ten times the colour, and the number of the book.
PAGES: dict[str, int] = {
    name: 10 * COLOUR_NAMES.index(name.rpartition("_")[0]) + int(name.rpartition("_")[2])
    for name in _PAGES
}
_NAME_OF = {number: name for name, number in PAGES.items()}

# R1.6  Prices by page, for the values 1, 2, 4.
PRICES: dict[int, tuple[int, ...]] = {
    number: tuple(_PAGES[name]["prices"]) for name, number in PAGES.items()
}

# R6  The fortune cards.
CARD_IDS: tuple[str, ...] = tuple(_CARDS)
CARD_COLOURS: tuple[str, ...] = tuple(row["colour"] for row in _CARDS.values())
CARD_IS_PURPLE: tuple[int, ...] = tuple(int(colour == "purple") for colour in CARD_COLOURS)


def _by_page(values: dict[str, int], missing: int) -> tuple[int, ...]:
    """A number for each page, to be found by the page's number."""
    return tuple(values.get(_NAME_OF.get(n, ""), missing) for n in range(max(_NAME_OF) + 1))


def _by_card(values: dict[str, int], missing: int) -> tuple[int, ...]:
    """A number for each card, to be found by the card's number."""
    return tuple(values.get(name, missing) for name in CARD_IDS)


# R4, R5  The rule of each page, numbered as in `rule.py`; 0 for a page without an effect.
_PAGE_RULES = {
    name: 100 * int(row["rule"][1]) + int(row["rule"][3:])
    for name, row in _PAGES.items()
    if "rule" in row
}
PAGE_RULE = _by_page(_PAGE_RULES, 0)

# R5, R6  What pages and cards pay: the rows of all of them, and the first row of each.
_REWARDS = {name: row["rewards"] for name, row in (_PAGES | _CARDS).items() if "rewards" in row}
_REWARD_ROWS = [row for rows in _REWARDS.values() for row in rows]
_REWARD_NAMES = [name for name, rows in _REWARDS.items() for _ in rows]
REWARD_FIRST: dict[str, int] = {name: _REWARD_NAMES.index(name) for name in _REWARDS}
REWARD_COUNT: dict[str, int] = {name: len(rows) for name, rows in _REWARDS.items()}
PAGE_REWARD = _by_page(REWARD_FIRST, -1)
CARD_REWARD = _by_card(REWARD_FIRST, -1)


def _reward_chips(place: int) -> tuple[int, ...]:
    """The kind of every row's first (0) or second (1) chip, -1 where there is none."""
    chips = [row.get("chips", [])[place : place + 1] for row in _REWARD_ROWS]
    return tuple(KIND_CODES.index(chip[0]) if chip else -1 for chip in chips)


REWARD_POINTS: tuple[int, ...] = tuple(row.get("points", 0) for row in _REWARD_ROWS)
REWARD_RUBIES: tuple[int, ...] = tuple(row.get("rubies", 0) for row in _REWARD_ROWS)
REWARD_STEPS: tuple[int, ...] = tuple(row.get("steps", 0) for row in _REWARD_ROWS)
REWARD_CHIP = _reward_chips(0)
REWARD_SECOND_CHIP = _reward_chips(1)

# The questions in the order of their numbers: who asks, by which rule, and what it is about.
_ASKING = {n: row for n, row in (_QUESTIONS | _PAGES | _CARDS).items() if "question" in row}
_NUMBERS: dict[str, int] = {name: row["question"] for name, row in _ASKING.items()}
QUESTION_IDS: tuple[str, ...] = tuple(sorted(_ASKING, key=_NUMBERS.__getitem__))
QUESTION_RULE: tuple[str, ...] = tuple(
    _ASKING[name].get("rule", f"R6 {name}") for name in QUESTION_IDS
)
QUESTION_ABOUT: tuple[str, ...] = tuple(_ASKING[name].get("about", "") for name in QUESTION_IDS)
# The number of the question of each page and card, -1 for one that asks nothing; and the page or
# card that asks each question.
PAGE_QUESTION = _by_page(_NUMBERS, -1)
CARD_QUESTION = _by_card(_NUMBERS, -1)
ASKING_PAGE: tuple[int, ...] = tuple(PAGES.get(name, 0) for name in QUESTION_IDS)
ASKING_CARD: tuple[int, ...] = tuple(
    CARD_IDS.index(name) if name in CARD_IDS else -1 for name in QUESTION_IDS
)


def _printed_prices(edition: str) -> dict[str, int]:
    """The prices that differ by printing, as an edition has them: by page and kind."""
    found = {}
    for name, row in _PAGES.items():
        kinds = [
            code
            for code, colour in zip(KIND_CODES, COLOUR, strict=True)
            if colour == PAGES[name] // 10
        ]
        usual = dict(zip(kinds, row["prices"], strict=True))
        printed = row.get("printed", {})
        for code in dict.fromkeys(code for prices in printed.values() for code in prices):
            found[f"{name}_{code}"] = printed.get(edition, usual).get(code, usual[code])
    return found


# R8  The editions: their switches, and among them the prices that differ by printing.
EDITIONS: dict[str, dict[str, int | str]] = {
    edition: switches | _printed_prices(edition) for edition, switches in read("editions").items()
}

# R3  Nine rounds; the round before which everybody gets another cherry bomb (R3.1).
LAST_ROUND = 9
CHERRY_BOMB_ROUND = 6
# How many rubies buy a step, the flask or the next glass (R5.F, R7.2).
RUBY_PRICE = 2
