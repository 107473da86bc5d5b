"""The table explains itself, talks, moves only once, and fits every screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from .gallery import SCENES
from .moving import NOTE
from .player import Player, be_known, post, resize, table_from
from .serving import Server
from .test_together import come, start_for_two

BREWING = (
    "players 4 books 1 round 5 card lucky_devil\n"
    "seat 0 vp 23 rubies 3 droplet 5 bag W1x3 O1 G1 B1 pot B1@6 W3@9 G2@11\n"
    "seat 1 vp 26\nseat 2 vp 19\nseat 3 vp 33\n"
)
BUYING = "players 2 books 1 round 3 card alms\nseat 0 pot O1@12 stopped\nseat 1 stopped\n"
# The flights of chips since the page was loaded.
_FLIGHTS = 'window.moves.filter((one) => one.of === "piece" && one.keys.includes("transform"))'


def lively(browser: Browser, server: Server, position: str) -> Page:
    """A device on which things may move, at a table that stands as a position says."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    page = context.new_page()
    page.add_init_script(NOTE)
    table_from(page, server.url, position)
    return page


def test_every_space_of_the_pot_is_explained_by_keyboard(page: Page, server: Server) -> None:
    """Arrows walk along the spiral in words, Enter opens the explanation."""
    table_from(page, server.url, BREWING)
    pot = page.get_by_role("slider", name="Spaces of the pot")
    pot.focus()
    expect(pot).to_have_attribute(
        "aria-valuetext", "Space 12: 12 coins, 2 points, your scoring space"
    )
    page.keyboard.press("ArrowLeft")
    expect(pot).to_have_attribute("aria-valuenow", "11")
    expect(pot).to_have_attribute("aria-valuetext", re.compile("garden spider 2"))
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Space 0")).to_be_visible()
    page.keyboard.press("Escape")
    expect(pot).to_be_focused()


EXPLAINED = {
    "[data-held=rubies]": "Rubies spent",
    "[data-held=flask]": "The flask",
    "[data-testid=white-sum]": "Explosion",
    "button.track": "Scoring track",
    "[data-card] button, button[data-card]": "Lucky devil",
    ".books .book >> nth=1": "Garden spider",
    ".opp .box >> nth=0": "",
}


def test_numbers_cards_and_books_explain_themselves(page: Page, server: Server) -> None:
    """A tap on what is not understood opens a sheet that says what it is."""
    table_from(page, server.url, BREWING)
    sheet = page.get_by_role("dialog")
    for pressed, title in EXPLAINED.items():
        page.locator(pressed).first.click()
        expect(sheet).to_be_visible()
        expect(sheet.locator("h2").first).to_contain_text(title)
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)


def test_a_reaction_is_shown_at_the_seat_and_words_are_read(
    browser: Browser, server: Server
) -> None:
    """What one person shows, both see at that person's seat, hiding no number; chat is near."""
    mira_context, mira = come(browser, server, "Mira")
    otto_context, otto = come(browser, server, "Otto")
    start_for_two(mira, otto, server)
    mira.get_by_role("button", name="Chat").click()
    expect(mira.get_by_role("heading", name="Chat")).to_have_count(1)
    mira.get_by_role("button", name="Good luck!").click()
    expect(otto.locator('[data-seat="0"] .reaction')).to_have_text("Mira: Good luck!")
    expect(mira.locator(".said .reaction")).to_have_text("Mira: Good luck!")
    expect(otto.locator(".reaction")).to_have_count(0)
    otto.set_viewport_size({"width": 390, "height": 844})
    mira.get_by_role("button", name="Hurrah!").click()
    said = otto.locator('[data-seat="0"] .reaction').bounding_box()
    name = otto.locator('[data-seat="0"] .lines').bounding_box()
    assert said is not None
    assert name is not None
    assert said["y"] > name["y"] + name["height"] * 0.75
    otto.set_viewport_size({"width": 1280, "height": 800})
    mira.get_by_role("textbox", name="Write a message").fill("Gently now")
    mira.keyboard.press("Enter")
    otto.get_by_role("button", name="Chat").click()
    expect(otto.get_by_role("log")).to_contain_text("Mira: Gently now")
    mira_context.close()
    otto_context.close()


def test_a_chip_flies_once_and_not_again_after_a_reload(browser: Browser, server: Server) -> None:
    """A draw moves by transform alone; a reload shows the chip where it lies."""
    page = lively(browser, server, BREWING)
    Player(page, keys=False).await_question("brew")
    page.evaluate("() => { window.moves.length = 0; }")
    page.locator("[data-action=draw]").click()
    page.wait_for_function(f"() => {_FLIGHTS}.length > 0")
    assert {key for move in page.evaluate("() => window.moves") for key in move["keys"]} <= {
        "transform",
        "opacity",
    }
    page.reload()
    page.locator("[data-own] [data-chip]").nth(3).wait_for(state="attached")
    Player(page, keys=False).await_question("brew")
    assert page.evaluate(f"() => {_FLIGHTS}") == []
    page.context.close()


def test_a_second_tap_does_not_wait_for_the_first_chip(browser: Browser, server: Server) -> None:
    """Two draws in quick succession both land, the first without its flight."""
    page = lively(browser, server, BREWING)
    Player(page, keys=False).await_question("brew")
    page.locator("[data-action=draw]").click()
    page.locator("[data-own] [data-chip]").nth(3).wait_for()
    page.locator("[data-action=draw]").click()
    page.locator("[data-own] [data-chip]").nth(4).wait_for()
    first = page.locator("[data-own] [data-chip]").nth(3)
    assert first.evaluate("one => one.getAnimations({ subtree: true }).length") == 0
    page.context.close()


def test_a_purchase_drops_into_the_bag(browser: Browser, server: Server) -> None:
    """What was paid for is seen to leave the basket, and is gone when it has landed."""
    page = lively(browser, server, BUYING)
    Player(page, keys=False).play_on(until="shop")
    page.locator("[data-kind=O1]").click()
    page.evaluate(
        """() => { window.seen = 0; new MutationObserver((changes) => {
          for (const change of changes) for (const node of change.addedNodes)
            if (node.classList?.contains("moment")) window.seen += 1;
        }).observe(document.body, { childList: true }); }"""
    )
    page.locator("[data-action=buy]").click()
    expect(page.locator("[data-question=shop]")).to_be_hidden()
    assert page.evaluate("() => window.seen") == 1
    expect(page.locator(".moment")).to_have_count(0)
    page.context.close()


def test_the_table_fits_without_scrolling(page: Page, server: Server) -> None:
    """Nothing scrolls, the slab is whole, and every button of it can be hit."""
    table_from(page, server.url, BREWING)
    Player(page, keys=False).await_question("brew")
    for width, height in ((390, 844), (844, 390), (1280, 800), (2560, 1440)):
        resize(page, width, height)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width
        assert page.evaluate("() => document.documentElement.scrollHeight") <= height
        for action in ("flask", "stop", "draw"):
            box = page.locator(f"[data-action={action}]").bounding_box()
            assert box is not None
            assert box["height"] >= 44
            assert box["y"] + box["height"] <= height
            assert box["x"] + box["width"] <= width


def test_the_evaluation_shows_every_seat_on_a_phone_that_lies_on_its_side(
    browser: Browser, server: Server
) -> None:
    """All four rows of the ledger stand above the slab, without scrolling."""
    context = browser.new_context(
        viewport={"width": 844, "height": 390}, locale="de-DE", reduced_motion="reduce"
    )
    page = context.new_page()
    SCENES["evaluation"](page, server.url)
    slab = page.locator(".slab").bounding_box()
    last = page.locator(".ledger > .row").last.bounding_box()
    assert slab is not None
    assert last is not None
    assert last["y"] + last["height"] <= slab["y"] + 1
    context.close()


def test_ordinary_text_leaves_every_window_the_room_of_its_pixels(
    page: Page, server: Server
) -> None:
    """The sizes that the styles give ordinary text don't count as larger text."""
    rooms = {
        390: "slim phone small mid snug",
        720: "phone small mid snug",
        844: "small mid snug",
        1000: "mid snug",
        1200: "snug",
        1280: "",
        1700: "wide",
        2560: "wide",
    }
    page.goto(server.url)
    for width, room in rooms.items():
        page.set_viewport_size({"width": width, "height": 1000})
        expect(page.locator("html")).to_have_attribute("data-room", room)


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_the_longest_card_leaves_room_for_all_the_books(
    browser: Browser, server: Server, language: str
) -> None:
    """Card and seven books stand on a desk without scrolling; the card is read whole by a tap."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale=language)
    page = context.new_page()
    table_from(
        page, server.url, "players 2 books 1 round 4 card opportune_moment\nseat 0 bag O1x4\n"
    )
    books = page.locator("aside .book")
    expect(books).to_have_count(7)
    last, slab = books.last.bounding_box(), page.locator(".slab").bounding_box()
    assert last is not None
    assert slab is not None
    assert last["y"] + last["height"] <= slab["y"]
    page.locator("[data-card] button").click()
    told = page.request.get(f"{server.url}/api/rules?language={language[:2]}").json()
    whole = " ".join(told["texts"]["card.opportune_moment"]["text"].split())
    expect(page.get_by_role("dialog")).to_contain_text(whole.split(".")[-2].strip())
    context.close()


def test_play_now_waits_for_nothing_but_the_table(page: Page, server: Server) -> None:
    """The table is asked for while the tables of the rules are still on their way."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        """Keep an answer back."""
        held.append(route)

    page.route("**/api/rules*", hold)
    page.goto(server.url)
    with page.expect_response(
        lambda answer: answer.url.endswith("/api/tables") and answer.request.method == "POST"
    ) as made:
        page.locator("[data-action=play]").click()
    assert made.value.ok
    for route in held:
        route.continue_()
    expect(page.locator("[data-action=draw], [data-question]").first).to_be_visible()


@pytest.mark.parametrize("language", ["en", "de"])
def test_play_now_seats_bots_with_names_of_their_own(
    browser: Browser, server: Server, language: str
) -> None:
    """No two are called the same, and none by a number, in the reader's language."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale=language)
    page = context.new_page()
    Player(page, keys=False).play_now(server.url)
    told = page.request.get(f"{server.url}/api/rules?language={language}").json()
    names = page.locator("article.opp .name").all_inner_texts()
    assert names == told["bot_names"][told["usual_level"]][:3]
    assert not any(letter.isdigit() for name in names for letter in name)
    context.close()


def test_the_market_lists_the_levels_of_the_catalogue(page: Page, server: Server) -> None:
    """Whatever bots the server has are offered by name, with a sentence about the one chosen."""
    told = page.request.get(f"{server.url}/api/rules?language=en").json()
    page.goto(server.url)
    bots = page.get_by_role("group", name="Bots")
    for level in told["levels"]:
        text = told["texts"][f"bot.{level}"]
        bots.get_by_role("button", name=text["title"], exact=True).click()
        expect(page.locator(".panel .note").first).to_have_text(text["text"])


def test_a_table_is_joined_by_the_qr_code_that_the_camera_sees(page: Page, server: Server) -> None:
    """A browser that reads QR codes offers it; what it reads leads to the table."""
    page.add_init_script(
        "globalThis.BarcodeDetector = class { async detect() {"
        " return [{ rawValue: globalThis.seenLink }]; } };"
        "navigator.mediaDevices.getUserMedia = async () =>"
        " document.createElement('canvas').captureStream();"
        "HTMLMediaElement.prototype.play = async () => {};"
    )
    post(page, f"{server.url}/api/identity", {"name": "Mira"})
    made = post(page, f"{server.url}/api/tables", {"options": {"players": 2}})
    be_known(page)
    page.goto(server.url)
    page.evaluate("(link) => { globalThis.seenLink = link; }", f"{server.url}/t/{made['code']}")
    page.get_by_role("button", name="Scan a QR code").click()
    expect(page.locator(".code", has_text=str(made["code"]))).to_be_visible()


def count_maps(page: Page) -> int:
    """How many maps are in memory: every piece of state that a table keeps has one."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    kind = session.send("Runtime.evaluate", {"expression": "Map.prototype"})["result"]
    asked = {"prototypeObjectId": kind["objectId"]}
    found = session.send("Runtime.queryObjects", asked)["objects"]["objectId"]
    count = {"objectId": found, "functionDeclaration": "function () { return this.length }"}
    counted: int = session.send("Runtime.callFunctionOn", count)["result"]["value"]
    session.detach()
    return counted


def test_a_table_that_was_left_is_not_held_on_to(page: Page, server: Server) -> None:
    """Two tables in turn, in one tab: the sixth visit needs no more memory than the second."""
    table_from(page, server.url, BUYING)
    other = page.url
    table_from(page, server.url, BREWING)
    maps = []
    for _ in range(6):
        page.evaluate("(url) => history.pushState(null, '', url)", other)
        page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
        expect(page.locator("[data-question=shop]")).to_be_visible()
        page.go_back()
        expect(page.locator("[data-action=draw]")).to_be_visible()
        maps.append(count_maps(page))
    assert maps[-1] < maps[1] * 1.1, maps


def test_going_from_table_to_table_shows_nothing_of_the_one_before(
    page: Page, server: Server
) -> None:
    """The page is the same, the table is another: its own pot, nothing announced, no sheet open."""
    table_from(page, server.url, "players 2 books 1 round 2 card alms\nseat 0 bag O1x6\n")
    other = page.url
    table_from(page, server.url, BREWING)
    chips = page.locator("[data-own] [data-chip]")
    announced = page.locator("[data-testid=live]")
    page.locator("[data-action=draw]").click()
    expect(chips).to_have_count(4)
    expect(announced).not_to_be_empty()
    page.locator("button.track").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.evaluate("(url) => history.pushState(null, '', url)", other)
    page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
    expect(page).to_have_title(f"{other.rsplit('/', 1)[1]} · Quedlinburg")
    expect(page.locator("[data-action=draw]")).to_be_visible()
    expect(chips).to_have_count(0)
    expect(announced).to_be_empty()
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.go_back()
    expect(chips).to_have_count(4)
