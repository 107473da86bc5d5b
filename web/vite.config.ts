import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type HtmlTagDescriptor, type Plugin } from "vite";
import { texts } from "./texts.ts";

/** Puts the drawings into the page itself, so that every <use> finds them before any script runs. */
function sprite(): Plugin {
  return {
    name: "quedlinburg-sprite",
    transformIndexHtml: (html) =>
      html.replace("<!-- sprite -->", readFileSync(new URL("src/art/art.svg", import.meta.url), "utf8")),
  };
}

/** Lets the browser fetch the page itself while the first script looks which language to fetch. */
function early(): Plugin {
  return {
    name: "quedlinburg-early",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((part) => part.type === "chunk");
        const needed = chunks.filter((chunk) => chunk.facadeModuleId?.endsWith("/src/app.ts"));
        for (const chunk of needed)
          needed.push(
            ...chunks.filter((one) => chunk.imports.includes(one.fileName) && !needed.includes(one)),
          );
        // What a part brings along comes before its own, as if all were in one file.
        const styles = needed.toReversed().flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
        const link = (rel: string, file: string): HtmlTagDescriptor => ({
          tag: "link",
          attrs: { rel, crossorigin: true, href: `/${file}` },
          injectTo: "head",
        });
        return [
          ...needed.map((chunk) => link("modulepreload", chunk.fileName)),
          ...styles.map((file) => link("stylesheet", file)),
        ];
      },
    },
  };
}

const server = process.env["QUACKS_SERVER"] ?? "http://127.0.0.1:8424";

export default defineConfig({
  plugins: [texts(), svelte(), sprite(), early()],
  base: "/",
  experimental: {
    // Files name each other by where they lie, so that the page works below any path; the server mends the document.
    renderBuiltUrl: (_file, { hostType }) => (hostType === "html" ? undefined : { relative: true }),
  },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { "/api": { target: server }, "/ws": { target: server, ws: true } },
  },
});
