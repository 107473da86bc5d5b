/** A finished game as its last page tells it: who won and why, row by row. */
import { listed, t } from "../../text";
import type { OutcomeData } from "../../protocol";
import type { GameEvent, View } from "../../table/net/types";
import type { Look } from "../../table/seats/looks";
import { look, type Cast } from "../../table/seats/cast";
import type { Line } from "./chart";
import { SOURCES, tally, type Source, type Tally } from "./tally";

const HEIGHTS = ["6.6rem", "5.2rem", "4rem", "2.7rem"];
/** A number is written into a part of a bar that is at least this share of it. */
const ROOM = 0.055;

/** Somebody on the podium. */
export interface Stand {
  seat: number;
  name: string;
  look: Look;
  points: number;
  place: number;
  height: string;
}

/** Where somebody's points came from. */
export interface Bar {
  seat: number;
  name: string;
  told: string;
  parts: { source: Source; n: number; width: string; written: boolean }[];
}

/** Somebody's luck. */
export interface Luck {
  seat: number;
  name: string;
  look: Look;
  explosions: number;
  longest: number;
}

export interface Ending {
  title: string;
  lead: string;
  podium: Stand[];
  lines: Line[];
  bars: Bar[];
  luck: Luck[];
}

/** The outcome as far as the view tells it, until the server has told it. */
function guessed({ seats }: View): Pick<OutcomeData, "ranking" | "winners" | "points" | "scoring"> {
  const points = seats.map((seat) => seat.vp);
  const scoring = seats.map((seat) => seat.scoring);
  const better = (a: number, b: number): number =>
    (points[b] ?? 0) - (points[a] ?? 0) || (scoring[b] ?? 0) - (scoring[a] ?? 0);
  const ranking = seats.map((_, seat) => seat).sort(better);
  return { ranking, winners: ranking.slice(0, 1), points, scoring };
}

function bar(seat: number, name: string, sources: Tally["sources"], most: number): Bar {
  const parts = SOURCES.filter((source) => sources[source] > 0).map((source) => {
    const n = sources[source];
    return { source, n, width: `${(n / most) * 100}%`, written: n / most > ROOM };
  });
  const told = parts.map(({ source, n }) => `${t(`source.${source}`)} ${n}`).join(", ");
  return { seat, name, told, parts };
}

/** Everything that the last page says of a game. */
export function ending(
  view: View,
  outcome: OutcomeData | null,
  history: readonly GameEvent[],
  cast: Cast,
): Ending {
  const { names, viewer } = cast;
  const { ranking, winners, points, scoring } = outcome ?? guessed(view);
  const name = (seat: number): string => names[seat] ?? "";
  const first = winners[0] ?? 0;
  const tied = ranking.filter((seat) => ranking.some((b) => b !== seat && points[b] === points[seat]));
  const won =
    winners.length > 1
      ? t("end.shared", { names: listed(winners.map(name)) })
      : first === viewer
        ? t("end.you")
        : t("end.wins", { name: name(first) });
  /** Whoever played and lost reads their own place first. */
  const lost = viewer !== null && !winners.includes(viewer);
  const title = lost ? t(`end.place.${ranking.indexOf(viewer) + 1}` as "end.place.2") : won;
  let lead = t("end.lead", { n: points[first] ?? 0 });
  if (lost) lead = t("end.lead.lost", { won, n: points[first] ?? 0, own: points[viewer] ?? 0 });
  if (tied.length > 1 && winners.length < tied.length) {
    const spaces = tied.map((seat) => scoring[seat]).join(", ");
    lead += ` ${t("end.tie", { names: listed(tied.map(name)), spaces })}`;
  }
  const counted = tally(history, view.seats.length);
  const most = Math.max(1, ...points);
  const podium = [1, 0, 2, 3].flatMap((n) => {
    const seat = ranking[n];
    if (seat === undefined) return [];
    const place = winners.includes(seat) ? 1 : n + 1;
    const [stands, height] = [look(seat, cast), HEIGHTS[place - 1] ?? ""];
    return [{ seat, name: name(seat), look: stands, points: points[seat] ?? 0, place, height }];
  });
  return {
    title,
    lead,
    podium,
    lines: counted.map(({ rounds, exploded }, seat) => ({
      rounds,
      exploded,
      name: name(seat),
      look: look(seat, cast),
    })),
    bars: ranking.map((seat) => bar(seat, name(seat), (counted[seat] as Tally).sources, most)),
    luck: ranking.map((seat) => {
      const { exploded, longest } = counted[seat] as Tally;
      return { seat, name: name(seat), look: look(seat, cast), explosions: exploded.length, longest };
    }),
  };
}
