/** The page's words, in the language the reader chose. */
import { de } from "./de";
import { en, type Key } from "./en";
import { settings } from "../settings.svelte";

export type { Key };
export type Params = Record<string, string | number | boolean | undefined>;

const BOOKS_OF_WORDS = { en, de } as const;

/** What a text has where something is put in. */
const GAP = /[{([]/;

/**
 * Fill a text: `{name}` is a parameter, `{n:point|points}` a number with its word, `(n:point|points)` the word
 * alone, `[draw|draws]` the form for the reader (parameter `you`) or for somebody else.
 */
export function fill(text: string, params: Params = {}): string {
  if (!GAP.test(text)) return text;
  return text
    .replace(/\[([^|\]]*)\|([^\]]*)\]/g, (_, you: string, they: string) => (params["you"] ? you : they))
    .replace(/\{(\w+):([^|}]*)\|([^}]*)\}/g, (_, name: string, one: string, many: string) => {
      const n = params[name];
      return `${n} ${Number(n) === 1 ? one : many}`;
    })
    .replace(/\((\w+):([^|)]*)\|([^)]*)\)/g, (_, name: string, one: string, many: string) =>
      Number(params[name]) === 1 ? one : many,
    )
    .replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ""));
}

/**
 * The texts without gaps, straight from the reader's book of words. In markup they are read, not called for: what is
 * called for becomes a function of its own at each place, and a page is mostly such texts.
 */
export const texts = {
  get now(): Readonly<Record<Key, string>> {
    return BOOKS_OF_WORDS[settings.language];
  },
};

/** A text of the page in the reader's language. */
export function t(key: Key, params?: Params): string {
  return fill(BOOKS_OF_WORDS[settings.language][key], params);
}

/** A text whose key is put together at run time; the fallback stands where there is none. */
export function maybe(key: string, params?: Params, fallback = ""): string {
  const text = (BOOKS_OF_WORDS[settings.language] as Record<string, string>)[key];
  return text === undefined ? fallback : fill(text, params);
}

/** The first letter large, for the beginning of a line. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** A chip in words: cherry bomb 1. */
export function chipName(kind: string): string {
  return `${t(`chip.${kind.charAt(0)}` as Key)} ${kind.slice(1)}`;
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
