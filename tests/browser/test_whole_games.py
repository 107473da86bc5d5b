"""Whole games through the page, from the first tap to the podium."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from .player import Player
from .serving import Server


def test_a_whole_game_against_bots_on_a_desktop(page: Page, server: Server) -> None:
    """Nine rounds with the mouse; nothing scrolls sideways, and the luck proves to be fair."""
    player = Player(page, keys=False)
    player.play_now(server.url)
    player.play_on()
    expect(page.locator(".podium .pod")).to_have_count(4)
    expect(page.locator(".fair")).to_contain_text("The secret fits the seal")
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    watch_again(page)


def watch_again(page: Page) -> None:
    """See the game once more: the scrubber leads to its end and back to its beginning."""
    page.get_by_role("link", name="Watch the game").click()
    expect(page.get_by_role("slider", name="Moment")).to_be_visible()
    controls = page.locator(".slab")
    page.keyboard.press("End")
    expect(controls).to_contain_text(re.compile(r"Moment (\d+) of \1\b"))
    page.keyboard.press("Home")
    expect(controls).to_contain_text("Moment 0")
    page.get_by_role("button", name="Round 5").click()
    expect(page.locator(".head")).to_contain_text("Round 5")


def test_a_whole_game_with_the_keyboard_alone(page: Page, server: Server) -> None:
    """Space, s, digits, Enter and the tab order are enough."""
    player = Player(page, keys=True)
    player.play_now(server.url)
    player.play_on()
    expect(page.locator(".podium .pod")).to_have_count(4)


def test_a_table_with_every_variant_is_played_to_its_end(page: Page, server: Server) -> None:
    """Test tubes, overflow bowl and stirring always, with mixed books, opened at the market."""
    page.goto(server.url)
    page.get_by_role("button", name="all options").click()
    page.get_by_role("button", name="Mixed books").click()
    for variant in page.locator(".toggles [role=switch]").all()[:2]:
        variant.click()
        expect(variant).to_have_attribute("aria-checked", "true")
    page.get_by_role("group", name="Stir").get_by_role("button", name="always").click()
    page.get_by_role("group", name="Players").get_by_role("button", name="3").click()
    page.get_by_role("group", name="pace").get_by_role("button", name="at once").click()
    page.locator("[data-action=open]").click()
    expect(page.locator(".slab").first).to_be_visible(timeout=15_000)
    expect(page.locator("[aria-label^='Test tubes']").first).to_be_attached()
    Player(page, keys=False).play_on()
    expect(page.locator(".podium .pod")).to_have_count(3)


def test_a_whole_game_on_a_phone(browser: Browser, server: Server) -> None:
    """Taps only, on 390 by 844, without sideways scrolling; one more tap begins the next game.

    The next game is read from its first evaluation's first step on, like the first one.
    """
    context = browser.new_context(
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        locale="en-GB",
        reduced_motion="reduce",
    )
    page = context.new_page()
    player = Player(page, keys=False)
    player.play_now(server.url)
    for until in ("next", "shop", "end"):
        player.play_on(until=until)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, until
    expect(page.locator(".podium .pod")).to_have_count(4)
    table = page.url
    page.locator("[data-action=again]").tap()
    expect(page.locator("[data-action=draw], [data-question]").first).to_be_visible()
    assert page.url != table
    player.play_on(until="next")
    expect(page.locator(".steps [aria-current=step]")).to_have_text(re.compile("^A"))
    context.close()
