/** Where the pennants of the scoring track stand: each as near to its points as its neighbours and the edges allow. */
export interface Pennant {
  /** The middle of the pennant, and half its width. */
  x: number;
  half: number;
}

const GAP = 2;
const PASSES = 12;

/** Move pennants, given from left to right, until none covers another and none leaves a track of a width. */
export function partPennants(list: readonly Pennant[], width: number): void {
  for (let pass = 0; pass < PASSES; pass++)
    for (let i = 1; i < list.length; i++) {
      const [a, b] = [list[i - 1]!, list[i]!];
      const overlap = a.x + a.half + GAP - (b.x - b.half);
      if (overlap > 0) [a.x, b.x] = [a.x - overlap / 2, b.x + overlap / 2];
    }
  let free = 1;
  for (const p of list) {
    p.x = Math.max(p.x, free + p.half);
    free = p.x + p.half + GAP;
  }
  free = width - 1;
  for (const p of [...list].reverse()) {
    p.x = Math.min(p.x, free - p.half);
    free = p.x - p.half - GAP;
  }
}
