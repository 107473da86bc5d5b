/** What the reader chose on this device: language, theme, sound, motion, name. */
import { languages } from "virtual:texts";

export type Theme = "light" | "dark";

const KEY = "quedlinburg.settings";

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
  } catch {
    return {};
  }
}

/** A language, if the page speaks it. */
const known = (language?: string): string | undefined =>
  language && language in languages ? language : undefined;

function preferred(query: string): boolean {
  return typeof matchMedia === "function" && matchMedia(query).matches;
}

class Settings {
  language = $state("en");
  theme = $state<Theme>("light");
  sound = $state(false);
  calm = $state(false);
  name = $state("");
  /** Whether this device has played before. */
  known = $state(false);

  constructor() {
    const own = stored();
    this.language = known(own.language) ?? known(globalThis.navigator?.language?.split("-")[0]) ?? "en";
    this.theme = own.theme ?? (preferred("(prefers-color-scheme: dark)") ? "dark" : "light");
    this.sound = own.sound ?? false;
    this.calm = own.calm ?? false;
    this.name = own.name ?? "";
    this.known = own.known ?? false;
  }

  /** Whether the device itself asks for calm; then there is nothing to choose. */
  get stillDevice(): boolean {
    return preferred("(prefers-reduced-motion: reduce)");
  }

  /** Whether nothing may fly: by choice, or because the device asks for it. */
  get still(): boolean {
    return this.calm || this.stillDevice;
  }

  /** Show the choices on the page and keep them. */
  apply(): void {
    const root = document.documentElement;
    root.lang = this.language;
    root.dataset["theme"] = this.theme;
    root.dataset["motion"] = this.calm ? "calm" : "lively";
    const { language, theme, sound, calm, name, known } = this;
    try {
      localStorage.setItem(KEY, JSON.stringify({ language, theme, sound, calm, name, known }));
    } catch {
      // A device that keeps nothing still plays.
    }
  }
}

export const settings = new Settings();
