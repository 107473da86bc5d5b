/** A text of the game, cut into what is written, kinds of chips and rule numbers. */

const KIND = /^[WOGBRYPK][1234]$/;
const RULE = /^R\d\.\w+$|^R\d$/;
/** Chapters (R4) and toadstools (R4) look alike: a chapter stands alone in brackets or after its word. */
const CUT = /(R\d\.(?:\d+|[A-H]\b)|(?<=\(|[Cc]hapter |Kapitel )R\d\b|\b[WOGBRYPK][1234]\b)/;
const BEFORE_CHAPTER = /(\(|hapter |apitel )$/;
const IN_BRACKETS = /\s*\(R\d[\w.]*\)/g;

export interface Piece {
  what: "text" | "kind" | "rule";
  text: string;
}

/** Cut a text; without numbers, rule numbers in brackets are left out, and others are words like any other. */
export function cut(text: string, numbers: boolean): Piece[] {
  const parts = (numbers ? text : text.replace(IN_BRACKETS, "")).split(CUT);
  return parts.map((part, n): Piece => {
    // Every second part was cut out, and is a rule or a kind.
    if (n % 2 === 0) return { what: "text", text: part };
    if (RULE.test(part) && (part.includes(".") || BEFORE_CHAPTER.test(parts[n - 1] ?? "")))
      return { what: numbers ? "rule" : "text", text: part };
    return { what: KIND.test(part) ? "kind" : "text", text: part };
  });
}
