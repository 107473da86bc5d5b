"""What is read rather than played: the guided game, the replay, the almanac."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .player import Player
from .serving import Server


def test_the_guided_first_game_leads_through_a_round(page: Page, server: Server) -> None:
    """Brew, flask, explosion, evaluation, shop, rubies, rats and the card, by the coach's words."""
    page.goto(f"{server.url}/learn")
    coach = page.locator(".coach")
    for _ in range(3):
        page.locator("[data-action=draw]").click()
    expect(coach).to_contain_text("4 of 11")
    page.locator("[data-action=draw]").click()
    expect(page.locator(".notice")).to_contain_text("Flask")
    page.locator("[data-action=flask]").click()
    player = Player(page, keys=False)
    for chips in range(3, 8):
        page.locator("[data-action=draw]").click()
        if chips < 7:
            expect(page.locator("[data-own] [data-chip]")).to_have_count(chips)
    player.await_question("next")
    while player.asked() == "next":
        player.answer("next")
    page.locator('[data-action="choose coins"]').click()
    expect(coach).to_contain_text("go on to the shop")
    player.play_on(until="shop")
    page.locator("[data-kind=G1]").click()
    page.locator("[data-kind=O1]").click()
    expect(coach).to_contain_text("Buy a garden spider")
    page.locator("[data-action=buy]").click()
    expect(coach).to_contain_text("the rubies come last")
    player.play_on(until="rubies")
    expect(coach).to_contain_text("Fill the flask")
    page.locator('[data-action="spend flask"]').click()
    page.locator("[data-action=done]").click()
    player.play_on(until="brew")
    expect(coach).to_contain_text("11 of 11")
    page.locator("[data-action=draw]").click()
    expect(page.locator(".notice")).to_contain_text("The guided game ends here")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("[data-card]")).to_be_visible()
    shown, pot = coach.bounding_box(), page.locator("[data-own]").bounding_box()
    assert shown is not None
    assert pot is not None
    assert pot["y"] + pot["height"] <= shown["y"]


def test_the_coach_covers_nothing_of_the_evaluation_on_a_phone(page: Page, server: Server) -> None:
    """Title and steps of the evaluation stand below what the coach says."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server.url}/learn")
    for action in ("draw", "draw", "draw", "flask", *["draw"] * 5):
        page.locator(f"[data-action={action}]").click()
    Player(page, keys=False).await_question("next")
    coach = page.locator(".coach").bounding_box()
    title = page.get_by_role("heading", level=1).bounding_box()
    assert coach is not None
    assert title is not None
    assert coach["y"] >= 0
    assert coach["y"] + coach["height"] <= title["y"]


def test_the_chapter_on_words_writes_the_codes_of_chips(page: Page, server: Server) -> None:
    """Where the rules say how a kind is written, the code stands; elsewhere the chip is drawn."""
    page.goto(f"{server.url}/rules")
    words = page.locator("#R0")
    expect(words).to_contain_text("G2 is a green chip of value 2, K1 a black one")
    expect(words.locator(".kind")).to_have_count(0)
    expect(page.locator("#rules .rule .kind").first).to_be_attached()


def test_the_almanac_finds_a_card_by_a_word(page: Page, server: Server) -> None:
    """All books and cards are there, and a search leaves those that fit."""
    page.goto(f"{server.url}/almanac")
    expect(page.locator("#cards article")).to_have_count(24)
    expect(page.locator("#books article")).to_have_count(23)
    page.get_by_role("searchbox").fill("pumpkin patch")
    expect(page.locator("#cards article")).to_have_count(1)


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/", "Quedlinburg"),
        ("/rules", "Rules · Quedlinburg"),
        ("/almanac", "Almanac · Quedlinburg"),
        ("/learn", "Learn · Quedlinburg"),
        ("/r/ABCDEF", "Replay ABCDEF · Quedlinburg"),
        ("/t/ABCDEF", "ABCDEF · Quedlinburg"),
    ],
)
def test_every_page_has_a_title_of_its_own(
    page: Page, server: Server, path: str, title: str, quiet_console: list[str]
) -> None:
    """Tabs and histories tell pages apart, and a screen reader says where it is."""
    page.goto(server.url + path)
    expect(page).to_have_title(title)
    quiet_console.clear()
