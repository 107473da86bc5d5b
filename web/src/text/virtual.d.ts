/** What the build makes of src/quedlinburg/text (see texts.ts beside vite.config.ts). */
declare module "virtual:texts" {
  type Value = string | number | boolean | undefined;
  type Message = string | ((values: Record<string, Value>) => string);
  /** Every language by its code, with its name in its own words. */
  export const languages: Readonly<Record<string, string>>;
  /** Fetches the texts of a language. */
  export const load: Readonly<Record<string, () => Promise<{ default: Record<string, Message> }>>>;
}
