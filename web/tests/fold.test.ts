import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fold, Memory, settle } from "../src/table/fold";
import type { GameEvent, View } from "../src/table/shape";

interface Played {
  first: View;
  steps: { events: GameEvent[]; view: View | null }[];
}

function read(name: string): Played {
  return JSON.parse(readFileSync(`tests/fixtures/${name}.json`, "utf8")) as Played;
}

/** What the page folds; the question comes by itself, and these follow from the rules, not from what is shown. */
function shown(view: View): unknown {
  const { question: _q, legal: _l, waiting: _w, stage: _g, steps: _e, seats, cards_used, ...rest } = view;
  return {
    ...rest,
    cards_used: [...cards_used].sort(),
    seats: seats.map((seat) => {
      const {
        drawn: _d,
        shield: _s,
        doubled: _o,
        first_white: _f,
        flask_open: _p,
        five_chips: _5,
        flask_takes: _t,
        limit: _m,
        white_sum: _w,
        ...seen
      } = seat;
      return seen;
    }),
  };
}

describe("folding what happened", () => {
  for (const name of ["game-books-1", "game-books-2", "game-books-3", "game-books-4"])
    it(`${name}: gives the engine's own view after every step`, () => {
      const { first, steps } = read(name);
      const view = structuredClone(first);
      const memory = new Memory();
      let compared = 0;
      steps.forEach((step, n) => {
        for (const event of step.events) fold(view, event, memory);
        if (!step.view) return;
        compared++;
        expect(shown(view), `step ${n}: ${JSON.stringify(step.events)}`).toEqual(shown(step.view));
      });
      expect(compared).toBeGreaterThan(10);
      expect(view.phase).toBe("over");
    });

  it("adds up no white chips: their sum is what the server says", () => {
    const view = structuredClone(read("game-books-1").first);
    const placed = {
      event: "chip_placed",
      rule: "R4.1",
      seat: 0,
      kind: "W3",
      space: 3,
      source: "bag",
    } as const;
    fold(view, placed, new Memory());
    expect(view.seats[0]?.white_sum).toBe(0);
    settle(view, { "0": { white_sum: 3 } });
    expect(view.seats[0]?.white_sum).toBe(3);
    const exploded = { event: "pot_exploded", rule: "R4.6", seat: 0, white_sum: 9, shielded: false } as const;
    fold(view, exploded, new Memory());
    expect(view.seats[0]?.white_sum).toBe(9);
  });

  it("shows no chips that another seat looks at", () => {
    const view = structuredClone(read("game-books-1").first);
    fold(view, { event: "chips_looked_at", rule: "R4.11", seat: 1, kinds: null, count: 2 }, new Memory());
    expect(view.looked).toEqual({});
  });

  it("holds the own chips that are looked at in hand until the look ends", () => {
    const view = structuredClone(read("game-books-1").first);
    view.viewer = 0;
    const own = view.seats[0]!;
    own.bag = { W1: 2, O1: 1 };
    fold(view, { event: "chips_looked_at", rule: "R4.11", seat: 0, kinds: ["W1", "O1"], count: 2 }, new Memory());
    expect(own.bag).toEqual({ W1: 1 });
    expect(view.looked).toEqual({ W1: 1, O1: 1 });
    fold(view, { event: "look_ended", rule: "R4.11", seat: 0 }, new Memory());
    expect(own.bag).toEqual({ W1: 2, O1: 1 });
    expect(view.looked).toEqual({});
  });
});
