import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fold, Memory } from "../src/table/fold";
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

  it("shows no chips that another seat looks at", () => {
    const view = structuredClone(read("game-books-1").first);
    fold(view, { event: "chips_looked_at", rule: "R4.11", seat: 1, kinds: null, count: 2 }, new Memory());
    expect(view.looked).toEqual({});
  });
});
