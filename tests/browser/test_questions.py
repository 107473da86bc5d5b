"""Every question that books and cards ask, answered once through the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from quedlinburg.rules.constants import CARD_IDS
from quedlinburg.text import keys, text

from .player import Player, resize, table_from
from .positions import POSITIONS
from .serving import Server


def test_there_is_a_position_for_every_question_that_has_a_text() -> None:
    """No question of a book or a card is left out."""
    assert {f"question.{name}" for name in POSITIONS} == {
        key for key in keys("en") if key.startswith("question.")
    }


@pytest.mark.parametrize("question", POSITIONS)
def test_every_question_is_answered_through_the_page(
    page: Page, server: Server, question: str
) -> None:
    """The question is shown with its options, hint and bag are in reach, an answer leads on."""
    table_from(page, server.url, POSITIONS[question])
    player = Player(page, keys=True)
    player.play_on(until=question)
    if question not in ("brew", "shop", "rubies"):
        expect(page.locator("[data-question] .opt").first).to_be_visible()
    for width, height in ((390, 844), (1280, 800)):
        resize(page, width, height)
        for tool in ("[data-action=hint]", "[data-bag]"):
            expect(page.locator(f"button{tool} >> visible=true").first).to_be_in_viewport(ratio=1)
            expect(page.locator(f"button{tool} >> visible=true").first).to_be_enabled()
    live = page.locator("[data-testid=live]")
    before = live.get_attribute("data-moment") or ""
    player.answer(question)
    expect(live).not_to_have_attribute("data-moment", before)
    expect(page.locator(".notice")).to_be_hidden()


TURNED_UP = "players 2 books 1 round 4 phase fortune card {card}\nseat 0 vp 6\nseat 1 vp 15\n"


def test_every_card_is_shown_with_its_title(page: Page, server: Server) -> None:
    """Each of the 24 cards as it is turned up, when something is asked."""
    for card in CARD_IDS:
        table_from(page, server.url, TURNED_UP.format(card=card))
        Player(page, keys=True).await_question()
        expect(page.locator("[data-card]")).to_contain_text(text(f"card.{card}").title)


@pytest.mark.soak
@pytest.mark.parametrize("card", CARD_IDS)
def test_a_round_can_be_played_under_every_card(page: Page, server: Server, card: str) -> None:
    """From its turning up to the end of brewing; what a card asks has a test of its own above."""
    table_from(page, server.url, TURNED_UP.format(card=card))
    Player(page, keys=True).play_on(until="next")
    expect(page.locator(".ledger, .ev").first).to_be_visible()


@pytest.mark.parametrize("question", ["exploded", "yellow_1", "green_4", "rats_are_friends"])
def test_no_option_of_a_question_looks_like_advice(
    page: Page, server: Server, question: str
) -> None:
    """Ways to go that are pressed at once have one colour: the page recommends none unasked."""
    table_from(page, server.url, POSITIONS[question])
    Player(page, keys=True).play_on(until=question)
    options = page.locator(f"[data-question={question}] .opt")
    expect(options.first).to_be_visible()
    colours = options.evaluate_all("all => all.map(one => getComputedStyle(one).backgroundColor)")
    assert len(colours) > 1
    assert len(set(colours)) == 1


@pytest.mark.parametrize(("question", "shown"), [("only_one", 0), ("strong_ingredient", 1)])
def test_only_a_chip_that_goes_into_the_pot_is_shown_there(
    page: Page, server: Server, question: str, shown: int
) -> None:
    """What is in hand stands on its space as a preview; a chip for the bag stands nowhere."""
    table_from(page, server.url, POSITIONS[question])
    Player(page, keys=True).play_on(until=question)
    page.locator("[data-question] .opt").first.click()
    expect(page.locator("[data-question] [aria-checked=true]")).to_have_count(1)
    expect(page.locator("[data-own] .ghost")).to_have_count(shown)
