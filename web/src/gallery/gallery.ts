/** Every component in every state, from what the engine itself wrote. Run `npx vite` and open /gallery.html. */
import { mount } from "svelte";
import Gallery from "./Gallery.svelte";

mount(Gallery, { target: document.getElementById("app") as HTMLElement });
