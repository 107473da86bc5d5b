/** The parts of the page. What will be needed next is fetched before it is asked for. */
import { BASE } from "../server/base-path";
import { afterPaint } from "../device/idle";
import { Lazy } from "./lazy.svelte";
import { route } from "./route.svelte";

export const table = new Lazy(() => import("../table/LiveTable.svelte"));
export const end = new Lazy(() => import("../pages/end/End.svelte"));
export const replay = new Lazy(() => import("../pages/Replay.svelte"));
export const almanac = new Lazy(() => import("../pages/Almanac.svelte"));
export const learn = new Lazy(() => import("../pages/learn/Learn.svelte"));

/** Fetch the table as soon as the page before it has been seen. */
export function tableAhead(): void {
  afterPaint(() => table.ahead());
}

/** Go to a table, connected before its page is shown; the game begins by itself where that is wanted. */
export async function goToTable(code: string, goes: boolean): Promise<void> {
  const path = `/t/${code}${goes ? "?go" : ""}`;
  try {
    (await table.fetch()).connectAhead(code, goes);
  } catch {
    // Only a new page can fetch what did not come.
    return location.assign(BASE + path);
  }
  route.go(path);
}
