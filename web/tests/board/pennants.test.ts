import { describe, expect, it } from "vitest";
import { partPennants, type Pennant } from "../../src/board/pennants";

const WIDTH = 390;
const row = (...at: number[]): Pennant[] => at.map((x) => ({ x, half: 15 }));

function edges(list: readonly Pennant[]): void {
  let free = 0;
  for (const { x, half } of list) {
    expect(x - half).toBeGreaterThanOrEqual(free);
    free = x + half;
  }
  expect(free).toBeLessThanOrEqual(WIDTH);
}

describe("the pennants of the scoring track", () => {
  it("stand over their points where there is room", () => {
    const list = row(60, 120, 300);
    partPennants(list, WIDTH);
    expect(list.map((p) => p.x)).toEqual([60, 120, 300]);
  });
  it("make room for each other", () => {
    const list = row(200, 205, 210, 214);
    partPennants(list, WIDTH);
    edges(list);
  });
  it("cover nobody at the beginning of the track", () => {
    const list = [
      { x: 16, half: 15 },
      { x: 30, half: 33 },
    ];
    partPennants(list, WIDTH);
    edges(list);
  });
  it("cover nobody at its end", () => {
    const list = row(350, 360, 371, 374);
    partPennants(list, WIDTH);
    edges(list);
  });
});
