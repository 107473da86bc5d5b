import { describe, expect, it } from "vitest";
import { announce } from "../../../src/table/log/announce";
import type { GameEvent } from "../../../src/table/net/types";
import type { TableStore } from "../../../src/table/net/store.svelte";
import type { Cast } from "../../../src/table/seats/cast";

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
  it("says that spaces were passed up, and where the chip stands then", () => {
    const passed = {
      event: "extra_passed_up",
      rule: "R4.7",
      seat: 0,
      kind: "R2",
      left: 9,
      space: 7,
    } as GameEvent;
    const said = announce([passed], table([["R2", 7]], 0), cast);
    expect(said).toBe("You pass up 2 extra spaces: toadstool 2 back from 9 to 7.");
    expect(announce([{ ...passed, seat: 1 } as GameEvent], table([["R2", 7]], 0), cast)).toBe("");
  });
  it("says whoever calls for a stir: it changes how everybody draws", () => {
    const call = { event: "stir_called", rule: "R7.4", seat: 1 } as GameEvent;
    expect(announce([call], table([], 0), cast)).toBe(
      "Otto calls for a stir: everyone draws together this round.",
    );
  });
  it("names no sum for another colour", () => {
    expect(announce([placed("O1", 4)], table([["W1", 3]], 1), cast)).toBe("Pumpkin 1 on space 4.");
  });
});
