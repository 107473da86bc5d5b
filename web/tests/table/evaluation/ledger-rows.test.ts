import { beforeEach, describe, expect, it } from "vitest";
import { because, evaluationOf, ledger, pointsUntil, STEPS } from "../../../src/table/evaluation/ledger-rows";
import { tally } from "../../../src/pages/end/tally";
import type { Entry, Row, Standing } from "../../../src/table/evaluation/ledger-rows";
import type { GameEvent, View } from "../../../src/table/net/types";
import { eventsOf, played, useRules } from "../../fixtures/table";

const games = ([1, 2, 3, 4] as const).map(played);
const began: GameEvent = { event: "evaluation_began", rule: "R5.A" };
const points = (rule: string, n = 1, seat = 0): GameEvent => ({ event: "points_won", rule, seat, points: n });
const rubies = (rule: string, seat = 0): GameEvent => ({ event: "rubies_won", rule, seat, rubies: 1 });

/** The rules of what stands under each step of a seat, those before A first. */
function places(events: GameEvent[], seat = 0): string {
  const row = ledger([began, ...events], 4)[seat] as Row;
  const rules = (entries: readonly Entry[]): string => entries.map((entry) => entry.rule).join("+");
  return [rules(row.before), ...STEPS.map((step) => rules(row.steps[step]))].join("|");
}

describe("the evaluation that is read", () => {
  it("is the last one that began, up to the end of its round", () => {
    const history: GameEvent[] = [
      began,
      points("R5.D"),
      { event: "round_ended", rule: "R3.5", round: 1 },
      { event: "round_began", rule: "R3.1", round: 2, start: 1 },
      began,
      points("R5.A", 2),
      { event: "round_ended", rule: "R3.5", round: 2 },
      { event: "round_began", rule: "R3.1", round: 3, start: 0 },
    ];
    expect(evaluationOf(history)).toEqual(history.slice(4, 7));
    expect(evaluationOf(history.slice(0, 6))).toEqual(history.slice(4, 6));
    expect(evaluationOf([])).toEqual([]);
  });
});

describe("an event of the evaluation", () => {
  it.each([
    ["R5.A", "|R5.A|||||"],
    ["R5.C", "|||R5.C|||"],
    ["R5.D", "||||R5.D||"],
    ["R5.E", "|||||R5.E|"],
    ["R5.F", "||||||R5.F"],
  ])("stands under the letter of its rule: %s", (rule, expected) => {
    expect(places([points(rule)])).toBe(expected);
  });

  it.each(["R5.1", "R5.2", "R5.7", "R5.10"])("of a chip action, %s, stands under B", (rule) => {
    expect(places([points(rule)])).toBe(`||${rule}||||`);
  });

  it("of the last round's count stands under F, of the bowl under D", () => {
    expect(places([points("R5.G")])).toBe("||||||R5.G");
    expect(places([points("R7.3")])).toBe("||||R7.3||");
  });

  it("of a test tube stands where the droplet was moved", () => {
    const glass: GameEvent = { event: "glass_reached", rule: "R7.2", seat: 0, glass: 1, reward: "1 vp" };
    expect(places([points("R5.A"), glass])).toBe("|R5.A+R7.2|||||");
    expect(places([points("R5.1"), glass])).toBe("||R5.1+R7.2||||");
    expect(places([points("R5.A", 1, 1), glass])).toBe("R7.2||||||");
  });

  it("that nobody gains by is left out", () => {
    expect(places([{ event: "chip_drawn", rule: "R5.A", seat: 0, kind: "W1" }])).toBe("||||||");
  });
});

describe("an event of a card", () => {
  it.each([
    [
      "before A, if it acts when the evaluation begins",
      [rubies("R6 seasoned_perfectly")],
      "R6 seasoned_perfectly||||||",
    ],
    [
      "beside the ruby of the scoring space, if it adds to it",
      [points("R5.A"), rubies("R5.C"), points("R6 lucky_devil", 2), points("R5.D")],
      "|R5.A||R5.C+R6 lucky_devil|R5.D||",
    ],
    [
      "under F, if it fills the flask at the end of the round",
      [points("R5.D"), { event: "flask_filled", rule: "R6 magic_potion", seat: 0 } as GameEvent],
      "||||R5.D||R6 magic_potion",
    ],
  ])("stands %s", (_, events, expected) => {
    expect(places(events)).toBe(expected);
  });
});

describe("what is written of an event", () => {
  it.each<[GameEvent, Partial<Entry>]>([
    [points("R5.D", 7), { what: "points", n: 7 }],
    [
      { event: "coins_won", rule: "R5.E", seat: 0, coins: 9 },
      { what: "coins", n: 9 },
    ],
    [
      { event: "rubies_paid", rule: "R5.F", seat: 0, rubies: 2 },
      { what: "rubies", n: -2 },
    ],
    [
      { event: "droplet_moved", rule: "R5.F", seat: 0, steps: 1 },
      { what: "steps", n: 1 },
    ],
    [{ event: "chip_taken", rule: "R5.A", seat: 0, kind: "O1" } as GameEvent, { what: "chip", of: "O1" }],
    [
      { event: "chip_bought", rule: "R5.E", seat: 0, kind: "G1", price: 4 },
      { what: "bought", n: 4, of: "G1" },
    ],
    [
      { event: "die_rolled", rule: "R5.A", seat: 0, face: "2vp" },
      { what: "die", of: "2vp" },
    ],
    [{ event: "chip_moved", rule: "R5.5", seat: 0, space: 12 } as GameEvent, { what: "moved", n: 12 }],
  ])("%j", (event, expected) => {
    const row = ledger([began, event], 1)[0] as Row;
    expect([...row.before, ...Object.values(row.steps).flat()]).toMatchObject([expected]);
  });
});

describe("the ledger of whole games", () => {
  it("accounts for every point won in an evaluation", () => {
    for (const { first, steps } of games) {
      const history = steps.flatMap((step) => step.events);
      const ends = history.flatMap((event, n) =>
        event.event === "round_ended" || event.event === "game_ended" ? [n] : [],
      );
      for (const end of ends) {
        const events = evaluationOf(history.slice(0, end + 1));
        const rows = ledger(events, first.seats.length);
        rows.forEach((row, seat) => {
          const won = events.reduce(
            (sum, e) => (e.event === "points_won" && e.seat === seat ? sum + e.points : sum),
            0,
          );
          expect(pointsUntil(row, "F")).toBe(won);
        });
      }
      expect(ends.length).toBe(9);
    }
  });

  it("never goes back to an earlier step", () => {
    for (const game of games) {
      const history = eventsOf(game);
      const ends = history.flatMap((event, n) => (event.event === "round_ended" ? [n] : []));
      for (const end of ends) {
        const events = evaluationOf(history.slice(0, end + 1));
        game.first.seats.forEach((_, seat) => {
          const sizes = (n: number): number[] => {
            const row = ledger(events.slice(0, n), 4)[seat] as Row;
            return [row.before.length, ...STEPS.map((step) => row.steps[step].length)];
          };
          const grown = events.map((_, n) =>
            sizes(n + 1).findIndex((size, step) => size > (sizes(n)[step] ?? 0)),
          );
          const written = grown.filter((step) => step >= 0);
          expect(written).toEqual([...written].sort());
        });
      }
    }
  });

  it("adds up points step by step", () => {
    const row = ledger([began, points("R5.A", 1), points("R5.D", 4), points("R5.G", 2)], 1)[0] as Row;
    expect(STEPS.map((step) => pointsUntil(row, step))).toEqual([1, 1, 1, 5, 5, 7]);
  });

  it("puts the ruby of the scoring space under C and purchases under E", () => {
    const rows = ledger(
      [
        began,
        rubies("R5.C"),
        { event: "coins_won", rule: "R5.E", seat: 0, coins: 9 },
        { event: "chip_bought", rule: "R5.E", seat: 0, kind: "G1", price: 4 },
      ],
      1,
    );
    expect(rows[0]?.steps.C.map((entry) => entry.what)).toEqual(["rubies"]);
    expect(rows[0]?.steps.E.map((entry) => entry.what)).toEqual(["coins", "bought"]);
  });
});

describe("the reason for what a step brought", () => {
  const safe: Standing = { scoring: 17, points: 4, coins: 15, exploded: false, shielded: false };
  const row = (events: GameEvent[]): Row => ledger([began, ...events], 1)[0] as Row;
  const why = (step: (typeof STEPS)[number], events: GameEvent[], standing: Partial<Standing> = {}): string =>
    because(step, row(events).steps[step], { ...safe, ...standing }, true);

  beforeEach(() => useRules());

  it("of the die is that the pot came furthest, or why it did not roll", () => {
    expect(why("A", [points("R5.A")])).toContain("17");
    expect(new Set([why("A", [points("R5.A")]), why("A", []), why("A", [], { exploded: true })]).size).toBe(
      3,
    );
  });

  it("of chip actions names each of them", () => {
    expect(why("B", [points("R5.1"), points("R5.8")]).length).toBeGreaterThan(
      why("B", [points("R5.1")]).length,
    );
  });

  it("of rubies names the card that added one", () => {
    expect(why("C", [rubies("R5.C"), rubies("R6 shining_bright")])).toContain("shining extra bright");
    expect(why("C", [rubies("R5.C")])).not.toContain("shining");
  });

  it("of an exploded pot is what was chosen, unless it was shielded", () => {
    const exploded = { exploded: true };
    expect(why("D", [points("R5.D", 4)], exploded)).toContain("4");
    expect(why("D", [], exploded)).toContain("15");
    expect(why("D", [points("R5.D", 4)], { exploded: true, shielded: true })).not.toBe(
      why("D", [points("R5.D", 4)], exploded),
    );
  });

  it("of the last round is that coins and rubies are counted", () => {
    expect(why("F", [points("R5.G")])).not.toBe(why("F", [points("R5.F")]));
  });
});

describe("the tally of a finished game", () => {
  it("ends with the engine's own points, and its sources add up to them", () => {
    for (const game of games) {
      const { first, steps } = game;
      const counted = tally(eventsOf(game), first.seats.length);
      const last = steps[steps.length - 1]?.view as View;
      last.seats.forEach((seat, n) => {
        const begun = first.seats[n]?.vp ?? 0;
        expect((counted[n]?.rounds[8] ?? 0) + begun).toBe(seat.vp);
        expect(Object.values(counted[n]?.sources ?? {}).reduce((a, b) => a + b, 0) + begun).toBe(seat.vp);
      });
    }
  });
});
