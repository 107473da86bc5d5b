import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, it } from "vitest";
import type { SeatInfo, TableInfo, You } from "../../../src/protocol";
import WaitingRoom from "../../../src/table/waiting-room/WaitingRoom.svelte";
import { seatInfo, snapshot, tableInfo, testTable, useRules } from "../../fixtures/table";

const HOST: You = { seat: 0, seats: [0], host: true, name: "Mira" };
const GUEST: You = { seat: 1, seats: [1], host: false, name: "Otto" };
const STRANGER: You = { seat: null, seats: [], host: false, name: "Hedwig" };
const open = (seat: number): SeatInfo => seatInfo(seat, { kind: "open", name: "" });
const bot = (seat: number): SeatInfo => seatInfo(seat, { kind: "bot", level: "novice", name: "Bot" });

/** A table that has not begun, as somebody sees it. What the page says of luck by itself is left out. */
function room(seats: SeatInfo[], you: You = HOST, more: Partial<TableInfo> = {}) {
  const table = testTable();
  table.hear(snapshot(tableInfo("open", { seats, ...more }), null, 0, { you }));
  table.said.length = 0;
  render(WaitingRoom, { store: table.store });
  return table;
}
const button = (name: RegExp): HTMLElement => screen.getByRole("button", { name });
const isOff = (name: RegExp): boolean => button(name).getAttribute("aria-disabled") === "true";

beforeEach(() => useRules());

describe("the start", () => {
  it("waits until every seat is taken, and says so", async () => {
    const { said } = room([seatInfo(0), open(1)]);
    expect(isOff(/^Start/)).toBe(true);
    await fireEvent.click(button(/^Start/));
    expect(said).toEqual([]);
  });

  it("waits until every guest is ready; bots and the host's own seats are", async () => {
    const { said, hear } = room([seatInfo(0), seatInfo(1), bot(2)]);
    expect(isOff(/^Start/)).toBe(true);
    const seats = [seatInfo(0), seatInfo(1, { ready: true }), bot(2)];
    hear({ type: "table", table: tableInfo("open", { seats }), you: HOST });
    await tick();
    expect(isOff(/^Start/)).toBe(false);
    await fireEvent.click(button(/^Start/));
    expect(said.filter((message) => message.type === "start").length).toBe(1);
  });

  it("waits until it is said who cooked last, where that decides who begins", async () => {
    const options = { players: 2, start: "cooked" as const };
    const { hear } = room([seatInfo(0), bot(1)], HOST, { options });
    expect(isOff(/^Start/)).toBe(true);
    const table = tableInfo("open", { seats: [seatInfo(0), bot(1)], options, cooked: 0 });
    hear({ type: "table", table, you: HOST });
    await tick();
    expect(isOff(/^Start/)).toBe(false);
  });

  it("is the host's alone; a guest says that they are ready", async () => {
    const { said } = room([seatInfo(0), seatInfo(1)], GUEST);
    expect(screen.queryByRole("button", { name: /^Start/ })).toBeNull();
    await fireEvent.click(button(/ready/i));
    expect(said).toEqual([{ type: "ready", ready: true }]);
  });
});

describe("an open seat", () => {
  it("is taken by whoever has none", async () => {
    const { said } = room([seatInfo(0), open(1)], STRANGER);
    await fireEvent.click(button(/Sit.*seat 2/i));
    expect(said).toMatchObject([{ type: "sit", seat: 1 }]);
  });

  it("is not offered to whoever sits already", () => {
    room([seatInfo(0), open(1)]);
    expect(screen.queryByRole("button", { name: /Sit/ })).toBeNull();
  });

  it("is given to a bot of the chosen level by the host alone", async () => {
    const { said } = room([seatInfo(0), open(1)]);
    await fireEvent.change(screen.getByRole("combobox"), { target: { value: "master" } });
    await fireEvent.click(button(/^Bot, seat 2/i));
    expect(said).toMatchObject([{ type: "add_bot", seat: 1, level: "master" }]);
  });

  it("is offered to people one after the other where one device goes round", async () => {
    const options = { players: 2, pass_around: true };
    const { said } = room([seatInfo(0), open(1)], HOST, { options });
    await fireEvent.input(screen.getByRole("textbox", { name: "Name" }), { target: { value: " Otto " } });
    await fireEvent.click(button(/Sit.*seat 2/i));
    expect(said).toMatchObject([{ type: "sit", seat: 1, name: "Otto" }]);
  });
});

describe("a taken seat", () => {
  const row = (seat: number): Element => document.querySelector(`[data-row="${seat}"]`) as Element;
  const press = (seat: number, word: string) =>
    fireEvent.click([...row(seat).querySelectorAll("button")].find((b) => b.textContent === word) as Element);

  it("is left by whoever sits there, and freed by the host", async () => {
    const { said } = room([seatInfo(0), seatInfo(1)]);
    await press(0, "Stand up");
    await press(1, "Free the seat");
    expect(said).toMatchObject([
      { type: "leave", seat: 0 },
      { type: "kick", seat: 1 },
    ]);
  });

  it("can't be freed by a guest", () => {
    room([seatInfo(0), seatInfo(1)], GUEST);
    expect(row(0).querySelector("button")).toBeNull();
  });
});

describe("the invitation", () => {
  it("shows the code, and the link as a QR code", () => {
    room([seatInfo(0), open(1)]);
    expect(screen.getByText("TABLE")).toBeTruthy();
    expect(document.querySelector("svg.qr path")?.getAttribute("d")).toMatch(/^M4 4/);
  });
});

describe("a refusal", () => {
  it("is told in words", async () => {
    const { hear } = room([seatInfo(0), open(1)]);
    hear({ type: "refused", id: "sit1", code: "nonsense", reason: "the seat is taken" });
    await tick();
    expect(screen.getByRole("alert").textContent).toContain("the seat is taken");
  });
});
