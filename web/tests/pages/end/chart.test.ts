import { describe, expect, it } from "vitest";
import { chart } from "../../../src/pages/end/chart";

const line = {
  rounds: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  exploded: [1, 2],
  look: { colour: 2, sign: 3 },
  name: "Mira",
};
/** How wide an explosion is drawn. */
const burst = (width: number): number =>
  Number(chart([line], width).drawing.match(/#puff".*? width="([\d.]+)"/)?.[1]);

describe("the chart of points by round", () => {
  it("marks every explosion", () => {
    expect(chart([line], 620).drawing.match(/#puff/g)).toHaveLength(2);
  });
  it("draws explosions smaller where rounds stand close together", () => {
    expect(burst(620)).toBe(32);
    expect(burst(366)).toBeLessThan(30);
    expect(burst(366)).toBeGreaterThan(14);
  });
});
