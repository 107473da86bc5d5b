/** The page begins: the tables of the rules are asked for while the first page is drawn. */
import { mount } from "svelte";
import App from "./App.svelte";
import { rules } from "./rules.svelte";

void rules.load();
mount(App, { target: document.getElementById("app") as HTMLElement });
