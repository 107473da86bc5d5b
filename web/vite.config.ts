import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

/** Puts the drawings into the page itself, so that every <use> finds them before any script runs. */
function sprite(): Plugin {
  return {
    name: "quedlinburg-sprite",
    transformIndexHtml: (html) =>
      html.replace("<!-- sprite -->", readFileSync(new URL("src/art/art.svg", import.meta.url), "utf8")),
  };
}

const server = process.env["QUACKS_SERVER"] ?? "http://127.0.0.1:8424";

export default defineConfig({
  plugins: [svelte(), sprite()],
  base: "/",
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
