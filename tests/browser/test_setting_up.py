"""Before the game: every option, who begins, colours and signs, and tables that play by memory."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from .player import Player, be_known, post, table_from
from .serving import Server
from .test_together import come

MEMORY = {"memory": True}


def row(page: Page, seat: int) -> Locator:
    """A seat's row before the game."""
    return page.locator(f'[data-row="{seat}"]')


@pytest.fixture
def two(browser: Browser, server: Server) -> Iterator[tuple[Page, Page]]:
    """Mira has opened a table for two, Otto sits at it."""
    contexts, pages = zip(*(come(browser, server, name) for name in ("Mira", "Otto")), strict=True)
    mira, otto = pages
    made = post(mira, f"{server.url}/api/tables", {"options": {"players": 2}})
    for page in pages:
        page.goto(f"{server.url}/t/{made['code']}")
    otto.get_by_role("button", name="Sit down").click()
    expect(row(mira, 1)).to_contain_text("Otto")
    yield mira, otto
    for context in contexts:
        context.close()


def test_the_host_changes_options_and_everybody_reads_what_is_new(two: tuple[Page, Page]) -> None:
    """Whoever was ready is asked again; nobody else can change anything."""
    mira, otto = two
    otto.get_by_role("button", name="I am ready").click()
    expect(row(mira, 1)).to_contain_text("Ready")
    assert otto.locator("[data-action=options]").count() == 0
    mira.locator("[data-action=options]").click()
    mira.get_by_role("group", name="Stir").get_by_role("button", name="never").click()
    for page in two:
        expect(page.locator(".terms .words").first).to_contain_text("Stir: never")
        expect(page.locator(".fresh")).to_have_text("Just changed. Stir: never")
    expect(row(mira, 1)).to_contain_text("not ready yet")
    mira.locator('[data-option="memory"]').click()
    expect(otto.locator(".fresh")).to_contain_text("By memory: on")
    expect(otto.locator("section.terms")).to_contain_text("Nobody looks into a bag")
    expect(mira.locator('[data-option="odds"]')).to_have_attribute("aria-checked", "false")
    mira.get_by_role("button", name="Third set").click()
    expect(otto.locator("section.terms")).to_contain_text("Third set")
    mira.get_by_label("Name of the table").fill("Harvest")
    mira.keyboard.press("Tab")
    expect(otto.get_by_role("heading", level=1)).to_have_text("Harvest")
    # What was chosen before is still chosen.
    expect(otto.locator(".terms .words").first).to_contain_text("Stir: never")


def test_a_change_that_can_not_be_made_is_refused_in_words(two: tuple[Page, Page]) -> None:
    """One device for all can't be given up while somebody has two seats of it."""
    mira, otto = two
    otto.get_by_role("button", name="Stand up").click()
    mira.locator("[data-action=options]").click()
    mira.locator('[data-option="pass_around"]').click()
    mira.get_by_role("textbox", name="Name", exact=True).fill("Ida")
    mira.get_by_role("button", name="Sit down").click()
    expect(row(mira, 1)).to_contain_text("Ida")
    mira.locator('[data-option="pass_around"]').click()
    expect(mira.get_by_role("alert")).to_contain_text("Not done")
    expect(mira.locator('[data-option="pass_around"]')).to_have_attribute("aria-checked", "true")


def test_people_pick_their_colour_and_sign(two: tuple[Page, Page]) -> None:
    """Everybody sees it; what somebody has picked can't be picked again, and can be given up."""
    mira, otto = two
    otto.locator("[data-pick=colour]").get_by_role("button", name="yellow").click()
    otto.locator("[data-pick=sign]").get_by_role("button", name="leaf").click()
    for page in two:
        sign = row(page, 1).locator("svg.sign").first
        expect(sign.locator("use")).to_have_attribute("href", "#seat-3")
        expect(sign).to_have_class("sign s0")
    # Mira had it unpicked: hers is another now, and she can't take it back.
    taken = mira.locator("[data-pick=colour]").get_by_role("button", name="yellow")
    expect(taken).to_have_attribute("aria-disabled", "true")
    expect(taken).to_have_accessible_name("yellow: Otto has picked it")
    expect(row(mira, 0).locator("svg.sign").first).not_to_have_class("sign s0")
    otto.locator("[data-pick=colour]").get_by_role("button", name="yellow").click()
    expect(taken).to_have_attribute("aria-disabled", "false")
    taken.click()
    expect(row(otto, 0).locator("svg.sign").first).to_have_class("sign s0")


def test_who_cooked_last_begins_and_the_table_says_who(two: tuple[Page, Page]) -> None:
    """The game waits until somebody has said it; everybody sees who it is."""
    mira, otto = two
    mira.locator("[data-action=options]").click()
    begins = mira.locator("[data-option=start]")
    begins.get_by_role("button", name="who cooked last").click()
    otto.get_by_role("button", name="I am ready").click()
    start = mira.locator(".go")
    expect(start).to_contain_text("who cooked last?")
    expect(start).to_have_attribute("aria-disabled", "true")
    mira.locator("[data-option=cooked]").get_by_role("button", name="Otto").click()
    expect(row(otto, 1)).to_contain_text("begins")
    otto.get_by_role("button", name="I am ready").click()
    expect(start).to_have_attribute("aria-disabled", "false")
    start.click()
    for page in two:
        expect(page.locator(".slab").first).to_be_visible()


def test_a_named_seat_begins(two: tuple[Page, Page]) -> None:
    """The host names it; its row says so."""
    mira, otto = two
    mira.locator("[data-action=options]").click()
    mira.locator("[data-option=start]").get_by_role("button", name="Otto").click()
    expect(row(otto, 1)).to_contain_text("begins")
    expect(otto.locator(".fresh")).to_have_text("Just changed. Begins: Otto")


def test_a_new_table_is_opened_with_every_right_chosen(page: Page, server: Server) -> None:
    """Stir, who begins and memory stand in the form of the market, too."""
    be_known(page)
    post(page, f"{server.url}/api/identity", {"name": "Mira"})
    page.goto(server.url)
    page.get_by_role("button", name="all options").click()
    page.get_by_role("group", name="Stir").get_by_role("button", name="never").click()
    page.locator("[data-option=start]").get_by_role("button", name="who cooked last").click()
    page.locator('[data-option="memory"]').click()
    page.locator("[data-action=open]").click()
    # Against bots alone a game goes at once; who cooked last must be said first.
    terms = page.locator(".terms .words").first
    expect(terms).to_contain_text("Begins: who cooked last")
    expect(terms).to_contain_text("Stir: never")
    expect(terms).to_contain_text("By memory")
    page.locator("[data-option=cooked]").get_by_role("button", name="Mira").click()
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".slab").first).to_be_visible()


def test_colour_and_sign_go_with_a_seat_through_the_game(page: Page, server: Server) -> None:
    """At the table, on the track and in the ledger."""
    be_known(page)
    post(page, f"{server.url}/api/identity", {"name": "Mira"})
    made = post(
        page,
        f"{server.url}/api/tables",
        {"options": {"players": 2}, "bots": ["novice"], "sit": True},
    )
    page.goto(f"{server.url}/t/{made['code']}")
    page.locator("[data-pick=sign]").get_by_role("button", name="moon").click()
    page.locator("[data-pick=colour]").get_by_role("button", name="red").click()
    page.get_by_role("button", name="Start").click()
    player = Player(page, keys=False)
    player.play_on(until="brew")
    pennant = page.locator(".pennant g").first
    expect(pennant.locator("use")).to_have_attribute("href", "#seat-1")
    assert "--seat-2" in (pennant.get_attribute("style") or "")
    player.play_on(until="next")
    mine = page.locator(".row.me svg.sig")
    expect(mine).to_have_class("sig s2")
    expect(mine.locator("use")).to_have_attribute("href", "#seat-1")


@pytest.mark.parametrize("width", [390, 1280])
def test_at_a_table_by_memory_nobody_sees_chips_chances_or_hints(
    browser: Browser, server: Server, width: int
) -> None:
    """Bags are counted; sheets say why; the shop says how many chips there are."""
    context = browser.new_context(viewport={"width": width, "height": 844}, locale="en-GB")
    page = context.new_page()
    position = (
        "players 2 books 1 round 4 card alms\nseat 0 pot O1@9 bag W1x3 G1\n"
        "seat 1 bag W1x4 pot O1@20 stopped\n"
    )
    table_from(page, server.url, position, options=MEMORY)
    player = Player(page, keys=False)
    player.await_question("brew")
    expect(page.locator(".odds")).to_contain_text("Chips in the bag")
    expect(page.locator(".odds .n")).to_have_text("4")
    assert page.locator("[data-testid=odds]").count() == 0
    assert page.get_by_role("button", name="Hint").count() == 0
    assert page.get_by_role("button", name="Ask for a hint").count() == 0
    page.locator("[data-bag] >> visible=true").first.click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("4 chips")
    expect(sheet).to_contain_text("nobody looks into a bag")
    assert sheet.locator("svg").count() == 0
    sheet.get_by_role("button", name="Close").click()
    page.locator("[data-seat='1'] button, button[data-seat='1']").first.click()
    expect(sheet).to_contain_text("nobody looks into a bag")
    sheet.get_by_role("button", name="Close").click()
    page.locator("[data-action=stop]").click()
    player.await_question("next")
    player.play_on(until="shop")
    note = page.locator(".note")
    expect(note).to_contain_text("5 chips. Which they are is for you to remember.")
    assert note.locator("svg").count() == 0
    context.close()


def test_a_game_by_memory_is_read_to_its_end_and_then_shows_all(page: Page, server: Server) -> None:
    """The bags come with the end; the ledger of the last round is still read step by step."""
    position = (
        "players 2 books 1 round 9 card alms\nseat 0 vp 20 pot O1@9 bag W1x3 G1\n"
        "seat 1 vp 9 bag W1x4 pot O1@20 stopped\n"
    )
    table_from(page, server.url, position, options=MEMORY)
    player = Player(page, keys=False)
    player.await_question("brew")
    page.locator("[data-action=stop]").click()
    player.await_question("next")
    expect(page.locator(".steps [aria-current=step]")).to_contain_text("A")
    expect(page.locator(".row.me")).to_be_visible()
    player.play_on()
    page.get_by_role("link", name="Watch the game").click()
    page.get_by_role("slider", name="Moment").wait_for()
    page.locator("[data-bag] >> visible=true").first.click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("Cherry bomb 1")
