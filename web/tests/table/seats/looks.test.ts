import { describe, expect, it } from "vitest";
import { lookOf } from "../../../src/table/seats/looks";
import { castOf, look } from "../../../src/table/seats/cast";

describe("colour and sign of a seat", () => {
  it("are those that it has at the table", () => {
    expect(lookOf({ seat: 1, kind: "person", name: "Bo", colour: "green", sign: "sun" }, 1)).toEqual({
      colour: 3,
      sign: 0,
    });
  });
  it("are those of its number where nobody says them, as in games of rules 1", () => {
    expect(lookOf({ seat: 2, kind: "person", name: "Bo" }, 2)).toEqual({ colour: 2, sign: 2 });
    expect(lookOf(undefined, 3)).toEqual({ colour: 3, sign: 3 });
  });
  it("go with everybody who is told of at the table", () => {
    const cast = castOf(0, [
      { seat: 0, kind: "person", name: "Mira", colour: "red", sign: "leaf" },
      { seat: 1, kind: "person", name: "Bo" },
    ]);
    expect(look(0, cast)).toEqual({ colour: 2, sign: 3 });
    expect(look(1, cast)).toEqual({ colour: 1, sign: 1 });
    expect(look(1, { viewer: null, names: ["Mira", "Bo"] })).toEqual({ colour: 1, sign: 1 });
  });
});
