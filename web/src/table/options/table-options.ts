/** The options of a table: what is usual, and every one of them in words. */
import { t, texts, type Key } from "../../text";
import type { TableOptions } from "../../protocol";
import { rules } from "../../server/rules.svelte";

/** All options, none left out. */
export type Options = Required<TableOptions>;

/** What a form of a table's options is given. */
export interface OptionProps {
  options: TableOptions;
  /** Whoever sits on the seats, as far as that is known. */
  names: readonly string[];
  onchange: (change: TableOptions) => void;
}

export const USUAL: Options = {
  players: 4,
  books: 1,
  edition: "north_star",
  tubes: false,
  overflow: false,
  stir: "last",
  start: null,
  memory: false,
  odds: true,
  advice: true,
  public: false,
  clock: 0,
  pace: "human",
  pass_around: false,
  title: "",
};

/** The options of a table with the usual ones where it names none. */
export const whole = (options: TableOptions): Options => ({ ...USUAL, ...options });

/** Options with a change; who begins is left to the lot where the seat that should is no longer there. */
export function changed(options: TableOptions, change: TableOptions): Options {
  const next = { ...whole(options), ...change };
  if (typeof next.start === "number" && next.start >= next.players) next.start = null;
  return next;
}

/** One option in words. */
export interface Term {
  option: keyof TableOptions;
  name: string;
  value: string;
  /** Whether it is as it usually is, and need not be said. */
  usual: boolean;
}

const plain = (text: string): string => text.replace(/ \(R[\d.]+\)/, "");
const onOff = (on: boolean): string => texts.now[on ? "on" : "off"];

/** What a variant of the rules means, without the numbers of rules. */
export const variant = (id: string): string => plain(rules.text(`variant.${id}`));

/** Who begins, in words; a seat is called by whoever sits there. */
export function startWords(start: Options["start"], names: readonly string[]): string {
  if (start === null) return t("start.lot");
  if (start === "cooked") return t("start.cooked");
  return names[start] || t("seat.n", { n: start + 1 });
}

function booksWords(books: Options["books"]): string {
  return t(`set.${typeof books === "object" ? "mixed" : books}` as Key);
}

/** Everything that was chosen for a table, in words and always in the same order. */
export function terms(given: TableOptions, names: readonly string[]): Term[] {
  const o = whole(given);
  const edition =
    typeof o.edition === "string" ? rules.title(`edition.${o.edition}`) || o.edition : t("edition.own");
  const told: [keyof TableOptions, string, string][] = [
    ["title", t("title.option"), o.title || "–"],
    ["players", t("players"), String(o.players)],
    ["books", t("books"), booksWords(o.books)],
    ["edition", t("edition"), edition],
    ["start", t("start.option"), startWords(o.start, names)],
    ["stir", t("stir.option"), t(`stir.option.${o.stir}`)],
    ["tubes", rules.title("variant.tubes"), onOff(o.tubes)],
    ["overflow", rules.title("variant.overflow"), onOff(o.overflow)],
    ["memory", t("memory.option"), onOff(o.memory)],
    ["odds", t("odds.option"), onOff(o.odds && !o.memory)],
    ["advice", t("advice.option"), onOff(o.advice && !o.memory)],
    ["clock", t("clock"), o.clock ? t("clock.n", { n: o.clock }) : t("clock.none")],
    ["pace", t("pace"), t(`pace.${o.pace}`)],
    ["public", t("public.option"), onOff(o.public)],
    ["pass_around", t("pass.option"), onOff(o.pass_around)],
  ];
  return told.map(([option, name, value]) => ({ option, name, value, usual: o[option] === USUAL[option] }));
}

/** What is another now than it was, in words; books of each colour count as one. */
export function changes(before: TableOptions, after: TableOptions, names: readonly string[]): Term[] {
  const [a, b] = [whole(before), whole(after)];
  return terms(after, names).filter(({ option }) => JSON.stringify(a[option]) !== JSON.stringify(b[option]));
}
