/**
 * Where the places of a pot lie (R1.2 counts them, the design draws them).
 *
 * View box 1000 x 1000. The 54 places (spaces 0 to 52 and the spoon, 53) stand on an Archimedean spiral from
 * the middle outwards, clockwise, consecutive ones exactly PITCH apart in a straight line. The spiral is moved
 * so that its enclosing circle is centred, and turned so that the spoon lies at the upper right.
 */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly t: number;
}

export const PLACES = 54;
export const SPOON = 53;
export const CENTRE = { x: 500, y: 503 };
export const SPACE_RADIUS = 47;
export const CHIP_SIZE = 106;
const PITCH = 103;
const RING = 101;
const INNER = 40;
const END_ANGLE = -47;
const RIM_OUT = 484;
const RIM_IN = 446;
const GROWTH = RING / (2 * Math.PI);

function angles(): number[] {
  const out = [0];
  const at = (t: number): [number, number] => {
    const r = INNER + GROWTH * t;
    return [r * Math.cos(t), r * Math.sin(t)];
  };
  while (out.length < PLACES) {
    let low = out[out.length - 1] ?? 0;
    let high = low + Math.PI * 1.1;
    const [x0, y0] = at(low);
    for (let n = 0; n < 50; n++) {
      const middle = (low + high) / 2;
      const [x, y] = at(middle);
      if (Math.hypot(x - x0, y - y0) < PITCH) low = middle;
      else high = middle;
    }
    out.push(high);
  }
  return out;
}

const ANGLES = angles();
const TURN = (END_ANGLE * Math.PI) / 180 - (ANGLES[SPOON] ?? 0);

function raw(t: number, off = 0): [number, number] {
  const r = INNER + off + GROWTH * t;
  return [r * Math.cos(t + TURN), r * Math.sin(t + TURN)];
}

/** The centre of the smallest circle round the spaces: a spiral is lopsided, the pot is not. */
function enclosing(): [number, number] {
  const points = ANGLES.slice(0, SPOON).map((t) => raw(t));
  let [ex, ey] = [0, 0];
  for (let n = 1; n < 1500; n++) {
    let far: [number, number] = [0, 0];
    let most = -1;
    for (const [x, y] of points) {
      const d = Math.hypot(x - ex, y - ey);
      if (d > most) [most, far] = [d, [x, y]];
    }
    ex += (far[0] - ex) / (n + 1);
    ey += (far[1] - ey) / (n + 1);
  }
  return [ex, ey];
}

const [SHIFT_X, SHIFT_Y] = enclosing();

function shifted(t: number, off = 0): [number, number] {
  const [x, y] = raw(t, off);
  return [CENTRE.x + x - SHIFT_X, CENTRE.y + y - SHIFT_Y];
}

/** The 54 places of a pot. */
export const SPIRAL: readonly Place[] = ANGLES.map((t) => {
  const [x, y] = shifted(t);
  return { x, y, t };
});

/** The place of a space; the bowl (54) lies where the spoon is. */
export function place(space: number): Place {
  return SPIRAL[Math.max(0, Math.min(SPOON, space))] as Place;
}

/** A smooth line along the spiral from one space to another, `off` outwards. */
export function along(from: number, to: number, off = 0): string {
  const end = place(to).t;
  let d = "";
  for (let t = place(from).t; ; t += 0.09) {
    const at = Math.min(t, end);
    const [x, y] = shifted(at, off);
    d += `${d ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
    if (at >= end) return d;
  }
}

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
  let d = "";
  for (let i = 3; i < 46; i++)
    if (next() > 0.25) d += along(i, Math.min(SPOON, i + 1 + Math.floor(next() * 2)), RING / 2);
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

export const CAULDRON = cauldron(false);
export const CAULDRON_SMALL = cauldron(true);

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
