import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inWords, picture } from "../../../src/board/pot/picture";
import { chart } from "../../../src/pages/end/chart";
import { ending } from "../../../src/pages/end/ending";
import type { OutcomeData } from "../../../src/protocol";
import type { GameEvent, Rules, SeatView, View } from "../../../src/table/net/types";

interface Played {
  first: View;
  steps: { events: GameEvent[]; view: View | null }[];
}
const read = <T>(name: string): T => JSON.parse(readFileSync(`tests/fixtures/${name}.json`, "utf8")) as T;
const { first, steps } = read<Played>("game-books-1");
const history = steps.flatMap((step) => step.events);
const last = steps.findLast((step) => step.view)?.view as View;
const NAMES = ["Mira", "Otto", "<b>Hedwig</b>", "Ansgar"].slice(0, first.seats.length);
const cast = { viewer: 0, names: NAMES };

describe("the last page of a game", () => {
  it("puts the best first: in the middle of the podium, on top of the bars", () => {
    const told = ending(last, null, history, cast);
    const best = Math.max(...last.seats.map((seat) => seat.vp));
    expect(told.podium[1]).toMatchObject({ points: best, place: 1 });
    expect(told.bars[0]?.seat).toBe(told.podium[1]?.seat);
    expect(told.luck).toHaveLength(first.seats.length);
  });

  it("says by which space a tie was broken, and nothing of spaces without one", () => {
    const outcome = (points: number[]): OutcomeData => ({
      ranking: [1, 0, 2, 3].slice(0, points.length),
      winners: [1],
      points,
      scoring: points.map((_, seat) => 20 + seat),
      reason: "",
    });
    const level = last.seats.map((_, seat) => (seat < 2 ? 50 : 10 + seat));
    expect(ending(last, outcome(level), history, cast).lead).toContain("21, 20");
    const clear = last.seats.map((_, seat) => (seat === 1 ? 50 : 40 - seat));
    expect(ending(last, outcome(clear), history, cast).lead).not.toContain("21, 20");
  });

  it("tells a loser their own place first, and who won", () => {
    const outcome: OutcomeData = {
      ranking: [1, 2, 0, 3].slice(0, last.seats.length),
      winners: [1],
      points: last.seats.map((_, seat) => [30, 50, 40, 10][seat] ?? 0),
      scoring: last.seats.map(() => 20),
      reason: "",
    };
    const { title, lead } = ending(last, outcome, history, cast);
    expect(title).toBe("You came third");
    expect(lead).toBe("Otto wins with 50 points. You have 30.");
    expect(ending(last, outcome, history, { ...cast, viewer: null }).title).toBe("Otto wins");
    expect(ending(last, outcome, history, { ...cast, viewer: 1 }).title).toBe("You win");
  });

  it("draws every round of every seat, names pushed apart and never part of the drawing", () => {
    const { drawing, labels } = chart(ending(last, null, history, cast).lines, 620);
    const signs = drawing.match(/<use href="#seat-/g) ?? [];
    expect(signs).toHaveLength(first.seats.length * 9 + first.seats.length);
    for (const name of NAMES) expect(drawing).not.toContain(name);
    const heights = labels.map(({ y }) => y);
    heights.slice(1).forEach((y, n) => expect(y - (heights[n] ?? 0)).toBeGreaterThanOrEqual(19));
  });
});

describe("the picture of a pot", () => {
  const { spaces } = read<Rules>("rules-en");
  const seat = {
    ...(first.seats[0] as SeatView),
    pot: [
      ["W1", 1],
      ["G2", 52],
      ["O1", 52],
    ],
    scoring: 53,
    tails: 2,
    state: "exploded",
  } as SeatView;

  it("shows every chip, those on one space beside each other, stone and cloud", () => {
    const drawn = picture(spaces, seat);
    const places = [...drawn.matchAll(/#chips-(\w+)" x="([\d.-]+)"/g)].map(([, kind, x]) => [kind, x]);
    expect(places.map(([kind]) => kind)).toEqual(["W1", "G2", "O1"]);
    expect(places[1]?.[1]).not.toBe(places[2]?.[1]);
    expect(drawn).toContain("#ratstone");
    expect(drawn).toContain("#puff");
    expect(picture(spaces, { ...seat, tails: 0, state: "stopped" })).not.toMatch(/#ratstone|#puff/);
  });

  it("is told in words, chip by chip", () => {
    expect(inWords("Mira", seat)).toBe("Mira's pot: cherry bomb 1, garden spider 2, pumpkin 1");
    expect(inWords("Mira", { ...seat, pot: [] })).toBe("Mira's pot");
  });
});
