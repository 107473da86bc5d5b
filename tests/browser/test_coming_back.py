"""Coming back: games that go on stand first, and a second device is the same person by a code."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from .player import Player, table_from
from .positions import POSITIONS
from .serving import Server


def test_a_game_that_waits_for_me_stands_first_on_the_start_page(
    page: Page, server: Server
) -> None:
    """Above everything below the square, with the way back to its table."""
    table_from(page, server.url, POSITIONS["brew"])
    Player(page, keys=False).await_question("brew")
    table = page.url
    page.goto(server.url)
    running = page.locator("[data-panel=running]")
    expect(running).to_contain_text("your turn")
    assert page.locator("main section").first.get_attribute("data-panel") == "running"
    running.get_by_role("link", name="Continue").click()
    expect(page).to_have_url(table)


def test_a_code_brings_the_own_games_to_a_second_device(
    browser: Browser, page: Page, server: Server
) -> None:
    """A one-time code is shown here and typed in there; a wrong one is refused in words."""
    table_from(page, server.url, POSITIONS["brew"])
    Player(page, keys=False).await_question("brew")
    page.goto(server.url)
    page.locator('[data-action="device code"]').click()
    code = page.locator("[data-testid=moving-code]").inner_text()
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    phone = context.new_page()
    phone.goto(server.url)
    typed = phone.get_by_label("A code from your other device")
    typed.fill("WRONG234")
    phone.locator("[data-action=claim]").click()
    expect(phone.get_by_role("alert")).to_contain_text("This code does not work")
    typed.fill(code)
    phone.locator("[data-action=claim]").click()
    expect(phone.locator("[data-panel=running]")).to_contain_text("your turn")
    context.close()
