/** Requests to the server; what goes wrong comes back as words. */
import { BASE } from "./base-path";
import { settings } from "../device/settings.svelte";
import type {
  DeviceList,
  GameList,
  Identity,
  MovingCode,
  MakeTable,
  Problem,
  Replay,
  TableAnswer,
  TableList,
  TableMade,
  Verified,
} from "../protocol";

export class Trouble extends Error {
  constructor(
    readonly code: string,
    reason: string,
  ) {
    super(reason);
  }
}

async function ask<T>(path: string, method = "GET", body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(BASE + path, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
  } catch {
    throw new Trouble("offline", "");
  }
  if (answer.ok) return (answer.status === 204 ? undefined : await answer.json()) as T;
  const problem = (await answer.json().catch(() => ({ code: String(answer.status), reason: "" }))) as Problem;
  throw new Trouble(problem.code, problem.reason);
}

export const api = {
  identity: () => ask<Identity>("/api/identity"),
  makeIdentity: (name: string) => ask<Identity>("/api/identity", "POST", { name }),
  deleteIdentity: () => ask<undefined>("/api/identity", "DELETE"),
  devices: () => ask<DeviceList>("/api/identity/devices"),
  /** Sign one device out, or all but this one. */
  signOut: (id?: string) =>
    ask<undefined>(`/api/identity/devices${id ? `/${encodeURIComponent(id)}` : ""}`, "DELETE"),
  makeCode: () => ask<MovingCode>("/api/identity/code", "POST"),
  claimCode: (code: string) => ask<Identity>("/api/identity/claim", "POST", { code }),
  makeTable: (body: MakeTable) => ask<TableMade>("/api/tables", "POST", body),
  tables: (before: string | null = null) =>
    ask<TableList>(`/api/tables${before === null ? "" : `?before=${encodeURIComponent(before)}`}`),
  table: (code: string) => ask<TableAnswer>(`/api/tables/${encodeURIComponent(code)}`),
  games: () => ask<GameList>("/api/games"),
  replay: (code: string) => ask<Replay>(`/api/games/${encodeURIComponent(code)}/replay`),
  verify: (code: string) => ask<Verified>(`/api/games/${encodeURIComponent(code)}/verify`),
  logPath: (code: string) => `${BASE}/api/tables/${encodeURIComponent(code)}/log`,
  recordPath: (code: string) => `${BASE}/api/games/${encodeURIComponent(code)}/record`,
};

/** Whether the server answers at all. */
export const isReachable = (): Promise<boolean> =>
  fetch(`${BASE}/`, { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  );

/** Be somebody: the identity of this device, made on first use. */
export async function beSomebody(name: string): Promise<void> {
  if (settings.known) {
    try {
      const identity = await api.identity();
      if (name && identity.name !== name) await api.makeIdentity(name);
      return;
    } catch (trouble) {
      if (!(trouble instanceof Trouble) || trouble.code === "offline") throw trouble;
    }
  }
  await api.makeIdentity(name);
  settings.known = true;
}
