import { describe, expect, it } from "vitest";
import { announce } from "../src/table/announce";
import type { GameEvent } from "../src/table/shape";
import type { TableStore } from "../src/table/store.svelte";
import type { Cast } from "../src/table/words";

const cast = { viewer: 0, names: ["Mira", "Otto"] } as unknown as Cast;
const placed = (kind: string, space: number): GameEvent =>
  ({ event: "chip_placed", rule: "R4.2", seat: 0, kind, space, source: "bag" }) as GameEvent;

/** A table at which the own pot holds some chips. */
function table(pot: [string, number][], white_sum: number): TableStore {
  return { view: { seats: [{ pot, white_sum, limit: 7 }] } } as unknown as TableStore;
}

describe("what a screen reader is told", () => {
  it("counts the white chip that was just drawn, before the pot shows it", () => {
    const said = announce([placed("W2", 5)], table([["W1", 3]], 1), cast);
    expect(said).toBe("Cherry bomb 2 on space 5. White sum 3 of 7.");
  });
  it("counts it once when the pot shows it already", () => {
    const pot: [string, number][] = [
      ["W1", 3],
      ["W2", 5],
    ];
    expect(announce([placed("W2", 5)], table(pot, 3), cast)).toContain("White sum 3 of 7.");
  });
  it("names no sum for another colour", () => {
    expect(announce([placed("O1", 4)], table([["W1", 3]], 1), cast)).toBe("Pumpkin 1 on space 4.");
  });
});
