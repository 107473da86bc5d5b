/** One lasting line to a table: connects, resumes after a loss, and never sends what the server can't hear. */
import { BASE } from "../../server/base-path";
import {
  CLOSE_FORBIDDEN,
  CLOSE_NO_IDENTITY,
  CLOSE_REPLACED,
  CLOSE_TABLE_GONE,
  CLOSE_UNKNOWN_TABLE,
  type FromClient,
  type FromServer,
} from "../../protocol";

export type LineState = "connecting" | "open" | "lost" | "closed";

export interface LineEnds {
  /** The address without what was seen so far; asked anew for every connection. */
  address(): string;
  heard(message: FromServer): void;
  changed(state: LineState, code?: number): void;
}

/** Something that carries what is said: a line to the server, or a script that answers like one. */
export interface Wire {
  readonly isOpen: boolean;
  /** Say something; false if nobody can hear it. */
  say(message: FromClient): boolean;
  end(): void;
}

const FINAL = new Set([CLOSE_UNKNOWN_TABLE, CLOSE_TABLE_GONE, CLOSE_FORBIDDEN, CLOSE_NO_IDENTITY]);
const PATIENCE = [150, 300, 600, 1000, 1500, 2000];
const PING_EVERY = 15_000;
const PING_WAIT = 4_000;

/** The WebSocket address of a path of this server. */
export function socketAddress(path: string): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${BASE}${path}`;
}

export class Line implements Wire {
  #socket: WebSocket | null = null;
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(private readonly ends: LineEnds) {
    addEventListener("online", this.#wake);
    addEventListener("offline", this.#sleep);
    document.addEventListener("visibilitychange", this.#look);
    this.#connect();
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN && navigator.onLine !== false;
  }

  say(message: FromClient): boolean {
    if (!this.isOpen) return false;
    this.#socket?.send(JSON.stringify(message));
    return true;
  }

  end(): void {
    this.#ended = true;
    removeEventListener("online", this.#wake);
    removeEventListener("offline", this.#sleep);
    document.removeEventListener("visibilitychange", this.#look);
    this.#drop();
    this.ends.changed("closed");
  }

  #wake = (): void => {
    if (this.#ended || this.isOpen) return;
    this.#tries = 0;
    this.#connect();
  };

  #sleep = (): void => {
    if (this.#ended) return;
    this.#drop();
    this.ends.changed("lost");
    this.#later();
  };

  /** A device that slept may hold a dead line: ask, and connect anew if nobody answers. */
  #look = (): void => {
    if (document.visibilityState !== "visible" || this.#ended) return;
    if (this.isOpen) this.#check();
    else this.#wake();
  };

  #check(): void {
    this.say({ type: "ping", id: "ping" });
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.#drop();
      this.ends.changed("lost");
      this.#connect();
    }, PING_WAIT);
  }

  #drop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    clearInterval(this.#ping);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #connect(): void {
    this.#drop();
    const socket = new WebSocket(this.ends.address());
    this.#socket = socket;
    socket.onopen = () => {
      this.#tries = 0;
      this.ends.changed("open");
      this.#ping = setInterval(() => this.#check(), PING_EVERY);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      clearTimeout(this.#silence);
      this.ends.heard(JSON.parse(event.data) as FromServer);
    };
    socket.onclose = (event) => {
      clearInterval(this.#ping);
      this.#socket = null;
      if (FINAL.has(event.code)) {
        this.#ended = true;
        this.ends.changed("closed", event.code);
        return;
      }
      this.ends.changed("lost", event.code);
      // Somebody with many tabs open: this one waits until it is looked at, else they would take turns for ever.
      if (event.code !== CLOSE_REPLACED) this.#later();
    };
  }

  #later(): void {
    const wait = PATIENCE[Math.min(this.#tries++, PATIENCE.length - 1)] ?? 2000;
    this.#retry = setTimeout(() => this.#connect(), wait);
  }
}
