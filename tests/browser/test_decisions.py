"""Every decision told to its end: hints, risk, what an explosion leaves, who stands where."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .player import Player, table_from
from .positions import LATE, POSITIONS
from .serving import Server

DONE = "seat 1 bag O1 pot O1@1 stopped\n"
POT = "players 2 books 1 round 4 card alms\nseat 0 pot W3@3 W2@5 W2@7 G1@8 bag {bag}\n" + DONE


def at_brew(page: Page, server: Server, position: str) -> None:
    """Sit before a pot that brews, with the odds told."""
    table_from(page, server.url, position)
    Player(page, keys=False).await_question("brew")
    expect(page.locator("[data-testid=odds]")).to_contain_text("%")


@pytest.mark.parametrize("question", ["exploded", "shop", "rubies"])
def test_a_hint_is_told_in_the_evaluation(page: Page, server: Server, question: str) -> None:
    """Whoever asks for one there reads what a bot would do."""
    table_from(page, server.url, POSITIONS[question])
    Player(page, keys=False).play_on(until=question)
    page.locator("[data-action=hint]").click()
    expect(page.locator("[data-testid=hint]")).to_be_in_viewport(ratio=1)


def test_the_shop_shows_points_rubies_standings_and_what_others_own(
    page: Page, server: Server
) -> None:
    """Every seat by its points; a tap opens what it owns."""
    table_from(page, server.url, LATE["shop"])
    Player(page, keys=False).play_on(until="shop")
    standings = page.locator("[data-standing]")
    expect(standings).to_have_count(4)
    order = [one.get_attribute("data-standing") for one in standings.all()]
    assert order[0] == "3"
    standings.first.click()
    sheet = page.get_by_role("dialog")
    expect(sheet.locator(".pot")).to_be_visible()
    expect(sheet).to_contain_text("Cherry bomb")


def test_the_bar_says_what_an_explosion_would_leave(page: Page, server: Server) -> None:
    """Points or coins of the space after the smallest cherry bomb that explodes, and no die."""
    at_brew(page, server, POT.format(bag="W1x3 O1x3 G1"))
    told = page.locator("[data-testid=explosion]")
    expect(told).to_contain_text("2 points or 10 coins")
    expect(told).to_contain_text("no die")


def test_drawing_is_not_golden_where_every_chip_explodes(page: Page, server: Server) -> None:
    """The button's colour changes with the risk, up to that of danger."""
    draw = page.locator("[data-action=draw]")
    colours = []
    for bag in ("O1x3 G1", "W1 O1x2", "W1x3 O1", "W1x3"):
        at_brew(page, server, POT.format(bag=bag))
        colours.append(draw.evaluate("one => getComputedStyle(one).backgroundColor"))
    assert len(set(colours)) == len(colours)
    expect(draw).to_have_attribute("data-risk", "sure")


def test_a_second_tap_by_accident_is_not_a_second_draw(page: Page, server: Server) -> None:
    """Two taps at once draw one chip; a tap after that draws the next one."""
    position = "players 2 books 1 round 4 card alms\nseat 0 bag O1x6\n" + DONE
    at_brew(page, server, position)
    draw, chips = page.locator("[data-action=draw]"), page.locator("[data-own] [data-chip]")
    box = draw.bounding_box()
    assert box is not None
    page.mouse.dblclick(box["x"] + 30, box["y"] + 30)
    expect(chips).to_have_count(1)
    expect(draw).not_to_have_attribute("data-resting", "")
    expect(page.locator("[data-testid=live][data-acting]")).to_have_count(0)
    expect(chips).to_have_count(1)
    draw.click()
    expect(chips).to_have_count(2)
