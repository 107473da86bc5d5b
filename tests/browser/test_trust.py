"""Reload, a lost line and a restarted server: nothing is lost, and nothing is done twice."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from .player import Player, table_from
from .positions import POSITIONS
from .serving import Server

BREWING = "players 2 books 1 round 3 card lucky_devil\nseat 0 bag W1x4 W2x2 W3 O1 G1 B1\n"
BACK = 2.0


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that these tests may stop and start."""
    running = Server(tmp_path_factory.mktemp("own"))
    running.start()
    yield running
    running.stop()


def moment(page: Page) -> str | None:
    """What the page asks now, with the number of the question."""
    return page.locator("[data-testid=live]").get_attribute("data-moment")


# Questions whose tables are open at once, so that one restart of the server serves them all.
TOGETHER = 5
GROUPS = [list(POSITIONS)[first : first + TOGETHER] for first in range(0, len(POSITIONS), TOGETHER)]


@pytest.mark.parametrize("questions", GROUPS, ids=" ".join)
def test_reload_lost_line_and_restart_lead_back_to_the_same_question(
    context: BrowserContext, own_server: Server, questions: list[str]
) -> None:
    """Whatever is asked is asked again, with the same number, and can still be answered."""
    players, before = {}, {}
    for question in questions:
        page = context.new_page()
        table_from(page, own_server.url, POSITIONS[question])
        player = players[question] = Player(page, keys=False)
        player.play_on(until=question)
        before[question] = moment(page)
        page.reload()

    def check_all() -> None:
        """Check that every page is as it was."""
        for question, player in players.items():
            expect(player.page.locator(".notice")).to_be_hidden()
            player.await_question(question)
            assert moment(player.page) == before[question], question

    check_all()
    context.set_offline(True)
    for player in players.values():
        expect(player.page.locator(".notice")).to_be_visible()
    context.set_offline(False)
    check_all()
    own_server.stop()
    for player in players.values():
        expect(player.page.locator(".notice")).to_contain_text("Connection lost")
    own_server.start()
    check_all()
    for question, player in players.items():
        player.answer(question)
        assert moment(player.page) != before[question], question


@pytest.mark.soak
def test_the_question_is_back_within_two_seconds_of_a_reload(page: Page, server: Server) -> None:
    """From the reload to the Draw button: a matter of time, and so of the long runs."""
    table_from(page, server.url, BREWING)
    player = Player(page, keys=False)
    player.await_question("brew")
    begun = time.monotonic()
    page.reload()
    player.await_question("brew")
    assert time.monotonic() - begun < BACK


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
    expect(page.locator(".notice")).to_contain_text("that was not done")
    context.set_offline(False)
    expect(page.locator(".notice")).to_be_hidden()
    expect(chips).to_have_count(0)
    page.locator("[data-action=draw]").click()
    expect(chips).to_have_count(1)
    quiet_console.clear()


def test_a_part_that_is_not_there_is_told_in_words(
    page: Page, context: BrowserContext, server: Server, quiet_console: list[str]
) -> None:
    """A server that answers but has no such part, as after an update: one press loads the page."""
    context.route("**/assets/Almanac-*.js", lambda route: route.abort())
    page.goto(f"{server.url}/")
    page.get_by_role("link", name="Almanac").first.click()
    expect(page.get_by_role("alert")).to_contain_text("The page did not load")
    context.unroute("**/assets/Almanac-*.js")
    page.get_by_role("button", name="Load again").click()
    expect(page.get_by_role("searchbox")).to_be_visible()
    quiet_console.clear()


def test_a_part_comes_by_itself_when_the_server_is_back(
    page: Page, own_server: Server, quiet_console: list[str]
) -> None:
    """The almanac is asked for while the server is away, and stands there soon after its return."""
    page.goto(f"{own_server.url}/")
    almanac = page.get_by_role("link", name="Almanac").first
    expect(almanac).to_be_visible()
    own_server.stop()
    almanac.click()
    expect(page.get_by_role("alert")).to_contain_text("The page did not load")
    own_server.start()
    expect(page.get_by_role("searchbox")).to_be_visible()
    quiet_console.clear()


def test_a_table_that_could_not_be_fetched_ahead_is_fetched_when_somebody_plays(
    page: Page, context: BrowserContext, server: Server, quiet_console: list[str]
) -> None:
    """A line lost on the start page does not keep anybody from playing once it is back."""
    context.route("**/assets/LiveTable-*.js", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        page.goto(f"{server.url}/")
    context.unroute("**/assets/LiveTable-*.js")
    page.locator("[data-action=play]").click()
    expect(page.locator("[data-own]")).to_be_visible()
    quiet_console.clear()


def test_the_last_page_is_there_before_the_last_round_is_over(page: Page, server: Server) -> None:
    """In the ninth round its part is fetched: a line lost after that can't keep it away."""
    fetched: list[str] = []
    page.on("response", lambda answer: fetched.append(answer.url))
    table_from(page, server.url, BREWING)
    Player(page, keys=False).await_question("brew")
    assert not [url for url in fetched if "/assets/End-" in url]
    with page.expect_response("**/assets/End-*.js"):
        table_from(page, server.url, BREWING.replace("round 3", "round 9"))
