import { describe, expect, it } from "vitest";
import { outline } from "../../../src/board/pot/digits";
import { along, CENTRE, emptyPot, PITCH, SPIRAL, SPOON, spaceAt } from "../../../src/board/pot/geometry";

describe("the spiral of a pot", () => {
  it("has a place for each of the 53 spaces and the spoon, neighbours equally far apart", () => {
    expect(SPIRAL.length).toBe(SPOON + 1);
    for (let n = 1; n < SPIRAL.length; n++) {
      const [a, b] = [SPIRAL[n - 1]!, SPIRAL[n]!];
      expect(Math.abs(Math.hypot(a.x - b.x, a.y - b.y) - PITCH)).toBeLessThan(0.1);
    }
  });

  it("has its spaces in a circle round the middle of the pot", () => {
    // Two opposite spaces touch the circle; a spiral that is not centred has a longer reach to one side.
    const far = SPIRAL.slice(0, SPOON).map((p) => Math.hypot(p.x - CENTRE.x, p.y - CENTRE.y));
    const reach = Math.max(...far);
    for (const [dx, dy] of [
      [4, 0],
      [-4, 0],
      [0, 4],
      [0, -4],
    ] as const) {
      const moved = SPIRAL.slice(0, SPOON).map((p) => Math.hypot(p.x + dx - CENTRE.x, p.y + dy - CENTRE.y));
      expect(Math.max(...moved)).toBeGreaterThan(reach);
    }
  });

  it("has lines that begin and end at their spaces and pass every space between, in order and no other", () => {
    for (const [from, to] of [
      [0, 52],
      [0, 1],
      [7, 7],
      [12, 13],
      [30, SPOON],
    ] as const) {
      const corners = along(from, to)
        .slice(1)
        .split("L")
        .map((corner) => corner.split(" ").map(Number) as [number, number]);
      const passed = corners.map(([x, y]) => spaceAt(x, y)).filter((space) => space !== null);
      expect(passed.filter((space, n) => space !== passed[n - 1])).toEqual(
        Array.from({ length: to - from + 1 }, (_, n) => from + n),
      );
      for (const [n, at] of [
        [0, from],
        [corners.length - 1, to],
      ] as const)
        expect(Math.hypot(corners[n]![0] - SPIRAL[at]!.x, corners[n]![1] - SPIRAL[at]!.y)).toBeLessThan(0.1);
    }
  });

  it("finds the space under a finger, and none between the pot and the table", () => {
    SPIRAL.forEach((p, space) => expect(spaceAt(p.x + 5, p.y - 5)).toBe(space));
    expect(spaceAt(3, 3)).toBeNull();
  });
});

describe("the numbers of a pot", () => {
  const spaces = Array.from({ length: 54 }, (_, n) => ({ coins: n % 36, points: n % 4, ruby: n % 9 === 0 }));

  it("are outlines, since letters would each be laid out by themselves", () => {
    expect(emptyPot(spaces, false)).not.toContain("<text");
    expect(emptyPot(spaces, false).match(/#ruby/g)).toHaveLength(6);
  });

  it("stand with their middle over the place, digit beside digit", () => {
    const starts = [...outline(35, 100, 20).matchAll(/M([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [
      Number(x),
      Number(y),
    ]);
    expect(starts).toEqual([
      [76.3, 20],
      [100, 20],
    ]);
    expect(outline(7, 100, 20).startsWith("M88.1 20.0")).toBe(true);
  });
});
