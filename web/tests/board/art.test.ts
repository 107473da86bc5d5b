import { readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import rules from "../fixtures/rules-en.json";
import { cardArt, COLOUR_LETTER, dieArt } from "../../src/board/art";

const svg = readFileSync("src/art/art.svg", "utf8");
const drawings = [...svg.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id as string);
const has = (id: string): boolean => drawings.includes(id);

describe("the drawings", () => {
  it("have one for every fortune card, and none for a card that does not exist", () => {
    const rows = parse(readFileSync("../src/quedlinburg/rules/data/fortune.toml", "utf8"));
    const cards = Object.keys(rows).map(cardArt);
    expect(cards.length).toBeGreaterThan(20);
    expect(cards.filter((id) => !has(id))).toEqual([]);
    expect(drawings.filter((id) => id.startsWith("card-") && !cards.includes(id))).toEqual([]);
  });

  it("have one for every ingredient, every kind of chip and every face of the die", () => {
    const ingredients = rules.colours.map((colour) => `ing-${COLOUR_LETTER[colour.name]}`);
    const chips = rules.kinds.flatMap((kind) => [`chip-${kind.code}`, `chips-${kind.code}`]);
    const faces = rules.die.map(dieArt);
    expect([...ingredients, ...chips, ...faces].filter((id) => !has(id))).toEqual([]);
    expect(faces).not.toContain("die-blank");
  });

  it("are all named once, and use only drawings that are there", () => {
    expect(drawings.length).toBe(new Set(drawings).size);
    const used = [...svg.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id as string);
    expect(used.filter((id) => !has(id))).toEqual([]);
  });
});
