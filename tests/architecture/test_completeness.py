"""Completeness: whatever has an id has its number, its function, its scenario and its words.

Everything is read from the sources, so that each test can name the place that is missing.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from quedlinburg.engine.actions import ACTIONS
from quedlinburg.engine.events import CLASSES
from quedlinburg.engine.logbook import MAKERS
from quedlinburg.engine.names import page_name, rule_name
from quedlinburg.rules import ids, log, options, tasks
from quedlinburg.rules.constants import (
    CARD_COLOURS,
    CARD_IDS,
    COLOUR_NAMES,
    PAGE_RULE,
    PAGES,
    PRICES,
    QUESTION_IDS,
    read,
)
from quedlinburg.text import LANGUAGES, keys

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "quedlinburg"
RULES = SOURCE / "rules"

# The pumpkin only fills the pot: a price and words are all that its page has.
WITHOUT_EFFECT = {"orange_1"}
# Numbers in tasks.py and options.py that are no task and no option.
SIZES = {"QUESTION", "BUY_WIDTH", "OPTIONS"}
PAGE = re.compile(rf"({'|'.join(COLOUR_NAMES)})_\d", re.IGNORECASE)
FUNCTIONS_OF = {"purple": "at_once", "blue": "all_round"}


@cache
def tree(path: Path) -> ast.Module:
    """Read a source file."""
    return ast.parse(path.read_text("utf-8"))


def functions(path: Path) -> dict[str, ast.FunctionDef]:
    """The functions of a source file by name."""
    return {node.name: node for node in tree(path).body if isinstance(node, ast.FunctionDef)}


def attributes(node: ast.AST, owner: str) -> set[str]:
    """The names NAME that a piece of source mentions as owner.NAME."""
    return {
        inner.attr
        for inner in ast.walk(node)
        if isinstance(inner, ast.Attribute)
        and isinstance(inner.value, ast.Name)
        and inner.value.id == owner
    }


def cases(function: ast.FunctionDef, owner: str) -> set[str]:
    """The names NAME for which a function has a `case owner.NAME`."""
    found = set()
    for node in ast.walk(function):
        if isinstance(node, ast.match_case):
            found |= attributes(node.pattern, owner)
    return found


def calls(node: ast.AST) -> set[str]:
    """The names of the functions that a piece of source calls."""
    found = set()
    for inner in ast.walk(node):
        if isinstance(inner, ast.Call):
            match inner.func:
                case ast.Name(id=name) | ast.Attribute(attr=name):
                    found.add(name)
    return found


def card_constants() -> list[str]:
    """The constants of the fortune cards in ids.py, in their order."""
    for node in tree(RULES / "ids.py").body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
            names = [name.id for name in node.targets[0].elts if isinstance(name, ast.Name)]
            if "CHOOSE_WISELY" in names:
                return names
    raise AssertionError("rules/ids.py: no constants of fortune cards")


@cache
def scenario_titles() -> list[str]:
    """The first lines of all scenarios: the rule, and what it says."""
    files = sorted((ROOT / "tests" / "scenarios").rglob("*.txt"))
    return [path.read_text("utf-8").partition("\n")[0].removeprefix("#").strip() for path in files]


def has_line(name: str) -> bool:
    """Whether a moment names a card or page and calls one of its functions."""
    moments = tree(RULES / "moments.py")
    called = any(call.startswith(f"{name}_") for call in calls(moments))
    return called and name.upper() in attributes(moments, "ids")


def missing_text(key: str) -> Iterator[str]:
    """Name the languages without a text."""
    name = key.partition(".")[2]
    file = "cards" if name in CARD_IDS else "books" if re.search(r"_\d$", name) else "table"
    for language in LANGUAGES:
        if key not in keys(language):
            yield f"src/quedlinburg/text/{language}/{file}.toml: no [{key}]"


def missing_of_card(card: str) -> Iterator[str]:
    """Name the places that a fortune card lacks."""
    constants = card_constants()
    if card not in CARD_IDS:
        yield f"src/quedlinburg/rules/data/fortune.toml: no row {card} = {{ colour = … }}"
    if card.upper() not in constants:
        yield f"src/quedlinburg/rules/ids.py: no constant {card.upper()}"
    module = FUNCTIONS_OF.get(CARD_COLOURS[CARD_IDS.index(card)]) if card in CARD_IDS else None
    homes = [module] if module else list(FUNCTIONS_OF.values())
    named = [n for home in homes for n in functions(RULES / "fortune" / f"{home}.py")]
    if not any(name.startswith(f"{card}_") for name in named):
        yield f"src/quedlinburg/rules/fortune/{homes[0]}.py: no function {card}_…"
    if not has_line(card):
        yield f"src/quedlinburg/rules/moments.py: no line calls {card}_… for ids.{card.upper()}"
    if not any(re.match(rf"R6 {card}\b", title) for title in scenario_titles()):
        yield f"tests/scenarios/fortune/: no scenario that begins with `# R6 {card}`"
    yield from missing_text(f"card.{card}")
    yield from missing_of_question(card)


@cache
def asking() -> set[str]:
    """The pages and cards of which anything says that they ask: row, function, case or words."""
    found = {*QUESTION_IDS, *text_ids("question")}
    for path in [*(RULES / "books").glob("*.py"), *(RULES / "fortune").glob("*.py")]:
        for node in ast.walk(tree(path)):
            match node:
                case ast.Call(func=ast.Name(id="ask_card" | "ask_page"), args=[_, _, who, _]):
                    found |= set(map(str.lower, attributes(who, "ids")))
    for function in functions(RULES / "questions.py").values():
        found |= set(map(str.lower, cases(function, "ids")))
    return found


def missing_of_question(name: str) -> Iterator[str]:
    """Name the places that the question of a page or card lacks, if it has one."""
    if name not in asking():
        return
    kind, data = ("page", "books") if PAGE.fullmatch(name) else ("card", "fortune")
    if name in (*CARD_IDS, *PAGES) and name not in QUESTION_IDS:
        yield f"src/quedlinburg/rules/data/{data}.toml: no question = … in the row of {name}"
    questions = functions(RULES / "questions.py")
    if name.upper() not in cases(questions[f"offer_by_{kind}"], "ids"):
        yield f"src/quedlinburg/rules/questions.py: no options in offer_by_{kind}"
    if name.upper() not in cases(questions[f"{kind}_answered"], "ids"):
        yield f"src/quedlinburg/rules/questions.py: no case in {kind}_answered"
    yield from missing_text(f"question.{name}")


def missing_of_page(page: str) -> Iterator[str]:
    """Name the places that a page of a book lacks."""
    colour = page.rpartition("_")[0]
    number = 10 * COLOUR_NAMES.index(colour) + int(page[-1])
    if number not in PRICES:
        yield f"src/quedlinburg/rules/data/books.toml: no [{page}]"
    if getattr(ids, page.upper(), None) != number:
        yield f"src/quedlinburg/rules/ids.py: no constant {page.upper()} = {number}"
    yield from missing_text(f"book.{page}")
    yield from missing_of_question(page)
    if page in WITHOUT_EFFECT:
        return
    own = {n: f for n, f in functions(RULES / "books" / f"{colour}.py").items() if page in n}
    if not own:
        yield f"src/quedlinburg/rules/books/{colour}.py: no function {page}_…"
    if not has_line(page):
        yield f"src/quedlinburg/rules/moments.py: no line calls {page}_… for ids.{page.upper()}"
    documented = " ".join(ast.get_docstring(function) or "" for function in own.values())
    rule = rule_name(PAGE_RULE[number]) if number in PRICES else ""
    if rule not in re.findall(r"R[45]\.\d+", documented):
        yield f"src/quedlinburg/rules/books/{colour}.py: no docstring cites {rule}, the page's rule"
    if not any(title.split()[0] == rule for title in scenario_titles()):
        yield f"tests/scenarios/: no scenario that begins with `# {rule}`, for {page}"


def report(missing: dict[str, list[str]]) -> str:
    """Say what each id lacks, a line for each place; nothing if all is there."""
    return "\n".join(f"{name}: {place}" for name, places in missing.items() for place in places)


@cache
def text_ids(section: str) -> list[str]:
    """The ids that a section of the texts has in some language."""
    found = dict.fromkeys(key for language in LANGUAGES for key in keys(language))
    return [key.partition(".")[2] for key in found if key.startswith(f"{section}.")]


def test_every_fortune_card_has_its_row_constant_function_moment_scenario_and_texts() -> None:
    """A card is four small places; whichever is missing is named (R6)."""
    cards = dict.fromkeys([*CARD_IDS, *map(str.lower, card_constants()), *text_ids("card")])
    told = report({card: list(missing_of_card(card)) for card in cards})
    assert not told, f"\n{told}"
    assert len(cards) >= 24


def test_the_constants_of_the_cards_count_in_the_order_of_their_rows() -> None:
    """A card's number is its place in fortune.toml."""
    rows = [card.upper() for card in CARD_IDS]
    assert rows == card_constants(), "fortune.toml and ids.py name other cards, or in another order"
    assert [getattr(ids, name) for name in rows] == list(range(ids.CARDS))


def test_every_page_has_its_prices_constant_function_moment_scenario_and_texts() -> None:
    """So does a page of a book (R1.6, R4.11 to R5.10)."""
    constants = [name.lower() for name in vars(ids) if PAGE.fullmatch(name)]
    pages = dict.fromkeys([*map(page_name, PRICES), *constants, *text_ids("book")])
    told = report({page: list(missing_of_page(page)) for page in pages})
    assert not told, f"\n{told}"
    assert len(pages) >= 23


def test_every_question_of_no_page_and_no_card_has_options_an_answer_and_texts() -> None:
    """What is asked can be answered."""
    own = [name for name in QUESTION_IDS if name not in (*PAGES, *CARD_IDS)]
    questions = functions(RULES / "questions.py")
    offered = cases(questions["fill_own_options"], "tasks")
    # Brewing stays on the agenda while it is answered: the machine's part.
    answered = cases(questions["answered"], "tasks")
    answered |= {"BREW"} & attributes(functions(RULES / "machine.py")["answer"], "tasks")
    for name in own:
        number = tasks.QUESTION + QUESTION_IDS.index(name)
        assert getattr(tasks, name.upper(), None) == number, f"rules/tasks.py: no {name.upper()}"
        assert name.upper() in offered, f"rules/questions.py: no options of {name}"
        assert name.upper() in answered, f"rules/questions.py: no answer to {name}"
        assert not list(missing_text(f"question.{name}"))
    assert own == ["brew", "droplet", "exploded", "shop", "rubies"]


def test_the_questions_are_numbered_without_a_gap() -> None:
    """No two questions share a number, and every number below the highest is taken."""
    rows = [row for name in ("questions", "books", "fortune") for row in read(name).values()]
    numbers = sorted(row["question"] for row in rows if "question" in row)
    free = min(set(range(len(numbers) + 1)) - set(numbers))
    assert numbers == list(range(len(numbers))), f"a question has to take the number {free}"


def test_no_words_are_left_of_a_question_that_nobody_asks() -> None:
    """What a text asks, somebody asks."""
    assert set(text_ids("question")) == set(QUESTION_IDS)


def test_every_task_has_a_performer() -> None:
    """Nothing is pushed on an agenda that nobody performs."""
    machine = functions(RULES / "machine.py")
    performed = cases(machine["perform"], "tasks") | cases(machine["perform_for_table"], "tasks")
    # A table rests before this one: whoever holds the game calls `turn_up_card`.
    performed |= {"TURN_UP_CARD"} & attributes(machine["is_at_rest"], "tasks")
    numbered = {name: n for name, n in vars(tasks).items() if isinstance(n, int)}
    missing = [name for name, n in numbered.items() if n < tasks.QUESTION and name not in performed]
    assert not missing, f"src/quedlinburg/rules/machine.py: no case performs {missing}"
    assert len(performed) >= 20


def test_no_two_tasks_and_no_two_options_share_a_number() -> None:
    """A number on an agenda, or an answer, means one thing."""
    for module in (tasks, options):
        named = {name: n for name, n in vars(module).items() if isinstance(n, int)}
        numbers = [number for name, number in named.items() if name not in SIZES]
        assert len(set(numbers)) == len(numbers) > 20, module.__name__


def test_every_row_of_the_log_has_a_maker_and_an_event() -> None:
    """What is noted can be read: numbers of the log become typed events."""
    numbers = {name: n for name, n in vars(log).items() if name.isupper()}
    without_maker = [name for name, n in numbers.items() if n not in MAKERS]
    without_event = [name for name in numbers if name.lower() not in CLASSES]
    assert not without_maker, f"src/quedlinburg/engine/logbook.py: MAKERS lacks {without_maker}"
    assert not without_event, f"src/quedlinburg/engine/events.py: no event for {without_event}"
    assert set(CLASSES) == {name.lower() for name in numbers}


def test_every_option_has_a_notation() -> None:
    """What can be answered can be written."""
    names = [name for name in vars(options) if name.isupper() and name not in SIZES]
    missing = [name for name in names if name != "BUY" and getattr(options, name) not in ACTIONS]
    assert not missing, f"src/quedlinburg/engine/actions.py: no notation for {missing}"


def test_every_rule_can_be_pointed_to_in_the_code_by_its_number() -> None:
    """Rules, data and engine cite every numbered rule somewhere."""
    files = [*RULES.rglob("*.py"), *RULES.rglob("*.toml"), *(SOURCE / "engine").rglob("*.py")]
    cited = set()
    for path in files:
        source = path.read_text("utf-8")
        cited |= set(re.findall(r"R\d(?:\.(?:\d+|[A-H]\b))?", source))
        for section, first, last in re.findall(r"R(\d)\.(\d+) to R\d\.(\d+)", source):
            cited |= {f"R{section}.{n}" for n in range(int(first), int(last) + 1)}
    missing = [number for number in text_ids("rule") if "." in number and number not in cited]
    assert not missing, f"src/quedlinburg/rules or engine: nothing cites {missing}"
