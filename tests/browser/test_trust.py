"""Reload, a lost line and a restarted server: nothing is lost, and nothing is done twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from .player import Player, table_from
from .serving import Server

BREWING = "players 2 books 1 round 3 card lucky_devil\nseat 0 bag W1x4 W2x2 W3 O1 G1 B1\n"
ASKED = {
    "brew": BREWING,
    "exploded": "players 2 books 1 round 3 card lucky_devil\n"
    "seat 0 pot W3@3 W3@6 W2@8 exploded\nseat 1 stopped\n",
    "shop": "players 2 books 1 round 3 card lucky_devil\n"
    "seat 0 pot O1@12 stopped\nseat 1 stopped\n",
    "choose_wisely": "players 2 books 1 round 4 phase fortune card choose_wisely\n",
}


@pytest.mark.parametrize("question", ASKED)
def test_a_reload_leads_back_to_the_same_question(
    page: Page, server: Server, question: str
) -> None:
    """Whatever is asked is asked again after a reload, with the same number."""
    table_from(page, server.url, ASKED[question])
    player = Player(page, keys=False)
    player.play_on(until=question, seconds=20)
    live = page.locator("[data-testid=live]")
    before = live.get_attribute("data-moment")
    page.reload()
    player.play_on(until=question, seconds=20)
    assert live.get_attribute("data-moment") == before


def test_acting_offline_is_refused_and_not_done_later(
    page: Page, context: BrowserContext, server: Server, quiet_console: list[str]
) -> None:
    """A draw without a line says so; when the line is back, the pot is as it was."""
    table_from(page, server.url, BREWING)
    player = Player(page, keys=False)
    player.await_question("brew")
    chips = page.locator("[data-own] [data-chip]")
    expect(chips).to_have_count(0)
    context.set_offline(True)
    page.locator("[data-action=draw]").click()
    expect(page.locator(".notice")).to_be_visible()
    context.set_offline(False)
    expect(page.locator(".notice")).to_be_hidden(timeout=10_000)
    expect(chips).to_have_count(0)
    page.locator("[data-action=draw]").click()
    expect(chips).to_have_count(1)
    quiet_console.clear()


def test_a_restarted_server_finds_the_player_at_the_same_question(
    page: Page, tmp_path: Path, quiet_console: list[str]
) -> None:
    """The page says that the line is lost, and goes on by itself when the server is back."""
    own = Server(tmp_path)
    own.start()
    try:
        table_from(page, own.url, BREWING)
        player = Player(page, keys=False)
        player.await_question("brew")
        page.locator("[data-action=draw]").click()
        expect(page.locator("[data-own] [data-chip]")).to_have_count(1)
        own.stop()
        expect(page.locator(".notice")).to_contain_text("Connection lost")
        own.start()
        expect(page.locator(".notice")).to_be_hidden(timeout=15_000)
        player.await_question("brew")
        expect(page.locator("[data-own] [data-chip]")).to_have_count(1)
    finally:
        own.stop()
    quiet_console.clear()
