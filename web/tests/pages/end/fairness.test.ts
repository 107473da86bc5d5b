import { describe, expect, it } from "vitest";
import { keepsPromise, sealedSeats } from "../../../src/pages/end/fairness";
import { sha256Hex } from "../../../src/table/net/seals";

describe("a promise", () => {
  it("is kept by the text whose SHA-256 was published, and by no other", () => {
    const commit = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    expect(sha256Hex("abc")).toBe(commit);
    expect(keepsPromise("abc", commit)).toBe(true);
    expect(keepsPromise("abd", commit)).toBe(false);
  });
});

describe("sealed seats", () => {
  it("are told in their order: fitting, unlike, and missing", () => {
    const seals = { "2": sha256Hex("c"), "0": sha256Hex("a"), "1": sha256Hex("b") };
    const told = sealedSeats(seals, { "0": "a", "2": "x" });
    expect(told.map(({ seat, nonce, fits }) => [seat, nonce, fits])).toEqual([
      [0, "a", true],
      [1, null, false],
      [2, "x", false],
    ]);
  });

  it("are none in a game that is older than seals", () => {
    expect(sealedSeats({}, { "0": "a" })).toEqual([]);
  });
});
