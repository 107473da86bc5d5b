"""For everyone: axe finds nothing on any main state, in both themes; German says everything."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

from .gallery import SCENES, replay
from .player import Player, be_known, post, resize
from .serving import Server

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
STATES = {
    "brew": "players 4 books 1 round 4 card lucky_devil\n"
    "seat 0 vp 12 bag W1x3 W2 O1 G1 pot B1@1 W3@4\n",
    "exploded": "players 3 books 1 round 3 card lucky_devil\n"
    "seat 0 bag O1 pot W3@3 W3@6 W2@8 exploded\nseat 1 stopped\nseat 2 stopped\n",
    "shop": "players 2 books 1 round 3 card alms\nseat 0 pot O1@12 stopped\nseat 1 stopped\n",
    "only_one": "players 2 books 1 round 4 phase fortune card only_one\n",
}


def check(page: Page, where: str) -> None:
    """Ask axe, and say what it found."""
    results = Axe().run(page, options=RULES)
    found = [f"{v['id']}: {v['nodes'][0]['html'][:160]}" for v in results.response["violations"]]
    assert "\n".join(found) == "", where


def check_themes(page: Page, where: str) -> None:
    """Ask axe by day and by night."""
    check(page, f"{where} light")
    page.emulate_media(color_scheme="dark")
    check(page, f"{where} dark")


@pytest.mark.parametrize("path", ["/", "/almanac", "/rules", "/learn"])
def test_axe_finds_nothing_on_the_pages(page: Page, server: Server, path: str) -> None:
    """Start, almanac, rules and the guided game."""
    page.goto(server.url + path)
    expect(page.locator("h1, [data-action=draw]").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    check_themes(page, path)


@pytest.mark.parametrize("question", STATES)
def test_axe_finds_nothing_at_the_table(page: Page, server: Server, question: str) -> None:
    """Brewing, a question, the ledger and the shop."""
    post(page, f"{server.url}/api/identity", {"name": "Mira"})
    made = post(page, f"{server.url}/api/test/tables", {"position": STATES[question]})
    be_known(page)
    page.goto(f"{server.url}/t/{made['code']}")
    Player(page, keys=False).play_on(until=question)
    check_themes(page, question)


@pytest.mark.parametrize("scene", [name for name in SCENES if name not in ("learn", "almanac")])
def test_axe_finds_nothing_in_any_scene_of_the_gallery(
    browser: Browser, server: Server, scene: str
) -> None:
    """Market, seats, brewing, questions, shop, sheets, end and replay, on three sizes; by night."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844},
        color_scheme="dark",
        locale="en-GB",
        reduced_motion="reduce",
    )
    page = context.new_page()
    SCENES[scene](page, server.url)
    for width, height in ((390, 844), (844, 390), (1280, 800)):
        resize(page, width, height)
        check(page, f"{scene} {width} × {height}")
    context.close()


def test_axe_finds_nothing_in_a_replay(page: Page, server: Server) -> None:
    """The table with the scrubber in the slab, by day."""
    replay(page, server.url)
    check(page, "replay")


def test_german_says_everything_in_german(browser: Browser, server: Server) -> None:
    """A device that reads German gets German words from page and server."""
    context = browser.new_context(locale="de-DE", viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(server.url)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("[data-action=play]")).to_contain_text("Gleich spielen")
    page.goto(f"{server.url}/learn")
    expect(page.locator("[data-action=draw]")).to_contain_text("Ziehen")
    expect(page.locator(".left")).to_contain_text("Kreuzspinne")
    context.close()


def test_a_screen_reader_is_told_each_own_draw(page: Page, server: Server) -> None:
    """The live region names the chip that was drawn."""
    page.goto(f"{server.url}/learn")
    page.locator("[data-action=draw]").click()
    expect(page.locator("[data-testid=live]")).to_contain_text("Pumpkin 1 on space 1")
