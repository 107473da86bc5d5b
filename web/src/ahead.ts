/** What will be needed next is fetched before it is asked for. */
import { afterPaint } from "./idle";
import { route } from "./route.svelte";

const table = (): Promise<typeof import("./table/LiveTable.svelte")> => import("./table/LiveTable.svelte");

let coming: ReturnType<typeof table> | undefined;

/** The table, fetched once; a failed try is tried again. */
export function theTable(): ReturnType<typeof table> {
  coming ??= table().catch((error: unknown) => {
    coming = undefined;
    throw error;
  });
  return coming;
}

/** Fetch the table as soon as the page before it has been seen. */
export function tableAhead(): void {
  afterPaint(() => void theTable().catch(() => undefined));
}

/** Go to a table, connected before its page is shown; the game begins by itself where that is wanted. */
export async function goToTable(code: string, goes: boolean): Promise<void> {
  (await theTable()).connectAhead(code, goes);
  route.go(`/t/${code}${goes ? "?go" : ""}`);
}
