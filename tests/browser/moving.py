"""What moves on a page: every movement is noted when it begins, however short it is."""

from __future__ import annotations

from playwright.sync_api import Page

# Every movement that begins: what moves, by which properties, in how many frames, for how long.
NOTE = """(() => {
  const begin = Element.prototype.animate;
  window.moves = [];
  Element.prototype.animate = function (frames, options) {
    const of = (one) => one.getAttribute?.("data-piece") ?? one.getAttribute?.("data-tail")
      ?? [...one.classList].find((name) => !name.startsWith("svelte")) ?? "";
    const marks = this.dataset && ("card" in this.dataset) ? "card" : of(this);
    window.moves.push({
      of: marks,
      frames: frames.length,
      keys: [...new Set(frames.flatMap((frame) => Object.keys(frame)))]
        .filter((name) => name !== "offset"),
      lasts: (options.delay ?? 0) + options.duration,
    });
    const running = begin.call(this, frames, options);
    if (window.interrupted === marks) {
      // A key in the very moment in which it begins, and what still runs after it.
      window.interrupted = null;
      queueMicrotask(() => {
        const before = running.playState;
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Shift", bubbles: true }));
        window.afterKey = [before, running.playState];
      });
    }
    return running;
  };
  new MutationObserver(() => {
    if (window.readAfter === undefined && document.querySelector(".reading"))
      window.readAfter = window.moves.map((move) => move.of);
  }).observe(document, { childList: true, subtree: true });
})()"""
RUNNING = """() => document.getAnimations()
  .filter((one) => one.playState === "running" && one.animationName === undefined).length"""


def moves(page: Page, of: str) -> list[dict[str, object]]:
    """The movements of one thing so far."""
    found: list[dict[str, object]] = page.evaluate(
        "(of) => window.moves.filter((move) => move.of === of)", of
    )
    return found


def await_move(page: Page, of: str) -> dict[str, object]:
    """Wait until something has begun to move."""
    page.wait_for_function("(of) => window.moves.some((move) => move.of === of)", arg=of)
    return moves(page, of)[0]
