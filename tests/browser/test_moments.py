"""Moments: what happens is seen once, moves by transform and opacity alone, ends with any tap."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from .moving import NOTE, RUNNING, await_move, moves
from .player import Player, table_from
from .serving import Server

# The furthest pot throws the bonus die when seat 0 stops (R5.A), and its points are counted up.
STOPPING = (
    "players 2 books 1 round 3 card alms\nseat 0 vp 5 bag O1x3 pot O1@20\nseat 1 vp 20 stopped\n"
)
# Seat 0 lies behind: the next round begins with rats (R3.3).
BEHIND = (
    "players 2 books 1 round 3 card alms\nseat 0 vp 5 pot O1@12 stopped\n"
    "seat 1 vp 30 pot O1@1 stopped\n"
)
BOMBS = "players 2 books 1 round 3 card alms\nseat 0 bag W3x2 pot W3@3 W2@5 W2@7\nseat 1 stopped\n"
FLASK = "players 2 books 1 round 3 card alms\nseat 0 bag W1x3 O1x3\nseat 1 stopped\n"
# The toadstool went three spaces further, after a cherry bomb (R4.17), and may pass them up (R4.7).
FURTHER = (
    "players 2 books 3 round 4 card alms\nseat 0 pot W3@3 bag R1x4\nseat 1 stopped\n"
    "0 draw luck R1\n"
)
STIRRING = "players 2 books 1 round 3 card alms\n"
BUYING = "players 2 books 1 round 3 card alms\nseat 0 pot O1@12 stopped\nseat 1 stopped\n"


def at(
    browser: Browser, server: Server, position: str, *, calm: bool = False, **more: object
) -> Page:
    """A device that notes every movement, at a table that stands as a position says."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 800},
        locale="en-GB",
        reduced_motion="reduce" if calm else "no-preference",
    )
    page = context.new_page()
    page.add_init_script(NOTE)
    table_from(page, server.url, position, **more)
    return page


def stop(page: Page) -> None:
    """Stop, and wait for the evaluation."""
    Player(page, keys=False).await_question("brew")
    page.locator("[data-action=stop]").click()
    page.locator(".throw").first.wait_for()


def test_the_die_is_thrown_and_shows_its_face(browser: Browser, server: Server) -> None:
    """It rolls for at most 600 ms, and what it shows in the end is what it brought."""
    page = at(browser, server, STOPPING)
    stop(page)
    throw = await_move(page, "throw")
    assert set(throw["keys"]) <= {"transform", "opacity"}  # type: ignore[call-overload]
    assert throw["lasts"] <= 600  # type: ignore[operator]
    page.wait_for_function(f"() => ({RUNNING})() === 0")
    face = page.locator(".throw use").get_attribute("href")
    brought = page.evaluate("() => document.querySelector('.row.me .cell.now').innerText")
    assert face is not None
    assert ("2" in brought) == (face == "#die-vp2")
    page.context.close()


def test_a_key_ends_the_throw_at_once(browser: Browser, server: Server) -> None:
    """Nothing that moves is waited for: the die lies still in the next moment."""
    page = at(browser, server, STOPPING)
    page.evaluate("() => { window.interrupted = 'throw'; }")
    stop(page)
    page.wait_for_function("() => window.afterKey !== undefined")
    assert page.evaluate("() => window.afterKey") == ["running", "finished"]
    page.context.close()


@pytest.mark.parametrize("calm", [True, False], ids=["less motion asked for", "after a reload"])
def test_the_die_lies_still(browser: Browser, server: Server, calm: bool) -> None:
    """Who asks for less motion sees the face alone; what was seen is not played again."""
    page = at(browser, server, STOPPING, calm=calm)
    stop(page)
    if not calm:
        page.reload()
        page.locator(".slab").first.wait_for()
    assert moves(page, "throw") == []
    page.context.close()


def test_points_are_counted_up_one_by_one(browser: Browser, server: Server) -> None:
    """The sum of the ledger goes through every number between before and after."""
    page = at(browser, server, STOPPING)
    stop(page)
    page.evaluate(
        """() => {
          const sum = document.querySelector(".row.me .total b [aria-hidden]");
          window.counted = [Number(sum.textContent)];
          new MutationObserver(() => window.counted.push(Number(sum.textContent)))
            .observe(sum, { characterData: true, childList: true, subtree: true });
        }"""
    )
    for _ in range(3):
        page.locator("[data-action=next]").click()
    end = page.locator(".row.me .total b .sr")
    page.wait_for_function(
        "(end) => window.counted.at(-1) === Number(end.textContent)", arg=end.element_handle()
    )
    counted = page.evaluate("() => window.counted")
    assert len(counted) > 3
    assert counted == list(range(counted[0], counted[-1] + 1))
    page.context.close()


def test_points_stand_at_once_where_less_motion_is_asked_for(
    browser: Browser, server: Server
) -> None:
    """The number is simply another."""
    page = at(browser, server, STOPPING, calm=True)
    stop(page)
    page.locator("[data-action=next]").click()
    page.locator("[data-action=next]").click()
    page.locator("[data-action=next]").click()
    sums = page.locator(".row.me .total b span").all_inner_texts()
    assert len(set(sums)) == 1
    page.context.close()


def test_rats_hop_a_space_for_each_tail_and_the_card_turns(
    browser: Browser, server: Server
) -> None:
    """When the round begins: the stone hops, tails flash in step, the card is turned up."""
    page = at(browser, server, BEHIND)
    player = Player(page, keys=False)
    player.await_question("next", "rubies", "shop")
    while page.locator(".reading").count():
        player.answer(player.asked())
    stone = await_move(page, "rats")
    tails = len(moves(page, "own"))
    assert tails > 0
    assert stone["frames"] == 2 * tails + 1
    assert stone["keys"] == ["transform"]
    assert set(await_move(page, "card")["keys"]) <= {"transform", "opacity"}  # type: ignore[call-overload]
    page.reload()
    page.locator("[data-piece=rats]").wait_for()
    assert moves(page, "rats") == []
    page.context.close()


def test_an_explosion_bursts_out_of_the_pot(browser: Browser, server: Server) -> None:
    """The cloud grows and the pot is shaken; the evaluation waits until it was seen."""
    page = at(browser, server, BOMBS)
    Player(page, keys=False).await_question("brew")
    page.locator("[data-action=draw]").click()
    assert set(await_move(page, "puff")["keys"]) <= {"transform", "opacity"}  # type: ignore[call-overload]
    assert moves(page, "potbox")
    expect(page.locator(".reading")).to_be_visible()
    assert "puff" in page.evaluate("() => window.readAfter")
    page.context.close()


def test_the_flask_takes_a_chip_out_of_the_pot(browser: Browser, server: Server) -> None:
    """The chip is seen to dive into the bag, and the flask in the head answers."""
    page = at(browser, server, FLASK)
    player = Player(page, keys=False)
    player.await_question("brew")
    flask = page.locator("[data-action=flask]")
    for _ in range(6):
        if flask.get_attribute("aria-disabled") != "true":
            break
        player.answer("brew")
    flask.click()
    assert set(await_move(page, "moment")["keys"]) <= {"transform", "opacity"}  # type: ignore[call-overload]
    await_move(page, "held")
    expect(page.locator(".moment")).to_have_count(0)
    page.context.close()


def test_a_chip_that_passes_up_spaces_steps_back_along_the_spiral(
    browser: Browser, server: Server
) -> None:
    """A hop for each space, by transform alone, and the chip lies there when it ends."""
    page = at(browser, server, FURTHER)
    Player(page, keys=False).await_question("brew")
    page.locator("[data-action=short]").click()
    hop = await_move(page, "piece")
    assert hop["keys"] == ["transform"]
    assert hop["frames"] == 2 * 3 + 1
    assert hop["lasts"] <= 600  # type: ignore[operator]
    page.keyboard.press("Shift")
    assert page.evaluate(RUNNING) == 0
    page.context.close()


def test_every_pot_is_given_a_turn_when_somebody_calls_for_a_stir(
    browser: Browser, server: Server
) -> None:
    """All of them turn a little, by transform alone."""
    page = at(browser, server, STIRRING, seats=[0, 1])
    Player(page, keys=False).await_question("brew")
    page.locator("[data-action=stir]").click()
    page.locator("[data-action=call]").click()
    await_move(page, "pot")
    turns = moves(page, "pot")
    assert len(turns) == 2
    assert all(turn["keys"] == ["transform"] for turn in turns)
    page.context.close()


def test_a_tap_ends_the_way_of_a_purchase(browser: Browser, server: Server) -> None:
    """What was bought drops into the bag; who taps meanwhile has it there at once."""
    page = at(browser, server, BUYING)
    Player(page, keys=False).play_on(until="shop")
    page.locator("[data-kind=O1]").click()
    page.locator("[data-action=buy]").click()
    assert set(await_move(page, "moment")["keys"]) <= {"transform", "opacity"}  # type: ignore[call-overload]
    page.keyboard.press("Shift")
    assert page.locator(".moment").count() == 0
    page.context.close()
