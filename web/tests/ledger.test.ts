import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { evaluationOf, ledger, pointsUntil } from "../src/table/ledger";
import { tally } from "../src/pages/tally";
import type { GameEvent, View } from "../src/table/shape";

interface Played {
  first: View;
  steps: { events: GameEvent[]; view: View | null }[];
}
const games = ["game-books-1", "game-books-2", "game-books-3", "game-books-4"].map(
  (name) => JSON.parse(readFileSync(`tests/fixtures/${name}.json`, "utf8")) as Played,
);

describe("the ledger", () => {
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

  it("puts the ruby of the scoring space under C and purchases under E", () => {
    const rows = ledger(
      [
        { event: "evaluation_began", rule: "R5.A" },
        { event: "rubies_won", rule: "R5.C", seat: 0, rubies: 1 },
        { event: "coins_won", rule: "R5.E", seat: 0, coins: 9 },
        { event: "chip_bought", rule: "R5.E", seat: 0, kind: "G1", price: 4 },
      ],
      1,
    );
    expect(rows[0]?.steps.C.map((entry) => entry.what)).toEqual(["rubies"]);
    expect(rows[0]?.steps.E.map((entry) => entry.what)).toEqual(["coins", "bought"]);
  });
});

describe("the tally of a finished game", () => {
  it("ends with the engine's own points, and its sources add up to them", () => {
    for (const { first, steps } of games) {
      const counted = tally(
        steps.flatMap((step) => step.events),
        first.seats.length,
      );
      const last = steps[steps.length - 1]?.view as View;
      last.seats.forEach((seat, n) => {
        const begun = first.seats[n]?.vp ?? 0;
        expect((counted[n]?.rounds[8] ?? 0) + begun).toBe(seat.vp);
        expect(Object.values(counted[n]?.sources ?? {}).reduce((a, b) => a + b, 0) + begun).toBe(seat.vp);
      });
    }
  });
});
