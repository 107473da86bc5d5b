import { expect, it } from "vitest";
import { qr } from "../src/pages/qr";

/** What another encoder writes for this link (byte mode, level M, mask 0), a row as a hexadecimal number. */
const REFERENCE =
  "1fcfd67f 10586a41 1747e15d 1747e55d 175b4e5d 1041bf41 1fd5557f 3ff00 15465912 1dba7dc9 5e39597 c003982 5f51bcb 11a6b0c9 efd403b c16c90a 77559cb 30679cd 174591b3 9300cca 124a1df0 15b117 1fca4b5b 1048ed1a 175c59f3 174efc17 17570339 10495982 1fd77f1b";

it("a link becomes the QR code that other programs write", () => {
  const rows = qr("https://quedlinburg.example/t/ABCDEF").map((row) =>
    BigInt(`0b${row.map(Number).join("")}`).toString(16),
  );
  expect(rows.join(" ")).toBe(REFERENCE);
});

it("a text that does not fit is refused", () => {
  expect(() => qr("x".repeat(400))).toThrow("too long");
});
