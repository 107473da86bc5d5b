import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changed, changes, startWords, terms, USUAL, whole } from "../../../src/table/options/table-options";
import type { TableOptions } from "../../../src/protocol";
import { rules } from "../../../src/server/rules.svelte";
import { speak } from "../../../src/text";
import type { Rules } from "../../../src/table/net/types";

const read = (language: string): Rules =>
  JSON.parse(readFileSync(`tests/fixtures/rules-${language}.json`, "utf8")) as Rules;
const names = ["Mira", "Otto"];
const said = (before: TableOptions, after: TableOptions): string[] =>
  changes(before, after, names).map(({ name, value }) => `${name}: ${value}`);

beforeEach(() => rules.use(read("en")));
afterEach(() => speak("en"));

describe("the options of a table", () => {
  it("are all there, with the usual ones where a table names none", () => {
    expect(whole({ stir: "never" })).toEqual({ ...USUAL, stir: "never" });
  });
  it("keep what was chosen before when one of them is changed", () => {
    expect(changed({ tubes: true, stir: "never" }, { memory: true })).toMatchObject({
      tubes: true,
      stir: "never",
      memory: true,
    });
  });
  it("leave who begins to the lot where that seat is no longer there", () => {
    expect(changed({ players: 4, start: 3 }, { players: 3 }).start).toBeNull();
    expect(changed({ players: 4, start: 1 }, { players: 3 }).start).toBe(1);
    expect(changed({ players: 4, start: "cooked" }, { players: 2 }).start).toBe("cooked");
  });
});

describe("options in words", () => {
  it("say who begins by name, by lot, or by who cooked last", () => {
    expect(startWords(null, names)).toBe("at random");
    expect(startWords("cooked", names)).toBe("who cooked last");
    expect(startWords(1, names)).toBe("Otto");
    expect(startWords(3, names)).toBe("Seat 4");
  });
  it("tell what is another than before, and nothing else", () => {
    expect(said({ stir: "last" }, { stir: "never", tubes: true })).toEqual(["Stir: never", "Test tubes: on"]);
    expect(said({ books: { green: 1 } }, { books: { green: 1 } })).toEqual([]);
    expect(said({ memory: true }, {})).toEqual(["By memory: off"]);
  });
  it("say no chances and no hints for a table that plays by memory", () => {
    const told = terms({ memory: true }, names).filter(
      ({ option }) => option === "odds" || option === "advice",
    );
    expect(told.map(({ value }) => value)).toEqual(["off", "off"]);
  });
  for (const language of ["en", "de"] as const)
    it(`are never empty (${language})`, async () => {
      await speak(language);
      rules.use(read(language));
      const odd: TableOptions[] = [
        {},
        { books: "random", edition: { rubies: 2 }, stir: "always", start: "cooked", clock: 30, pace: "slow" },
        {
          books: { green: 1, blue: 2, red: 3, yellow: 4, purple: 1 },
          edition: "schmidt",
          stir: "never",
          start: 1,
        },
      ];
      for (const options of odd)
        for (const { option, name, value } of terms(options, names)) {
          expect(name, option).not.toBe("");
          expect(value, option).not.toMatch(/^$|undefined|[{}]/);
        }
    });
});
