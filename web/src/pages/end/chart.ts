/** The chart of points by round, worked out as a drawing: it never changes while it is looked at. */
import type { Look } from "../../table/seats/looks";
import { short } from "./short-name";

const HEIGHT = 300;
const LEFT = 34;
const ROUNDS = 9;
const APART = 19;
/** How large an explosion is drawn: where rounds stand close together, so that the lines are still seen. */
const puff = (between: number): number => Math.min(32, 0.95 * between);
const DASH = ["", "9 5", "2 5", "14 4 3 4"];

/** A name at the end of a line. */
export interface Label {
  seat: number;
  colour: number;
  text: string;
  x: number;
  y: number;
}

export interface Chart {
  box: string;
  /** Lines and signs, without any word that somebody chose. */
  drawing: string;
  labels: Label[];
}

export interface Line {
  rounds: readonly number[];
  exploded: readonly number[];
  name: string;
  look: Look;
}

const sign = ({ colour, sign }: Look, x: number, y: number): string =>
  `<g style="color:var(--seat-${colour});--cut:var(--paper)"><use href="#seat-${sign}" x="${x}" y="${y}" width="14" height="14"/></g>`;

/** Draw the points of every seat: each with its own sign and dash, explosions marked, names pushed apart. */
export function chart(lines: readonly Line[], width: number): Chart {
  const named = lines.map(({ name, rounds }) => `${short(name)} ${rounds.at(-1) ?? 0}`);
  const right = width - 34 - 8.3 * Math.max(...named.map((name) => name.length));
  const most = 1.04 * Math.max(20, ...lines.flatMap(({ rounds }) => rounds));
  const step = most > 62.4 ? 20 : 10;
  const x = (round: number): number => LEFT + (round * (right - LEFT)) / ROUNDS;
  const y = (points: number): number => HEIGHT - 30 - (points * (HEIGHT - 50)) / most;
  const burst = puff(x(1) - x(0));
  let drawing = "";
  for (let n = 0; n <= most; n += step)
    drawing += `<path d="M34 ${y(n)}H${right}" stroke="var(--rule-soft)" stroke-width="1.5"/><text x="27" y="${y(n) + 5}" text-anchor="end">${n}</text>`;
  for (let n = 1; n <= ROUNDS; n++)
    drawing += `<text x="${x(n)}" y="${HEIGHT - 6}" text-anchor="middle">${n}</text>`;
  for (const { rounds, exploded } of lines)
    for (const round of exploded)
      drawing += `<use href="#puff" x="${x(round) - burst / 2}" y="${y(rounds[round - 1] ?? 0) - burst / 2}" width="${burst}" height="${burst}"/>`;
  lines.forEach(({ rounds, look }) => {
    const d = [0, ...rounds].map((points, n) => `${x(n).toFixed(1)} ${y(points).toFixed(1)}`).join("L");
    drawing += `<path d="M${d}" fill="none" stroke="var(--seat-${look.colour})" stroke-width="3.5" stroke-dasharray="${DASH[look.sign] ?? ""}" stroke-linejoin="round"/>`;
    rounds.forEach((points, n) => (drawing += sign(look, x(n + 1) - 7, y(points) - 7)));
  });
  const ends = lines.map(({ rounds, look }, seat) => ({ seat, look, y: y(rounds.at(-1) ?? 0) }));
  ends.sort((a, b) => a.y - b.y);
  let above = -Infinity;
  const labels = ends.map((end) => {
    above = Math.max(end.y, above + APART);
    drawing += sign(end.look, right + 10, above - 8);
    const text = named[end.seat] ?? "";
    return { seat: end.seat, colour: end.look.colour, text, x: right + 28, y: above + 5 };
  });
  return { box: `0 0 ${width} ${HEIGHT + 12}`, drawing, labels };
}
