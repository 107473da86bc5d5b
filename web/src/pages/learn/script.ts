/** A table that answers from a script: the guided first game was played by the engine and is told again here. */
import type {
  Ask,
  FromClient,
  GameEvent,
  Odds,
  SeatChange,
  SeatInfo,
  TableInfo,
  ViewData,
} from "../../protocol";
import type { LineEnds, Wire } from "../../table/net/socket";

export interface LessonStep {
  say: number;
  expect: string;
  events: GameEvent[];
  waiting: number[];
  seats: Record<string, SeatChange>;
  ask: Ask | null;
  odds: Odds | null;
}

export interface Lesson {
  first: ViewData;
  begun: GameEvent[];
  odds: Odds | null;
  steps: LessonStep[];
}

function table(names: readonly string[]): TableInfo {
  const seats = names.map((name, seat): SeatInfo => ({
    seat,
    kind: seat ? "bot" : "person",
    name,
    present: true,
  }));
  return {
    code: "LEARN",
    state: "playing",
    options: { players: 2, odds: true, advice: false },
    seats,
    host: 0,
    host_name: names[0] ?? "",
    spectators: 0,
    commit: "",
    seals: {},
    nonces: {},
    begins_at: null,
    secret: null,
    outcome: null,
    abandon: [],
    rematch: null,
    created: 0,
    cooked: null,
    halted: null,
  };
}

export class Script implements Wire {
  readonly isOpen = true;
  #at = 0;
  #number: number;

  constructor(
    private readonly ends: LineEnds,
    private readonly lesson: Lesson,
    names: readonly string[],
    private readonly told: (step: number) => void,
    private readonly otherwise: (expected: string) => string,
  ) {
    this.#number = lesson.begun.length;
    queueMicrotask(() => {
      ends.changed("open");
      ends.heard({
        type: "snapshot",
        protocol: 1,
        table: table(names),
        you: { seat: 0, seats: [0], host: true, name: names[0] ?? "" },
        number: this.#number,
        view: structuredClone(lesson.first),
        deadlines: [],
        chat: [],
        now: Date.now(),
      });
    });
  }

  say(message: FromClient): boolean {
    queueMicrotask(() => this.#answer(message));
    return true;
  }

  end(): void {
    this.#at = this.lesson.steps.length;
  }

  #answer(message: FromClient): void {
    if (message.type === "act") this.#act(message.id, message.action);
    if (message.type === "odds") this.#odds(message.id);
  }

  #act(id: string, action: string): void {
    const step = this.lesson.steps[this.#at];
    const same = (a: string): string => a.split(" ").sort().join(" ");
    if (!step || same(step.expect) !== same(action)) {
      this.ends.heard({ type: "refused", id, code: "lesson", reason: this.otherwise(step?.expect ?? "") });
      return;
    }
    this.#at++;
    const { events, waiting, seats, ask } = structuredClone(step);
    this.ends.heard({ type: "events", first: this.#number, events, waiting, seats, ask });
    this.#number += events.length;
    this.ends.heard({ type: "ack", id });
    this.told(this.#at);
  }

  /** The chances after the step that was told last, as the server reckons them. */
  #odds(id: string): void {
    const { odds } = this.lesson.steps[this.#at - 1] ?? this.lesson;
    if (odds) this.ends.heard({ ...odds, id });
  }
}
