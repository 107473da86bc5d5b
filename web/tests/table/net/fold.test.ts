import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { complete, fold, Memory, settle } from "../../../src/table/net/fold";
import type { GameEvent, View } from "../../../src/table/net/types";

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
        short_to: _h,
        white_last: _a,
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

  it("covers games in which spaces were passed up, stirs called for and red chips put back", () => {
    const names = ["game-books-1", "game-books-2", "game-books-3", "game-books-4"];
    const seen = new Set(
      names.flatMap((name) => read(name).steps.flatMap((step) => step.events.map((e) => e.event))),
    );
    expect([...seen]).toEqual(expect.arrayContaining(["extra_passed_up", "stir_called", "chip_put_back"]));
  });

  it("counts every bag alike where nobody looks into one", () => {
    for (const name of ["game-books-1", "game-books-2", "game-books-3", "game-books-4"]) {
      const { first, steps } = read(name);
      const view = structuredClone(first);
      for (const seat of view.seats) seat.bag = null;
      const memory = new Memory();
      for (const step of steps) {
        for (const event of step.events) fold(view, event, memory);
        if (!step.view) continue;
        expect(view.seats.map((seat) => seat.bag)).toEqual(step.view.seats.map(() => null));
        expect(view.seats.map((seat) => seat.bag_count)).toEqual(
          step.view.seats.map((seat) => seat.bag_count),
        );
      }
    }
  });

  it("lets the last chip step back to where its bare value brings it, and the scoring space with it", () => {
    const view = structuredClone(read("game-books-1").first);
    const own = view.seats[0]!;
    own.pot = [
      ["W3", 3],
      ["R1", 7],
    ];
    own.scoring = 8;
    const passed = {
      event: "extra_passed_up",
      rule: "R4.7",
      seat: 0,
      kind: "R1",
      left: 7,
      space: 4,
    } as const;
    fold(view, passed, new Memory());
    expect(own.pot).toEqual([
      ["W3", 3],
      ["R1", 4],
    ]);
    expect(own.scoring).toBe(5);
  });

  it("knows which rounds are stirred, and until when one may be called for", () => {
    const view = structuredClone(read("game-books-1").first);
    const begin = (round: number, stir: string): void => {
      view.setup.stir = stir;
      fold(view, { event: "round_began", rule: "R3.1", round, start: 0 }, new Memory());
    };
    begin(8, "last");
    expect([view.stirred, view.stir_open]).toEqual([false, true]);
    fold(view, { event: "stir_called", rule: "R7.4", seat: 1 }, new Memory());
    expect([view.stirred, view.stir_open]).toEqual([true, false]);
    begin(8, "last");
    fold(view, { event: "chip_drawn", rule: "R4.2", seat: 1, kind: "O1" }, new Memory());
    expect([view.stirred, view.stir_open]).toEqual([false, false]);
    begin(9, "last");
    expect([view.stirred, view.stir_open]).toEqual([true, false]);
    begin(2, "always");
    expect([view.stirred, view.stir_open]).toEqual([true, false]);
    begin(9, "never");
    expect([view.stirred, view.stir_open]).toEqual([false, false]);
  });

  it("counts the bags of a game of rules 1, which did not tell how many chips they held", () => {
    const view = structuredClone(read("game-books-1").first);
    const told = view.seats.map((seat) => seat.bag_count);
    for (const seat of view.seats) delete (seat as Partial<typeof seat>).bag_count;
    delete (view as Partial<View>).stirred;
    expect(complete(view).seats.map((seat) => seat.bag_count)).toEqual(told);
    expect(view.stirred).toBe(false);
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
    fold(
      view,
      { event: "chips_looked_at", rule: "R4.11", seat: 0, kinds: ["W1", "O1"], count: 2 },
      new Memory(),
    );
    expect(own.bag).toEqual({ W1: 1 });
    expect(view.looked).toEqual({ W1: 1, O1: 1 });
    fold(view, { event: "look_ended", rule: "R4.11", seat: 0 }, new Memory());
    expect(own.bag).toEqual({ W1: 2, O1: 1 });
    expect(view.looked).toEqual({});
  });
});
