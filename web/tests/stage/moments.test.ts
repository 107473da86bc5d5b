import { render } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../../src/device/settings.svelte";
import { moments } from "../../src/stage/moments";
import { isLively } from "../../src/stage/motion";
import Board from "../../src/table/layouts/Board.svelte";
import type { EventOf, GameEvent, View } from "../../src/table/net/types";
import type { TableStore } from "../../src/table/net/store.svelte";
import { hide, layOut, watchAnimations, type FakeAnimation } from "../fixtures/motion";
import { played, snapshot, tableInfo, testTable, useRules, viewAt } from "../fixtures/table";

let begun: FakeAnimation[];
/** What the audio of the browser was asked to play; the page keeps one for as long as it is open. */
const heard: string[] = [];

class FakeAudio {
  state = "running";
  currentTime = 0;
  sampleRate = 100;
  destination = {};
  createOscillator = () => ({ ...this.#node(), start: () => heard.push("tone") });
  createBufferSource = () => ({ ...this.#node(), start: () => heard.push("noise") });
  createBiquadFilter = () => this.#node();
  createGain = () => this.#node();
  createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });

  #node() {
    const parameter = { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {}, value: 0 };
    return {
      connect: (next: unknown) => next,
      frequency: parameter,
      gain: parameter,
      stop: () => {},
    };
  }
}

/** A table as the page draws it, with a bag in the corner and a large pot in the middle. */
function shown(view: View): TableStore {
  const { store, hear } = testTable();
  hear(snapshot(tableInfo("playing"), view, 0));
  const names = view.seats.map((_, seat) => `seat ${seat}`);
  render(Board, { store, view: store.view as View, cast: { viewer: view.viewer, names }, notice: "" });
  layOut(document.querySelector("[data-bag] svg") as Element, 0, 600, 40);
  layOut(potOf(view.viewer ?? 0).querySelector(".pot") as Element, 200, 100, 400);
  begun = watchAnimations();
  return store;
}

const potOf = (seat: number): HTMLElement =>
  document.querySelector<HTMLElement>(`[data-own][data-seat="${seat}"]`) ??
  (document.querySelector(`[data-seat="${seat}"]`) as HTMLElement);
const moved = (selector: string): FakeAnimation[] =>
  begun.filter((animation) => animation.element.matches(selector));
const flying = (): string[] =>
  [...document.querySelectorAll(".moment use")].map((use) => use.getAttribute("href") ?? "");
const placed = (seat: number, kind = "B1"): EventOf<"chip_placed"> =>
  ({ event: "chip_placed", rule: "R4.2", seat, kind, space: 5, source: "bag" }) as EventOf<"chip_placed">;

/** A game with four seats, each with chips in its pot. */
function brewing(): View {
  const view = structuredClone(played(1).first);
  view.seats.forEach((seat) => (seat.pot = [["W1", 1], ["B1", 5]])); // prettier-ignore
  return view;
}

/** Let something happen at a table, as the page does: before it is shown, and after. */
async function happens(events: GameEvent[], store: TableStore): Promise<void> {
  moments.before(events, store);
  await tick();
  moments.play(events, store);
}

beforeEach(() => {
  useRules();
  heard.length = 0;
  vi.stubGlobal("AudioContext", FakeAudio);
  settings.calm = settings.sound = false;
});
afterEach(() => {
  moments.finish();
  moments.rest();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  settings.calm = settings.sound = false;
});

describe("a chip that is placed", () => {
  it("flies from the bag to where it lies in the own pot", async () => {
    const store = shown(brewing());
    await happens([placed(0)], store);
    const [flight] = moved("[data-own] [data-chip]");
    expect(flight?.element).toBe(potOf(0).querySelector("[data-chip='1']"));
    const from = String(flight?.frames[0]?.transform).match(/translate\((-?[\d.]+)px,(-?[\d.]+)px\)/);
    // The bag is left of the pot and below it.
    expect(Number(from?.[1])).toBeLessThan(-100);
    expect(Number(from?.[2])).toBeGreaterThan(100);
    expect(flight?.frames.at(-1)).toEqual({ transform: "none" });
  });

  it("drops into another's pot; of many at once, two are seen", async () => {
    const store = shown(brewing());
    await happens([placed(1), placed(2), placed(3)], store);
    expect(moved("[data-chip]").map((animation) => potOf(1).contains(animation.element))).toEqual([
      true,
      false,
    ]);
  });

  it("only appears on a device that asks for calm", async () => {
    settings.calm = true;
    const store = shown(brewing());
    await happens([placed(0)], store);
    expect(begun.map((animation) => animation.frames)).toEqual([[{ opacity: 0.3 }, { opacity: 1 }]]);
  });
});

describe("what happens to a pot", () => {
  it("that explodes is seen by everybody: it is shaken", async () => {
    const store = shown(brewing());
    await happens(
      [{ event: "pot_exploded", rule: "R4.3", seat: 2, white_sum: 9, shielded: false } as GameEvent],
      store,
    );
    expect(moved("[data-seat='2']").length).toBe(1);
  });

  it("in a stir happens to every pot", async () => {
    const store = shown(brewing());
    await happens([{ event: "stir_called", rule: "R7.4", seat: 1 } as GameEvent], store);
    expect(moved(".pot").length).toBe(4);
  });

  it("whose last chip passes up extra spaces: it steps back a space at a time", async () => {
    const store = shown(brewing());
    await happens(
      [{ event: "extra_passed_up", rule: "R4.7", seat: 0, left: 8, space: 5 } as GameEvent],
      store,
    );
    const [steps] = moved("[data-own] [data-chip]");
    expect(steps?.frames.length).toBe(2 * 3 + 1);
    expect(steps?.frames.at(-1)?.transform).toBe("translate(0px,0px)");
  });
});

describe("a chip that leaves", () => {
  const back: GameEvent = {
    event: "chip_returned",
    rule: "R4.5",
    seat: 0,
    kind: "B1",
    place: 1,
  } as GameEvent;

  it("the own pot is seen to go into the bag from where it lay", () => {
    const store = shown(brewing());
    layOut(potOf(0).querySelector("[data-chip='1']") as Element, 300, 300, 40);
    moments.before([back], store);
    expect(flying()).toEqual(["#chip-B1"]);
    expect(begun[0]?.frames.at(-1)?.transform).toBe("translate(-300px,300px) scale(.3)");
  });

  it("another's pot is not", () => {
    const store = shown(brewing());
    layOut(potOf(1).querySelector("[data-chip='1']") as Element, 300, 300, 40);
    moments.before([{ ...back, seat: 1 } as GameEvent], store);
    expect(flying()).toEqual([]);
  });

  it("a look, because another was chosen, goes back; the chosen one does not", () => {
    const view = viewAt("blue_1");
    view.question!.about = ["W2", "G1", "W2"];
    view.legal = ["W2", "G1"].map((kind) => ({ action: `choose ${kind}` }));
    view.legal.push({ action: "choose none" });
    const store = shown(view);
    for (const chip of document.querySelectorAll("[data-question] .opt > svg")) layOut(chip, 500, 700, 40);
    moments.before([{ event: "look_ended", rule: "R4.11", seat: 0 } as GameEvent, placed(0, "W2")], store);
    expect(flying()).toEqual(["#chip-G1"]);
  });
});

describe("chips that are looked at", () => {
  it("by a card before the potions are not seen to go back: some may be in the supply", () => {
    const store = shown(viewAt("opportune_moment"));
    for (const chip of document.querySelectorAll("[data-question] .opt > svg")) layOut(chip, 500, 700, 40);
    moments.before([{ event: "look_ended", rule: "R6 opportune_moment", seat: 0 } as GameEvent], store);
    expect(flying()).toEqual([]);
  });

  it("come out of the bag one after the other", () => {
    const store = shown(viewAt("blue_1"));
    for (const chip of document.querySelectorAll("[data-question] .opt > svg")) layOut(chip, 500, 700, 40);
    moments.wake();
    moments.play([{ event: "chips_looked_at", rule: "R4.11", seat: 0, kinds: ["W2"] } as GameEvent], store);
    const fanned = moved(".opt > svg");
    expect(fanned.length).toBe(document.querySelectorAll("[data-question] .opt > svg").length);
    expect(fanned.map((animation) => animation.options.delay)).toEqual(fanned.map((_, n) => 60 * n));
  });
});

describe("a round that begins", () => {
  it("turns its card, and the rat stone hops a space for each tail", () => {
    const view = brewing();
    Object.assign(view.seats[0] as object, { tails: 3, droplet: 2, pot: [] });
    const store = shown(view);
    moments.wake();
    moments.roundBegins(store);
    expect(moved("[data-card]").length).toBeGreaterThan(0);
    const [hop] = moved("[data-piece=rats]");
    expect(hop?.frames.length).toBe(2 * 3 + 1);
  });

  it("leaves the rat stone alone where no tails were counted", () => {
    const store = shown(brewing());
    moments.wake();
    moments.roundBegins(store);
    expect(moved("[data-piece=rats]")).toEqual([]);
  });
});

describe("whatever moves", () => {
  it("moves by transform and opacity alone, and ends with a tap", async () => {
    const view = brewing();
    view.seats[0]!.tails = 2;
    const store = shown(view);
    layOut(potOf(0).querySelector("[data-chip='1']") as Element, 300, 300, 40);
    const seats = [0, 1];
    const events = seats.flatMap((seat) => [
      placed(seat),
      { event: "chip_returned", rule: "", seat, kind: "B1", place: 1 },
      { event: "pot_exploded", rule: "", seat, white_sum: 8, shielded: false },
      { event: "extra_passed_up", rule: "", seat, left: 6, space: 5 },
      { event: "stir_called", rule: "", seat },
      { event: "rubies_won", rule: "", seat, rubies: 1 },
      { event: "flask_emptied", rule: "", seat },
      { event: "points_won", rule: "", seat, points: 2 },
    ]) as GameEvent[];
    await happens(events, store);
    moments.asked();
    moments.roundBegins(store);
    const animated = new Set(begun.flatMap((animation) => animation.frames.flatMap(Object.keys)));
    expect([...animated].sort()).toEqual(["offset", "opacity", "transform"]);
    expect(begun.length).toBeGreaterThan(10);
    moments.finish();
    expect(begun.filter((animation) => animation.state === "running")).toEqual([]);
    expect(flying()).toEqual([]);
  });

  it("does not move for what is read again after a reload, nor what appears after it", () => {
    const store = shown(brewing());
    moments.before([], store);
    moments.play([], store);
    expect(begun).toEqual([]);
    expect(isLively()).toBe(false);
  });
});

describe("sound", () => {
  it("is silent until it is switched on", async () => {
    const store = shown(brewing());
    await happens([placed(0)], store);
    expect(heard).toEqual([]);
    settings.sound = true;
    await happens([placed(0)], store);
    expect(heard).toEqual(["noise", "tone"]);
  });

  it("is made for one's own chips, not for another's", async () => {
    settings.sound = true;
    const store = shown(brewing());
    await happens([placed(1)], store);
    expect(heard).toEqual([]);
  });

  it("rings when the own question comes while the page is hidden", async () => {
    settings.sound = true;
    const store = shown(brewing());
    const stopped: GameEvent = { event: "brewing_stopped", rule: "R4.2", seat: 1 };
    await happens([stopped], store);
    expect(heard).toEqual([]);
    hide(true);
    await happens([stopped], store);
    expect(heard).toEqual(["tone"]);
    store.view!.question = null;
    await happens([stopped], store);
    expect(heard).toEqual(["tone"]);
  });
});
