import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { FromClient, FromServer, TableInfo, ViewData } from "../src/protocol";
import type { LineEnds } from "../src/table/socket";
import { TableStore } from "../src/table/store.svelte";
import type { GameEvent, View } from "../src/table/shape";

interface Played {
  first: View;
  steps: { events: GameEvent[]; view: View | null }[];
}
const game = JSON.parse(readFileSync("tests/fixtures/game-books-1.json", "utf8")) as Played;

/** A table whose wire is in the hand of a test, and what was said over it. */
function table(): { store: TableStore; hear: (message: FromServer) => void; said: FromClient[] } {
  let ends: LineEnds | undefined;
  const said: FromClient[] = [];
  const store = new TableStore("TABLE", (given) => {
    ends = given;
    return { isOpen: true, say: (message) => said.push(message) > 0, end: () => {} };
  });
  return { store, hear: (message) => ends?.heard(message), said };
}
const info = (state: TableInfo["state"], more: Partial<TableInfo> = {}): TableInfo =>
  ({
    state,
    options: { memory: true },
    seats: [],
    rematch: null,
    halted: null,
    ...more,
  }) as unknown as TableInfo;
const snapshot = (table: TableInfo, view: ViewData | null, number: number): FromServer =>
  ({
    type: "snapshot",
    protocol: 1,
    table,
    you: { seat: 0, seats: [0], host: true, name: "Mira" },
    number,
    view,
    deadlines: [],
    chat: [],
    now: 0,
  }) as FromServer;
const drawn: GameEvent = { event: "chip_drawn", rule: "R4.2", seat: 0, kind: "O1" };

describe("a game by memory", () => {
  const without = (): View => {
    const view = structuredClone(game.first);
    for (const seat of view.seats) seat.bag = null;
    return view;
  };
  it("shows its bags at the end and keeps what has happened", () => {
    const { store, hear, said } = table();
    hear(snapshot(info("playing"), without(), 0));
    hear({ type: "events", first: 0, events: [drawn], waiting: [] });
    hear(snapshot(info("over"), structuredClone(game.first), 1));
    expect(store.view?.seats[0]?.bag).toEqual(game.first.seats[0]?.bag);
    expect(store.history).toEqual([drawn]);
    expect(store.info?.state).toBe("over");
    expect(said).toEqual([]);
  });
  it("shows them after what is still to be seen", () => {
    const { store, hear } = table();
    store.pace = () => 60_000;
    hear(snapshot(info("playing"), without(), 0));
    hear({ type: "events", first: 0, events: [drawn], waiting: [] });
    hear(snapshot(info("over"), structuredClone(game.first), 1));
    expect(store.view?.seats[0]?.bag).toBeNull();
    store.catchUp();
    expect(store.view?.seats[0]?.bag).not.toBeNull();
    expect(store.history).toEqual([drawn]);
  });
});

describe("a game of other rules", () => {
  it("is not asked for what happened: nobody here could fold it", () => {
    const { hear, said } = table();
    hear(snapshot(info("playing", { halted: "rules 1: this program plays rules 2" }), game.first, 12));
    expect(said).toEqual([]);
  });
});

describe("putting a red chip back", () => {
  it("takes the first way there is, and does nothing where there is none", () => {
    const { store, hear, said } = table();
    const view = structuredClone(game.first);
    view.question = { id: "shop", rule: "R5.E", about: [], number: 7 };
    view.legal = [{ action: "buy" }];
    hear(snapshot(info("playing"), view, 0));
    store.putBack();
    expect(said).toEqual([]);
    store.view!.legal = [{ action: "buy" }, { action: "back R1" }, { action: "back R4" }];
    store.putBack();
    expect(said).toMatchObject([{ type: "act", action: "back R1", question: 7 }]);
  });
});
