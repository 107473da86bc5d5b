import { fireEvent, render } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../../src/device/settings.svelte";
import { finish, rest, wake } from "../../src/stage/motion";
import { moments } from "../../src/stage/moments";
import LedgerEntry from "../../src/table/evaluation/LedgerEntry.svelte";
import type { Entry } from "../../src/table/evaluation/ledger-rows";
import Shop from "../../src/table/questions/Shop.svelte";
import type { GameEvent, SeatView, View } from "../../src/table/net/types";
import { layOut, watchAnimations, type FakeAnimation } from "../fixtures/motion";
import { snapshot, tableInfo, testTable, useRules, viewAt } from "../fixtures/table";

let begun: FakeAnimation[];

/** What a step brought, written into the ledger now. */
function written(entry: Partial<Entry>): HTMLElement {
  const { container } = render(LedgerEntry, {
    entry: { what: "points", n: 1, of: "", rule: "R5.D", ...entry },
  });
  return container;
}
const face = (in_: HTMLElement): string | null | undefined => in_.querySelector("use")?.getAttribute("href");

beforeEach(() => {
  vi.useFakeTimers();
  begun = watchAnimations();
  useRules();
  settings.calm = false;
});
afterEach(() => {
  finish();
  rest();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("the die", () => {
  it("shows other faces while it rolls, and then the one that was rolled", () => {
    wake();
    const shown = written({ what: "die", of: "2vp" });
    const faces = new Set<unknown>();
    for (let n = 0; n < 6; n++) {
      vi.advanceTimersByTime(70);
      faces.add(face(shown));
    }
    expect(faces.size).toBeGreaterThan(3);
    vi.advanceTimersByTime(1000);
    expect(face(shown)).toBe("#die-vp2");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("shows what was rolled at once after a tap", () => {
    wake();
    const shown = written({ what: "die", of: "ruby" });
    vi.advanceTimersByTime(140);
    expect(face(shown)).not.toBe("#die-ruby");
    finish();
    expect(face(shown)).toBe("#die-ruby");
    vi.advanceTimersByTime(1000);
    expect(face(shown)).toBe("#die-ruby");
  });

  it("lies there as it is when nothing has happened before the reader's eyes", () => {
    const shown = written({ what: "die", of: "droplet" });
    vi.advanceTimersByTime(140);
    expect(face(shown)).toBe("#die-droplet");
    expect(begun).toEqual([]);
  });
});

describe("a gain in the ledger", () => {
  it("grows into its place when it is written, and stands still when it was there", () => {
    written({});
    expect(begun).toEqual([]);
    wake();
    written({});
    expect(begun.length).toBe(1);
  });
});

describe("a purchase", () => {
  it("drops out of the basket into the bag, a chip after the other", async () => {
    const view = viewAt("shop");
    view.supply["O1"] = 5;
    view.legal = ["buy", "buy G1", "buy O1", "buy G1 O1"].map((action) => ({ action }));
    const { store, hear } = testTable();
    hear(snapshot(tableInfo("playing"), view, 0));
    const own = store.view?.seats[0] as SeatView;
    const { container } = render(Shop, { store, view: store.view as View, own, narrow: false });
    for (const kind of ["G1", "O1"])
      await fireEvent.click(container.querySelector(`[data-kind=${kind}]`) as Element);
    for (const chip of container.querySelectorAll("[data-slot] svg")) layOut(chip, 300, 500, 30);
    layOut(container.querySelector("[data-bag] svg") as Element, 900, 500, 30);
    const bought = ["G1", "O1"].map((kind) => ({
      event: "chip_bought",
      rule: "R5.E",
      seat: 0,
      kind,
      price: 4,
    }));
    moments.before(bought as GameEvent[], store);
    const flown = [...document.querySelectorAll(".moment use")].map((use) => use.getAttribute("href"));
    expect(flown).toEqual(["#chip-G1", "#chip-O1"]);
    expect(begun.map((animation) => animation.options.delay)).toEqual([0, 80]);
  });
});
