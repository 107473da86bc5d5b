/** Where the reader is: a path of this page, without a load for every step. */
import { BASE } from "../server/base-path";

class Route {
  path = $state("/");
  hash = $state("");
  query = $state("");

  constructor() {
    if (typeof location === "undefined") return;
    this.#read();
    addEventListener("popstate", () => this.#read());
    addEventListener("click", (event) => this.#clicked(event));
  }

  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, "", BASE + path);
    else history.pushState(null, "", BASE + path);
    this.#read();
    if (!replace) scrollTo(0, 0);
  }

  #read(): void {
    this.path = location.pathname.slice(BASE.length) || "/";
    this.hash = location.hash.slice(1);
    this.query = location.search;
  }

  #clicked(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey)
      return;
    const link = (event.target as Element | null)?.closest("a");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    const href = link.getAttribute("href") ?? "";
    if (!href.startsWith("/") || href.startsWith("/api/")) return;
    event.preventDefault();
    this.go(link.getAttribute("href") ?? "/");
  }
}

export const route = new Route();
