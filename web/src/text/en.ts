/** The page's words in English; what books, cards, questions and rules say comes from the server. */
import { evaluation } from "./en/evaluation";
import { pages } from "./en/pages";
import { table } from "./en/table";

export const en = { ...table, ...evaluation, ...pages } as const;

export type Key = keyof typeof en;
