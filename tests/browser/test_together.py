"""Two people in two browsers and a spectator; and one device that goes round."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from .player import PATIENCE, Player, be_known, post, table_from
from .serving import Server


def come(browser: Browser, server: Server, name: str) -> tuple[BrowserContext, Page]:
    """Somebody else, on a device of their own."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce"
    )
    page = context.new_page()
    be_known(page, name)
    post(page, f"{server.url}/api/identity", {"name": name})
    return context, page


def all_brew(*pages: Page) -> bool:
    """Wait until all are asked to brew (True), or one of them is asked something else (False)."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        asked = [Player(page, keys=False).asked() for page in pages]
        if set(asked) == {"brew"}:
            return True
        if not set(asked) <= {"brew", "wait"}:
            return False
        pages[0].wait_for_timeout(50)
    raise AssertionError(f"the game does not begin: {asked}")


def start_for_two(mira: Page, otto: Page, server: Server) -> str:
    """Mira opens a table, Otto joins by the link; again, if the first card asks something."""
    for _ in range(8):
        made = post(mira, f"{server.url}/api/tables", {"options": {"players": 2}})
        link = f"{server.url}/t/{made['code']}"
        mira.goto(link)
        otto.goto(link)
        otto.get_by_role("button", name="Sit down").click()
        otto.get_by_role("button", name="I am ready").click()
        mira.get_by_role("button", name="Start").click()
        if all_brew(mira, otto):
            return link
    raise AssertionError("eight tables in a row began with a card that asks something")


def start_on_one_device(page: Page, server: Server) -> Player:
    """Mira and Otto sit at one device; again, if the first card asks something."""
    for _ in range(8):
        options = {"players": 2, "pass_around": True}
        made = post(page, f"{server.url}/api/tables", {"options": options})
        page.goto(f"{server.url}/t/{made['code']}")
        page.get_by_role("textbox", name="Name").fill("Otto")
        page.get_by_role("button", name="Sit down").click()
        page.get_by_role("button", name="Start").click()
        if all_brew(page):
            return Player(page, keys=False)
    raise AssertionError("eight tables in a row began with a card that asks something")


def test_two_people_play_and_a_spectator_sees_it(browser: Browser, server: Server) -> None:
    """One opens a table, one joins by the link, a third watches both pots live."""
    mira_context, mira = come(browser, server, "Mira")
    otto_context, otto = come(browser, server, "Otto")
    eve_context, eve = come(browser, server, "Eve")
    link = start_for_two(mira, otto, server)
    players = [Player(mira, keys=False), Player(otto, keys=False)]
    eve.goto(link)
    expect(eve.locator(".slab")).to_contain_text("You are watching")
    for player in players:
        player.play_on(until="brew")
        player.page.locator("[data-action=draw]").click()
        expect(player.page.locator("[data-own] [data-chip]")).to_have_count(1)
    expect(mira.locator('[data-seat="1"] [data-chip]')).to_have_count(1)
    expect(eve.locator('[data-seat="0"] [data-chip]').first).to_be_attached()
    expect(eve.locator('[data-seat="1"] [data-chip]').first).to_be_attached()
    for context in (mira_context, otto_context, eve_context):
        context.close()


def test_one_device_goes_round(browser: Browser, server: Server) -> None:
    """Between two people the bar says who is next; the pot that was brewed stays in sight."""
    context, page = come(browser, server, "Mira")
    player = start_on_one_device(page, server)
    page.locator("[data-action=draw]").click()
    expect(page.locator("[data-own] [data-chip]")).to_have_count(1)
    # A card may ask something about a chip in between.
    player.play_on(until="look")
    expect(page.get_by_role("heading", name="Pass the device to Otto")).to_be_visible()
    expect(page.locator("[data-owner]")).to_have_text("Mira")
    expect(page.locator("[data-own] [data-chip]").first).to_be_attached()
    page.get_by_role("button", name="I am Otto").click()
    expect(page.get_by_role("heading", name="Pass the device to Otto")).to_be_hidden()
    player.play_on(until="brew")
    expect(page.locator("[data-owner]")).to_have_text("Otto")
    expect(page.locator("[data-own] [data-chip]")).to_have_count(0)
    context.close()


SECRETS = {
    "a sealed choice": "players 2 books 1 stir always round 4 card alms\nseat 0 bag W1x4 O1x4\n",
    "chips looked at": "players 2 books 1 round 4 phase fortune card opportune_moment\n"
    "seat 0 bag G1 B1 R1 O1\nseat 1 bag G1 B1 R1 O1\n",
}


@pytest.mark.parametrize("secret", SECRETS)
def test_one_device_covers_what_only_one_person_may_see(
    page: Page, server: Server, secret: str
) -> None:
    """A sealed choice and chips looked at stay behind a cover until the next person says so."""
    options = {"pass_around": True}
    table_from(page, server.url, SECRETS[secret], seats=[0, 1], options=options)
    player = Player(page, keys=False)
    player.answer(player.await_question())
    player.await_question("look")
    expect(page.locator("main.pass")).to_be_visible()
    expect(page.locator("[data-own]")).to_have_count(0)


def test_one_device_goes_round_in_the_evaluation(page: Page, server: Server) -> None:
    """Both buy their chips on it, and the next round begins."""
    position = (
        "players 2 books 1 round 4 card alms\n"
        "seat 0 bag W1x4 O1 pot O1@12 stopped\nseat 1 bag W1x4 O1 pot O1@12 stopped\n"
    )
    table_from(page, server.url, position, seats=[0, 1], options={"pass_around": True})
    player = Player(page, keys=False)
    player.play_on(until="look")
    player.play_on(until="shop")
    player.play_on(until="brew")
    expect(page.locator(".head")).to_contain_text("Round 5")


def test_who_comes_by_a_link_for_the_first_time_says_a_name_first(
    browser: Browser, page: Page, server: Server
) -> None:
    """A new device sees whose table it is, says how it is called, and sits down under that name."""
    be_known(page, "Mira")
    post(page, f"{server.url}/api/identity", {"name": "Mira"})
    made = post(page, f"{server.url}/api/tables", {"options": {"players": 2}, "sit": True})
    link = f"{server.url}/t/{made['code']}"
    page.goto(link)
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    guest = context.new_page()
    guest.goto(link)
    expect(guest.get_by_text("Mira's table")).to_be_visible()
    guest.get_by_label("The others will see this name").fill("Frieda")
    guest.keyboard.press("Enter")
    guest.get_by_role("button", name="Sit down").click()
    expect(page.get_by_text("Frieda")).to_be_visible()
    guest.reload()
    expect(guest.get_by_text("Frieda")).to_be_visible()
    context.close()


def test_who_comes_to_a_running_game_is_asked_for_no_name(
    browser: Browser, page: Page, server: Server
) -> None:
    """There is no seat to take: a new device watches at once."""
    table_from(page, server.url, "players 2 books 1 round 2 card alms\nseat 0 bag O1x6\n")
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    watcher = context.new_page()
    watcher.goto(page.url)
    expect(watcher.locator(".pot").first).to_be_visible()
    expect(watcher.locator("[data-action=draw]")).to_have_count(0)
    context.close()
