/** Every component in every state, from what the engine itself wrote. Run `npx vite` and open /gallery.html. */
import { mount } from "svelte";
import Gallery from "./Gallery.svelte";
import { speak } from "../text";

await speak(new URLSearchParams(location.search).get("language") ?? "en");
mount(Gallery, { target: document.getElementById("app") as HTMLElement });
