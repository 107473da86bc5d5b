import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Hint, Odds } from "../../../src/protocol";
import Brewing from "../../../src/table/questions/Brewing.svelte";
import { played, tableAt, tableInfo, useRules, viewAfter } from "../../fixtures/table";

/** Seat 0 has chips in its pot and may draw, stop or use its flask. */
const brewing = () => viewAfter(played(1), 12);
const empty = () => structuredClone(played(1).first);
const button = (name: RegExp): HTMLElement => screen.getByRole("button", { name });
const isOff = (name: RegExp): boolean => button(name).getAttribute("aria-disabled") === "true";
const press = (key: string, on: Element = document.body) => fireEvent.keyDown(on, { key });
const odds = (id: string, more: Partial<Odds>): Odds =>
  ({ type: "odds_told", id, explodes: 0, chips: 8, scoring_expected: 3, ...more }) as Odds;

beforeEach(() => useRules());

describe("the decision of the potions phase", () => {
  it("is sent when a button is pressed", async () => {
    const { props, said } = tableAt(brewing());
    render(Brewing, props);
    await fireEvent.click(button(/^Draw/));
    expect(said).toMatchObject([{ type: "act", action: "draw" }]);
  });

  it.each([
    [" ", "draw"],
    ["Enter", "draw"],
    ["s", "stop"],
    ["f", "flask"],
  ])("is sent when the key %j is pressed: %s", async (key, action) => {
    const { props, said } = tableAt(brewing());
    render(Brewing, props);
    await press(key);
    expect(said).toMatchObject([{ type: "act", action }]);
  });

  it("is not sent by keys that are typed into a field", async () => {
    const { props, said } = tableAt(brewing());
    render(Brewing, props);
    const field = document.body.appendChild(document.createElement("input"));
    await press("s", field);
    field.remove();
    expect(said).toEqual([]);
  });

  it("can't be to stop before the first draw, and says so", async () => {
    const { props, said } = tableAt(empty());
    render(Brewing, props);
    expect(isOff(/^Stop/)).toBe(true);
    await fireEvent.click(button(/^Stop/));
    await press("s");
    expect(said).toEqual([]);
  });

  it("is sent once, however often it is pressed before the server answers", async () => {
    const { props, said } = tableAt(brewing());
    render(Brewing, props);
    for (let n = 0; n < 3; n++) await fireEvent.click(button(/^Draw/));
    expect(said.length).toBe(1);
  });

  it("shows what stopping would bring", () => {
    const view = brewing();
    const stop = view.legal.find((option) => option.action === "stop");
    Object.assign(stop ?? {}, { coins: 7, points: 2 });
    render(Brewing, tableAt(view).props);
    expect(button(/^Stop/).textContent).toMatch(/7.*2/s);
  });

  it("calls for a stir by asking first what that means", async () => {
    const { props, said } = tableAt(empty());
    const onstir = vi.fn();
    render(Brewing, { ...props, onstir });
    await press("r");
    expect(onstir).toHaveBeenCalledTimes(1);
    expect(said).toEqual([]);
  });

  it("marks what a hint for this question advises", async () => {
    const { props, store } = tableAt(brewing());
    render(Brewing, props);
    store.hint = { question: 1, action: "stop" } as Hint;
    await tick();
    expect(button(/^Stop/).classList.contains("advised")).toBe(false);
    store.hint = { question: props.view.question?.number, action: "stop" } as Hint;
    await tick();
    expect(button(/^Stop/).classList.contains("advised")).toBe(true);
  });
});

describe("the chance to explode", () => {
  it("is asked for as soon as there is a line, and shown in per cent", async () => {
    const { props, store, said, hear, change } = tableAt(brewing());
    render(Brewing, props);
    expect(said).toEqual([]);
    change("open");
    await tick();
    expect(said).toMatchObject([{ type: "odds" }]);
    expect(screen.getByTestId("odds").textContent).toContain("–");
    hear(odds((said[0] as { id: string }).id, { explodes: 0.25 }));
    await tick();
    expect(screen.getByTestId("odds").textContent).toBe("25%");
    expect(store.odds).not.toBeNull();
  });

  it.each([{ odds: false }, { memory: true }])("is not asked for at a table with %j", async (options) => {
    const { props, said, change } = tableAt(brewing(), tableInfo("playing", { options }));
    render(Brewing, props);
    change("open");
    await tick();
    expect(said).toEqual([]);
    expect(screen.queryByTestId("odds")).toBeNull();
  });
});
