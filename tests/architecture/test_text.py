"""The words of the game: complete, alike in every language, and true to the tables."""

import ast
import re
from pathlib import Path

import pytest

import quedlinburg.text
from quedlinburg.bots import BOT_NAMES, LEVELS
from quedlinburg.engine.names import PHASES, QUESTION_RULES, QUESTIONS, page_name, rule_name
from quedlinburg.rules import rule
from quedlinburg.rules.constants import (
    CARD_IDS,
    COLOUR,
    COLOUR_NAMES,
    EDITIONS,
    KIND_CODES,
    LAP,
    LAP_TAILS,
    LAST_ROUND,
    LAST_SPACE,
    PRICES,
    SPOON,
    SUPPLY,
    TAILS_BEFORE,
)
from quedlinburg.rules.track import rat_tails
from quedlinburg.text import LANGUAGES, bot_names, describe, keys, names, text

SOURCES = Path(quedlinburg.text.__file__).parent
RULES = [
    *(f"R1.{number}" for number in range(1, 7)),
    *(f"R2.{number}" for number in range(1, 5)),
    *(f"R3.{number}" for number in range(1, 7)),
    *(f"R4.{number}" for number in range(1, 23)),
    *(f"R5.{letter}" for letter in "ABCDEFGH"),
    *(f"R5.{number}" for number in range(1, 11)),
    "R6",
    *(f"R7.{number}" for number in range(1, 5)),
    "R8",
    "R9",
]
WANTED = [
    *(f"rule.{number}" for number in RULES),
    *(f"book.{page_name(page)}" for page in PRICES),
    *(f"card.{card}" for card in CARD_IDS),
    *(f"question.{question}" for question in QUESTIONS.values()),
    *(f"ingredient.{colour}" for colour in COLOUR_NAMES),
    *(f"colour.{colour}" for colour in COLOUR_NAMES),
    *(f"phase.{phase}" for phase in PHASES),
    *(f"edition.{edition}" for edition in EDITIONS),
    *(f"variant.{variant}" for variant in ("books", "tubes", "overflow", "stir", "stir_never")),
    *(f"bot.{bot}" for bot in BOT_NAMES),
]
KINDS_AND_NUMBERS = re.compile(r"\b[WOGBRYPK][1-4]\b|\bR\d(?:\.\w+)?|(?<![\w.])\d+")
CITED = re.compile(r"\bR\d(?:\.(?:\d+|[A-H]))?")
QUOTED = {"en": re.compile("“(.+?)”"), "de": re.compile("„(.+?)“")}

every_language = pytest.mark.parametrize("language", LANGUAGES)


def written(language: str) -> dict[str, str]:
    """Every text of a language by its key."""
    return {key: text(key, language).text for key in keys(language)}


@every_language
def test_every_rule_page_card_question_and_name_has_a_text(language: str) -> None:
    """Whatever the engine can name, a person can read about."""
    missing = set(WANTED) - set(keys(language))
    assert not missing, f"{language}.toml lacks {sorted(missing)}"


def test_every_language_has_the_same_keys_in_the_same_order() -> None:
    """No key is missing in a language, and none is left over."""
    for language in LANGUAGES:
        assert keys(language) == keys("en"), language


@every_language
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_has_a_name_for_each_seat_of_a_table(language: str, level: str) -> None:
    """Four bots of a level have four names; no language lacks one, and none has a number."""
    called = bot_names(level, language)
    assert len(set(called)) == len(called) == 4
    for name in called:
        assert re.fullmatch(r"[^\W\d]+ [^\W\d]+", name), name


def test_bots_have_equally_many_names_in_every_language() -> None:
    """Which of its names a bot bears is said by a number that holds in all of them."""
    for bot in BOT_NAMES:
        assert len({len(bot_names(bot, language)) for language in LANGUAGES}) == 1, bot


@every_language
def test_no_two_bots_share_a_name(language: str) -> None:
    """A name belongs to one level alone."""
    called = [name for bot in BOT_NAMES for name in bot_names(bot, language)]
    assert len(set(called)) == len(called)


@every_language
def test_no_title_or_text_is_empty_or_padded(language: str) -> None:
    """Every entry says something, without stray spaces."""
    for key in keys(language):
        for part in text(key, language):
            assert part, key
            assert part == part.strip(), key
            assert "  " not in part, key


@every_language
def test_sentences_end_and_titles_do_not(language: str) -> None:
    """Texts are whole sentences, titles are names."""
    for key in keys(language):
        title, body = text(key, language)
        assert title[-1] not in ".?:", key
        if not key.startswith("label."):
            assert body.endswith("?" if key.startswith("question.") else "."), key


@every_language
def test_a_question_asks_in_one_sentence(language: str) -> None:
    """What is asked at the table is one question."""
    for question in QUESTIONS.values():
        asked = text(f"question.{question}", language).text
        assert asked.count("?") == 1, question
        assert not re.search(r"[.!] ", asked), question


@pytest.mark.parametrize("key", keys("en"))
def test_translations_name_the_same_chips_numbers_and_rules(key: str) -> None:
    """A translation can't change an amount, a chip or a rule's number."""
    found = {
        language: sorted(KINDS_AND_NUMBERS.findall(text(key, language).text))
        for language in LANGUAGES
        if key != "rule.R0"
    }
    assert all(numbers == found["en"] for numbers in found.values()), found


def test_translations_are_translated() -> None:
    """No sentence was left in English."""
    english = written("en")
    german = written("de")
    assert not [key for key in english if english[key] == german[key] and len(english[key]) > 20]


@every_language
def test_rules_that_are_cited_exist(language: str) -> None:
    """A number in brackets leads somewhere."""
    known = set(keys(language))
    for key, body in written(language).items():
        kinds_left_out = re.sub(r"\b[WOGBRYPK][124]\b(?!\.)", "", body)
        for number in CITED.findall(kinds_left_out):
            assert f"rule.{number}" in known, f"{key} cites {number}"


@every_language
def test_a_card_named_within_a_text_has_its_own_title(language: str) -> None:
    """Cards go by one name in a language."""
    titles = {text(f"card.{card}", language).title for card in CARD_IDS}
    named = {name for body in written(language).values() for name in QUOTED[language].findall(body)}
    assert named
    assert named <= titles


def test_every_rule_that_an_event_or_question_cites_has_a_text() -> None:
    """The rule under an event or a question can be looked up."""
    numbers = [number for name, number in vars(rule).items() if re.fullmatch(r"R\d_\w+", name)]
    cited = {rule_name(number) for number in numbers} | set(QUESTION_RULES.values())
    assert len(numbers) > 20
    for number in cited:
        assert describe(number)


def test_numbers_in_the_rules_are_those_of_the_tables() -> None:
    """Totals that the texts repeat are the tables' own (R1, R2.4, R3)."""
    for language in LANGUAGES:
        assert str(sum(SUPPLY)) in text("rule.R1.1", language).text
        assert f"{LAST_SPACE}" in text("rule.R1.2", language).text
        assert f"{SPOON}" in text("rule.R1.2", language).text
        assert f"{LAP}" in text("rule.R1.3", language).text
        assert f"{LAP_TAILS}" in text("rule.R1.3", language).text
        assert f"{len(CARD_IDS)}" in text("rule.R2.4", language).text
    assert LAST_ROUND == 9
    assert "nine" in text("rule.R3").text
    assert "neun" in text("rule.R3", "de").text


def test_the_words_are_those_of_the_rules() -> None:
    """The vocabulary of the rules has no synonyms (R0)."""
    forbidden = re.compile(r"\b(bust|busts|token|tokens|gem|gems|money|player_id|score)\b", re.I)
    for key, body in written("en").items():
        assert not forbidden.search(body), key


@every_language
def test_texts_are_words_without_formulas_or_names_of_switches(language: str) -> None:
    """Whoever reads a rule at the table reads players' words."""
    for key, body in written(language).items():
        assert not re.search(r"[≤≥<>=_]", body), key
        assert not any(re.search(rf"\b{edition}\b", body) for edition in EDITIONS), key


@every_language
def test_the_example_of_the_rats_is_true(language: str) -> None:
    """With 4 points against 10 the tails after 4 and 7 count, the one after 10 does not (R3.3)."""
    after = [points for points in range(20) if TAILS_BEFORE[points + 1] > TAILS_BEFORE[points]]
    assert [points for points in after if 4 <= points <= 10] == [4, 7, 10]
    assert rat_tails(4, 10) == 2
    assert re.search(r"\b4 \w+ \w+ 10 .+ 4 .+ 7\.", text("rule.R3.3", language).text)


def test_an_unknown_key_is_refused_with_the_nearest_ones() -> None:
    """A slip of the pen is answered with what was meant."""
    with pytest.raises(ValueError, match=r"there is no text 'card.alm'.*card\.alms"):
        text("card.alm")
    with pytest.raises(ValueError, match=r"there is no text ''; the nearest: \w+"):
        text("")


def test_an_unknown_language_is_refused_with_the_allowed_ones() -> None:
    """A language that is not there is named as such."""
    with pytest.raises(ValueError, match="language: 'fr' is not allowed; allowed: en, de"):
        text("card.alms", "fr")


# --- describe ------------------------------------------------------------------------------------


@every_language
def test_everything_with_a_name_is_explained(language: str) -> None:
    """`describe` knows every name that it offers, in every language."""
    assert {*CARD_IDS, *KIND_CODES, *COLOUR_NAMES, *RULES} <= set(names())
    for name in names():
        for entry in describe(name, language):
            assert entry.title, name
            assert entry.text, name


@pytest.mark.parametrize("number", PRICES)
def test_a_page_is_explained_with_the_prices_of_the_table(number: int) -> None:
    """Prices come from the tables and not from the words (R1.6)."""
    colour = number // 10
    kinds = [kind for kind, of in zip(KIND_CODES, COLOUR, strict=True) if of == colour]
    entry, prices = describe(page_name(number))
    assert entry == text(f"book.{page_name(number)}")
    assert prices.title == "Prices"
    for kind, price in zip(kinds, PRICES[number], strict=True):
        assert re.search(rf"\b{kind} {price}\b", prices.text)


def test_a_price_that_differs_by_edition_says_so() -> None:
    """Two prices differ by printing (R8)."""
    assert describe("green_3")[1].text == "G1 6, G2 11, G4 21 (18 in edition north_star_first)"
    assert describe("B4")[2].text.endswith("blue_4 19 (20 in edition north_star_first, schmidt)")


def test_a_rule_is_found_however_it_is_written() -> None:
    """Letters great or small, hyphens or spaces: the same thing."""
    assert describe("r4.11") == describe("R4.11") == [text("rule.R4.11")]
    assert describe("r5.a") == [text("rule.R5.A")]
    assert describe("R6 alms") == describe("Alms") == describe("alms")
    assert describe("well-stirred") == describe("Well stirred") == describe("well_stirred")


def test_a_kind_is_its_ingredient_its_number_and_its_price_in_each_book() -> None:
    """A kind is explained from the tables (R1.1, R1.6)."""
    titles = [entry.title for entry in describe("g2")]
    assert titles == ["Garden spider G2", "Chips in the game", "Prices"]
    assert describe("G2")[1].text == "G2 8"
    assert describe("G2")[2].text == "green_1 8, green_2 11, green_3 11, green_4 8"
    assert len(describe("W1")) == 2, "white can't be bought (R1.6)"


def test_a_colour_is_explained_with_all_its_pages() -> None:
    """A colour brings its ingredient and its four pages."""
    titles = [entry.title for entry in describe("blue")]
    assert titles[:2] == ["Blue", "Crow skull"]
    assert titles[3:] == [text(f"book.blue_{number}").title for number in range(1, 5)]


def test_r4_is_a_toadstool_and_a_chapter() -> None:
    """Where a kind and a chapter share a name, both are explained."""
    titles = [entry.title for entry in describe("R4")]
    assert titles[0] == "Toadstool R4"
    assert "Potions" in titles
    assert "R4.22  Yellow book 4" in titles


def test_the_chapter_of_the_cards_lists_all_of_them() -> None:
    """R6 is the list of the cards."""
    assert len(describe("R6")) == 1 + len(CARD_IDS)


def test_a_card_says_whether_it_acts_at_once_or_holds() -> None:
    """Purple cards act at once, blue ones hold (R3.2)."""
    assert describe("alms")[1].title == "Purple card"
    assert describe("magic_potion")[1].title == "Blue card"


def test_an_unknown_id_is_refused_with_the_nearest_ones() -> None:
    """A slip of the pen is answered with what was meant."""
    with pytest.raises(ValueError, match="there is nothing called 'bleu_3'; the nearest: blue_3"):
        describe("bleu_3")


def test_the_text_package_imports_nothing_but_the_tables() -> None:
    """Words are a leaf of the layers, beside the rules."""
    for path in SOURCES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            modules = []
            if isinstance(node, ast.Import):
                modules = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                modules = [node.module or ""]
            for module in modules:
                own = module.startswith("quedlinburg.text")
                assert own or module == "quedlinburg.rules.constants" or "quedlinburg" not in module
