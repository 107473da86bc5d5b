import { describe, expect, it } from "vitest";
import { short } from "../../../src/pages/end/short-name";

describe("a name where there is little room", () => {
  it("keeps what tells its bearer from the others", () => {
    expect(short("Mira")).toBe("Mira");
    expect(short("Apprentice Tilda")).toBe("Tilda");
    expect(short("Apprentice Tilda 3")).toBe("Tilda 3");
    expect(short("Meisterin Quirina 2")).toBe("Quirina 2");
    expect(short("Donaudampfschifffahrt")).toBe("Donaudampfs…");
    expect(short("Donaudampfschifffahrt 2")).toBe("Donaudamp… 2");
  });
});
