"""Pictures of every main state at three sizes, for whoever looks at the page with a designer's eye.

`python -m tests.browser.gallery` takes them anew into docs/gallery, from web/dist.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from .conftest import CHROMIUM
from .player import Player, be_known, post, table_from
from .positions import POSITIONS
from .serving import ROOT, Server

FOLDER = ROOT / "docs" / "gallery"
QUALITY = 38
# Name, size, how much the picture is scaled down, theme.
SIZES = (
    ("phone", 390, 844, 1.0, "dark"),
    ("desk", 1280, 800, 1.0, "light"),
    ("wide", 2560, 1440, 0.5, "light"),
)
BREWING = (
    "players 4 books 1 round 5 card lucky_devil\n"
    "seat 0 vp 23 rubies 3 droplet 5 bag W1x3 W2 O1 G1 B1 R1 Y1 pot B1@6 W3@9 G2@11 W1@12 R2@14\n"
    "seat 1 vp 26 pot W2@2 G1@3 W1@4 stopped\n"
    "seat 2 vp 19 pot O1@1 B2@3\nseat 3 vp 33 stopped\n"
)
EXPLODED = (
    "players 4 books 1 round 5 card alms\nseat 0 vp 23 pot W3@3 W2@5 W2@7 G1@8 W1@9 exploded\n"
    "seat 1 vp 26 bag W1x4 G1 pot O1@4 stopped\n"
    "seat 2 vp 19 bag W1x4 G1 pot G2@9 stopped\n"
    "seat 3 vp 33 bag W1x4 G1 pot O1@7 stopped\n"
)
BUYING = (
    "players 4 books 2 round 5 card alms\nseat 0 vp 23 rubies 3 pot O1@18 stopped\n"
    "seat 1 vp 26 bag W1x4 G1 pot O1@4 stopped\n"
    "seat 2 vp 19 bag W1x4 G1 pot G2@9 stopped\n"
    "seat 3 vp 33 bag W1x4 G1 pot O1@7 stopped\n"
)
# A whole game from its first round, so that its end has nine rounds to tell of.
WHOLE = "players 4 books 1 start 0 round 1\nseat 0 rubies 1\n"
STIRRED = (
    "players 4 books 3 tubes overflow stir always round 4 card alms\n"
    "seat 0 vp 12 bag W1x3 W2 O1 G1 R1 pot W1@1 G1@2\n"
)
# A toadstool went further after a cherry bomb (R4.17): one space less would be a ruby (R4.7).
FURTHER = (
    "players 4 books 3 round 5 card pumpkin_party\n"
    "seat 0 vp 23 rubies 3 droplet 4 bag W1x3 W2 O1x2 G1 B1 R1 pot B1@5 W3@8 G2@10 W1@11\n"
    "seat 1 vp 26 pot W2@2 G1@3 W1@4 stopped\nseat 2 vp 19 pot O1@2 B2@4 stopped\n"
    "seat 3 vp 33 stopped\n0 draw luck R1\n"
)
BEFORE = (
    "players 4 books 1 round 3 card alms\nseat 0 vp 12 rubies 2 droplet 2\n"
    "seat 1 vp 14\nseat 2 vp 9\nseat 3 vp 15\n"
)
ASIDE = (
    "players 2 books 2 round 5 card alms\n"
    "seat 0 vp 23 rubies 3 bag W1x3 W2 O1x2 G1 B1 aside R1x2 R4 pot O1@18 stopped\n"
    "seat 1 vp 26 bag W1x4 pot O1@4 stopped\n0 choose done luck 1vp\n"
)


def market(page: Page, url: str) -> None:
    """The start page."""
    page.goto(url)


def options(page: Page, url: str) -> None:
    """The start page with every option of a new table."""
    page.goto(url)
    page.locator("main [aria-expanded]").click()
    page.locator(".pre").nth(4).click()


def seats(page: Page, url: str) -> None:
    """A table that waits for people."""
    be_known(page)
    guest(page, url)
    page.locator("main.seats").wait_for()


def changing(page: Page, url: str) -> None:
    """The same, while its host changes what is played."""
    seats(page, url)
    page.locator("[data-action=options]").click()


def guest(page: Page, url: str) -> None:
    """A table that somebody comes to by a link, for the first time."""
    post(page, f"{url}/api/identity", {"name": "Mira"})
    made = post(page, f"{url}/api/tables", {"options": {"players": 4}, "bots": []})
    page.goto(f"{url}/t/{made['code']}")


def at(position: str, until: str, **more: object) -> Callable[[Page, str], None]:
    """A table at a question."""

    def scene(page: Page, url: str) -> None:
        table_from(page, url, position, **more)
        Player(page, keys=False).play_on(until=until)

    return scene


# A whole game that was played to its end at each server: who played it, and where.
_played: dict[str, tuple[str, str]] = {}


def end(page: Page, url: str) -> None:
    """A whole game at its end; it is played once, and looked at by the same player later."""
    if url not in _played:
        table_from(page, url, WHOLE)
        Player(page, keys=False).play_on()
        (own,) = [one for one in page.context.cookies() if one["name"] == "quacks"]
        _played[url] = (own["value"], page.url)
    else:
        token, table = _played[url]
        page.context.add_cookies([{"name": "quacks", "value": token, "url": url}])
        be_known(page)
        page.goto(table)
        Player(page, keys=False).play_on()


def sheet(what: str) -> Callable[[Page, str], None]:
    """A table with a sheet open."""

    def scene(page: Page, url: str) -> None:
        at(BREWING, "brew")(page, url)
        page.locator(f"{what} >> visible=true").first.click()

    return scene


def replay(page: Page, url: str) -> None:
    """A finished game again, in its middle."""
    end(page, url)
    page.get_by_role("link", name="Watch the game").click()
    page.get_by_role("slider", name="Moment").wait_for()


def path(where: str) -> Callable[[Page, str], None]:
    """A page by its path."""

    def scene(page: Page, url: str) -> None:
        page.goto(url + where)

    return scene


def lost(page: Page, url: str) -> None:
    """A table that is not there."""
    page.goto(f"{url}/t/ZZZZZZ")
    page.get_by_role("heading", name="Nobody sits here").wait_for()


SCENES: dict[str, Callable[[Page, str], None]] = {
    "start": market,
    "options": options,
    "seats": seats,
    "guest": guest,
    "brewing": at(BREWING, "brew"),
    "short": at(FURTHER, "brew"),
    "stir": at(BEFORE, "brew", seats=[0, 1, 2, 3]),
    "aside": at(ASIDE, "shop"),
    "memory": at(FURTHER, "brew", options={"memory": True}),
    "changing": changing,
    "variants": at(STIRRED, "brew"),
    "question": at(POSITIONS["blue_1"], "blue_1"),
    "card": at(POSITIONS["choose_wisely"], "choose_wisely"),
    "evaluation": at(EXPLODED, "next"),
    "exploded": at(EXPLODED, "exploded"),
    "shop": at(BUYING, "shop"),
    "rubies": at(BUYING, "rubies"),
    "bag": sheet("[data-bag]"),
    "end": end,
    "replay": replay,
    "lost": lost,
    "learn": path("/learn"),
    "almanac": path("/almanac"),
}


def take(browser: Browser, url: str, name: str) -> None:
    """Take one state at every size."""
    for size, width, height, scale, theme in SIZES:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            device_scale_factor=scale,
            color_scheme="dark" if theme == "dark" else "light",
            locale="en-GB",
            reduced_motion="reduce",
        )
        page = context.new_page()
        SCENES[name](page, url)
        page.wait_for_load_state("networkidle")
        page.evaluate("() => document.fonts.ready.then(() => true)")
        picture = FOLDER / f"{name}-{size}.jpg"
        page.screenshot(path=picture, type="jpeg", quality=QUALITY, scale="device")
        context.close()


def index() -> str:
    """The page that shows all pictures."""
    lines = [
        "# Gallery",
        "",
        "Every main state of the page at 390 × 844 (night), 1280 × 800 (day) and 2560 × 1440 (day,"
        " shown at half its size). Taken anew by `python -m tests.browser.gallery` after a build;"
        " every component in every state is in `web/gallery.html` (see `web/README.md`).",
    ]
    for name in SCENES:
        lines += ["", f"## {name.capitalize()}", ""]
        lines += [f"![{name}, {size}]({name}-{size}.jpg)" for size, *_ in SIZES]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Take all pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        try:
            for name in SCENES:
                take(browser, server.url, name)
        finally:
            browser.close()
            server.stop()
    (FOLDER / "README.md").write_text(index(), "utf-8")


if __name__ == "__main__":
    main()
