/** The page begins: the room is measured, and the tables of the rules are asked for while the first page is drawn. */
import { mount } from "svelte";
import App from "./App.svelte";
import { rules } from "./rules.svelte";
import { screen } from "./screen.svelte";
import { settings } from "./settings.svelte";

screen.measure();
settings.apply();
void rules.load();
mount(App, { target: document.getElementById("app") as HTMLElement });
