/** The page's texts, in the language the reader chose. */
import type { Filled, Plain } from "./keys";
import { spoken, type Values } from "./spoken.svelte";

export { speak } from "./spoken.svelte";
export type { Plain, Values };
export type Key = Plain | Filled;

/**
 * The texts without gaps. In markup they are read, not called for: what is called for becomes a function of its own at
 * each place, and a page is mostly such texts.
 */
export const texts = {
  get now(): Readonly<Record<Plain, string>> {
    return spoken() as Record<Plain, string>;
  },
};

/** A text whose key is put together at run time; the fallback stands where there is none. */
export function maybe(key: string, values: Values = {}, fallback = ""): string {
  const message = spoken()[key];
  return typeof message === "function" ? message(values) : (message ?? fallback);
}

/** A text of the page in the reader's language. */
export const t = (key: Key, values?: Values): string => maybe(key, values);

/** The first letter large, for the beginning of a line. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** A chip in words: cherry bomb 1. */
export function chipName(kind: string): string {
  return `${maybe(`chip.${kind.charAt(0)}`)} ${kind.slice(1)}`;
}

/** A chance as a whole number of hundredths. */
export const percent = (chance: number): number => Math.round(chance * 100);

/** A number with one decimal, as the reader writes it. */
export const tenths = (n: number): string => n.toFixed(1).replace(".", texts.now["decimal"]);

/** A list in words: a, b and c. */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words[0] ?? "";
  return `${words.slice(0, -1).join(", ")} ${t("and")} ${words[words.length - 1]}`;
}
