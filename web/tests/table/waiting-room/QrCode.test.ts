import { render, screen } from "@testing-library/svelte";
import { decodeQR } from "qr/decode.js";
import { describe, expect, it } from "vitest";
import QrCode from "../../../src/table/waiting-room/QrCode.svelte";

/** Pixels for each module of a code, as a camera would see them. */
const SCALE = 4;

/** The places of the dark modules in the drawing, and how many modules one side has. */
function drawn(link: string): { places: [number, number][]; size: number } {
  render(QrCode, { text: link, label: "the link" });
  const svg = screen.getByRole("img", { name: "the link" });
  const path = svg.querySelector("path")?.getAttribute("d") ?? "";
  return {
    places: [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [Number(x), Number(y)]),
    size: Number(svg.getAttribute("viewBox")?.split(" ")[2]),
  };
}

/** The drawing as an image of black squares on white. */
function pixels({ places, size }: ReturnType<typeof drawn>) {
  const side = size * SCALE;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [x, y] of places)
    for (let dy = 0; dy < SCALE; dy++)
      for (let dx = 0; dx < SCALE; dx++) {
        const at = ((y * SCALE + dy) * side + x * SCALE + dx) * 4;
        data.fill(0, at, at + 3);
      }
  return { width: side, height: side, data };
}

describe("a QR code", () => {
  it.each([
    "https://quedlinburg.example/t/ABCDEF",
    "http://127.0.0.1:8424/quacks/t/ZZZZZZ",
    `https://${"a-long-host-name.".repeat(14)}example/t/ABCDEF`,
    "http://brüheküche.example/t/ÄÖÜ",
  ])("is read by another program as the link it was drawn from: %s", (link) => {
    expect(decodeQR(pixels(drawn(link)))).toBe(link);
  });

  it("has four light modules around it, without which cameras do not find it", () => {
    const { places, size } = drawn("https://quedlinburg.example/t/ABCDEF");
    expect([Math.min(...places.flat()), Math.max(...places.flat())]).toEqual([4, size - 5]);
  });
});
