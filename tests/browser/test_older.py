"""A database of rules version 1: the page says why a game can't go on, and what can be done."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from .player import be_known
from .serving import ROOT, Server

# The rows of that time, and how they are laid into a database, are the server's own tests'.
sys.path.append(str(ROOT / "tests" / "server"))

from older import FOLDER, lay

KNOWN = json.loads((FOLDER / "rules_1.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of this program on such a database."""
    folder = tmp_path_factory.mktemp("older")
    # The browser's own loop runs in this thread.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lay, f"sqlite:///{folder / 'tables.db'}", KNOWN).result()
    running = Server(folder)
    running.start()
    yield running
    running.stop()


def come_back(browser: Browser, server: Server, name: str) -> tuple[BrowserContext, Page]:
    """Somebody of that time, who comes back."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce"
    )
    context.add_cookies([{"name": "quacks", "value": KNOWN["tokens"][name], "url": server.url}])
    page = context.new_page()
    be_known(page, name)
    return context, page


def test_a_running_game_of_other_rules_says_so_and_leads_on(
    browser: Browser, older: Server
) -> None:
    """The line, names, options and chat are there; so are the log and a new table."""
    context, page = come_back(browser, older, "Ada")
    page.goto(f"{older.url}/t/{KNOWN['codes']['running']}")
    expect(page.get_by_role("heading", level=1)).to_have_text("This game can't be played on here")
    expect(page.locator("[data-testid=line]")).to_have_text(
        re.compile(r"^rules 1: this program plays rules \d+$")
    )
    for name in ("Ada", "Ben"):
        expect(page.locator("main li", has_text=name).first).to_be_visible()
    expect(page.get_by_role("log")).to_contain_text("whose turn is it?")
    expect(page.locator(".terms")).to_contain_text("Schmidt")
    page.get_by_label("Write a message").fill("what a pity")
    page.keyboard.press("Enter")
    expect(page.get_by_role("log")).to_contain_text("what a pity")
    log = page.locator("[data-action=log]").get_attribute("href") or ""
    text = page.request.get(older.url + log).text()
    assert "luck" in text
    page.locator("[data-action=again]").click()
    expect(page).not_to_have_url(re.compile(KNOWN["codes"]["running"]))
    expect(page.locator("[data-row]", has_text="Ada")).to_be_visible()
    context.close()


def test_a_finished_game_of_other_rules_leads_to_its_replay(
    browser: Browser, older: Server
) -> None:
    """Its table has no view any more; every moment of it can still be watched."""
    context, page = come_back(browser, older, "Ben")
    page.goto(f"{older.url}/t/{KNOWN['codes']['finished']}")
    expect(page.get_by_text("played by older rules")).to_be_visible()
    page.get_by_role("link", name="Watch the game").click()
    slider = page.get_by_role("slider", name="Moment")
    slider.wait_for()
    page.keyboard.press("End")
    expect(page.locator("[data-seat] .pot").first).to_be_visible()
    expect(page.locator("[data-bag] >> visible=true").first).to_contain_text(re.compile(r"\d+"))
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("undefined")).to_have_count(0)
    context.close()


def test_own_games_say_which_can_not_be_played_on(browser: Browser, older: Server) -> None:
    """The list of the market does not ask anybody to go on with them."""
    context, page = come_back(browser, older, "Ada")
    page.goto(older.url)
    games = page.locator("#games")
    expect(games.get_by_text("can't be played on").first).to_be_visible()
    assert games.get_by_text("your turn").count() == 0
    context.close()


def test_a_game_that_was_ended_without_a_result_says_so(browser: Browser, older: Server) -> None:
    """It has no view any more either, and is no table to sit down at."""
    context, page = come_back(browser, older, "Ada")
    page.goto(f"{older.url}/t/{KNOWN['codes']['abandoned']}")
    expect(page.get_by_role("heading", name="ended without a result")).to_be_visible()
    context.close()
