"""Letters twice as large: everything stays between left and right and in reach of a thumb."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from .gallery import SCENES
from .player import Player, resize, table_from
from .serving import Server
from .test_table import BREWING

HEIGHT = 844
# Boxes whose content is wider than they are, though they can't be scrolled by hand.
_RUN_OUT = """() => [...document.querySelectorAll(".ph, .sheet, .sheet .body, .slab, .shop, .page")]
  .filter((box) => box.scrollWidth > box.clientWidth + 1)
  .map((box) => box.className)"""

LARGE = (
    "addEventListener('DOMContentLoaded', () => {"
    " document.documentElement.style.fontSize = '32px'; })"
)


def with_large_text(browser: Browser, width: int) -> Page:
    """A device whose letters are twice as large."""
    context = browser.new_context(
        viewport={"width": width, "height": HEIGHT}, locale="de-DE", reduced_motion="reduce"
    )
    page = context.new_page()
    page.add_init_script(LARGE)
    return page


@pytest.mark.parametrize(
    "scene",
    [
        "start",
        "options",
        "seats",
        "changing",
        "brewing",
        "short",
        "stir",
        "aside",
        "memory",
        "bag",
        "question",
        "card",
        "evaluation",
        "exploded",
        "shop",
        "rubies",
        "end",
    ],
)
def test_text_of_twice_the_size_runs_out_nowhere(
    browser: Browser, server: Server, scene: str
) -> None:
    """With letters twice as large every state still fits between left and right."""
    page = with_large_text(browser, 390)
    SCENES[scene](page, server.url)
    for width in (390, 1280):
        resize(page, width, HEIGHT)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width
        assert page.evaluate(_RUN_OUT) == []
    page.context.close()


@pytest.mark.parametrize("width", [390, 1280])
def test_text_of_twice_the_size_leaves_the_decision_in_reach(
    browser: Browser, server: Server, width: int
) -> None:
    """Draw stands whole in the window with letters twice as large, and the pot above or beside."""
    page = with_large_text(browser, width)
    table_from(page, server.url, BREWING)
    Player(page, keys=False).await_question("brew")
    draw = page.locator("[data-action=draw]")
    box, pot = draw.bounding_box(), page.locator("[data-own]").bounding_box()
    assert box is not None
    assert pot is not None
    assert box["y"] + box["height"] <= HEIGHT
    assert box["x"] + box["width"] <= width
    assert 0 <= pot["y"] <= HEIGHT / 2
    draw.click()
    expect(page.locator("[data-own] [data-chip]")).to_have_count(4)
    page.context.close()


def test_a_sheet_in_large_text_can_be_read_from_its_title_on_and_closed(
    browser: Browser, server: Server
) -> None:
    """It rises from the slab, never beyond the window's upper edge."""
    page = with_large_text(browser, 390)
    SCENES["bag"](page, server.url)
    sheet = page.get_by_role("dialog")
    box, slab = sheet.bounding_box(), page.locator(".slab").bounding_box()
    assert box is not None
    assert slab is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= slab["y"] + 1
    sheet.get_by_role("button").first.click()
    expect(sheet).to_be_hidden()
    page.context.close()


def test_the_basket_in_large_text_leaves_the_shelves_in_sight(
    browser: Browser, server: Server
) -> None:
    """With two chips in it, a third of the window is still the shop."""
    page = with_large_text(browser, 390)
    SCENES["shop"](page, server.url)
    for _ in range(2):
        page.locator(".pick.free").last.click()
    expect(page.locator("[data-slot]")).to_have_count(2)
    basket = page.locator(".basket").bounding_box()
    assert basket is not None
    assert basket["y"] >= HEIGHT / 3
    page.locator("[data-action=buy]").click()
    expect(page.locator(".basket")).to_be_hidden()
    page.context.close()
