/** What a finished game tells about its players, read off the events. */
import type { GameEvent } from "../table/shape";

export const SOURCES = ["pot", "last", "chips", "other"] as const;
export type Source = (typeof SOURCES)[number];

export interface Tally {
  /** Points after each round. */
  rounds: number[][];
  sources: Record<Source, number>[];
  explosions: number[];
  /** Rounds in which a pot exploded. */
  exploded: number[][];
  longest: number[];
}

function source(rule: string): Source {
  if (rule === "R5.D" || rule === "R7.3") return "pot";
  if (rule === "R5.G") return "last";
  if (/^R5\.\d+$/.test(rule) || rule.startsWith("R4.")) return "chips";
  return "other";
}

/** Count points by round and by where they came from, explosions, and the longest pots. */
export function tally(events: readonly GameEvent[], players: number): Tally {
  const per = <T>(make: () => T): T[] => Array.from({ length: players }, make);
  const out: Tally = {
    rounds: per(() => []),
    sources: per(() => ({ pot: 0, last: 0, chips: 0, other: 0 })),
    explosions: per(() => 0),
    exploded: per(() => []),
    longest: per(() => 0),
  };
  const points = per(() => 0);
  let round = 1;
  for (const event of events) {
    if (event.event === "round_began") round = event.round;
    if (event.event === "points_won") {
      points[event.seat] = (points[event.seat] ?? 0) + event.points;
      const sources = out.sources[event.seat];
      if (sources) sources[source(event.rule)] += event.points;
    }
    if (event.event === "pot_exploded") {
      out.explosions[event.seat] = (out.explosions[event.seat] ?? 0) + 1;
      out.exploded[event.seat]?.push(round);
    }
    if (event.event === "chip_placed" && event.space < 54)
      out.longest[event.seat] = Math.max(out.longest[event.seat] ?? 0, event.space + 1);
    if (event.event === "round_ended" || event.event === "game_ended")
      points.forEach((sum, seat) => out.rounds[seat]?.push(sum));
  }
  return out;
}
