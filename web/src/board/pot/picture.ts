/** A pot as a picture: as it stood when brewing ended, small, with nothing in it that still moves. */
import { capital, chipName, t } from "../../text";
import type { SeatView, Space } from "../../table/net/types";
import { along, emptyPot, lie, place, RAYS_SMALL, startOf } from "./geometry";

const CHIP = 132;
const PIECE = 124;
const PUFF = 430;

const use = (art: string, x: number, y: number, size: number): string =>
  `<use href="#${art}" x="${(x - size / 2).toFixed(1)}" y="${(y - size / 2).toFixed(1)}" width="${size}" height="${size}"/>`;

const line = (from: number, to: number, ink: string, width: number): string =>
  `<path d="${along(from, to)}" fill="none" stroke-linecap="round" stroke="${ink}" stroke-width="${width}"/>`;

/** Everything that lies in a seat's pot, for a drawing of 1000 by 1000. */
export function picture(spaces: readonly Space[], seat: SeatView): string {
  const { droplet, tails, pot, scoring } = seat;
  const start = startOf(droplet, tails);
  const last = pot[pot.length - 1]?.[1] ?? start;
  const [end, lit] = [place(last), place(scoring)];
  const from = place(droplet);
  let drawn = emptyPot(spaces, true);
  if (last > 0) drawn += line(0, last, "var(--brew-2)", 42);
  if (last > droplet) drawn += line(droplet, last, "var(--brew-ink-2)", 16);
  if (seat.state === "exploded") drawn += use("puff", end.x, end.y, PUFF);
  if (spaces[scoring])
    drawn += `<g transform="translate(${lit.x.toFixed(1)} ${lit.y.toFixed(1)})"><path d="${RAYS_SMALL}" stroke="var(--glow)" stroke-width="12" stroke-linecap="round"/><circle r="58" fill="var(--glow)" stroke="#1B1511" stroke-width="8"/></g>`;
  drawn += use("droplet", from.x, from.y, PIECE);
  if (tails > 0) drawn += use("ratstone", place(start).x, place(start).y, PIECE);
  const lying = lie(pot);
  return drawn + pot.map(([kind], n) => use(`chips-${kind}`, lying[n]!.x, lying[n]!.y, CHIP)).join("");
}

/** The same in words: whose pot it is, and its chips in their order. */
export function inWords(name: string, { pot }: SeatView): string {
  const of = t("pot.of", { name });
  return pot.length ? `${of}: ${pot.map(([kind]) => chipName(kind)).join(", ")}` : capital(of);
}
