/** Which sheet is open over the table. */
export type Open =
  | { what: "books" | "bag" | "log" | "menu" | "card" | "track" | "talk" | "stir" }
  | { what: "seat" | "space"; n: number }
  | { what: "book"; id: string }
  /** Rules by their numbers: what a number at the table means. */
  | { what: "rules"; ids: readonly string[] };
