/** The tables of the rules and the game's own texts, as the server tells them (GET /api/rules). */
import { BASE } from "./base-path";
import type { BookRules, CardRules, Rules } from "../protocol";
import { settings } from "../device/settings.svelte";
import type { SetupView } from "../table/net/types";

const EMPTY: Rules = {
  version: 0,
  language: "en",
  spaces: [],
  kinds: [],
  colours: [],
  books: [],
  cards: [],
  die: [],
  glasses: [],
  lap: 50,
  tails: [],
  editions: {},
  rounds: 9,
  cherry_bomb_round: 6,
  ruby_price: 0,
  levels: [],
  usual_level: "",
  bot_names: {},
  texts: {},
};

/** A book as it lies at a table: with its page and its prices there. */
export interface Book {
  id: string;
  letter: string;
  colour: string;
  prices: { kind: string; coins: number }[];
  outFrom: number;
}

class RuleBook {
  all = $state.raw<Rules>(EMPTY);
  failed = $state(false);
  #asked: { language: string; answer: Promise<void> } | null = null;

  get ready(): boolean {
    return this.all.version > 0;
  }

  /** Fetch the tables and texts of the reader's language, once; whoever asks again waits for the same answer. */
  load(): Promise<void> {
    const language = settings.language;
    if (this.#asked?.language !== language) this.#asked = { language, answer: this.#fetch(language) };
    return this.#asked.answer;
  }

  async #fetch(language: string): Promise<void> {
    try {
      const answer = await fetch(`${BASE}/api/rules?language=${language}`);
      if (!answer.ok) throw new Error(String(answer.status));
      this.all = (await answer.json()) as Rules;
      this.failed = false;
    } catch {
      this.#asked = null;
      this.failed = true;
    }
  }

  use(rules: Rules): void {
    this.all = rules;
  }

  /** What a text of the game is headed: `card.ID`, `book.ID`, `rule.R4.2`, `question.shop`. */
  title(key: string): string {
    return this.all.texts[key]?.title ?? "";
  }

  /** A text of the game by its key, or nothing. */
  text(key: string): string {
    return this.all.texts[key]?.text ?? "";
  }

  /** Its first paragraph: what a card does; the rulings stand in the almanac and behind a tap. */
  gist(key: string): string {
    return this.text(key).split("\n\n")[0] ?? "";
  }

  card(id: string): CardRules | undefined {
    return this.all.cards.find((card) => card.id === id);
  }

  book(id: string): BookRules | undefined {
    return this.all.books.find((book) => book.id === id);
  }

  /** The seven books of a table, in the order of colours, at this table's prices (R1.6, R8). */
  booksOf(setup: SetupView): Book[] {
    const page = (colour: string): number => {
      if (colour === "black") return setup.players === 2 ? 1 : 2;
      return setup.books[colour] ?? 1;
    };
    return this.all.colours
      .filter((colour) => colour.letter !== "W")
      .map((colour) => {
        const id = `${colour.name}_${page(colour.name)}`;
        const own = this.book(id) ?? this.book(`${colour.name}_1`);
        const prices = Object.entries(own?.prices ?? {}).map(([kind, price]) => ({
          kind,
          coins: Number(setup.switches[`${id}_${kind}`] ?? price),
        }));
        return {
          id: own?.id ?? id,
          letter: colour.letter,
          colour: colour.name,
          prices,
          outFrom: colour.out_from,
        };
      });
  }
}

export const rules = new RuleBook();
