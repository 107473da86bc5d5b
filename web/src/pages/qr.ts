/** QR codes (ISO/IEC 18004), byte mode, error correction M, versions 1 to 8: enough for a link. */

const EC_PER_BLOCK = [0, 10, 16, 26, 18, 24, 16, 18, 22];
const BLOCKS = [0, 1, 1, 1, 2, 2, 4, 4, 4];
const TOTAL = [0, 26, 44, 70, 100, 134, 172, 196, 242];
const ALIGN = [[], [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42]];

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
  x = (x << 1) ^ (x & 128 ? 0x11d : 0);
}
const times = (a: number, b: number): number => (a && b ? (EXP[(LOG[a] ?? 0) + (LOG[b] ?? 0)] ?? 0) : 0);

/** The error correction of a block: the rest of a division in GF(256). */
function correction(data: readonly number[], count: number): number[] {
  let generator = [1];
  for (let i = 0; i < count; i++) {
    const next = new Array<number>(generator.length + 1).fill(0);
    generator.forEach((g, n) => {
      next[n] = (next[n] ?? 0) ^ g;
      next[n + 1] = (next[n + 1] ?? 0) ^ times(g, EXP[i] ?? 0);
    });
    generator = next;
  }
  const rest = [...data, ...new Array<number>(count).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const lead = rest[i] ?? 0;
    if (lead) generator.forEach((g, n) => (rest[i + n] = (rest[i + n] ?? 0) ^ times(g, lead)));
  }
  return rest.slice(data.length);
}

function codewords(text: string): { version: number; words: number[] } {
  const bytes = [...new TextEncoder().encode(text)];
  let version = 1;
  const room = (v: number): number => (TOTAL[v] ?? 0) - (EC_PER_BLOCK[v] ?? 0) * (BLOCKS[v] ?? 0);
  while (version < 9 && bytes.length + 2 > room(version)) version++;
  if (version > 8) throw new Error("the text is too long for a QR code");
  const bits: number[] = [];
  const push = (value: number, count: number): void => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  push(4, 4);
  push(bytes.length, 8);
  bytes.forEach((byte) => push(byte, 8));
  const most = room(version) * 8;
  push(0, Math.min(4, most - bits.length));
  while (bits.length % 8) bits.push(0);
  const data: number[] = [];
  for (let i = 0; i < bits.length; i += 8) data.push(bits.slice(i, i + 8).reduce((a, b) => a * 2 + b, 0));
  for (let pad = 0xec; data.length < room(version); pad ^= 0xec ^ 0x11) data.push(pad);
  return { version, words: interleave(data, version) };
}

function interleave(data: readonly number[], version: number): number[] {
  const blocks = BLOCKS[version] ?? 1;
  const short = Math.floor(data.length / blocks);
  const long = data.length % blocks;
  const parts: number[][] = [];
  for (let b = 0, at = 0; b < blocks; b++) {
    const size = short + (b >= blocks - long ? 1 : 0);
    parts.push(data.slice(at, at + size));
    at += size;
  }
  const checks = parts.map((part) => correction(part, EC_PER_BLOCK[version] ?? 10));
  const mixed: number[] = [];
  for (let i = 0; i <= short; i++) for (const part of parts) if (i < part.length) mixed.push(part[i] ?? 0);
  for (let i = 0; i < (EC_PER_BLOCK[version] ?? 10); i++)
    for (const check of checks) mixed.push(check[i] ?? 0);
  return mixed;
}

class Grid {
  readonly dark: boolean[][];
  readonly fixed: boolean[][];

  constructor(readonly size: number) {
    this.dark = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
    this.fixed = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  }

  set(x: number, y: number, dark: boolean): void {
    const [row, fixed] = [this.dark[y], this.fixed[y]];
    if (!row || !fixed || x < 0 || x >= this.size) return;
    row[x] = dark;
    fixed[x] = true;
  }

  finder(cx: number, cy: number): void {
    for (let dy = -4; dy <= 4; dy++)
      for (let dx = -4; dx <= 4; dx++) {
        const d = Math.max(Math.abs(dx), Math.abs(dy));
        this.set(cx + dx, cy + dy, d !== 2 && d !== 4);
      }
  }
}

function patterns(grid: Grid, version: number): void {
  const { size } = grid;
  for (let i = 0; i < size; i++) {
    grid.set(6, i, i % 2 === 0);
    grid.set(i, 6, i % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    grid.finder(x, y);
  const places = ALIGN[version] ?? [];
  const last = places[places.length - 1];
  for (const x of places)
    for (const y of places) {
      if ((x === 6 && (y === 6 || y === last)) || (y === 6 && x === last)) continue;
      for (let dy = -2; dy <= 2; dy++)
        for (let dx = -2; dx <= 2; dx++) grid.set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
  if (version >= 7) versionBits(grid, version);
}

function versionBits(grid: Grid, version: number): void {
  let rest = version;
  for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let i = 0; i < 18; i++) {
    const [a, b] = [grid.size - 11 + (i % 3), Math.floor(i / 3)];
    grid.set(a, b, ((bits >> i) & 1) === 1);
    grid.set(b, a, ((bits >> i) & 1) === 1);
  }
}

function formatBits(grid: Grid, mask: number): void {
  const data = mask; // level M is 00
  let rest = data;
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((data << 10) | rest) ^ 0x5412;
  const bit = (i: number): boolean => ((bits >> i) & 1) === 1;
  const { size } = grid;
  for (let i = 0; i <= 5; i++) grid.set(8, i, bit(i));
  grid.set(8, 7, bit(6));
  grid.set(8, 8, bit(7));
  grid.set(7, 8, bit(8));
  for (let i = 9; i < 15; i++) grid.set(14 - i, 8, bit(i));
  for (let i = 0; i < 8; i++) grid.set(size - 1 - i, 8, bit(i));
  for (let i = 8; i < 15; i++) grid.set(8, size - 15 + i, bit(i));
  grid.set(8, size - 8, true);
}

function fill(grid: Grid, words: readonly number[]): void {
  let i = 0;
  for (let right = grid.size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let v = 0; v < grid.size; v++)
      for (let j = 0; j < 2; j++) {
        const x = right - j;
        const y = ((right + 1) & 2) === 0 ? grid.size - 1 - v : v;
        if (grid.fixed[y]?.[x]) continue;
        const row = grid.dark[y] as boolean[];
        row[x] = i < words.length * 8 && (((words[i >> 3] ?? 0) >> (7 - (i & 7))) & 1) === 1;
        i++;
      }
  }
}

/** The dark modules of a text's code, row by row. One mask is as readable as another; chequered is mask 0. */
export function qr(text: string): boolean[][] {
  const { version, words } = codewords(text);
  const grid = new Grid(17 + 4 * version);
  patterns(grid, version);
  formatBits(grid, 0);
  fill(grid, words);
  for (let y = 0; y < grid.size; y++)
    for (let x = 0; x < grid.size; x++)
      if (!grid.fixed[y]?.[x] && (x + y) % 2 === 0) (grid.dark[y] as boolean[])[x] = !grid.dark[y]?.[x];
  return grid.dark;
}
