import { fireEvent, render } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, it } from "vitest";
import Rubies from "../../../src/table/questions/Rubies.svelte";
import type { View } from "../../../src/table/net/types";
import { tableAt, useRules, viewAt } from "../../fixtures/table";

/** Seat 0 has five rubies; the droplet may move twice, the flask can be filled once. */
function rich(): View {
  const view = viewAt("rubies");
  view.seats[0]!.rubies = 5;
  view.legal = [
    { action: "spend droplet", spaces: 1, most: 2 },
    { action: "spend flask", most: 1 },
    { action: "done" },
  ];
  return view;
}
const more = (what: string): HTMLElement =>
  document.querySelector(`[data-action="spend ${what}"]`) as HTMLElement;
const planned = (): string[] =>
  [...document.querySelectorAll("output")].map((output) => output.textContent ?? "");
const press = (key: string) => fireEvent.keyDown(document.body, { key });
const confirm = () => fireEvent.click(document.querySelector("[data-action=done]") as Element);

function asked(view: View = rich()) {
  const table = tableAt(view);
  render(Rubies, table.props);
  /** The server takes the last action; afterwards some of the options are left. */
  async function taken(legal: string[]): Promise<void> {
    table.store.view!.legal = view.legal.filter(({ action }) => legal.includes(action));
    table.hear({ type: "ack", id: table.store.acting?.id ?? "" });
    await tick();
  }
  return { ...table, taken };
}
const actions = (said: readonly unknown[]): unknown[] =>
  said.map((message) => (message as { action: string }).action);

beforeEach(() => useRules());

describe("a plan for rubies", () => {
  it("is changed at will, and nothing is sent before it is confirmed", async () => {
    const { said } = asked();
    await fireEvent.click(more("droplet"));
    await fireEvent.click(more("flask"));
    await fireEvent.click(more("flask").parentElement?.querySelector("button") as Element);
    expect(planned()).toEqual(["1", "0"]);
    await press("Escape");
    expect(planned()).toEqual(["0", "0"]);
    expect(said).toEqual([]);
  });

  it("never has more of a thing than the server says could be had", async () => {
    asked();
    await fireEvent.click(more("flask"));
    await fireEvent.click(more("flask"));
    expect(planned()).toEqual(["0", "1"]);
    expect(more("flask").getAttribute("aria-disabled")).toBe("true");
  });

  it("never costs more rubies than there are", async () => {
    asked();
    for (const key of ["1", "1", "2"]) await press(key);
    expect(planned()).toEqual(["2", "0"]);
    expect(more("flask").getAttribute("aria-disabled")).toBe("true");
  });

  it("is carried out one purchase after the other, each when the one before was taken", async () => {
    const { said, taken } = asked();
    for (const key of ["1", "2"]) await press(key);
    await confirm();
    await tick();
    expect(actions(said)).toEqual(["spend droplet"]);
    await taken(["spend droplet", "spend flask", "done"]);
    expect(actions(said)).toEqual(["spend droplet", "spend flask"]);
    await taken(["done"]);
    expect(actions(said)).toEqual(["spend droplet", "spend flask", "done"]);
  });

  it("ends where the next purchase is no longer to be had", async () => {
    const { said, taken } = asked();
    for (const key of ["1", "2"]) await press(key);
    await confirm();
    await tick();
    await taken(["done"]);
    await taken(["done"]);
    expect(actions(said)).toEqual(["spend droplet"]);
  });

  it("may be to keep them all", async () => {
    const { said } = asked();
    await press("Enter");
    await tick();
    expect(actions(said)).toEqual(["done"]);
  });
});
