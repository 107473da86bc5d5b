/** The path before all others, if the server was started with one. */
export const BASE: string =
  typeof document === "undefined" ? "" : (document.documentElement.dataset["base"] ?? "");
