import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

const DRAWING = /<Icon id="([\w-]+)"(?: cls="([^"{}]*)")? \/>/g;

/** A drawing that is always the same is written into the markup as it is: it needs no component, and no script. */
const drawings = {
  name: "quedlinburg-drawings",
  markup: ({ content }) => ({
    code: content.replace(
      DRAWING,
      (_, id, cls = "i") =>
        `<svg class="${cls}" aria-hidden="true" focusable="false"><use href="#${id}" /></svg>`,
    ),
  }),
};

export default { preprocess: [drawings, vitePreprocess()], compilerOptions: { runes: true } };
