"""A Safari-like check: the page plays a round in WebKitGTK, too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .serving import Server
from .webkit import WebKit

CAN_DRAW = "document.querySelector('[data-action=draw]:not([aria-disabled=true])') !== null"
CHIPS = "document.querySelectorAll('[data-own] [data-chip]').length"
# Whatever is asked is answered with what comes first; brewing stops after two chips.
ANSWER = """
const press = (selector) => document.querySelector(selector)?.click();
const question = document.querySelector('[data-question]')?.dataset.question;
if (question === 'shop') press('[data-action="buy nothing"]');
else if (question === 'rubies') press('[data-action=done]');
else if (question) { press('[data-question] .opt'); press('[data-action=confirm]'); }
else if (document.querySelectorAll('[data-own] [data-chip]').length > 1)
  press('[data-action=stop]:not([aria-disabled=true])');
else press('[data-action=draw]:not([aria-disabled=true])');
press('[data-action=next]:not([aria-disabled=true])');
return document.querySelector('[data-testid=live]')?.dataset.moment.startsWith('2:potions');
"""


@pytest.fixture(params=[(1280, 900), (430, 900)], ids=["desk", "phone"])
def safari(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[WebKit]:
    """A window of WebKitGTK, large and narrow."""
    width, height = request.param
    window = WebKit(tmp_path, width, height)
    yield window
    window.close()


def test_a_round_is_played_in_webkit(safari: WebKit, server: Server) -> None:
    """From the market to round 2: socket, drawings, questions and evaluation work there."""
    safari.go(server.url)
    safari.run(
        "window.complaints = []; addEventListener('error', (e) => complaints.push(e.message));"
        "addEventListener('unhandledrejection', (e) => complaints.push(String(e.reason)));"
    )
    safari.wait("document.querySelector('[data-action=play]') !== null")
    safari.click("[data-action=play]")
    safari.wait("document.querySelector('.slab') !== null")
    safari.wait(f"(() => {{ {ANSWER} }})()")
    assert safari.run("return complaints") == []
    assert safari.run("return document.documentElement.scrollWidth <= innerWidth")


def test_the_pot_is_drawn_in_webkit(safari: WebKit, server: Server) -> None:
    """The chip that was drawn lies inside the pot, and the drawings of the sprite have a size."""
    safari.go(f"{server.url}/learn")
    safari.wait(CAN_DRAW)
    safari.click("[data-action=draw]")
    safari.wait(f"{CHIPS} === 1")
    inside = safari.run(
        "const pot = document.querySelector('[data-own] .pot').getBoundingClientRect();"
        "const chip = document.querySelector('[data-own] [data-chip] svg').getBoundingClientRect();"
        "return chip.width > 20 && chip.left > pot.left && chip.right < pot.right"
        " && chip.top > pot.top && chip.bottom < pot.bottom"
    )
    assert inside
