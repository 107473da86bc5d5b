import { beforeAll, describe, expect, it } from "vitest";
import english from "../../fixtures/rules-en.json";
import german from "../../fixtures/rules-de.json";
import type { Rules } from "../../../src/protocol";
import { rules } from "../../../src/server/rules.svelte";
import type { SeatInfo } from "../../../src/table/net/types";
import { nameOf } from "../../../src/table/seats/cast";

const bot = (name: string, called?: number | null, level = "apprentice"): SeatInfo => ({
  seat: 1,
  kind: "bot",
  name,
  level,
  ...(called === undefined ? {} : { called }),
});
const inGerman = (): void => rules.use(german as unknown as Rules);

describe("what a bot is called", () => {
  beforeAll(() => rules.use(english as unknown as Rules));
  it("is the name that the server says, in the reader's language", () => {
    expect(nameOf(bot("Apprentice Jost", 1))).toBe("Apprentice Jost");
    inGerman();
    expect(nameOf(bot("Apprentice Jost", 1))).toBe("Lehrling Jost");
  });
  it("is counted where the server counts, as at tables of before", () => {
    inGerman();
    expect(nameOf(bot("Apprentice Tilda 2"))).toBe("Lehrling Tilda 2");
    expect(nameOf(bot("Apprentice Tilda", null))).toBe("Lehrling Tilda");
    expect(nameOf(bot("Dandelion 3", null, "random"))).toBe("Pusteblume 3");
  });
  it("is what the server calls it where no text knows it", () => {
    expect(nameOf(bot("Guest 2", null, "guest"))).toBe("Guest 2");
    expect(nameOf({ seat: 0, kind: "person", name: "Mira" })).toBe("Mira");
  });
});
