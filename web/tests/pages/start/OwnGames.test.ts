import { render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it } from "vitest";
import GameLists from "../../../src/pages/start/GameLists.svelte";
import type { OwnGame } from "../../../src/protocol";
import { useRules } from "../../fixtures/table";

beforeEach(() => useRules());
const game = (more: Partial<OwnGame>): OwnGame => ({
  code: "ABCDEF",
  state: "over",
  seats: [0],
  names: ["Mira", "Otto", "Hedwig"],
  points: [40, 50, 45],
  winners: [1],
  your_turn: false,
  updated: Date.UTC(2026, 10, 18, 12),
  ...more,
});

describe("the own games", () => {
  it.each([
    ["the place of whoever lost", {}, /place 3 of 3, .*2026/],
    ["the second place of whoever lost a tie", { points: [50, 50, 45] }, /place 2 of 3, .*2026/],
    ["that it was won", { winners: [0] }, /won, .*2026/],
    ["that it has no result", { state: "abandoned", points: null, winners: null }, /no result, .*2026/],
  ] as const)("say %s, and when", (_, more, told) => {
    render(GameLists, {
      open: [],
      total: 0,
      hasMore: false,
      onmore: () => {},
      games: [game(more as Partial<OwnGame>)],
      onsit: () => {},
    });
    expect(screen.getByText(told)).toBeTruthy();
  });
});
