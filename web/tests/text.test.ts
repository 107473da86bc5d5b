import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { de } from "../src/text/de";
import { en } from "../src/text/en";
import { fill, listed, t, tenths } from "../src/text";
import { settings } from "../src/settings.svelte";
import { rules } from "../src/rules.svelte";
import { answers, backs, choice, inWords } from "../src/table/options";
import { tell } from "../src/table/words";
import type { GameEvent, Rules, View } from "../src/table/shape";

const read = <T>(name: string): T => JSON.parse(readFileSync(`tests/fixtures/${name}.json`, "utf8")) as T;
const questions = read<Record<string, View>>("questions");
const holes = (text: string): string[] =>
  [...text.matchAll(/[{(](\w+)(?=[:}])/g)].map((m) => m[1] ?? "").sort();

afterEach(() => (settings.language = "en"));

describe("the words of the page", () => {
  it("are there in both languages, none of them empty", () => {
    expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
    expect(Object.entries(de).filter(([, text]) => !text.trim())).toEqual([]);
  });

  it("tell the same things in both languages", () => {
    for (const [key, text] of Object.entries(en))
      expect(holes(de[key as keyof typeof en]), key).toEqual(holes(text));
  });

  it("have no gap where markup reads them as they stand", () => {
    const files = readdirSync("src", { recursive: true, encoding: "utf8" });
    const sources = files.filter((f) => f.endsWith(".svelte")).map((f) => readFileSync(`src/${f}`, "utf8"));
    const read = sources.flatMap((text) => [...text.matchAll(/texts\.now\[(.*?)\]/g)].map((m) => m[1] ?? ""));
    const keys = read.flatMap((index) =>
      [...index.matchAll(/["']([a-z_.A-Z]+)["']/g)].map((m) => m[1] ?? ""),
    );
    expect(keys.length).toBeGreaterThan(200);
    for (const key of keys as (keyof typeof en)[])
      for (const text of [en[key], de[key]]) expect(fill(text), key).toBe(text);
  });

  it("write a decimal as the reader does", () => {
    expect(tenths(1.25)).toBe("1.3");
    settings.language = "de";
    expect(tenths(0)).toBe("0,0");
  });

  it("fit numbers and persons", () => {
    expect(fill("no gap")).toBe("no gap");
    expect(fill("[you draw|somebody draws]")).toBe("somebody draws");
    expect(fill("{who} [draw|draws] {n:chip|chips}", { who: "you", you: true, n: 1 })).toBe(
      "you draw 1 chip",
    );
    expect(fill("{who} [draw|draws] {n:chip|chips}", { who: "Otto", you: false, n: 2 })).toBe(
      "Otto draws 2 chips",
    );
    expect(listed(["a", "b", "c"])).toBe("a, b and c");
  });

  for (const language of ["en", "de"] as const)
    it(`say every option of every question (${language})`, () => {
      settings.language = language;
      rules.use(read<Rules>(`rules-${language}`));
      for (const [name, view] of Object.entries(questions)) {
        expect(rules.title(`question.${name}`), name).not.toBe("");
        if (["brew", "shop", "rubies"].includes(name) || !view.question) continue;
        for (const { action } of backs(view)) expect(inWords(action, view), action).not.toContain(action);
        for (const option of answers(view)) {
          const shown = choice(option, view.question, view);
          const word = option.action.split(" ").slice(1).join(" ");
          expect(shown.title, `${name} ${option.action}`).not.toBe("");
          expect(shown.title.toLowerCase(), `${name} ${option.action}`).not.toBe(word);
        }
      }
    });

  for (const language of ["en", "de"] as const)
    it(`tell every event of whole games (${language})`, () => {
      settings.language = language;
      rules.use(read<Rules>(`rules-${language}`));
      const cast = { viewer: 0, names: ["Mira", "Otto", "Hedwig", "Ansgar"] };
      for (const name of ["game-books-1", "game-books-2", "game-books-3", "game-books-4"])
        for (const step of read<{ steps: { events: GameEvent[] }[] }>(name).steps)
          for (const event of step.events) {
            const line = tell(event, cast);
            if (line) expect(line.text, JSON.stringify(event)).not.toMatch(/[{}[\]|]|undefined|^log\./);
          }
    });

  it("speak to the reader", () => {
    expect(t("log.brewing_stopped", { who: t("you"), you: true })).toBe("you stop.");
  });
});
