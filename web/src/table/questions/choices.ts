/** Every option of every question in words and pictures: what it is called, and what it brings. */
import { capital, chipName, listed, maybe, t } from "../../text";
import { cardArt } from "../../board/art";
import type { Option, Question, SeatView, View } from "../net/types";

export interface Choice {
  action: string;
  /** The chip it is about, if any. */
  kind: string | null;
  icon: string;
  title: string;
  note: string;
  tone: "good" | "bad" | "plain";
  points: number;
  coins: number;
  spaces: number;
  /** Declines what was offered. */
  declines: boolean;
}

const KIND = /^[WOGBRYPK][1234]$/;
const DECLINES = new Set(["none", "done", "keep", "stay", "continue"]);
const ICONS: Record<string, string> = {
  vp: "seal",
  coins: "coin",
  droplet: "droplet",
  pot: "droplet",
  glass: "tube",
  rubies: "ruby",
  return: "bag",
  restart: "bag",
  move: "ui-next",
  pay: "ruby",
};

/** What a question is about, beyond its id, decides its picture. */
export function questionArt(question: Question): string {
  const colour = question.id.match(/^(green|blue|red|yellow|purple)_/)?.[1];
  const letter = { green: "G", blue: "B", red: "R", yellow: "Y", purple: "P" }[colour ?? ""];
  if (letter) return `ing-${letter}`;
  if (question.id === "exploded") return "puff";
  if (question.id === "droplet") return "tube";
  return cardArt(question.id);
}

/** Whether the own pot is still brewing: what is placed now counts for the white sum. */
export const isBrewing = (view: View): boolean =>
  view.phase === "potions" && view.seats[view.viewer ?? 0]?.state === "brewing";

/** What a chip in hand makes of the pot that brews, as the server says it; nothing of any other chip. */
function consequence(option: Option, kind: string, view: View, limit: number): Pick<Choice, "note" | "tone"> {
  if (!isBrewing(view) || !view.looked[kind]) return { note: "", tone: "plain" };
  const n = option.white_sum;
  if (!n) return { note: t("option.safe"), tone: "plain" };
  if (option.explodes) return { note: t("option.explodes", { n, limit }), tone: "bad" };
  return { note: t("option.sum", { n, limit }), tone: n === limit ? "bad" : "plain" };
}

/** Ways to put a red chip from aside into the bag: they stand beside every question and answer none (R4.16). */
export const backs = (view: View): Option[] =>
  view.legal.filter((option) => option.action.startsWith("back "));

/** What answers the question itself. */
export const answers = (view: View): Option[] =>
  view.legal.filter((option) => !option.action.startsWith("back "));

/** What passing up extra spaces would make of the pot: how many, and where chip and scoring space are then (R4.7). */
export interface Short {
  n: number;
  kind: string;
  space: number;
  scoring: number;
}

/** What passing up extra spaces would make of the own pot; null where it can't be done. */
export function shortOf(view: View, own: SeatView): Short | null {
  const by = view.legal.find((option) => option.action === "short")?.spaces;
  const kind = own.pot[own.pot.length - 1]?.[0];
  if (!by || !kind) return null;
  return { n: -by, kind, space: own.scoring + by - 1, scoring: own.scoring + by };
}

/** Any action in words: a draw, a purchase, an answer. */
export function inWords(action: string, view: View): string {
  const [verb, ...rest] = action.split(" ");
  if (verb === "draw" || verb === "stop" || verb === "flask" || verb === "stir") return t(verb);
  if (verb === "short") return t("short.any");
  if (verb === "back") return capital(t("aside.back", { chip: chipName(rest[0] ?? "") }));
  if (verb === "buy")
    return rest.length ? t("hint.buy", { chips: listed(rest.map(chipName)) }) : t("shop.nothing");
  if (verb === "spend") return maybe(`spend.${rest[0]}`);
  if (verb === "done") return t("rubies.keep");
  const option = view.legal.find((legal) => legal.action === action) ?? { action };
  return choice(option, view.question ?? { id: "", rule: "", number: 0, about: [] }, view).title;
}

/** An option as it is offered to the reader. */
export function choice(option: Option, question: Question, view: View): Choice {
  const own = view.seats[view.viewer ?? 0] as SeatView;
  const [verb, ...rest] = option.action.split(" ");
  const word = verb === "choose" ? rest.join(" ") : option.action;
  const params = {
    n: option.points ?? 0,
    coins: option.coins ?? 0,
    spaces: option.spaces ?? 0,
    about: question.about.map((kind) => (KIND.test(kind) ? chipName(kind) : kind)).join(", "),
    vp: own.vp,
    then: own.vp + (option.points ?? 0),
  };
  const base = {
    action: option.action,
    points: option.points ?? 0,
    coins: option.coins ?? 0,
    spaces: option.spaces ?? 0,
    declines: DECLINES.has(word),
  };
  const trade = word.match(/^([WOGBRYPK][1234])-([WOGBRYPK][1234])$/);
  if (trade) {
    const title = t("option.trade", { from: chipName(trade[1] as string), to: chipName(trade[2] as string) });
    return {
      ...base,
      kind: trade[2] as string,
      icon: `chip-${trade[2]}`,
      title: capital(title),
      note: "",
      tone: "plain",
    };
  }
  if (KIND.test(word)) {
    const said = consequence(option, word, view, own.limit);
    const note = said.note || maybe(`option.${question.id}.chip`, params);
    return {
      ...base,
      kind: word,
      icon: `chip-${word}`,
      title: capital(chipName(word)),
      note,
      tone: said.tone,
    };
  }
  const title = maybe(`option.${question.id}.${word}`, params) || maybe(`option.${word}`, params, word);
  const note = maybe(`option.${question.id}.${word}.note`, params);
  return { ...base, kind: null, icon: ICONS[word] ?? "", title: capital(title), note, tone: "plain" };
}
