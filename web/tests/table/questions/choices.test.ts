import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { speak } from "../../../src/text";
import { answers, backs, inWords, shortOf } from "../../../src/table/questions/choices";
import type { Option, View } from "../../../src/table/net/types";

const questions = JSON.parse(readFileSync("tests/fixtures/questions.json", "utf8")) as Record<string, View>;

/** The view of a question with some actions that can be taken. */
function asked(name: string, ...legal: Option[]): View {
  return { ...structuredClone(questions[name] as View), legal };
}

afterEach(() => speak("en"));

describe("what can be done beside a question", () => {
  const legal = ["buy O1", "buy", "back R1", "back R4"].map((action) => ({ action }));
  it("is no answer to it: red chips from aside stand apart", () => {
    const view = asked("shop", ...legal);
    expect(answers(view).map((option) => option.action)).toEqual(["buy O1", "buy"]);
    expect(backs(view).map((option) => option.action)).toEqual(["back R1", "back R4"]);
  });
  it("is said in words", async () => {
    expect(inWords("back R4", asked("shop"))).toBe("Toadstool 4 from aside into the bag");
    await speak("de");
    expect(inWords("back R4", asked("shop"))).toBe("Fliegenpilz 4 von beiseite in den Beutel");
    expect(inWords("stir", asked("brew"))).toBe("Umrühren");
    expect(inWords("short", asked("brew"))).toBe("Auf Zusatzfelder verzichten");
  });
});

describe("passing up extra spaces", () => {
  const view = asked("brew", { action: "draw" }, { action: "short", spaces: -3 });
  const own = {
    ...view.seats[0]!,
    pot: [["W3", 3] as [string, number], ["R1", 7] as [string, number]],
    scoring: 8,
  };
  it("says how many, and where chip and scoring space are then", () => {
    expect(shortOf(view, own)).toEqual({ n: 3, kind: "R1", space: 4, scoring: 5 });
  });
  it("is nothing where it can't be done", () => {
    expect(shortOf(asked("brew", { action: "draw" }), own)).toBeNull();
  });
});
