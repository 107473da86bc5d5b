import { fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import Ledger from "../../../src/table/evaluation/Ledger.svelte";
import { evaluationOf, type Step } from "../../../src/table/evaluation/ledger-rows";
import type { GameEvent, SeatView } from "../../../src/table/net/types";
import { eventsOf, played, useRules } from "../../fixtures/table";

const game = played(1);
const NAMES = ["Mira", "Otto", "Hedwig", "Ansgar"];
const history = eventsOf(game);
const end = history.findIndex((event) => event.event === "round_ended");
const events: GameEvent[] = evaluationOf(history.slice(0, end + 1));

interface Given {
  step?: Step;
  until?: Step;
  done?: boolean;
  last?: boolean;
  viewer?: number;
  asked?: boolean;
  seats?: SeatView[];
}

/** The ledger of the first round of a game, and what was asked of its surroundings. */
function reading({
  step = "A",
  until = "F",
  done = true,
  last = false,
  viewer = 0,
  asked,
  seats,
}: Given = {}) {
  const onstep = vi.fn();
  const onleave = vi.fn();
  const question = createRawSnippet(() => ({ render: () => `<p>the own question</p>` }));
  const props = {
    round: 1,
    last,
    seats: seats ?? game.first.seats,
    events,
    cast: { viewer, names: NAMES },
    step,
    until,
    question: asked ? question : null,
    waiting: "waiting for Otto",
    done,
    next: "Round 2",
    onstep,
    onleave,
  };
  const drawn = render(Ledger, { props });
  return { ...drawn, onstep, onleave };
}
const next = (): HTMLElement => document.querySelector("[data-action=next]") as HTMLElement;
const press = (key: string) => fireEvent.keyDown(document.body, { key });

beforeEach(() => useRules());

describe("reading the evaluation", () => {
  it("goes on step by step, by hand and by key, and back", async () => {
    const { onstep } = reading({ step: "B" });
    await fireEvent.click(next());
    for (const key of [" ", "Enter", "ArrowRight", "ArrowLeft"]) await press(key);
    expect(onstep.mock.calls.flat()).toEqual(["C", "C", "C", "C", "A"]);
  });

  it("does not go on past the step at which somebody is asked", async () => {
    const { onstep, onleave } = reading({ step: "D", until: "D", done: false });
    expect(next().getAttribute("aria-disabled")).toBe("true");
    await fireEvent.click(next());
    await press("ArrowRight");
    await fireEvent.click(screen.getByRole("button", { name: /^E/ }));
    expect(onstep).not.toHaveBeenCalled();
    expect(onleave).not.toHaveBeenCalled();
    expect(screen.getByText(/waiting for Otto/)).toBeTruthy();
  });

  it("leads to the next round from its last step, once everybody is through", async () => {
    const { onleave } = reading({ step: "F" });
    expect(next().textContent).toContain("Round 2");
    await fireEvent.click(next());
    expect(onleave).toHaveBeenCalledTimes(1);
  });

  it("can be skipped to where it stands now", async () => {
    const { onstep } = reading({ step: "A", until: "E" });
    await fireEvent.click(screen.getByRole("button", { name: "Skip ahead" }));
    expect(onstep.mock.calls).toEqual([["E"]]);
  });

  it("counts coins and rubies in its last step in round 9", () => {
    reading({ step: "F", last: true });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("The last count");
  });
});

describe("the own question", () => {
  it("stands where the reading buttons are, and has the keys", async () => {
    const { onstep, onleave } = reading({ step: "B", asked: true, done: false });
    expect(screen.getByText("the own question")).toBeTruthy();
    expect(next()).toBeNull();
    await press(" ");
    expect(onstep).not.toHaveBeenCalled();
    expect(onleave).not.toHaveBeenCalled();
  });
});

describe("the rows", () => {
  const rows = (): string[] =>
    [...document.querySelectorAll(".row .nm b")].map((name) => name.textContent ?? "");

  it("begin with the reader's own", () => {
    const { unmount } = reading({ viewer: 2 });
    expect(rows()).toEqual(["Hedwig", "Mira", "Otto", "Ansgar"]);
    unmount();
    reading({ viewer: 0 });
    expect(rows()).toEqual(NAMES);
  });

  it("show what was won up to the step that is read, and no more", () => {
    const { unmount } = reading({ step: "A" });
    expect(document.querySelectorAll(".row:first-child .cell").length).toBe(1);
    unmount();
    reading({ step: "D" });
    expect(document.querySelectorAll(".row:first-child .cell").length).toBe(4);
  });

  it("end with the points after that step", () => {
    const won = (rules: RegExp): number =>
      events.reduce(
        (sum, e) => (e.event === "points_won" && e.seat === 0 && rules.test(e.rule) ? sum + e.points : sum),
        0,
      );
    const seats = structuredClone(game.first.seats);
    seats[0]!.vp = 20 + won(/./);
    const { unmount } = reading({ step: "A", seats });
    const total = (): string => document.querySelector(".row .total b .sr")?.textContent ?? "";
    expect(total()).toBe(String(20 + won(/^R5\.A$/)));
    unmount();
    reading({ step: "F", seats });
    expect(total()).toBe(String(20 + won(/./)));
    expect(won(/./)).toBeGreaterThan(0);
  });

  it("say of an exploded pot that it exploded", () => {
    const seats = structuredClone(game.first.seats);
    seats[1]!.state = "exploded";
    reading({ seats });
    const exploded = [...document.querySelectorAll(".row")].map((row) =>
      row.textContent?.includes("exploded"),
    );
    expect(exploded[1]).toBe(true);
  });
});
