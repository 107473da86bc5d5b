/**
 * Where the places of a pot lie (R1.2 counts them, the design draws them).
 *
 * View box 1000 x 1000. The 54 places (spaces 0 to 52 and the spoon, 53) stand on an Archimedean spiral from
 * the middle outwards, clockwise, consecutive ones exactly PITCH apart in a straight line. The spiral is moved
 * so that its enclosing circle is centred, and turned so that the spoon lies at the upper right.
 */
import type { Space } from "../../table/net/types";
import { HEIGHT, outline } from "./digits";

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly t: number;
}

export const SPOON = 53;
export const CENTRE = { x: 500, y: 503 };
export const SPACE_RADIUS = 47;
export const CHIP_SIZE = 106;
export const PITCH = 103;
const RING = 101;
const INNER = 40;
const END_ANGLE = -47;
const RIM_OUT = 484;
const RIM_IN = 446;
const GROWTH = RING / (2 * Math.PI);

/**
 * The angle of each place, so that neighbours stand PITCH apart, and how far the spiral is moved so that its enclosing
 * circle is centred. Searching for them takes longer than drawing the pot: they are written down, a test checks them.
 */
const ANGLES: readonly number[] = [
  0, 2.1729, 3.4514, 4.4792, 5.3658, 6.1579, 6.8809, 7.5505, 8.1769, 8.7678, 9.3286, 9.8634, 10.3757, 10.8681,
  11.3427, 11.8013, 12.2455, 12.6765, 13.0955, 13.5033, 13.901, 14.2891, 14.6684, 15.0394, 15.4027, 15.7586,
  16.1077, 16.4503, 16.7868, 17.1175, 17.4427, 17.7626, 18.0775, 18.3876, 18.6931, 18.9943, 19.2913, 19.5843,
  19.8734, 20.1588, 20.4407, 20.7191, 20.9942, 21.2661, 21.5349, 21.8007, 22.0636, 22.3238, 22.5812, 22.836,
  23.0882, 23.338, 23.5854, 23.8304,
];
const SHIFT_X = 0.12;
const SHIFT_Y = -28.84;
const TURN = (END_ANGLE * Math.PI) / 180 - (ANGLES[SPOON] ?? 0);

/** A point of the spiral, or `off` outwards from it. */
function point(t: number, off = 0): [number, number] {
  const r = INNER + off + GROWTH * t;
  return [CENTRE.x + r * Math.cos(t + TURN) - SHIFT_X, CENTRE.y + r * Math.sin(t + TURN) - SHIFT_Y];
}

/** The 54 places of a pot. */
export const SPIRAL: readonly Place[] = ANGLES.map((t) => {
  const [x, y] = point(t);
  return { x, y, t };
});

/** The place of a space; the bowl (54) lies where the spoon is. */
export function place(space: number): Place {
  return SPIRAL[Math.max(0, Math.min(SPOON, space))] as Place;
}

/** Corners this far apart look like a curve. */
const STEP = 0.09;

/** Draws smooth lines from one space to another, `off` outwards; the corners of all of them are worked out once. */
function lines(off: number): (from: number, to: number) => string {
  const corner = (t: number): string =>
    point(t, off)
      .map((at) => at.toFixed(1))
      .join(" ");
  const corners = Array.from({ length: Math.ceil((ANGLES[SPOON] ?? 0) / STEP) }, (_, n) => corner(n * STEP));
  return (from, to) => {
    const [begin, end] = [place(from).t, place(to).t];
    const between = corners.slice(Math.floor(begin / STEP) + 1, Math.ceil(end / STEP));
    return `M${[corner(begin), ...between, corner(end)].join("L")}`;
  };
}

/** A line along the spiral from one space to another. */
export const along = lines(0);

/** The space nearest to a point of the view box, if one lies under it. */
export function spaceAt(x: number, y: number): number | null {
  let best: number | null = null;
  let nearest = SPACE_RADIUS + 6;
  SPIRAL.forEach((p, space) => {
    const d = Math.hypot(p.x - x, p.y - y);
    if (d < nearest) [nearest, best] = [d, space];
  });
  return best;
}

function dice(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

function lugs(): string {
  const { x, y } = CENTRE;
  return [-180, 0]
    .map(
      (a) =>
        `<g transform="rotate(${a + 90} ${x} ${y})"><path d="M${x - 78} ${y - 462}C${x - 86} ${y - 560} ${x + 86} ${y - 560} ${x + 78} ${y - 462}" fill="none" stroke="var(--iron)" stroke-width="36" stroke-linecap="round"/><path d="M${x - 60} ${y - 500}C${x - 40} ${y - 536} ${x + 20} ${y - 540} ${x + 44} ${y - 524}" fill="none" stroke="var(--iron-3)" stroke-width="6" stroke-linecap="round"/></g>`,
    )
    .join("");
}

function rimLight(next: () => number): string {
  const point = (r: number, a: number) =>
    `${(CENTRE.x + r * Math.cos(a)).toFixed(1)} ${(CENTRE.y + r * Math.sin(a)).toFixed(1)}`;
  let d = "";
  for (let i = 0; i < 150; i++) {
    const a = ((i + next() * 0.5) / 150) * 2 * Math.PI;
    const light = Math.max(0, Math.cos(a + 2.2)) ** 1.4;
    if (light < 0.08) continue;
    const length = 22 * light + 3 * next();
    d += `M${point(RIM_OUT - 5, a)}L${point(RIM_OUT - 5 - length, a + 0.012)}`;
  }
  return `<path d="${d}" stroke="var(--iron-3)" stroke-width="4.5" stroke-linecap="round" fill="none"/>`;
}

function flow(next: () => number): string {
  const outside = lines(RING / 2);
  let d = "";
  for (let i = 3; i < 46; i++)
    if (next() > 0.25) d += outside(i, Math.min(SPOON, i + 1 + Math.floor(next() * 2)));
  let bubbles = "";
  for (let i = 0; i < 9; i++) {
    const a = 2 + i * 0.23 + next() * 0.1;
    const r = RIM_IN - 14 - next() * 6;
    bubbles += `<circle cx="${(CENTRE.x + r * Math.cos(a)).toFixed(1)}" cy="${(CENTRE.y + r * Math.sin(a)).toFixed(1)}" r="${(4 + next() * 5).toFixed(1)}" fill="none" stroke="var(--brew-3)" stroke-width="3"/>`;
  }
  return `<path d="${d}" fill="none" stroke="var(--brew-3)" stroke-width="4" stroke-linecap="round" opacity=".75"/>${bubbles}`;
}

/** Iron rim, brew, spoon and the groove of the spiral: never changes, so it is written once. */
function cauldron(small: boolean): string {
  const next = dice(7);
  const { x, y } = CENTRE;
  const spoon = place(SPOON);
  return [
    lugs(),
    `<circle cx="${x}" cy="${y}" r="${RIM_OUT}" fill="var(--iron)"/>`,
    small ? "" : rimLight(next),
    `<circle cx="${x}" cy="${y}" r="${RIM_IN + 6}" fill="none" stroke="var(--iron-3)" stroke-width="${small ? 8 : 3}"/><circle cx="${x}" cy="${y}" r="${RIM_IN}" fill="var(--brew)"/>`,
    small ? "" : flow(next),
    `<g transform="translate(${spoon.x.toFixed(1)} ${spoon.y.toFixed(1)}) rotate(${END_ANGLE + 90})"><path d="M-15 -40L-11 -205Q0 -222 11 -205L15 -40z" fill="var(--wood)" stroke="#1B1511" stroke-width="7" stroke-linejoin="round"/><path d="M-3 -70L-2 -190M5 -90L4 -150" stroke="var(--wood-2)" stroke-width="4" stroke-linecap="round"/><ellipse rx="47" ry="56" fill="var(--wood)" stroke="#1B1511" stroke-width="7"/><ellipse rx="37" ry="45" fill="var(--wood-2)"/></g>`,
    `<path d="${along(0, 52)}" fill="none" stroke="var(--brew-2)" stroke-width="${small ? 40 : 30}" stroke-linecap="round"/>`,
  ].join("");
}

const circle = (x: number, y: number, r: number): string =>
  `M${(x - r).toFixed(1)} ${y.toFixed(1)}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;

/** How large the points in a seal are written, against the coins. */
const POINTS = 28 / HEIGHT;

/** What stands on some spaces: coins large, points in a seal, a ruby. One outline for all that looks the same. */
function faces(at: readonly (Space & { x: number; y: number })[], ink: string): string {
  let [coins, seals, points, rubies] = ["", "", "", ""];
  for (const { x, y, ...space } of at) {
    coins += outline(space.coins, x - (space.coins > 9 ? 5 : 6), y + 11);
    if (space.ruby)
      rubies += `<use href="#ruby" x="${(x - 52).toFixed(1)}" y="${(y + 14).toFixed(1)}" width="37" height="37"/>`;
    if (!space.points) continue;
    seals += circle(x + 29, y + 29, 20);
    points += outline(space.points, (x + 29) / POINTS, (y + 38.5) / POINTS);
  }
  return `<path d="${coins}" fill="${ink}"/><path d="${seals}" fill="#A8291F" stroke="#1B1511" stroke-width="3"/><path d="${points}" fill="#FFF3DE" transform="scale(${POINTS})"/>${rubies}`;
}

function facesLarge(spaces: readonly Space[]): string {
  const at = spaces.map((space, n) => ({ ...space, x: place(n).x, y: place(n).y }));
  const discs = at.slice(0, SPOON).map(({ x, y }) => circle(x, y, SPACE_RADIUS));
  return `<path d="${discs.join("")}" fill="var(--brew-2)" stroke="var(--brew-3)" stroke-width="3"/>${faces(at, "var(--brew-ink)")}`;
}

function facesSmall(spaces: readonly Space[]): string {
  let [plain, rubies] = ["", ""];
  spaces.slice(0, SPOON).forEach(({ ruby }, n) => {
    const { x, y } = place(n);
    if (ruby) rubies += circle(x, y, 20);
    else plain += circle(x, y, 12);
  });
  return `<path d="${plain}" fill="var(--brew-3)"/><path d="${rubies}" fill="var(--ruby)"/>`;
}

const drawn = new Map<string, string>();

function once(name: string, draw: () => string): string {
  const known = drawn.get(name) ?? draw();
  drawn.set(name, known);
  return known;
}

/** The empty pot with all its spaces: it never changes, so it is drawn once and put into every pot as it is. */
export function emptyPot(spaces: readonly Space[], small: boolean): string {
  return once(`${small ? "small" : "large"} ${spaces.length}`, () =>
    small ? cauldron(true) + facesSmall(spaces) : cauldron(false) + facesLarge(spaces),
  );
}

/** The face of the scoring space, drawn over the glow. */
export const litFace = (space: Space): string => faces([{ ...space, x: 0, y: 0 }], "#1B1511");

function rays(inner: number, outer: (i: number) => number): string {
  let d = "";
  for (let i = 0; i < 16; i++) {
    const a = (i * Math.PI) / 8;
    const point = (r: number) => `${(r * Math.cos(a)).toFixed(1)} ${(r * Math.sin(a)).toFixed(1)}`;
    d += `M${point(inner)}L${point(outer(i))}`;
  }
  return d;
}

/** The light round the scoring space. */
export const RAYS = rays(60, (i) => (i % 2 ? 70 : 79));
export const RAYS_SMALL = rays(72, () => 108);

/** Where a pot begins to count: droplet and rat stone, at most on the last space (R3.3). */
export const startOf = (droplet: number, tails: number): number => Math.min(52, droplet + tails);

/** Where the chips of a pot lie; those that share the last space fan out to the lower left (R4.9). */
export function lie(pot: readonly (readonly [string, number])[]): { x: number; y: number }[] {
  const lying = new Map<number, number>();
  return pot.map(([, space]) => {
    const n = lying.get(space) ?? 0;
    lying.set(space, n + 1);
    const { x, y } = place(space);
    const fan = 14 * Math.min(n, 3);
    return { x: x - fan, y: y + fan };
  });
}
