/** The evaluation as a ledger: what each step A to F brought each seat, and why, read off the events. */
import { maybe, t } from "../../text";
import { reason } from "../log/event-words";
import type { GameEvent } from "../net/types";

export const STEPS = ["A", "B", "C", "D", "E", "F"] as const;
export type Step = (typeof STEPS)[number];

export interface Entry {
  what:
    | "points"
    | "coins"
    | "rubies"
    | "steps"
    | "chip"
    | "bought"
    | "gone"
    | "die"
    | "flask"
    | "glass"
    | "moved";
  n: number;
  /** A kind, a die face, a glass's reward. */
  of: string;
  rule: string;
}

export interface Row {
  before: Entry[];
  steps: Record<Step, Entry[]>;
}

/** The step that a rule belongs to; none for cards (R6) and glasses (R7.2), which act within a step or before A. */
export function stepOfRule(rule: string): Step | null {
  const letter = rule.match(/^R5\.([A-F])$/)?.[1];
  if (letter) return letter as Step;
  if (rule === "R5.G") return "F";
  if (/^R5\.\d+$/.test(rule)) return "B";
  return rule === "R7.3" ? "D" : null;
}

/** Where an event is written: under its rule's step, or else where its seat's last event was. */
function stepOf(event: GameEvent, last: Step | "before"): Step | "before" {
  // Flasks are filled at the end of the round, by rubies or by a card.
  if (event.event === "flask_filled") return "F";
  return stepOfRule(event.rule) ?? last;
}

function entry(event: GameEvent): Entry | null {
  const rule = event.rule;
  switch (event.event) {
    case "points_won":
      return { what: "points", n: event.points, of: "", rule };
    case "coins_won":
      return { what: "coins", n: event.coins, of: "", rule };
    case "rubies_won":
      return { what: "rubies", n: event.rubies, of: "", rule };
    case "rubies_paid":
      return { what: "rubies", n: -event.rubies, of: "", rule };
    case "droplet_moved":
      return { what: "steps", n: event.steps, of: "", rule };
    case "chip_taken":
      return { what: "chip", n: 1, of: event.kind, rule };
    case "chip_bought":
      return { what: "bought", n: event.price, of: event.kind, rule };
    case "chip_traded_in":
      return { what: "gone", n: 1, of: event.kind, rule };
    case "die_rolled":
      return { what: "die", n: 1, of: event.face, rule };
    case "flask_filled":
      return { what: "flask", n: 1, of: "", rule };
    case "glass_reached":
      return { what: "glass", n: event.glass, of: event.reward, rule };
    case "chip_moved":
      return { what: "moved", n: event.space, of: "", rule };
    default:
      return null;
  }
}

function emptyRow(): Row {
  return { before: [], steps: { A: [], B: [], C: [], D: [], E: [], F: [] } };
}

/** The events of the last evaluation that began. */
export function evaluationOf(history: readonly GameEvent[]): GameEvent[] {
  let from = -1;
  for (let n = history.length - 1; n >= 0; n--)
    if (history[n]?.event === "evaluation_began") {
      from = n;
      break;
    }
  if (from < 0) return [];
  const rest = history.slice(from);
  const end = rest.findIndex((event) => event.event === "round_ended" || event.event === "game_ended");
  return end < 0 ? rest : rest.slice(0, end + 1);
}

/** Every seat's row of the ledger. */
export function ledger(events: readonly GameEvent[], players: number): Row[] {
  const rows = Array.from({ length: players }, emptyRow);
  const last: (Step | "before")[] = rows.map(() => "before");
  for (const event of events) {
    if (!("seat" in event)) continue;
    const row = rows[event.seat];
    const noted = entry(event);
    if (!row || !noted) continue;
    const step = stepOf(event, last[event.seat] ?? "before");
    last[event.seat] = step;
    (step === "before" ? row.before : row.steps[step]).push(noted);
  }
  return rows;
}

/** Points won up to and with a step, for the running total. */
export function pointsUntil(row: Row, step: Step): number {
  const entries = [...row.before, ...STEPS.slice(0, STEPS.indexOf(step) + 1).flatMap((s) => row.steps[s])];
  return entries.filter((e) => e.what === "points").reduce((a, e) => a + e.n, 0);
}

export interface Standing {
  scoring: number;
  points: number;
  coins: number;
  exploded: boolean;
  shielded: boolean;
}

/** The reason for what a step brought a seat, in a sentence. */
export function because(step: Step, entries: readonly Entry[], own: Standing, you: boolean): string {
  const rules = [...new Set(entries.map((e) => e.rule))];
  const space = own.scoring;
  if (step === "A")
    return entries.length
      ? t("because.A", { space })
      : own.exploded
        ? t("because.A.exploded", { you })
        : t("because.A.none", { you });
  if (step === "B") {
    const why = rules.map((rule) => maybe(`because.${rule}`, { you }) || reason(rule)).filter(Boolean);
    return why.length ? why.join(" ") : t("because.B.none");
  }
  if (step === "C") {
    const card = rules.find((rule) => rule.startsWith("R6 "));
    const said = entries.length ? t("because.C", { space }) : t("because.C.none", { space });
    return card ? `${said} ${reason(card)}.` : said;
  }
  if (step === "D") {
    if (own.exploded && !own.shielded)
      return entries.length
        ? t("because.D.chose", { you, space, n: own.points })
        : t("because.D.coins", { you, space, n: own.coins });
    return t(own.exploded ? "because.D.shield" : "because.D", { space, n: own.points, you });
  }
  if (step === "E") {
    if (!entries.length) return own.exploded ? t("because.E.points", { you }) : t("because.E.none");
    return entries.some((e) => e.what === "bought")
      ? t("because.E.bought", { you })
      : t("because.E", { you, space, n: own.coins });
  }
  if (rules.includes("R5.G")) return t("because.G");
  return entries.length ? t("because.F", { you }) : t("because.F.none", { you });
}
