/** The page itself: the room is measured, and the tables of the rules are asked for while the first page is drawn. */
import { mount } from "svelte";
import App from "./App.svelte";
import { rules } from "./server/rules.svelte";
import { screen } from "./device/screen.svelte";
import { settings } from "./device/settings.svelte";

/** Draw the page, whose texts have come. */
export function begin(): void {
  screen.measure();
  settings.apply();
  void rules.load();
  mount(App, { target: document.getElementById("app") as HTMLElement });
}
