/** What a finished game tells about its players, read off the events. */
import type { EventOf, GameEvent } from "../../table/net/types";

export const SOURCES = ["pot", "last", "chips", "other"] as const;
export type Source = (typeof SOURCES)[number];

/** What is counted for one seat. */
export interface Tally {
  points: number;
  /** Points after each round. */
  rounds: number[];
  sources: Record<Source, number>;
  /** Rounds in which the pot exploded. */
  exploded: number[];
  longest: number;
}

interface Count {
  round: number;
  seats: Tally[];
}
type Counting = { [Name in GameEvent["event"]]?: (count: Count, event: EventOf<Name>) => void };

const CHIPS = /^R5\.\d+$|^R4\./;
const BOWL = 54;

function source(rule: string): Source {
  if (rule === "R5.D" || rule === "R7.3") return "pot";
  if (rule === "R5.G") return "last";
  return CHIPS.test(rule) ? "chips" : "other";
}

function roundOver(count: Count): void {
  for (const seat of count.seats) seat.rounds.push(seat.points);
}

const COUNTING: Counting = {
  round_began: (count, event) => {
    count.round = event.round;
  },
  points_won: (count, event) => {
    const seat = count.seats[event.seat];
    if (!seat) return;
    seat.points += event.points;
    seat.sources[source(event.rule)] += event.points;
  },
  pot_exploded: (count, event) => {
    count.seats[event.seat]?.exploded.push(count.round);
  },
  chip_placed: (count, event) => {
    const seat = count.seats[event.seat];
    if (seat && event.space < BOWL && event.space >= seat.longest) seat.longest = event.space + 1;
  },
  round_ended: roundOver,
  game_ended: roundOver,
};

const nothing = (): Tally => ({
  points: 0,
  rounds: [],
  sources: { pot: 0, last: 0, chips: 0, other: 0 },
  exploded: [],
  longest: 0,
});

/** Count points by round and by where they came from, explosions, and the longest pots. */
export function tally(events: readonly GameEvent[], players: number): Tally[] {
  const count: Count = { round: 1, seats: Array.from({ length: players }, nothing) };
  for (const event of events)
    (COUNTING[event.event] as ((count: Count, event: GameEvent) => void) | undefined)?.(count, event);
  return count.seats;
}
