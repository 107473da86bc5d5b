/** The page's words in German. */
import { evaluation } from "./de/evaluation";
import { pages } from "./de/pages";
import { table } from "./de/table";
import type { Key } from "./en";

export const de: Record<Key, string> = { ...table, ...evaluation, ...pages };
