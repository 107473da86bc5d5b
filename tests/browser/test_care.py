"""Nothing is cut off, nothing jumps, and nothing is lost by a slip of the thumb."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from .gallery import SCENES
from .player import Player, resize, table_from
from .positions import POSITIONS
from .serving import Server

PHONE, DESKTOP = (390, 844), (1280, 800)
SAFE = "players 2 books 1 round 4 card alms\nseat 0 bag O1x3 G1x3 W1x2\nseat 1\n"
BREWING = "players 2 books 1 round 4 card alms\nseat 0 pot O1@1 bag W1x4 W2x2 O1\nseat 1\n"
TABLET = (
    "players 4 books 1 round 5 card well_stirred\n"
    "seat 0 pot W1@1 O1@3 bag W1x4 W2x2 O1\nseat 1 vp 12\nseat 2 vp 25\nseat 3\n"
)
# The words of an answer that reach beyond its button, or below the key that stands in it.
_CUT_OFF = """() => [...document.querySelectorAll(".opt")].flatMap((button) => {
  const box = button.getBoundingClientRect();
  const key = button.querySelector(".kbd")?.getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(button.querySelector(".t"));
  return [...words.getClientRects()]
    .filter((line) => line.right > box.right - 2 || line.bottom > box.bottom
      || (key?.width && line.right > key.left && line.left < key.right
          && line.bottom > key.top && line.top < key.bottom))
    .map(() => button.innerText);
})"""


@pytest.fixture
def german(browser: Browser) -> Iterator[Page]:
    """A German device, whose words are the longest."""
    context = browser.new_context(locale="de-DE", reduced_motion="reduce")
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("question", ["wheel_and_deal", "only_one", "rats_are_friends", "green_2"])
def test_the_words_of_an_answer_stay_within_its_button(
    german: Page, server: Server, question: str
) -> None:
    """Five or six answers in German: none is cut off, none runs into its key."""
    table_from(german, server.url, POSITIONS[question])
    Player(german, keys=False).play_on(until=question)
    for size in (PHONE, DESKTOP):
        resize(german, *size)
        assert german.locator(".opt").count() > 1
        assert german.evaluate(_CUT_OFF) == []


def test_the_pot_stays_where_it_is_while_brewing_on_a_phone(page: Page, server: Server) -> None:
    """Whatever the buttons have to say, and when the brewing ends, nothing above them moves."""
    page.set_viewport_size({"width": 390, "height": 844})
    table_from(page, server.url, SAFE)
    player = Player(page, keys=False)
    player.await_question("brew")
    stage = page.locator(".stage")
    before = stage.bounding_box()
    for _ in range(4):
        player.answer("brew")
        assert stage.bounding_box() == before
    page.evaluate(
        """() => new MutationObserver(() => {
          const stage = document.querySelector(".stage");
          if (document.querySelector(".wait") && stage)
            window.seen = stage.getBoundingClientRect().height;
        }).observe(document.body, { childList: true, subtree: true })"""
    )
    player.press("stop", "s")
    page.wait_for_function("() => window.seen !== undefined")
    assert before is not None
    assert page.evaluate("() => window.seen") == pytest.approx(before["height"], abs=1)


def test_a_link_is_copied_where_the_browser_lends_no_clipboard(page: Page, server: Server) -> None:
    """A table at home is reached without TLS; its link can be copied all the same."""
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    table_from(page, server.url, BREWING)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Link copied")).to_be_focused()


def test_no_game_is_ended_by_one_tap(page: Page, server: Server) -> None:
    """To end a game without a result is asked twice."""
    table_from(page, server.url, BREWING)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="End without a result").click()
    expect(page.locator("[data-action=draw]")).to_be_visible()
    page.get_by_role("button", name="Really? Nobody wins then").click()
    expect(page.locator("[data-action=draw]")).to_have_count(0)


def test_a_calm_device_is_not_called_lively(page: Page, server: Server) -> None:
    """Where the device asks for less motion, the page says so and offers nothing else."""
    page.goto(server.url)
    motion = page.get_by_role("group", name="Motion")
    expect(motion).to_contain_text("calm, as this device asks")
    expect(motion.get_by_role("button")).to_have_count(0)


def test_another_seat_on_a_phone_is_heard_with_what_it_does(page: Page, server: Server) -> None:
    """The small pots above have names for a screen reader that say more than a name."""
    page.set_viewport_size({"width": 390, "height": 844})
    table_from(page, server.url, BREWING.replace("seat 1", "seat 1 pot O1@7 stopped"))
    name = "Dandelion 0/7 Stopped 8 coins 1 point"
    expect(page.get_by_role("button", name=name)).to_be_visible()


def test_the_white_sum_that_is_heard_is_the_one_that_is_shown(page: Page, server: Server) -> None:
    """The live region tells the sum after the draw, not the one before it."""
    table_from(page, server.url, BREWING.replace("bag W1x4 W2x2 O1", "bag W1x6"))
    player = Player(page, keys=False)
    player.await_question("brew")
    for own in (1, 2, 3):
        player.answer("brew")
        expect(page.locator("[data-testid=white-sum]")).to_have_text(f"{own}/7")
        expect(page.locator("[data-testid=live]")).to_contain_text(f"White sum {own} of 7.")


def test_a_tablet_reads_card_and_books_and_reaches_every_button(
    german: Page, server: Server
) -> None:
    """Between phone and desktop nothing is left out: card, books, menu and the words of Stop."""
    german.set_viewport_size({"width": 768, "height": 1024})
    table_from(german, server.url, TABLET)
    expect(german.locator("[data-action=draw]")).to_be_visible()
    for width, height in ((768, 1024), (900, 700), (1024, 768)):
        resize(german, width, height)
        check_tablet(german, upright=height > width)


def check_tablet(german: Page, *, upright: bool) -> None:
    """Check card, books, menu and the words of the buttons in one size."""
    for name in ("Gut umgerührt", "Menü"):
        expect(german.get_by_role("button", name=name).first).to_be_in_viewport(ratio=1)
    if upright:
        for book in german.locator(".books .book").all():
            expect(book).to_be_in_viewport(ratio=1)
        expect(german.locator(".books")).to_contain_text("Kreuzspinne")
    else:
        expect(german.get_by_role("button", name="Bücher")).to_be_in_viewport(ratio=1)
        german.get_by_role("button", name="Bücher").click()
        expect(german.get_by_role("dialog", name="Bücher")).to_contain_text("Kreuzspinne")
        german.keyboard.press("Escape")
        expect(german.get_by_role("dialog")).to_have_count(0)
    for action in ("flask", "stop", "draw"):
        words = german.locator(f"[data-action={action}] .big")
        inner, outer = (
            words.bounding_box(),
            german.locator(f"[data-action={action}]").bounding_box(),
        )
        assert inner is not None
        assert outer is not None
        assert inner["x"] + inner["width"] < outer["x"] + outer["width"]


def test_no_column_of_the_ledger_runs_into_the_next(german: Page, server: Server) -> None:
    """Step names and players' names stay in their columns, in German, where words are long."""
    SCENES["evaluation"](german, server.url)
    for width in (390, 768, 1024, 1280):
        resize(german, width, 1024)
        wide = german.evaluate(
            """() => [...document.querySelectorAll(".steps li, .row .who, .row .cell")]
                .filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
                .map((box) => box.textContent)"""
        )
        assert wide == [], width


def test_a_log_that_has_no_room_is_opened_by_a_button(page: Page, server: Server) -> None:
    """On a low tablet with four players nothing reaches below the edge; one tap shows the log."""
    page.set_viewport_size({"width": 900, "height": 700})
    table_from(page, server.url, TABLET)
    right = page.locator("aside.right")
    expect(right.locator(".opp")).to_have_count(3)
    expect(right.locator(".log").first).to_be_hidden()
    edge, last = right.bounding_box(), right.locator(".opp").last.bounding_box()
    assert edge is not None
    assert last is not None
    assert last["y"] + last["height"] <= edge["y"] + edge["height"]
    right.get_by_role("button", name="Log").click()
    expect(page.get_by_role("dialog").get_by_role("list", name="Log")).to_be_visible()


@pytest.mark.parametrize("height", [844, 640])
def test_a_hint_leaves_the_own_pot_free_on_a_phone(page: Page, server: Server, height: int) -> None:
    """It stands above the pot, all of it on the page."""
    page.set_viewport_size({"width": 360, "height": height})
    table_from(page, server.url, TABLET)
    page.get_by_role("button", name="Hint").click()
    hint, pot = page.locator(".hint"), page.locator("[data-own]")
    expect(hint).to_be_visible()
    expect(hint).to_be_in_viewport(ratio=1)
    above, below = hint.bounding_box(), pot.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] <= below["y"] + 8


def test_a_screen_reader_is_told_where_the_droplet_is(page: Page, server: Server) -> None:
    """Not how many droplets there are."""
    table_from(page, server.url, TABLET)
    expect(page.get_by_role("button", name="droplet on space 0")).to_be_visible()


def test_the_ledger_says_how_far_the_droplet_moved_and_what_was_paid(
    page: Page, server: Server
) -> None:
    """Steps are no place, and what is paid has a minus sign."""
    SCENES["rubies"](page, server.url)
    page.locator('[data-action="spend droplet"]').click()
    page.locator("[data-action=done]").click()
    own = page.locator(".row.me .cell.now")
    expect(own).to_have_text(re.compile(r"−2\s+rubies\s*\+1\s+step of the droplet"))


@pytest.mark.parametrize("books", [1, 2, 3, 4])
def test_every_book_at_the_table_is_read_whole(german: Page, server: Server, books: int) -> None:
    """Even beside a long card: what a book does stands in one line, in German too."""
    german.set_viewport_size({"width": 1280, "height": 800})
    position = f"players 4 books {books} round 5 card strong_ingredient\nseat 0 bag O1x4\n"
    table_from(german, server.url, position)
    expect(german.locator("aside .book")).to_have_count(7)
    cut = german.evaluate(
        """() => [...document.querySelectorAll("aside .book")]
            .filter((book) => book.scrollHeight > book.clientHeight + 1)
            .map((book) => book.innerText)"""
    )
    assert cut == []
