"""What a player may do beside drawing and stopping: pass up spaces, stir, put red chips back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from .player import Player, resize, table_from
from .serving import Server
from .test_together import come, start_for_two

# Every chip of the bag goes three spaces further after the cherry bomb (R4.17), to space 7.
FURTHER = "players 2 books 3 round 4 card alms\nseat 0 pot W3@3 bag R1x4 rubies 0\nseat 1 stopped\n"
STANDS = FURTHER + "0 draw luck R1\n"
ASIDE = "players 2 books 2 round 4 {head}\nseat 0 aside R1x2 R4 {seat}\nseat 1 {other}\n"
DONE = "bag W1 O1 stopped pot {pot}"
# Seat 0 has red chips aside and is asked; after the pot is done, `red_2` was answered before.
ASKED = {
    "brew": ASIDE.format(head="card alms", seat="bag O1x4", other="stopped"),
    "choose_wisely": ASIDE.format(head="phase fortune card choose_wisely", seat="", other=""),
    "green_2": ASIDE.format(
        head="card alms", seat=DONE.format(pot="G2@9"), other="pot O1@20 stopped"
    )
    + "0 choose done luck 1vp\n",
    "shop": ASIDE.format(head="card alms", seat=DONE.format(pot="O1@9"), other="pot O1@20 stopped")
    + "0 choose done luck 1vp\n",
    "rubies": ASIDE.format(
        head="card alms", seat="rubies 4 " + DONE.format(pot="O1@1"), other="pot O1@20 stopped"
    )
    + "0 choose done luck 1vp\n",
}
ASKED["red_2"] = ASIDE.format(head="card alms", seat=DONE.format(pot="O1@1"), other="bag W1x4")


def last_chip(page: Page) -> str:
    """The last chip of the own pot, as a screen reader says it."""
    return page.locator("[data-own] [data-chip]").last.inner_text()


def test_extra_spaces_are_passed_up_at_a_tap(page: Page, server: Server) -> None:
    """R4.7: the button says what it brings, the chip steps back, everybody reads it in the log."""
    table_from(page, server.url, STANDS)
    Player(page, keys=False).await_question("brew")
    assert "space 7, moved 4" in last_chip(page)
    short = page.locator("[data-action=short]")
    expect(short).to_contain_text("3 spaces less")
    # Space 5 has 5 coins and a ruby, which space 8 has not.
    expect(short).to_have_accessible_name(
        "Pass up 3 extra spaces: toadstool 1 on space 4. Scoring space 5: 5 coins, 0 points, a ruby"
    )
    short.click()
    expect(short).to_have_count(0)
    assert "space 4, moved 1" in last_chip(page)
    told = "You pass up 3 extra spaces: toadstool 1 back from 7 to 4."
    expect(page.locator("ol.log")).to_contain_text(told)
    expect(page.locator("[data-testid=live]")).to_contain_text(told)
    expect(page.locator("[data-action=stop]")).to_contain_text("5")


def test_a_key_passes_them_up_and_the_pot_shows_where_the_chip_would_stand(
    page: Page, server: Server
) -> None:
    """Who stands on the button sees the chip on its other space; x does it."""
    table_from(page, server.url, STANDS)
    Player(page, keys=True).await_question("brew")
    page.locator("[data-action=short]").focus()
    expect(page.locator("[data-own] .ghost")).to_be_visible()
    page.locator(".slab.bar").focus()
    expect(page.locator("[data-own] .ghost")).to_have_count(0)
    page.keyboard.press("x")
    expect(page.locator("[data-action=short]")).to_have_count(0)
    assert "space 4" in last_chip(page)


def test_a_spectator_sees_the_chip_step_back(browser: Browser, page: Page, server: Server) -> None:
    """What somebody passes up is seen by whoever watches, and can't be pressed there."""
    table_from(page, server.url, STANDS)
    context, eve = come(browser, server, "Eve")
    eve.goto(page.url)
    expect(eve.locator(".slab")).to_contain_text("You are watching")
    assert eve.locator("[data-action=short]").count() == 0
    page.locator("[data-action=short]").click()
    expect(eve.locator("[data-own] [data-chip]").last).to_contain_text("space 4")
    expect(eve.locator("ol.log")).to_contain_text("Mira passes up 3 extra spaces")
    context.close()


@pytest.mark.parametrize("width", [360, 390])
def test_the_pot_of_a_phone_stays_where_it_is(browser: Browser, server: Server, width: int) -> None:
    """Neither the stir before the first draw nor spaces to pass up move the pot by a pixel."""
    context = browser.new_context(
        viewport={"width": width, "height": 844}, locale="en-GB", reduced_motion="reduce"
    )
    page = context.new_page()
    start = "players 2 books 3 round 4 card alms\nseat 0 bag R1x4\nseat 1 bag W1x4\n"
    table_from(page, server.url, start, seats=[0, 1])
    Player(page, keys=False).await_question("brew")
    pot, draw = page.locator("[data-own]"), page.locator("[data-action=draw]")
    expect(page.locator("[data-action=stir]")).to_be_visible()
    stood = (pot.bounding_box(), draw.bounding_box())
    assert None not in stood
    draw.click()
    expect(page.locator("[data-action=stir]")).to_have_count(0)
    assert (pot.bounding_box(), draw.bounding_box()) == stood
    table_from(page, server.url, STANDS.replace("seat 1 stopped", "seat 1 pot W1@1 stopped"))
    expect(page.locator("[data-action=short]")).to_be_visible()
    assert (pot.bounding_box(), draw.bounding_box()) == stood
    page.locator("[data-action=short]").click()
    expect(page.locator("[data-action=short]")).to_have_count(0)
    assert (pot.bounding_box(), draw.bounding_box()) == stood
    context.close()


def test_one_calls_for_a_stir_and_both_draw_together(browser: Browser, server: Server) -> None:
    """R7.4: the other reads who called; a draw is sealed until both have chosen."""
    mira_context, mira = come(browser, server, "Mira")
    otto_context, otto = come(browser, server, "Otto")
    start_for_two(mira, otto, server)
    for page in (mira, otto):
        Player(page, keys=False).play_on(until="brew")
    mira.keyboard.press("r")
    sheet = mira.get_by_role("dialog", name="Stir this round together?")
    expect(sheet).to_contain_text("It holds for everybody until the round ends")
    expect(sheet.locator("[data-action=call]")).to_be_focused()
    mira.keyboard.press("Enter")
    expect(sheet).to_have_count(0)
    expect(otto.locator(".notice")).to_contain_text("Mira calls for a stir")
    for page in (mira, otto):
        expect(page.locator("[data-action=stir]")).to_have_count(0)
        expect(page.locator("[data-action=draw]")).to_contain_text("sealed until all have chosen")
        expect(page.locator(".head")).to_contain_text("stirred")
    mira.locator("[data-action=draw]").click()
    expect(mira.locator(".slab")).to_contain_text("Your choice is sealed")
    expect(mira.locator("[data-own] [data-chip]")).to_have_count(0)
    otto.locator("[data-action=draw]").click()
    for page in (mira, otto):
        expect(page.locator("[data-own] [data-chip]")).to_have_count(1)
    mira_context.close()
    otto_context.close()


def test_after_somebody_has_drawn_no_stir_can_be_called_for(
    browser: Browser, server: Server
) -> None:
    """Whoever still has the sheet open reads that it is too late."""
    mira_context, mira = come(browser, server, "Mira")
    otto_context, otto = come(browser, server, "Otto")
    start_for_two(mira, otto, server)
    for page in (mira, otto):
        Player(page, keys=False).play_on(until="brew")
    mira.locator("[data-action=stir]").click()
    otto.locator("[data-action=draw]").click()
    sheet = mira.get_by_role("dialog", name="Stir this round together?")
    expect(sheet).to_contain_text("Too late for this round")
    expect(sheet.locator("[data-action=call]")).to_have_count(0)
    expect(mira.locator("[data-action=stir]")).to_have_count(0)
    mira_context.close()
    otto_context.close()


ROOMS = {"desk": (1280, 800), "phone": (390, 844), "phone on its side": (844, 390)}


@pytest.mark.parametrize("question", ASKED)
def test_a_red_chip_goes_back_in_every_question_and_answers_none(
    page: Page, server: Server, question: str
) -> None:
    """R4.16: it stands apart from the options, and they are as they were after it.

    One chip goes back in each room: at a desk, on a phone, and on a phone that lies on its side.
    """
    position = ASKED[question].replace("R1x2", "R1x3")
    table_from(page, server.url, position, seats=[0, 1] if question == "red_2" else [0])
    Player(page, keys=False).play_on(until=question)
    aside = page.locator(".aside >> visible=true").first
    steps = zip(("R4", "R1", "R1"), ROOMS.values(), ("×3", "×2", ""), strict=True)
    for kind, size, left in steps:
        resize(page, *size)
        options = page.locator(".opt, .pick, .offer")
        before = options.count()
        assert "into the bag" not in " ".join(options.all_inner_texts())
        back = page.locator(f'[data-action="back {kind}"] >> visible=true')
        expect(back).to_have_count(1)
        expect(back).to_have_accessible_name(f"Toadstool {kind[1]} from aside into the bag")
        back.click()
        expect(back).to_have_count(int(kind == "R1"))
        if left:
            expect(aside).to_contain_text(left)
        else:
            expect(aside).not_to_contain_text("×")
        assert Player(page, keys=False).await_question() == question
        # A kind less aside is one that can no longer be placed; all other options stay.
        assert options.count() == before - (question == "red_2" and kind == "R4")


def test_the_shop_keeps_its_basket_while_a_chip_goes_back_by_key(
    page: Page, server: Server
) -> None:
    """What lies in the basket stays there, and is bought afterwards."""
    with page.expect_websocket(lambda line: "table=" in line.url) as opened:
        table_from(page, server.url, ASKED["shop"])
    Player(page, keys=True).play_on(until="shop")
    page.locator("[data-kind=O1]").click()
    expect(page.locator("[data-slot=O1]")).to_be_visible()
    page.locator(".basket").focus()
    # The page takes the next action once the one before it is acknowledged.
    with opened.value.expect_event("framereceived", lambda frame: '"ack"' in str(frame)):
        page.keyboard.press("b")
    expect(page.locator(".aside >> visible=true")).not_to_contain_text("×2")
    page.keyboard.press("b")
    expect(page.locator('[data-action^="back"] >> visible=true')).to_have_count(1)
    expect(page.locator("[data-slot=O1]")).to_be_visible()
    page.locator("[data-action=buy]").click()
    expect(page.locator("main.shop")).to_be_hidden()
