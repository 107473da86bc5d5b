"""Whole games through the page, from the first tap to the podium."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from .player import Player, fetch_text, table_from
from .serving import Server

# Two rounds before the end, with something in the bags.
LATE = (
    "players 4 books 1 round 8 card alms\n"
    "seat 0 vp 31 rubies 2 droplet 6 bag W1x4 W2x2 W3 O1x2 G1x2 B1 R1\n"
    "seat 1 vp 35\nseat 2 vp 29\nseat 3 vp 40\n"
)


def test_a_whole_game_against_bots_on_a_desktop(page: Page, server: Server) -> None:
    """Nine rounds with the mouse; nothing scrolls sideways, and the luck proves to be fair."""
    player = Player(page, keys=False)
    player.play_now(server.url)
    player.play_on()
    expect(page.locator(".podium .pod")).to_have_count(4)
    expect(page.locator(".fair")).to_contain_text("The secret fits the seal")
    expect(page.locator(".fair [data-sealed='0']")).to_contain_text("fits the seal, checked in")
    page.get_by_role("button", name="Check every draw").click()
    expect(page.locator(".fair [role=status]")).to_contain_text("outcomes came from the seed")
    code = page.url.rpartition("/")[2].partition("?")[0]
    record = fetch_text(f"{server.url}/api/games/{code}/record")
    assert re.search(r'^seal 0 [0-9a-f]{64}\nnonce 0 "[0-9a-f]{32}"$', record, re.MULTILINE)
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


def test_the_last_rounds_with_the_keyboard_alone(page: Page, server: Server) -> None:
    """Space, s, digits, Enter and the tab order are enough, up to the podium."""
    table_from(page, server.url, LATE)
    Player(page, keys=True).play_on()
    expect(page.locator(".podium .pod")).to_have_count(4)


@pytest.mark.soak
def test_a_whole_game_with_the_keyboard_alone(page: Page, server: Server) -> None:
    """From the first tap on, as in the last rounds."""
    player = Player(page, keys=True)
    player.play_now(server.url)
    player.play_on()
    expect(page.locator(".podium .pod")).to_have_count(4)


ROUNDS = [2, pytest.param(9, marks=pytest.mark.soak)]


@pytest.mark.parametrize("rounds", ROUNDS)
def test_a_table_with_every_variant_is_played(page: Page, server: Server, rounds: int) -> None:
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
    expect(page.locator(".slab").first).to_be_visible()
    expect(page.locator("[aria-label^='Test tubes']").first).to_be_attached()
    player = Player(page, keys=False)
    for number in range(1, rounds + 1):
        player.play_on(until="next")
        expect(page.locator("[data-testid=live]")).to_have_attribute(
            "data-moment", re.compile(f"^{number}:")
        )
        player.play_on(until="brew" if number < 9 else "end")
    if rounds == 9:
        expect(page.locator(".podium .pod")).to_have_count(3)


@pytest.mark.parametrize("late", [True, pytest.param(False, marks=pytest.mark.soak)])
def test_a_game_on_a_phone(browser: Browser, server: Server, late: bool) -> None:
    """Taps only, on 390 by 844, without sideways scrolling; one more tap begins the next game.

    The next game is read from its first evaluation's first step on, like the first one. The long
    runs play the first game from its beginning.
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
    if late:
        table_from(page, server.url, LATE)
    else:
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
