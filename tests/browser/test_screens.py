"""Every screen: late in a game, with long names, everything that can be pressed is in reach."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from .player import Player, be_known, post, resize
from .positions import LATE
from .serving import Server

SIZES = (
    (320, 568),
    (320, 640),
    (360, 740),
    (375, 667),
    (390, 844),
    (412, 915),
    (820, 1180),
    (844, 390),
    (1280, 800),
    (2560, 1440),
)
NAME = "Wolfgangelisabetha Maria"
# Whatever can be pressed and is not wholly in reach: outside the window once it is scrolled to, or
# under something else. Head, tools and bar are in reach without scrolling.
_OUT_OF_REACH = """() => {
  scrollTo(0, 0);
  const said = (one) => (one.getAttribute("aria-label") || one.textContent || one.className).trim();
  const inside = (box) => box.left >= -1 && box.top >= -1
    && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
  const hit = (one, box) => {
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return top !== null && (one.contains(top) || top.contains(one));
  };
  const found = [];
  const shown = (one) => one.checkVisibility({ visibilityProperty: true })
    && one.getBoundingClientRect().width > 1;
  for (const one of document.querySelectorAll(".head, .tabs, .slab"))
    if (shown(one) && !inside(one.getBoundingClientRect()))
      found.push(`not wholly in the window: ${one.className}`);
  const still = ".head *, .tabs *";
  for (const one of document.querySelectorAll("button, a[href], input, select, [role=radio]")) {
    if (!shown(one) || one.closest("svg")) continue;
    if (!one.matches(still)) one.scrollIntoView({ block: "center", inline: "nearest" });
    const box = one.getBoundingClientRect();
    if (!inside(box)) found.push(`outside: ${said(one)}`);
    else if (!hit(one, box)) found.push(`covered: ${said(one)}`);
  }
  for (const box of document.querySelectorAll(".ph, .tbl, .slab, .shop, .ev, .head"))
    if (box.scrollWidth > box.clientWidth + 1) found.push(`runs out: ${box.className}`);
  scrollTo(0, 0);
  document.querySelectorAll(".ph").forEach((one) => one.scrollTo(0, 0));
  return found;
}"""
# Words of a name that stand on two lines.
_BROKEN = """(words) => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walk.nextNode(); text; text = walk.nextNode())
    for (const word of words) {
      const at = text.data.indexOf(word);
      if (at < 0 || !text.parentElement.checkVisibility()) continue;
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + word.length);
      const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
      if (lines.size > 1) found.push(`${word} in ${text.parentElement.className}`);
    }
  return found;
}"""


def at_late(page: Page, server: Server, question: str, **more: object) -> None:
    """Sit at a table late in a game, under a long name, where a question is asked."""
    post(page, f"{server.url}/api/identity", {"name": NAME})
    position = {"position": LATE[question], "options": {"clock": 90}, **more}
    made = post(page, f"{server.url}/api/test/tables", position)
    be_known(page, NAME)
    page.goto(f"{server.url}/t/{made['code']}")
    Player(page, keys=False).play_on(until=question)


def device(browser: Browser, width: int, height: int, locale: str = "de-DE") -> Page:
    """A new device of this size that reads German: its words are longer."""
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale=locale, reduced_motion="reduce"
    )
    return context.new_page()


@pytest.mark.parametrize("question", LATE)
def test_late_in_a_game_every_control_is_in_reach_on_every_screen(
    browser: Browser, server: Server, question: str
) -> None:
    """From 320 to 2560 pixels: nothing leaves the window, no name is broken within a word."""
    page = device(browser, *SIZES[0])
    # People on all seats while brewing: every name is long.
    at_late(page, server, question, **({"seats": [0, 1, 2, 3]} if question == "brew" else {}))
    if question == "shop":
        for _ in range(2):
            page.locator(".pick.free").last.click()
    for width, height in SIZES:
        resize(page, width, height)
        assert page.evaluate(_OUT_OF_REACH) == [], f"{question} {width} × {height}"
        assert page.evaluate(_BROKEN, NAME.split()) == [], f"{question} {width} × {height}"
    page.context.close()


def test_an_upright_tablet_has_a_large_pot_and_card_and_books_to_read(
    browser: Browser, server: Server
) -> None:
    """At 820 × 1180 the pot takes more than half of the width; card and books say what they do."""
    page = device(browser, 820, 1180)
    at_late(page, server, "brew")
    pot = page.locator("[data-own]").bounding_box()
    assert pot is not None
    assert pot["width"] > 410
    expect(page.locator("[data-card] .card, [data-card]").first).to_be_visible()
    expect(page.locator(".books .book")).to_have_count(7)
    for book in page.locator(".books .book").all():
        expect(book).to_be_in_viewport(ratio=1)
    page.context.close()


def test_a_phone_on_its_side_keeps_track_and_rounds(browser: Browser, server: Server) -> None:
    """At 844 × 390 the scoring track and the nine rounds stay in sight, at a question too."""
    page = device(browser, 844, 390)
    for question in ("brew", "blue_1"):
        at_late(page, server, question)
        expect(page.locator(".track svg").first).to_be_in_viewport(ratio=1)
        expect(page.locator(".flames")).to_be_in_viewport(ratio=1)
    page.context.close()


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (820, 1180), (1280, 800)])
def test_the_own_name_and_sign_are_at_the_table(
    browser: Browser, server: Server, size: tuple[int, int]
) -> None:
    """Whose pot is shown stands beside it, on every layout."""
    page = device(browser, *size)
    at_late(page, server, "brew")
    owner = page.locator('[data-owner="0"]')
    expect(owner).to_contain_text(NAME)
    expect(owner.locator("svg")).to_be_visible()
    page.context.close()
