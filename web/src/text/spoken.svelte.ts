/** The language that the page speaks now, and its texts. */
import { load } from "virtual:texts";
import { settings } from "../device/settings.svelte";

export type Values = Record<string, string | number | boolean | undefined>;
export type Message = string | ((values: Values) => string);

let now = $state.raw<Readonly<Record<string, Message>>>({});

/** The texts of the language that is spoken. */
export const spoken = (): Readonly<Record<string, Message>> => now;

/** Fetch the texts of a language and speak it from then on. */
export async function speak(language: string): Promise<void> {
  const texts = await load[language]?.();
  if (!texts) return;
  now = texts.default;
  settings.language = language;
}
