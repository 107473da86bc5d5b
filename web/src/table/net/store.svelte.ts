/** A table as this device sees it: the view folded from events, the own question, what is under way. */
import type {
  Ask,
  ChatLine,
  FromClient,
  FromServer,
  Hint,
  Odds,
  Reacted,
  SeatChange,
  TableInfo,
  You,
} from "../../protocol";
import { fold, Memory, settle } from "./fold";
import { Seals } from "./seals";
import { Line, socketAddress, type LineEnds, type LineState, type Wire } from "./socket";
import type { GameEvent, SeatView, View } from "./types";

/** What waits to be shown: an event, or the own question as it stands after the events before it. */
type Item = { event: GameEvent } | { settle: () => void };

/** What a message says of the game. */
interface News {
  first: number;
  events: GameEvent[];
  waiting: number[];
  seats?: Record<string, SeatChange>;
  ask?: Ask | null;
}

/** How long the table stands still before an event, so that what came before it can be seen. */
export type Pace = (event: GameEvent, before: GameEvent | null, store: TableStore) => number;

/** What somebody shows of their feelings, for a while. */
export interface Reaction {
  what: Reacted["reaction"];
  name: string;
  number: number;
}

export interface Refusal {
  code: string;
  reason: string;
}

const REACTION_TIME = 4000;
let counter = 0;
const newId = (): string =>
  `${Date.now().toString(36)}-${(counter++).toString(36)}-${Math.random().toString(36).slice(2, 8)}`;

export class TableStore {
  info = $state<TableInfo | null>(null);
  you = $state<You | null>(null);
  view = $state<View | null>(null);
  line = $state<LineState>("connecting");
  closedCode = $state<number | null>(null);
  /** Everything that happened so far, as far as this viewer may know. */
  history = $state.raw<readonly GameEvent[]>([]);
  /** The pots of the round that has just ended, as they stood when it did. */
  closing = $state.raw<SeatView[] | null>(null);
  deadlines = $state.raw<(number | null)[]>([]);
  chat = $state.raw<readonly ChatLine[]>([]);
  /** Reactions that are shown now, by seat; a spectator's under -1. */
  reactions = $state.raw<Readonly<Record<number, Reaction>>>({});
  refusal = $state<Refusal | null>(null);
  odds = $state.raw<Odds | null>(null);
  hint = $state.raw<Hint | null>(null);
  rematch = $state<string | null>(null);
  /** The action that was sent and is not yet answered. */
  acting = $state<{ id: string; action: string; question: number } | null>(null);
  clockOffset = 0;
  /** Whether the game begins by itself as soon as every seat is taken. */
  goes = false;

  pace: Pace = () => 0;
  happened: (events: readonly GameEvent[]) => void = () => {};

  #line: Wire;
  #number = 0;
  #complete = false;
  #queue: Item[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #memory = new Memory();
  #last: GameEvent | null = null;
  #asked: { odds: string; hint: string } = { odds: "", hint: "" };
  #seals: Seals;
  #begun = false;

  constructor(
    readonly code: string,
    connect: (ends: LineEnds) => Wire = (ends) => new Line(ends),
  ) {
    this.#seals = new Seals(code);
    this.#line = connect({
      address: () => {
        const seat = this.you?.seat;
        const since = this.view ? `&since=${this.#number}${seat == null ? "" : `&seat=${seat}`}` : "";
        return socketAddress(`/ws?table=${encodeURIComponent(this.code)}${since}`);
      },
      heard: (message) => this.#heard(message),
      changed: (state, code) => {
        this.line = state;
        if (code !== undefined) this.closedCode = code;
      },
    });
  }

  /** The seat this device plays, or null for a spectator. */
  get seat(): number | null {
    return this.view?.viewer ?? null;
  }

  /** Whether this table gives hints to whoever plays here. */
  get advises(): boolean {
    const options = this.info?.options;
    return options?.advice !== false && !options?.memory && this.view?.viewer != null;
  }

  /** Whether something waits to be shown. */
  get isBehind(): boolean {
    return this.#queue.length > 0;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#line.end();
  }

  say(message: FromClient): boolean {
    const heard = this.#line.say(message);
    if (!heard) this.refusal = { code: "offline", reason: "" };
    return heard;
  }

  /** Carry out an action of the own seat. Offline it is refused at once: a queued draw would be a trap. */
  act(action: string): boolean {
    const question = this.view?.question;
    if (!question || this.acting) return false;
    const id = newId();
    if (!this.say({ type: "act", id, question: question.number, action })) return false;
    this.refusal = null;
    this.acting = { id, action, question: question.number };
    return true;
  }

  /** Put a red chip from aside back into the bag, if there is one and somebody is asked (R4.16). */
  putBack(): void {
    const way = this.view?.legal.find((option) => option.action.startsWith("back "));
    if (way) this.act(way.action);
  }

  askOdds(): void {
    this.#asked.odds = newId();
    this.#line.say({ type: "odds", id: this.#asked.odds });
  }

  askHint(): void {
    this.#asked.hint = newId();
    this.say({ type: "hint", id: this.#asked.hint });
  }

  start(): void {
    this.say({ type: "start", id: "start" });
  }

  /** Show at once whatever still waits to be shown. */
  catchUp(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#queue.length) this.#show(this.#queue.shift() as Item);
  }

  #heard(message: FromServer): void {
    switch (message.type) {
      case "snapshot":
        return this.#snapshot(message);
      case "resumed":
        return this.#resumed(message);
      case "events":
        if (message.deadlines !== undefined) this.deadlines = message.deadlines;
        if (message.now !== undefined) this.clockOffset = message.now - Date.now();
        return this.#events(message);
      case "table":
        this.info = message.table;
        this.you = message.you;
        this.#takePart();
        return;
      case "ack":
        if (message.id === this.acting?.id) this.acting = null;
        return;
      case "refused":
        return this.#refused(message.id, { code: message.code, reason: message.reason });
      case "chat":
        this.chat = [...this.chat, message.line].slice(-50);
        return;
      case "chat_gone":
        this.chat = this.chat.filter((line) => !message.lines.includes(line.number));
        return;
      case "reaction":
        this.#reacted(message);
        return;
      case "odds_told":
        if (message.id === this.#asked.odds) this.odds = message;
        return;
      case "hint_told":
        if (message.id === this.#asked.hint) this.hint = message;
        return;
      case "rematch":
        this.rematch = message.code;
        return;
    }
  }

  #reacted({ seat, reaction, name }: Reacted): void {
    const number = counter++;
    const place = seat ?? -1;
    this.reactions = { ...this.reactions, [place]: { what: reaction, name, number } };
    setTimeout(() => {
      if (this.reactions[place]?.number !== number) return;
      const { [place]: _, ...rest } = this.reactions;
      this.reactions = rest;
    }, REACTION_TIME);
  }

  #refused(id: string | null, refusal: Refusal): void {
    // A seal or nonce that came too late: the game goes on without it.
    if (id === "seal" || id === "nonce") return;
    if (id === this.#asked.odds || id === this.#asked.hint) {
      if (id === this.#asked.hint) this.refusal = refusal;
      return;
    }
    if (refusal.code === "replaced") return;
    if (id === this.acting?.id) this.acting = null;
    this.refusal = refusal;
  }

  /** After the last event of a game played by memory the bags are shown: all else stays, and goes on, as it is. */
  #shown({ table, view, number }: Extract<FromServer, { type: "snapshot" }>): boolean {
    const same = view !== null && number === this.#number && view.viewer === this.view?.viewer;
    if (!same || !this.#complete || table.state !== "over") return false;
    this.info = table;
    this.#queue.push({ settle: () => void (this.view = view) });
    if (this.#timer === undefined) this.#pump();
    return true;
  }

  #snapshot(message: Extract<FromServer, { type: "snapshot" }>): void {
    if (this.#shown(message)) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#queue = [];
    this.info = message.table;
    this.you = message.you;
    this.view = message.view;
    this.deadlines = message.deadlines;
    this.chat = message.chat;
    this.clockOffset = message.now - Date.now();
    this.rematch = message.table.rematch;
    this.odds = this.hint = null;
    this.#number = message.number;
    this.#memory = new Memory();
    this.#complete = message.number === 0;
    this.history = [];
    this.closing = null;
    this.acting = null;
    this.#seals.reconnected();
    // What happened before is read once, for the log and the ledger; it is never played again.
    if (message.view && message.number > 0 && !message.table.halted)
      this.#line.say({ type: "resume", since: 0 });
    this.#takePart();
  }

  /** Whoever sits at a table that has not begun seals a part of its luck; a table that goes by itself is begun. */
  #takePart(): void {
    if (!this.info || !this.you?.seats.length) return;
    for (const message of this.#seals.say(this.info, this.you)) this.#line.say(message);
    if (this.info.state !== "open") return;
    const full = this.info.seats.every((seat) => seat.kind !== "open");
    if (!this.goes || this.#begun || !this.you.host || !full) return;
    this.#begun = true;
    this.start();
  }

  #resumed(message: Extract<FromServer, { type: "resumed" }>): void {
    this.info = message.table;
    this.you = message.you;
    this.deadlines = message.deadlines;
    this.chat = message.chat;
    this.rematch = message.table.rematch;
    const { events } = message;
    if (message.first === 0 && !this.#complete) {
      const known = this.#number;
      this.#complete = true;
      this.history = events.slice(0, known);
      this.#events({ ...message, first: known, events: events.slice(known) });
    } else {
      this.#events(message);
    }
    this.catchUp();
    const unanswered = this.acting;
    if (unanswered) this.#line.say({ type: "act", ...unanswered });
  }

  #events(news: News): void {
    const fresh = news.events.slice(Math.max(0, this.#number - news.first));
    this.#number += fresh.length;
    for (const event of fresh) this.#queue.push({ event });
    this.#queue.push({ settle: () => this.#settle(news) });
    this.happened(fresh);
    if (this.#timer === undefined) this.#pump();
  }

  /** What the server says of seats and the own question holds from here on. */
  #settle({ waiting, ask, seats }: News): void {
    if (!this.view) return;
    this.view.waiting = waiting;
    if (seats) settle(this.view, seats);
    if (ask === undefined) return;
    this.view.question = ask?.question ?? null;
    this.view.legal = ask?.legal ?? [];
    this.hint = null;
    this.odds = null;
  }

  #pump(): void {
    this.#timer = undefined;
    while (this.#queue.length) {
      const item = this.#queue[0] as Item;
      const wait = "event" in item ? this.pace(item.event, this.#last, this) : 0;
      if (wait > 0) {
        this.#last = null;
        this.#timer = setTimeout(() => {
          this.#show(this.#queue.shift() as Item);
          this.#pump();
        }, wait);
        return;
      }
      this.#show(this.#queue.shift() as Item);
    }
  }

  #show(item: Item): void {
    if ("settle" in item) return item.settle();
    this.#last = item.event;
    if (!this.view) return;
    if (item.event.event === "evaluation_began") this.closing = null;
    if (item.event.event === "round_ended") {
      // What is still read stays as it is; the next round goes on with copies.
      this.closing = this.view.seats;
      this.view.seats = $state.snapshot(this.view.seats) as SeatView[];
    }
    fold(this.view, item.event, this.#memory);
    this.history = [...this.history, item.event];
  }
}
