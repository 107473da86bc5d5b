/**
 * The page's texts: those of src/quedlinburg/text, compiled when the page is built.
 *
 * A language is a folder there. What the page says becomes a module of its own, which only readers of that language
 * fetch: a text without gaps is a string, any other a function that fills it by the plural rules of the language.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import MessageFormat from "@messageformat/core";
import compileModule from "@messageformat/core/lib/compile-module";
import { parse } from "smol-toml";
import type { Plugin } from "vite";

export const FOLDER = join(import.meta.dirname, "../src/quedlinburg/text");
const RULES = join(import.meta.dirname, "../src/quedlinburg/rules/data");
/** What only the terminal and hints of the server say. */
const LEFT_OUT = ["terminal.toml", "hints.toml"];
/** Titles and texts of all that has both are told by the server (GET /api/rules); what a question is about is seen. */
const SERVED =
  /^(rule|book|card|question|ingredient|colour|phase|edition|variant|bot|label|reason)\..+\.(title|text|others|about)$/;
const VIRTUAL = "virtual:texts";

/** Every language that has a folder, English first. */
export function languages(folder: string = FOLDER): string[] {
  const others = readdirSync(folder).filter((name) => existsSync(join(folder, name, "rules.toml")));
  return ["en", ...others.filter((name) => name !== "en").sort()];
}

/** The lines of a long text joined; empty lines part paragraphs, "- " begins an item of a list. */
function unfold(written: string): string {
  if (!written.includes("\n")) return written;
  const paragraphs = written.trim().split("\n\n");
  return paragraphs.map((one) => one.replace(/\n(?!- )\s*/g, " ")).join("\n\n");
}

function flat(table: object, path: string, found: Record<string, string>): void {
  for (const [name, value] of Object.entries(table) as [string, unknown][])
    if (typeof value === "string") found[path + name] = unfold(value);
    else if (value && typeof value === "object" && !Array.isArray(value))
      flat(value, `${path}${name}.`, found);
}

/** What the page says in a language, by key; without the texts of some files, if that is asked for. */
export function messages(
  language: string,
  folder: string = FOLDER,
  without: readonly string[] = [],
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const file of readdirSync(join(folder, language)).sort())
    if (file.endsWith(".toml") && ![...LEFT_OUT, ...without].includes(file))
      flat(parse(readFileSync(join(folder, language, file), "utf8")), "", found);
  const own = Object.entries(found).filter(([key]) => !SERVED.test(key));
  const paid = rewards(language, found);
  return Object.fromEntries(own.map(([key, text]) => [key, settled(text, paid[key.split(".")[1] ?? ""])]));
}

/** A row of what a page or card pays, in the data of the rules. */
interface Row {
  points?: number;
  rubies?: number;
  steps?: number;
  chips?: string[];
}

/** What every page and card pays, in words of a language, as its texts name it: `rubies_1`, `n_spaces_2`, `chip_3`. */
function rewards(language: string, all: Record<string, string>): Record<string, Record<string, string>> {
  const format = new MessageFormat(language);
  const found: Record<string, Record<string, string>> = {};
  for (const file of ["books", "fortune"]) {
    const data = parse(readFileSync(join(RULES, `${file}.toml`), "utf8")) as Record<
      string,
      { rewards?: Row[] }
    >;
    for (const [id, { rewards: rows = [] }] of Object.entries(data)) {
      const said: Record<string, string> = (found[id] = {});
      for (const [n, { points = 0, rubies = 0, steps = 0, chips = [] }] of rows.entries()) {
        const amounts = { points, victory_points: points, rubies, spaces: steps };
        for (const [what, count] of Object.entries(amounts)) {
          said[`n_${what}_${n + 1}`] = String(count);
          said[`${what}_${n + 1}`] = format.compile(all[`amount.${what}`] ?? "")({ n: count });
        }
        for (const [place, kind] of chips.entries()) said[`${place ? "second_" : ""}chip_${n + 1}`] = kind;
      }
    }
  }
  return found;
}

/** A text with what its page or card pays put in. */
const settled = (text: string, paid: Record<string, string> = {}): string =>
  text.replace(/\{(\w+)\}/g, (gap, name: string) => paid[name] ?? gap);

const hasGap = (text: string): boolean => text.includes("{");

/** The module of a language. */
export function compiled(language: string, folder: string = FOLDER): string {
  const all = Object.entries(messages(language, folder));
  const plain = Object.fromEntries(all.filter(([, text]) => !hasGap(text)));
  const filled = Object.fromEntries(all.filter(([, text]) => hasGap(text)));
  const functions = compileModule(new MessageFormat(language), filled);
  return `${functions.replace("export default", "const filled =")};\nexport default { ...${JSON.stringify(plain)}, ...filled };\n`;
}

/**
 * The keys of the page as TypeScript: those of texts without gaps, and those of texts with gaps.
 *
 * What belongs to a page of a book or to a card is found by its id, and has no key in the code.
 */
export function keyTypes(folder: string = FOLDER): string {
  const own = Object.entries(messages("en", folder, ["books.toml", "cards.toml"]));
  const union = (wanted: boolean): string =>
    own
      .filter(([, text]) => hasGap(text) === wanted)
      .map(([key]) => `\n  | ${JSON.stringify(key)}`)
      .sort()
      .join("");
  return `/** Made by \`npm run texts\` from src/quedlinburg/text: do not edit. */

/** Texts that are read as they stand. */
export type Plain =${union(false)};

/** Texts into which something is put. */
export type Filled =${union(true)};
`;
}

/** Gives the page the modules \`virtual:texts\`, which lists the languages, and \`virtual:texts/LANGUAGE\`. */
export function texts(folder: string = FOLDER): Plugin {
  return {
    name: "quedlinburg-texts",
    resolveId: (id) => (id.startsWith(VIRTUAL) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${VIRTUAL}`)) return undefined;
      const language = id.slice(VIRTUAL.length + 2);
      if (language) {
        for (const file of readdirSync(join(folder, language)))
          this.addWatchFile(join(folder, language, file));
        return compiled(language, folder);
      }
      const all = languages(folder);
      const names = all.map((one) => [one, messages(one, folder)["language.name"] ?? one]);
      const loads = all.map((one) => `${JSON.stringify(one)}: () => import("${VIRTUAL}/${one}")`);
      return `export const languages = ${JSON.stringify(Object.fromEntries(names))};
export const load = { ${loads.join(", ")} };\n`;
    },
  };
}
