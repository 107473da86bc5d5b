/** What happened, in words: one line of the log for an event, or none where another line says it already. */
import { capital, chipName, maybe, t } from "../../text";
import { dieArt } from "../../board/art";
import { rules } from "../../server/rules.svelte";
import type { GameEvent } from "../net/types";
import { who, type Cast } from "../seats/cast";

export interface Line {
  icon: string;
  text: string;
  seat: number | null;
  mine: boolean;
}

const QUIET = new Set(["chip_drawn", "look_ended", "brewing_began", "choice_revealed"]);
const ART: Partial<Record<GameEvent["event"], string>> = {
  rat_tails_counted: "ratstone",
  rat_tails_given_up: "ratstone",
  chips_looked_at: "bag",
  stir_called: "mark",
  flask_emptied: "flask-empty",
  flask_filled: "flask-full",
  pot_exploded: "puff",
  brewing_stopped: "ui-stop",
  choice_sealed: "ui-check",
  pot_restarted: "ui-hourglass",
  rubies_won: "ruby",
  rubies_paid: "ruby",
  points_won: "seal",
  coins_won: "coin",
  droplet_moved: "droplet",
  glass_reached: "tube",
  round_began: "flame",
  evaluation_began: "ui-next",
  game_ended: "laurel",
};

/** Why something was won: the step, the book or the card it came from. */
export function reason(rule: string): string {
  if (rule.startsWith("R6 ")) return rules.title(`card.${rule.slice(3)}`);
  return maybe(`why.${rule}`);
}

/** What a glass holds: points, a ruby, or a chip. */
function rewardName(reward: string): string {
  const [first = "", second] = reward.split(" ");
  if (second === "vp") return t("amount.points", { n: Number(first) });
  return second === "ruby" ? t("amount.rubies", { n: Number(first) }) : chipName(first);
}

function params(event: GameEvent, cast: Cast): Record<string, string | number | boolean> {
  const out: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(event))
    if (typeof value === "number" || typeof value === "string" || typeof value === "boolean")
      out[name] = value;
  if ("seat" in event) Object.assign(out, who(event.seat, cast));
  if ("kind" in event) out["chip"] = chipName(event.kind);
  if (event.event === "card_turned_up") out["card"] = rules.title(`card.${event.card}`);
  if (event.event === "die_rolled") out["face"] = maybe(`die.${event.face}`);
  if (event.event === "glass_reached") out["reward"] = rewardName(event.reward);
  if (event.event === "round_began") out["n"] = event.round;
  if (event.event === "extra_passed_up") out["n"] = event.left - event.space;
  const why = reason(event.rule);
  out["why"] = why ? t("log.because", { why }) : "";
  return out;
}

function icon(event: GameEvent): string {
  if ("kind" in event && event.kind) return `chips-${event.kind}`;
  if (event.event === "die_rolled") return dieArt(event.face);
  return ART[event.event] ?? "book";
}

/** What a seat did, by its key under `did`. */
function deed(event: GameEvent): string {
  if (event.event === "chip_placed" && event.space > 53) return "chip_bowl";
  if (event.event === "chip_placed" && event.source === "aside") return "chip_placed_aside";
  return event.event;
}

/** An event as a sentence: one of its own, or what a seat did behind the seat's name. */
function sentence(event: GameEvent, cast: Cast): string {
  const values = params(event, cast);
  const own = maybe(`event.${event.event}`, values);
  return own || t("event.sentence", { ...values, did: maybe(`did.${deed(event)}`, values) });
}

/** An event as a line of the log. */
export function tell(event: GameEvent, cast: Cast): Line | null {
  if (QUIET.has(event.event)) return null;
  if (event.event === "choice_sealed" && event.seat !== cast.viewer) return null;
  const seat = "seat" in event ? event.seat : null;
  const text = sentence(event, cast);
  return { icon: icon(event), text: capital(text.trim()), seat, mine: seat !== null && seat === cast.viewer };
}

/** The last lines of the log, the newest first. */
export function lines(
  history: readonly GameEvent[],
  cast: Cast,
  most: number,
): (Line & { number: number })[] {
  const out: (Line & { number: number })[] = [];
  for (let n = history.length - 1; n >= 0 && out.length < most; n--) {
    const line = tell(history[n] as GameEvent, cast);
    if (line) out.push({ ...line, number: n });
  }
  return out;
}
