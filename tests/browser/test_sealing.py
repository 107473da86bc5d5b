"""The page seals a nonce by itself, shows it when the seals are closed, and says so at the end."""

from __future__ import annotations

import hashlib
import json

from playwright.sync_api import Browser, Page, expect

from .player import Player, fetch_text, post
from .serving import Server
from .test_together import come

# What a page has that was not fetched by TLS, as in a home network.
NO_SUBTLE = "Object.defineProperty(crypto, 'subtle', { value: undefined })"


def table_of(server: Server, code: str) -> dict[str, dict[str, str]]:
    """The table as everybody sees it."""
    told: dict[str, dict[str, dict[str, str]]] = json.loads(
        fetch_text(f"{server.url}/api/tables/{code}")
    )
    return told["table"]


def check_nonces(server: Server, code: str, seats: list[str]) -> None:
    """Check that these seats sealed a nonce of 128 bits and showed it."""
    table = table_of(server, code)
    assert sorted(table["seals"]) == sorted(table["nonces"]) == seats
    for seat, nonce in table["nonces"].items():
        assert len(nonce) == 32
        assert hashlib.sha256(nonce.encode()).hexdigest() == table["seals"][seat]


def test_play_now_seals_and_shows_a_nonce_also_without_tls(page: Page, server: Server) -> None:
    """One tap, no further question; the nonce is in the browser only until the game begins."""
    page.add_init_script(NO_SUBTLE)
    Player(page, keys=False).play_now(server.url)
    code = page.url.rpartition("/")[2].partition("?")[0]
    check_nonces(server, code, ["0"])
    kept = "() => Object.keys(localStorage).filter((key) => key.includes('nonce'))"
    assert page.evaluate(kept) == []


def test_a_guest_who_loads_the_page_again_still_shows_the_sealed_nonce(
    browser: Browser, server: Server
) -> None:
    """Two browsers; before the start everybody sees who has sealed, and no seal."""
    mira_context, mira = come(browser, server, "Mira")
    otto_context, otto = come(browser, server, "Otto")
    made = post(mira, f"{server.url}/api/tables", {"options": {"players": 2, "books": "random"}})
    code = str(made["code"])
    for page in (mira, otto):
        page.goto(f"{server.url}/t/{code}")
    otto.get_by_role("button", name="Sit down").click()
    otto.get_by_role("button", name="I am ready").click()
    expect(mira.get_by_text("2 seats have sealed a part of it")).to_be_visible()
    expect(mira.get_by_text("Random", exact=True)).to_be_visible()
    assert table_of(server, code)["seals"] == {}
    otto.reload()
    expect(otto.get_by_role("button", name="Not ready after all")).to_be_visible()
    mira.get_by_role("button", name="Start").click()
    for page in (mira, otto):
        expect(page.locator(".slab").first).to_be_visible()
    check_nonces(server, code, ["0", "1"])
    mira_context.close()
    otto_context.close()
