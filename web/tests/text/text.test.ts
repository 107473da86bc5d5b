import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { languages, messages } from "../../texts";
import { listed, speak, t, tenths, texts } from "../../src/text";
import { settings } from "../../src/device/settings.svelte";
import { rules } from "../../src/server/rules.svelte";
import { answers, backs, choice, inWords } from "../../src/table/questions/choices";
import { tell } from "../../src/table/log/event-words";
import type { GameEvent, Rules, View } from "../../src/table/net/types";

const read = <T>(name: string): T => JSON.parse(readFileSync(`tests/fixtures/${name}.json`, "utf8")) as T;
const questions = read<Record<string, View>>("questions");

afterEach(() => speak("en"));

describe("the words of the page", () => {
  it("are there in every language, none of them empty", () => {
    const keys = Object.keys(messages("en")).sort();
    for (const language of languages()) {
      const found = messages(language);
      expect(Object.keys(found).sort(), language).toEqual(keys);
      expect(Object.entries(found).filter(([, text]) => !text.trim())).toEqual([]);
    }
  });

  it("say what pages and cards pay as the data of the rules has it", () => {
    const said = messages("en");
    expect(said["option.purple_1.3"]).toBe("2 points, droplet 1");
    expect(said["option.purple_2.3.note"]).toBe("mandrake 4, 6 points, 1 ruby, droplet 2");
    expect(messages("de")["option.only_one.rubies"]).toBe("3 Rubine");
    for (const language of languages())
      expect(Object.values(messages(language)).filter((text) => /\{\w+_\d[,}]/.test(text))).toEqual([]);
  });

  it("have no gap where markup reads them as they stand", () => {
    const files = readdirSync("src", { recursive: true, encoding: "utf8" });
    const sources = files.filter((f) => f.endsWith(".svelte")).map((f) => readFileSync(`src/${f}`, "utf8"));
    const read = sources.flatMap((text) => [...text.matchAll(/texts\.now\[(.*?)\]/g)].map((m) => m[1] ?? ""));
    const keys = read.flatMap((index) =>
      [...index.matchAll(/["']([a-z_.A-Z]+)["']/g)].map((m) => m[1] ?? ""),
    );
    expect(keys.length).toBeGreaterThan(200);
    for (const language of languages()) {
      const found = messages(language);
      for (const key of keys) expect(found[key], key).not.toMatch(/[{}]/);
    }
  });

  it("write a decimal as the reader does", async () => {
    expect(tenths(1.25)).toBe("1.3");
    await speak("de");
    expect(tenths(0)).toBe("0,0");
  });

  it("fit numbers and persons", () => {
    expect(texts.now["draw"]).toBe("Draw");
    expect(t("draw")).toBe("Draw");
    expect(t("draw.left", { n: 1 })).toBe("1 chip left");
    expect(t("draw.left", { n: 2 })).toBe("2 chips left");
    expect(t("did.coins_won", { you: true, coins: 0 })).toBe("have 0 coins to spend");
    expect(t("did.coins_won", { you: false, coins: 1 })).toBe("has 1 coin to spend");
    expect(listed(["a", "b", "c"])).toBe("a, b and c");
  });

  it("stay as they are where a language is asked for that nobody wrote", async () => {
    await speak("xx");
    expect([settings.language, texts.now["stop"]]).toEqual(["en", "Stop"]);
  });

  for (const language of languages())
    it(`say every option of every question (${language})`, async () => {
      await speak(language);
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

  for (const language of languages())
    it(`tell every event of whole games (${language})`, async () => {
      await speak(language);
      rules.use(read<Rules>(`rules-${language}`));
      const cast = { viewer: 0, names: ["Mira", "Otto", "Hedwig", "Ansgar"] };
      for (const name of ["game-books-1", "game-books-2", "game-books-3", "game-books-4"])
        for (const step of read<{ steps: { events: GameEvent[] }[] }>(name).steps)
          for (const event of step.events) {
            const line = tell(event, cast);
            if (line)
              expect(line.text, JSON.stringify(event)).not.toMatch(/[{}[\]|]|undefined|^(did|event)\./);
            if (line) expect(line.text, JSON.stringify(event)).toMatch(/^\p{Lu}.* .*[.!]$/u);
          }
    });

  it("speak to the reader", () => {
    const cast = { viewer: 0, names: ["Mira", "Otto"] };
    const stopped = (seat: number): GameEvent => ({ event: "brewing_stopped", seat, rule: "R4.2" });
    expect(tell(stopped(0), cast)?.text).toBe("You stop.");
    expect(tell(stopped(1), cast)?.text).toBe("Otto stops.");
  });
});
