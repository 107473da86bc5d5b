import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Ask, Hint, Odds } from "../../../src/protocol";
import type { GameEvent, View } from "../../../src/table/net/types";
import {
  eventsOf,
  played,
  resumed,
  snapshot,
  tableInfo,
  testTable,
  type TestTable,
} from "../../fixtures/table";

const game = played(1);
const drawn: GameEvent = { event: "chip_drawn", rule: "R4.2", seat: 0, kind: "O1" };
const placed: GameEvent = {
  event: "chip_placed",
  rule: "R4.2",
  seat: 0,
  kind: "O1",
  space: 1,
  source: "bag",
} as GameEvent;
const ask = (number: number): Ask => ({
  question: { id: "brew", rule: "R4.2", about: [], number },
  legal: [{ action: "draw" }, { action: "stop" }],
});

/** A table in its first round, after the set-up. */
function playing(more: Parameters<typeof tableInfo>[1] = {}): TestTable {
  const table = testTable();
  table.hear(snapshot(tableInfo("playing", more), game.first, 0));
  return table;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a snapshot", () => {
  it("shows the table as it stands, the viewer's own seat among others", () => {
    const { store } = playing({ rematch: "OTHER" });
    expect(store.view).toEqual(game.first);
    expect(store.seat).toBe(0);
    expect(store.rematch).toBe("OTHER");
  });

  it("in the middle of a game asks once for what happened before, for the log alone", () => {
    const { store, said, hear } = testTable();
    const happened = vi.fn();
    store.happened = happened;
    hear(snapshot(tableInfo("playing"), game.first, 2));
    expect(said).toEqual([{ type: "resume", since: 0 }]);
    hear(resumed(0, [drawn, placed]));
    expect(store.history).toEqual([drawn, placed]);
    expect(store.view?.seats[0]?.pot).toEqual([]);
    expect(happened.mock.calls).toEqual([[[]]]);
    expect(said.length).toBe(1);
  });

  it("at the beginning of a game has nothing to ask for", () => {
    expect(playing().said).toEqual([]);
  });

  it("takes the place of all that was there: odds, hint, history, what waited to be shown", () => {
    const { store, hear } = playing();
    store.pace = () => 1000;
    hear({ type: "events", first: 0, events: [drawn, placed], waiting: [0] });
    expect(store.isBehind).toBe(true);
    hear(snapshot(tableInfo("playing"), game.first, 0));
    vi.runAllTimers();
    expect([store.isBehind, store.history, store.odds, store.hint]).toEqual([false, [], null, null]);
  });
});

describe("the address of a connection", () => {
  it("names the table alone before anything was seen", () => {
    expect(testTable().address()).toMatch(/\/ws\?table=TABLE$/);
  });

  it("asks for what came after the last event that was seen, from the same seat", () => {
    const { hear, address } = playing();
    hear({ type: "events", first: 0, events: [drawn, placed], waiting: [0] });
    expect(address()).toMatch(/\/ws\?table=TABLE&since=2&seat=0$/);
  });
});

describe("events", () => {
  it("of a whole game lead to the views of the engine", () => {
    const { store, hear } = playing();
    let first = 0;
    let compared = 0;
    for (const { events, view } of game.steps) {
      hear({ type: "events", first, events, waiting: [] });
      first += events.length;
      if (!view) continue;
      compared += 1;
      const chips = (of: View) => of.seats.map(({ pot, bowl, bag, aside }) => ({ pot, bowl, bag, aside }));
      expect(chips(store.view as View)).toEqual(chips(view));
    }
    expect(compared).toBeGreaterThan(20);
    expect(store.history).toEqual(eventsOf(game));
  });

  it("that were seen before are not shown twice", () => {
    const { store, hear } = playing();
    hear({ type: "events", first: 0, events: [drawn], waiting: [0] });
    hear({ type: "events", first: 0, events: [drawn, placed], waiting: [0] });
    expect(store.history).toEqual([drawn, placed]);
    expect(store.view?.seats[0]?.pot).toEqual([["O1", 1]]);
  });

  it("are told to whoever plays them, once and before they are shown", () => {
    const { store, hear } = playing();
    const told: [readonly GameEvent[], number][] = [];
    store.happened = (events) => told.push([events, store.history.length]);
    store.pace = () => 10;
    hear({ type: "events", first: 0, events: [drawn, placed], waiting: [0] });
    vi.runAllTimers();
    expect(told).toEqual([[[drawn, placed], 0]]);
  });

  it("bring the own question with them, and the answer to an earlier one goes", () => {
    const { store, hear } = playing();
    store.hint = { type: "hint_told" } as Hint;
    store.odds = { type: "odds_told" } as Odds;
    hear({ type: "events", first: 0, events: [drawn], waiting: [0], ask: ask(7) });
    expect(store.view?.question?.number).toBe(7);
    expect(store.view?.legal.map((option) => option.action)).toEqual(["draw", "stop"]);
    expect([store.hint, store.odds]).toEqual([null, null]);
  });

  it("of another seat leave the own question as it is", () => {
    const { store, hear } = playing();
    const before = store.view?.question;
    hear({ type: "events", first: 0, events: [{ ...drawn, seat: 1 } as GameEvent], waiting: [0, 1] });
    expect(store.view?.question).toEqual(before);
    expect(store.view?.waiting).toEqual([0, 1]);
  });

  it("are overruled by what the server says of a seat", () => {
    const { store, hear } = playing();
    const seats = { "0": { white_sum: 5, limit: 9 } };
    hear({ type: "events", first: 0, events: [drawn, placed], waiting: [0], seats });
    expect(store.view?.seats[0]).toMatchObject({ white_sum: 5, limit: 9, scoring: 2 });
  });

  it("bring deadlines and the server's clock", () => {
    vi.setSystemTime(1000);
    const { store, hear } = playing();
    hear({ type: "events", first: 0, events: [], waiting: [], deadlines: [9000], now: 3000 });
    expect([store.deadlines, store.clockOffset]).toEqual([[9000], 2000]);
  });
});

describe("the pace of the table", () => {
  it("holds an event back for as long as it says, and what comes after it", () => {
    const { store, hear } = playing();
    store.pace = (event) => (event === placed ? 500 : 0);
    hear({ type: "events", first: 0, events: [drawn, placed], waiting: [0], ask: ask(7) });
    expect(store.history).toEqual([drawn]);
    vi.advanceTimersByTime(499);
    expect(store.view?.question?.number).not.toBe(7);
    vi.advanceTimersByTime(1);
    expect(store.history).toEqual([drawn, placed]);
    expect(store.view?.question?.number).toBe(7);
    expect(store.isBehind).toBe(false);
  });

  it("is told which event came before", () => {
    const { store, hear } = playing();
    const pace = vi.fn(() => 0);
    store.pace = pace;
    hear({ type: "events", first: 0, events: [drawn, placed], waiting: [0] });
    expect(pace.mock.calls.map(([event, before]: unknown[]) => [event, before])).toEqual([
      [drawn, null],
      [placed, drawn],
    ]);
  });

  it("is passed over by whoever does not want to wait", () => {
    const { store, hear } = playing();
    store.pace = () => 60_000;
    hear({ type: "events", first: 0, events: [drawn, placed], waiting: [0], ask: ask(7) });
    store.catchUp();
    expect(store.history).toEqual([drawn, placed]);
    expect(store.view?.question?.number).toBe(7);
    vi.runAllTimers();
    expect(store.history.length).toBe(2);
  });
});

describe("a line that comes back", () => {
  it("shows at once what happened meanwhile", () => {
    const { store, hear } = playing();
    store.pace = () => 60_000;
    hear(resumed(0, [drawn, placed], { waiting: [0], ask: ask(9), table: tableInfo("playing") }));
    expect(store.history).toEqual([drawn, placed]);
    expect(store.view?.question?.number).toBe(9);
  });

  it("is told from how it is lost to how it is closed", () => {
    const { store, change } = playing();
    change("open");
    change("lost", 1006);
    expect([store.line, store.closedCode]).toEqual(["lost", 1006]);
    change("closed", 4010);
    expect([store.line, store.closedCode]).toEqual(["closed", 4010]);
  });
});

describe("a round that ends", () => {
  it("leaves its pots to be read while the next round goes on", () => {
    const { store, hear } = playing();
    hear({ type: "events", first: 0, events: [drawn, placed], waiting: [] });
    hear({
      type: "events",
      first: 2,
      events: [{ event: "round_ended", rule: "R3.5", round: 1 }],
      waiting: [],
    });
    expect(store.closing?.[0]?.pot).toEqual([["O1", 1]]);
    expect(store.view?.seats[0]?.pot).toEqual([]);
    hear({ type: "events", first: 3, events: [{ event: "evaluation_began", rule: "R5.A" }], waiting: [] });
    expect(store.closing).toBeNull();
  });
});

describe("a game by memory", () => {
  const without = (): View => {
    const view = structuredClone(game.first);
    for (const seat of view.seats) seat.bag = null;
    return view;
  };

  it("shows its bags at the end and keeps what has happened", () => {
    const { store, hear, said } = testTable();
    hear(snapshot(tableInfo("playing"), without(), 0));
    hear({ type: "events", first: 0, events: [drawn], waiting: [] });
    hear(snapshot(tableInfo("over"), game.first, 1));
    expect(store.view?.seats[0]?.bag).toEqual(game.first.seats[0]?.bag);
    expect(store.history).toEqual([drawn]);
    expect(store.info?.state).toBe("over");
    expect(said).toEqual([]);
  });

  it("shows them after what is still to be seen", () => {
    const { store, hear } = testTable();
    store.pace = () => 60_000;
    hear(snapshot(tableInfo("playing"), without(), 0));
    hear({ type: "events", first: 0, events: [drawn], waiting: [] });
    hear(snapshot(tableInfo("over"), game.first, 1));
    expect(store.view?.seats[0]?.bag).toBeNull();
    store.catchUp();
    expect(store.view?.seats[0]?.bag).not.toBeNull();
    expect(store.history).toEqual([drawn]);
  });
});

describe("a game of other rules", () => {
  it("is not asked for what happened: nobody here could fold it", () => {
    const { hear, said } = testTable();
    hear(snapshot(tableInfo("playing", { halted: "rules 1: this program plays rules 2" }), game.first, 12));
    expect(said).toEqual([]);
  });
});

describe("a table that is left", () => {
  it("ends its line and shows nothing more", () => {
    const { store, hear, ended } = playing();
    store.pace = () => 100;
    hear({ type: "events", first: 0, events: [drawn], waiting: [] });
    store.end();
    vi.runAllTimers();
    expect(ended()).toBe(true);
    expect(store.history).toEqual([]);
  });
});
