import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Hint, Odds } from "../../../src/protocol";
import { sha256Hex } from "../../../src/table/net/seals";
import {
  played,
  resumed,
  seatInfo,
  snapshot,
  tableInfo,
  testTable,
  viewAt,
  type TestTable,
} from "../../fixtures/table";

const game = played(1);

/** A table in its first round, after the set-up. */
function playing(): TestTable {
  const table = testTable();
  table.hear(snapshot(tableInfo("playing"), game.first, 0));
  return table;
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => void vi.useRealTimers());

describe("an action", () => {
  it("is sent with the number of the question it answers", () => {
    const { store, said } = playing();
    expect(store.act("draw")).toBe(true);
    expect(said).toMatchObject([{ type: "act", action: "draw", question: 1000 }]);
    expect(store.acting?.action).toBe("draw");
  });

  it("is not sent while another one is not answered", () => {
    const { store, said } = playing();
    store.act("draw");
    expect(store.act("draw")).toBe(false);
    expect(said.length).toBe(1);
  });

  it("is not sent where nothing is asked", () => {
    const { store, said } = playing();
    store.view!.question = null;
    expect(store.act("draw")).toBe(false);
    expect(said).toEqual([]);
  });

  it("that is acknowledged makes room for the next, which has another id", () => {
    const { store, said, hear } = playing();
    store.act("draw");
    hear({ type: "ack", id: "somebody else's" });
    expect(store.act("stop")).toBe(false);
    hear({ type: "ack", id: store.acting!.id });
    expect(store.act("stop")).toBe(true);
    expect(new Set(said.map((message) => "id" in message && message.id)).size).toBe(2);
  });

  it("that is refused makes room too, and the reason is there to be read", () => {
    const { store, hear } = playing();
    store.act("draw");
    hear({ type: "refused", id: store.acting!.id, code: "stale", reason: "too late" });
    expect(store.acting).toBeNull();
    expect(store.refusal).toEqual({ code: "stale", reason: "too late" });
  });

  it("without a line is refused at once and is never sent later", () => {
    const { store, said, online, hear } = playing();
    online(false);
    expect(store.act("draw")).toBe(false);
    expect(store.refusal?.code).toBe("offline");
    expect(store.acting).toBeNull();
    online(true);
    hear(resumed(0, []));
    expect(said).toEqual([]);
  });

  it("that got lost with the line is said again under its id, so that it can't happen twice", () => {
    const { store, said, hear } = playing();
    store.act("draw");
    hear(resumed(0, []));
    expect(said).toEqual([said[0], said[0]]);
    hear({ type: "ack", id: store.acting!.id });
    hear(resumed(0, []));
    expect(said.length).toBe(2);
  });

  it("that puts a red chip back takes the first way there is, and does nothing where there is none", () => {
    const { store, hear, said } = testTable();
    const view = viewAt("shop");
    view.question!.number = 7;
    view.legal = [{ action: "buy" }];
    hear(snapshot(tableInfo("playing"), view, 0));
    store.putBack();
    expect(said).toEqual([]);
    store.view!.legal = [{ action: "buy" }, { action: "back R1" }, { action: "back R4" }];
    store.putBack();
    expect(said).toMatchObject([{ type: "act", action: "back R1", question: 7 }]);
  });
});

describe("odds and hints", () => {
  const odds = (id: string) => ({ type: "odds_told", id }) as Odds;
  const hint = (id: string) => ({ type: "hint_told", id }) as Hint;
  const idOf = (message: unknown): string => (message as { id: string }).id;

  it("are taken from the answer to what was asked last", () => {
    const { store, said, hear } = playing();
    store.askOdds();
    store.askOdds();
    hear(odds(idOf(said[0])));
    expect(store.odds).toBeNull();
    hear(odds(idOf(said[1])));
    expect(store.odds).not.toBeNull();
    store.askHint();
    hear(hint("another"));
    expect(store.hint).toBeNull();
    hear(hint(idOf(said[2])));
    expect(store.hint).not.toBeNull();
  });

  it("are refused quietly if nobody asked for them by hand", () => {
    const { store, said, hear } = playing();
    store.askOdds();
    hear({ type: "refused", id: idOf(said[0]), code: "too_many", reason: "" });
    expect(store.refusal).toBeNull();
    store.askHint();
    hear({ type: "refused", id: idOf(said[1]), code: "too_many", reason: "wait" });
    expect(store.refusal?.code).toBe("too_many");
  });
});

describe("a table that has not begun", () => {
  const seats = [seatInfo(0), seatInfo(1, { kind: "bot" })];

  const you = { seat: 0, seats: [0], host: true, name: "" };

  it("is given a sealed part of its luck by whoever sits there, once", () => {
    const { said, hear } = testTable();
    hear(snapshot(tableInfo("open", { seats }), null, 0));
    hear({ type: "table", table: tableInfo("open", { seats }), you });
    expect(said).toEqual([
      { type: "seal", id: "seal", seat: 0, seal: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
  });

  it("is shown the nonce once its seal is shown, and nothing before", () => {
    const { said, hear } = testTable();
    hear(snapshot(tableInfo("open", { seats }), null, 0));
    const { seal } = said[0] as { seal: string };
    hear({ type: "table", table: tableInfo("starting", { seats, seals: { "0": seal } }), you });
    hear({ type: "table", table: tableInfo("starting", { seats, seals: { "0": seal } }), you });
    expect(said.length).toBe(2);
    const { nonce } = said[1] as { nonce: string };
    expect(said[1]).toEqual({ type: "nonce", id: "nonce", seat: 0, nonce: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(sha256Hex(nonce)).toBe(seal);
  });

  it("is shown no nonce where another seal than the own one stands", () => {
    const { said, hear } = testTable();
    hear(snapshot(tableInfo("open", { seats }), null, 0));
    hear({ type: "table", table: tableInfo("starting", { seats, seals: { "0": "0".repeat(64) } }), you });
    expect(said.length).toBe(1);
  });

  it("keeps the nonce over a reload, until the game has begun", () => {
    const before = testTable();
    before.hear(snapshot(tableInfo("open", { seats }), null, 0));
    const { seal } = before.said[0] as { seal: string };
    const after = testTable();
    const starting = tableInfo("starting", { seats, seals: { "0": seal } });
    after.hear(snapshot(starting, null, 0));
    expect(after.said).toMatchObject([{ type: "nonce", seat: 0 }]);
    after.hear(snapshot(starting, null, 0));
    expect(after.said.length).toBe(2);
    after.hear(snapshot(tableInfo("playing", { seats }), game.first, 0));
    const later = testTable();
    later.hear(snapshot(starting, null, 0));
    expect(later.said).toEqual([]);
  });

  it("is given a seal for each own seat, and another by who stood up and sat down again", () => {
    const { said, hear } = testTable();
    const open = tableInfo("open", { seats });
    for (const own of [[0, 1], [0, 1], [0], [0, 1]]) hear({ type: "table", table: open, you: { ...you, seats: own } });
    expect(said.map((message) => "seat" in message && message.seat)).toEqual([0, 1, 1]);
    expect(new Set(said.map((message) => "seal" in message && message.seal)).size).toBe(2);
  });

  it("hears no complaint about a nonce that came too late", () => {
    const { store, hear } = testTable();
    hear({ type: "refused", id: "nonce", code: "not_open", reason: "the game has begun" });
    expect(store.refusal).toBeNull();
  });

  it("is given nothing by whoever only looks on", () => {
    const { said, hear } = testTable();
    const you = { seat: null, seats: [], host: false, name: "" };
    hear(snapshot(tableInfo("open", { seats }), null, 0, { you }));
    expect(said).toEqual([]);
  });

  it("begins by itself, once, when every seat is taken and its host wants that", () => {
    const { store, said, hear } = testTable();
    store.goes = true;
    hear(snapshot(tableInfo("open", { seats: [seatInfo(0), seatInfo(1, { kind: "open" })] }), null, 0));
    expect(said.map((message) => message.type)).toEqual(["seal"]);
    const you = { seat: 0, seats: [0], host: true, name: "" };
    for (let n = 0; n < 2; n++) hear({ type: "table", table: tableInfo("open", { seats }), you });
    expect(said.map((message) => message.type)).toEqual(["seal", "start"]);
  });

  it("does not begin by itself for a guest, nor for a host who did not ask for it", () => {
    for (const [host, goes] of [
      [false, true],
      [true, false],
    ] as const) {
      const { store, said, hear } = testTable();
      store.goes = goes;
      const you = { seat: 0, seats: [0], host, name: "" };
      hear(snapshot(tableInfo("open", { seats }), null, 0, { you }));
      expect(said.map((message) => message.type)).toEqual(["seal"]);
    }
  });
});

describe("what people say", () => {
  it("is kept for the last fifty lines", () => {
    const { store, hear } = playing();
    for (let number = 0; number < 60; number++)
      hear({ type: "chat", line: { number, name: "Otto", seat: 1, text: "hm", at: 0 } });
    expect(store.chat.map((line) => line.number)).toEqual(Array.from({ length: 50 }, (_, n) => n + 10));
  });

  it("by a reaction is seen for four seconds; a newer one has its own", () => {
    const { store, hear } = playing();
    hear({ type: "reaction", seat: 1, name: "Otto", reaction: "laugh" });
    vi.advanceTimersByTime(3000);
    hear({ type: "reaction", seat: 1, name: "Otto", reaction: "cry" });
    hear({ type: "reaction", seat: null, name: "somebody", reaction: "cheer" });
    vi.advanceTimersByTime(3999);
    expect([store.reactions[1]?.what, store.reactions[-1]?.what]).toEqual(["cry", "cheer"]);
    vi.advanceTimersByTime(1);
    expect(store.reactions).toEqual({});
  });

  it("about playing again leads to the new table", () => {
    const { store, hear } = playing();
    hear({ type: "rematch", code: "AGAIN" });
    expect(store.rematch).toBe("AGAIN");
  });
});
