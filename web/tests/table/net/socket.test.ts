import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  CLOSE_FORBIDDEN,
  CLOSE_NO_IDENTITY,
  CLOSE_REPLACED,
  CLOSE_SERVER_STOPS,
  CLOSE_TABLE_GONE,
  CLOSE_TOO_SLOW,
  CLOSE_UNKNOWN_TABLE,
  type FromServer,
} from "../../../src/protocol";
import { Line, socketAddress, type LineEnds } from "../../../src/table/net/socket";

/** A WebSocket whose other end is the test. */
class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  readonly sent: unknown[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    if (this.readyState !== FakeSocket.OPEN) throw new Error("sent to a socket that is not open");
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.readyState = 3;
  }

  /** The server accepts. */
  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  hear(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** The connection is over, by the server or by the way there. */
  lose(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

const sockets = (): FakeSocket[] => FakeSocket.all;
const last = (): FakeSocket => FakeSocket.all[FakeSocket.all.length - 1] as FakeSocket;
const acknowledged: FromServer = { type: "ack", id: "a", number: 1 } as FromServer;
let line: Line | null = null;
let states: [string, number | undefined][] = [];
let heard: FromServer[] = [];

/** A line that has just been asked for, to addresses that count up. */
function newLine(address: LineEnds["address"] = () => "ws://server/1"): Line {
  line = new Line({
    address,
    heard: (message) => heard.push(message),
    changed: (state, code) => states.push([state, code]),
  });
  return line;
}

/** The browser says whether there is a network at all. */
function network(there: boolean): void {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(there);
  window.dispatchEvent(new Event(there ? "online" : "offline"));
}

function see(visible: boolean): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(visible ? "visible" : "hidden");
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
  states = [];
  heard = [];
});
afterEach(() => {
  line?.end();
  line = null;
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("connecting", () => {
  it("asks for the address at once and is open as soon as the server accepts", () => {
    const line = newLine();
    expect(sockets().map((socket) => socket.address)).toEqual(["ws://server/1"]);
    expect(line.isOpen).toBe(false);
    last().open();
    expect(line.isOpen).toBe(true);
    expect(states).toEqual([["open", undefined]]);
  });

  it("passes on what the server says", () => {
    newLine();
    last().open();
    last().hear(acknowledged);
    expect(heard).toEqual([acknowledged]);
  });

  it("goes to the page's own host, with the scheme that fits the page's", () => {
    vi.stubGlobal("location", { protocol: "https:", host: "quacks.example" });
    expect(socketAddress("/ws?table=ABC")).toBe("wss://quacks.example/ws?table=ABC");
    vi.stubGlobal("location", { protocol: "http:", host: "192.168.0.2:8424" });
    expect(socketAddress("/ws?table=ABC")).toBe("ws://192.168.0.2:8424/ws?table=ABC");
  });
});

describe("saying something", () => {
  it("sends it while the line is open", () => {
    const line = newLine();
    last().open();
    expect(line.say({ type: "ping", id: "1" })).toBe(true);
    expect(last().sent).toEqual([{ type: "ping", id: "1" }]);
  });

  it("is refused before the line is open, and nothing is kept for later", () => {
    const line = newLine();
    expect(line.say({ type: "ping", id: "1" })).toBe(false);
    last().open();
    expect(last().sent).toEqual([]);
  });

  it("is refused after a loss, and the next connection does not send it", () => {
    const line = newLine();
    last().open();
    last().lose();
    expect(line.say({ type: "ping", id: "1" })).toBe(false);
    vi.runOnlyPendingTimers();
    last().open();
    expect(sockets().flatMap((socket) => socket.sent)).toEqual([]);
  });

  it("is refused while the device has no network, even if the socket has not noticed", () => {
    const line = newLine();
    last().open();
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    expect(line.say({ type: "ping", id: "1" })).toBe(false);
    expect(last().sent).toEqual([]);
  });
});

describe("after a loss", () => {
  it("connects again by itself, to the address as it is then", () => {
    let n = 0;
    newLine(() => `ws://server/${++n}`);
    last().open();
    last().lose();
    expect(states).toEqual([
      ["open", undefined],
      ["lost", 1006],
    ]);
    vi.runOnlyPendingTimers();
    expect(sockets().map((socket) => socket.address)).toEqual(["ws://server/1", "ws://server/2"]);
    last().open();
    expect(states[2]).toEqual(["open", undefined]);
  });

  it("waits longer before each try, up to two seconds", () => {
    newLine();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      const before = Date.now();
      last().lose();
      vi.advanceTimersToNextTimer();
      waits.push(Date.now() - before);
    }
    expect(waits).toEqual([150, 300, 600, 1000, 1500, 2000, 2000, 2000]);
  });

  it("waits shortly again once a connection held", () => {
    newLine();
    for (let attempt = 0; attempt < 5; attempt++) {
      last().lose();
      vi.advanceTimersToNextTimer();
    }
    last().open();
    last().lose();
    const before = sockets().length;
    vi.advanceTimersByTime(150);
    expect(sockets().length).toBe(before + 1);
  });

  it.each([CLOSE_SERVER_STOPS, CLOSE_TOO_SLOW])("tries again when the server closes with %i", (code) => {
    newLine();
    last().open();
    last().lose(code);
    vi.runOnlyPendingTimers();
    expect(sockets().length).toBe(2);
  });

  it("waits until it is looked at when newer tabs took its place", () => {
    newLine();
    last().open();
    last().lose(CLOSE_REPLACED);
    vi.advanceTimersByTime(60_000);
    expect(sockets().length).toBe(1);
    see(true);
    expect(sockets().length).toBe(2);
  });

  it.each([CLOSE_UNKNOWN_TABLE, CLOSE_TABLE_GONE, CLOSE_FORBIDDEN, CLOSE_NO_IDENTITY])(
    "does not try again when the server closes for good with %i",
    (code) => {
      newLine();
      last().open();
      last().lose(code);
      vi.advanceTimersByTime(60_000);
      network(true);
      see(true);
      expect(sockets().length).toBe(1);
      expect(states[states.length - 1]).toEqual(["closed", code]);
    },
  );
});

describe("a device that loses its network", () => {
  it("drops the line at once and says so", () => {
    newLine();
    const first = last();
    first.open();
    network(false);
    expect(states[states.length - 1]).toEqual(["lost", undefined]);
    expect(first.readyState).toBe(3);
  });

  it("connects as soon as the network is back, without waiting for the next try", () => {
    newLine();
    last().open();
    network(false);
    for (let attempt = 0; attempt < 6; attempt++) {
      vi.runOnlyPendingTimers();
      last().lose();
    }
    const before = sockets().length;
    network(true);
    expect(sockets().length).toBe(before + 1);
    vi.advanceTimersByTime(60_000);
    expect(sockets().length).toBe(before + 1);
  });
});

describe("a line that may be dead", () => {
  it("is asked every 15 seconds, and stays if the server says anything", () => {
    newLine();
    last().open();
    for (let n = 1; n <= 3; n++) {
      vi.advanceTimersByTime(15_000);
      expect(last().sent.length).toBe(n);
      last().hear(acknowledged);
    }
    vi.advanceTimersByTime(10_000);
    expect(sockets().length).toBe(1);
    expect(last().sent).toEqual(Array(3).fill({ type: "ping", id: "ping" }));
  });

  it("is replaced when nobody answers for four seconds", () => {
    newLine();
    const dead = last();
    dead.open();
    vi.advanceTimersByTime(15_000 + 3_999);
    expect(sockets().length).toBe(1);
    vi.advanceTimersByTime(1);
    expect(sockets().length).toBe(2);
    expect(states[states.length - 1]).toEqual(["lost", undefined]);
    // What the dead one says later reaches nobody.
    dead.hear(acknowledged);
    dead.lose();
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(10_000);
    expect(sockets().length).toBe(2);
  });

  it("is asked when the reader looks at the page again", () => {
    newLine();
    last().open();
    see(false);
    expect(last().sent).toEqual([]);
    see(true);
    expect(last().sent).toEqual([{ type: "ping", id: "ping" }]);
  });
});

describe("ending", () => {
  it("closes the socket and never connects again", () => {
    const line = newLine();
    last().open();
    line.end();
    expect(last().readyState).toBe(3);
    expect(states[states.length - 1]).toEqual(["closed", undefined]);
    network(false);
    network(true);
    see(true);
    vi.advanceTimersByTime(60_000);
    expect(sockets().length).toBe(1);
  });
});
