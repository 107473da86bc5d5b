"""Somebody who plays at the page as a person would: looks at what is asked, and presses."""

from __future__ import annotations

import json
import time
import urllib.request

from playwright.sync_api import Page, expect

# A wait ends as soon as its condition holds; only one that never holds takes so many seconds.
PATIENCE = 60.0
# What the page asks now: a question's id, `brew`, a step of the ledger, to pass the device on
# (`look`), or nothing yet. While an action waits for its acknowledgement, the page takes no other.
_ASKED = """() => {
  if (document.querySelector("[data-testid=live][data-acting]")) return "wait";
  const shown = document.querySelector("[data-question]");
  if (shown) return shown.dataset.question;
  if (document.querySelector("[data-action=look]")) return "look";
  const draw = document.querySelector("[data-action=draw]");
  if (draw) return "resting" in draw.dataset ? "wait" : "brew";
  const next = document.querySelector("[data-action=next]");
  if (next) return next.getAttribute("aria-disabled") === "true" ? "wait" : "next";
  return document.querySelector(".podium") ? "end" : "wait";
}"""


class Player:
    """Plays a seat through the page, with keys or with taps."""

    def __init__(self, page: Page, *, keys: bool) -> None:
        """Sit before a page; `keys` plays with the keyboard alone."""
        self.page = page
        self.keys = keys
        self.seen: set[str] = set()

    def asked(self) -> str:
        """What the page asks now."""
        asked: str = self.page.evaluate(_ASKED)
        return asked

    def play_now(self, url: str) -> None:
        """Open the start page and play against three bots."""
        self.page.goto(url)
        button = self.page.locator("[data-action=play]")
        if self.keys:
            button.focus()
            self.page.keyboard.press("Enter")
        else:
            button.click()
        expect(self.page.locator(".slab").first).to_be_visible()

    def await_question(self, *wanted: str) -> str:
        """Wait until one of some questions is asked; any if none is named."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            asked = self.asked()
            if asked in wanted or (not wanted and asked != "wait"):
                return asked
            self.page.wait_for_timeout(50)
        raise AssertionError(f"asked {self.asked()!r} instead of {wanted}")

    def press(self, action: str, key: str) -> None:
        """Press a button of the slab, or its key."""
        if self.keys:
            self.page.keyboard.press(key)
        else:
            self.page.locator(f'[data-action="{action}"]').first.click()

    def white_sum(self) -> tuple[int, int]:
        """The white sum and the limit, as shown."""
        shown = self.page.locator("[data-testid=white-sum]").inner_text()
        own, limit = shown.split("/")
        return int(own), int(limit)

    def brew(self) -> None:
        """Draw while it is safe enough, then stop."""
        own, limit = self.white_sum()
        stop = self.page.locator("[data-action=stop]")
        if own >= limit - 2 and stop.get_attribute("aria-disabled") != "true":
            self.press("stop", "s")
        else:
            self.press("draw", " ")

    def shop(self) -> None:
        """Put up to two chips into the basket and buy them."""
        for _ in range(2):
            free = self.page.locator(".pick.free")
            if free.count() == 0:
                break
            if self.keys:
                free.last.focus()
                self.page.keyboard.press("Enter")
            else:
                free.last.click()
        bought = self.page.locator(".pick.in").count() > 0
        action = "buy" if bought else "buy nothing"
        if self.keys:
            self.page.locator(f'[data-action="{action}"]').focus()
        self.press(action, "Enter")

    def choose(self) -> None:
        """Take the first option, and confirm it where that is asked."""
        if self.keys:
            self.page.keyboard.press("1")
            if self.page.locator("[data-action=confirm]").count():
                self.page.keyboard.press("Enter")
            return
        self.page.locator("[data-question] .opt").first.click()
        confirm = self.page.locator("[data-action=confirm]")
        if confirm.count():
            confirm.click()

    def answer(self, asked: str) -> None:
        """Answer what is asked, and wait until the page has taken it."""
        self.seen.add(asked)
        before = self._moment()
        if asked == "brew":
            self.brew()
        elif asked == "next":
            self.press("next", " ")
        elif asked == "look":
            self.page.locator("[data-action=look]").click()
        elif asked == "shop":
            self.shop()
        elif asked == "rubies":
            self.press("done", " ")
        else:
            self.choose()
        until = time.monotonic() + PATIENCE
        while self._moment() == before:
            assert time.monotonic() < until, f"the page did not take the answer to {asked!r}"
            self.page.wait_for_timeout(30)

    def _moment(self) -> str:
        """What changes with every answer: round, phase, question's number, step of the ledger."""
        live = self.page.locator("[data-testid=live]")
        return (live.get_attribute("data-moment") or "") if live.count() else ""

    def play_on(self, *, until: str = "end") -> None:
        """Play until something is asked, or until the end."""
        while (asked := self.await_question()) != until:
            self.answer(asked)


def resize(page: Page, width: int, height: int) -> None:
    """Give a page another size, and two frames to put everything in its place."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(
        "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"
    )


def post(page: Page, path: str, body: dict[str, object]) -> dict[str, object]:
    """Ask the server as this page's identity does."""
    answer = page.request.post(
        path, data=json.dumps(body), headers={"Content-Type": "application/json"}
    )
    assert answer.ok, answer.text()
    told: dict[str, object] = answer.json()
    return told


def be_known(page: Page, name: str = "Mira") -> None:
    """Let the device remember that it has played before, and under which name."""
    chosen = json.dumps(json.dumps({"known": True, "name": name}))
    page.add_init_script(f"localStorage.setItem('quedlinburg.settings', {chosen})")


def table_from(page: Page, url: str, position: str, **more: object) -> None:
    """Sit down at a running game that stands as a position says, with options or more seats."""
    post(page, f"{url}/api/identity", {"name": "Mira"})
    made = post(page, f"{url}/api/test/tables", {"position": position, **more})
    be_known(page)
    page.goto(f"{url}/t/{made['code']}")


def fetch_text(url: str) -> str:
    """Read a text from the server."""
    with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
        text: str = answer.read().decode()
        return text
