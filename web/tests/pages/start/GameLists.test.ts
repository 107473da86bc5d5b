import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import GameLists from "../../../src/pages/start/GameLists.svelte";
import type { LobbyTable } from "../../../src/protocol";
import { t } from "../../../src/text";

const tables = (count: number): LobbyTable[] =>
  Array.from({ length: count }, (_, n) => ({
    code: `T${n}`,
    title: `Table ${n}`,
    state: "open",
    players: 4,
    open_seats: 3,
    names: ["Ada"],
    options: {},
    created: 0,
  }));
const shown = (): number => screen.queryAllByText(/^Table \d+$/).length;
const more = (): HTMLElement | null => screen.queryByText(t("open.more"));

function show(count: number, total: number): { onmore: ReturnType<typeof vi.fn> } {
  const onmore = vi.fn();
  const props = { open: tables(count), total, hasMore: total > count, games: [], onsit: vi.fn(), onmore };
  render(GameLists, { props });
  return { onmore };
}

describe("open tables", () => {
  it("says how many there are in all, and shows the newest few", () => {
    show(50, 300);
    expect(screen.getByText(t("open.n", { n: 300 }))).toBeTruthy();
    expect(shown()).toBe(5);
  });

  it("shows more of those that are there before it asks for a further page", async () => {
    const { onmore } = show(50, 300);
    await fireEvent.click(more() as HTMLElement);
    expect(shown()).toBe(25);
    expect(onmore).not.toHaveBeenCalled();
    await fireEvent.click(more() as HTMLElement);
    await fireEvent.click(more() as HTMLElement);
    expect(shown()).toBe(50);
    expect(onmore).toHaveBeenCalledOnce();
  });

  it("offers no more when all are shown", () => {
    show(3, 3);
    expect(shown()).toBe(3);
    expect(more()).toBeNull();
  });
});
