import { describe, expect, it } from "vitest";
import { cut } from "../../src/ui/text-pieces";

const told = (text: string, numbers: boolean): string =>
  cut(text, numbers)
    .filter(({ text }) => text)
    .map(({ what, text }) => (what === "text" ? text : `<${what} ${text}>`))
    .join("");

describe("a text of the game", () => {
  it("has its kinds drawn and its rule numbers as links", () => {
    expect(told("Each G1 behind K1 brings a ruby (R5.4); see R5.B.", true)).toBe(
      "Each <kind G1> behind <kind K1> brings a ruby (<rule R5.4>); see <rule R5.B>.",
    );
  });

  it("tells a chapter from a toadstool", () => {
    expect(told("Chapter R4 and Kapitel R2 tell what R4 and R2 do (R4).", true)).toBe(
      "Chapter <rule R4> and Kapitel <rule R2> tell what <kind R4> and <kind R2> do (<rule R4>).",
    );
  });

  it("has no rule numbers at the table", () => {
    expect(told("Take a W1 out (R4.6). It goes back by R4.6.", false)).toBe(
      "Take a <kind W1> out. It goes back by R4.6.",
    );
  });
});
