import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it } from "vitest";
import Shop from "../../../src/table/questions/Shop.svelte";
import type { View } from "../../../src/table/net/types";
import { played, tableAt, useRules, viewAfter } from "../../fixtures/table";

/** Seat 0 has 11 coins in round 4 and nineteen legal purchases. */
const shopping = (): View => viewAfter(played(3), 84);
const chip = (kind: string): HTMLElement => document.querySelector(`[data-kind=${kind}]`) as HTMLElement;
const can = (kind: string): boolean => chip(kind).getAttribute("aria-disabled") !== "true";
const basket = (): string[] =>
  [...document.querySelectorAll<HTMLElement>("[data-slot]")].map((slot) => slot.dataset["slot"] ?? "");
const press = (key: string) => fireEvent.keyDown(document.body, { key });
const buy = () => fireEvent.click(document.querySelector("[data-action=buy]") as Element);

function open(view: View = shopping()) {
  const table = tableAt(view);
  render(Shop, table.props);
  return table;
}

beforeEach(() => useRules());

describe("a chip on its shelf", () => {
  it("can be taken if and only if some legal purchase has it", () => {
    const view = shopping();
    open(view);
    const legal = new Set(view.legal.flatMap((option) => option.action.split(" ").slice(1)));
    const kinds = [...document.querySelectorAll<HTMLElement>("[data-kind]")].map(
      (c) => c.dataset["kind"] ?? "",
    );
    expect(kinds.filter(can).sort()).toEqual([...legal].sort());
    expect(kinds.length).toBeGreaterThan(legal.size);
  });

  it.each([
    ["Y1", "not out yet", { round: 1 }],
    ["O1", "sold out", { supply: {} }],
    ["B4", "too expensive", {}],
  ])("says why it can't be had: %s is %s", (kind, why, change) => {
    const view = Object.assign(shopping(), change);
    view.legal = [{ action: "buy" }];
    open(view);
    expect(chip(kind).getAttribute("aria-label")).toContain(why);
    expect(can(kind)).toBe(false);
  });
});

describe("the basket", () => {
  it("takes two chips of different colours and shows what is left", async () => {
    open();
    await fireEvent.click(chip("G1"));
    await fireEvent.click(chip("O1"));
    expect(basket()).toEqual(["G1", "O1"]);
    // 11 coins less 6 for a spider of this book and 3 for a pumpkin.
    expect(screen.getByText(/of 11 left/).parentElement?.textContent).toMatch(/^2/);
  });

  it("gives a chip up for another of its colour", async () => {
    open();
    await fireEvent.click(chip("G1"));
    await fireEvent.click(chip("G2"));
    expect(basket()).toEqual(["G2"]);
  });

  it("gives a chip up for one that is too dear beside it", async () => {
    const view = shopping();
    view.legal = ["buy", "buy G1", "buy O1", "buy G1 O1", "buy B2"].map((action) => ({ action }));
    open(view);
    await fireEvent.click(chip("G1"));
    await fireEvent.click(chip("O1"));
    await fireEvent.click(chip("B2"));
    expect(basket()).toEqual(["B2"]);
  });

  it("gives a chip back when it is pressed again, and everything at Escape", async () => {
    open();
    await fireEvent.click(chip("G1"));
    await fireEvent.click(chip("O1"));
    await fireEvent.click(chip("G1"));
    expect(basket()).toEqual(["O1"]);
    await press("Escape");
    expect(basket()).toEqual([]);
  });
});

describe("paying", () => {
  it("sends the purchase as the server wrote it, whatever the order of picking", async () => {
    const view = shopping();
    const both = view.legal.find(({ action }) => /^buy .*O1.*G1|^buy .*G1.*O1/.test(action));
    const { said } = open(view);
    for (const kind of (both?.action ?? "").split(" ").slice(1).reverse()) await fireEvent.click(chip(kind));
    expect(said).toEqual([]);
    await buy();
    expect(said).toMatchObject([{ type: "act", action: both?.action }]);
  });

  it("sends nothing for an empty basket, by hand or by key", async () => {
    const { said } = open();
    await buy();
    await press("Enter");
    expect(said).toEqual([]);
  });

  it("for nothing is a decision of its own", async () => {
    const { said } = open();
    await fireEvent.click(document.querySelector("[data-action='buy nothing']") as Element);
    expect(said).toMatchObject([{ type: "act", action: "buy" }]);
  });
});

describe("the own bag", () => {
  it("is told with how many of its chips are cherry bombs", () => {
    const view = shopping();
    Object.assign(view.seats[0] as object, { bag: { W1: 2, O1: 1 }, bag_count: 3, pot: [["W2", 3]] });
    open(view);
    expect(screen.getByText(/4 chips, 3 of them cherry bombs: 75 %/)).toBeTruthy();
  });

  it("is only counted at a table by memory", () => {
    const view = shopping();
    Object.assign(view.seats[0] as object, { bag: null, bag_count: 3, pot: [["W2", 3]] });
    open(view);
    expect(screen.getByText(/4 chips\. Which they are/)).toBeTruthy();
    expect(screen.queryByText(/cherry bombs/)).toBeNull();
  });
});
