// @vitest-environment node
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FOLDER, texts } from "../../texts";

let folder = "";
let server: ViteDevServer;

/** A made-up language: English, and a sign before every text. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "texts-"));
  cpSync(FOLDER, folder, { recursive: true });
  cpSync(join(FOLDER, "en"), join(folder, "xx"), { recursive: true });
  for (const file of readdirSync(join(folder, "xx"))) {
    const path = join(folder, "xx", file);
    writeFileSync(path, readFileSync(path, "utf8").replace(/( = "(?:""\n)?)(?=[^"])/g, "$1~"));
  }
  const plugins = [texts(folder), svelte()];
  const quiet = { middlewareMode: true, hmr: false, ws: false, watch: null } as const;
  const plain = { configFile: false, appType: "custom", logLevel: "error" } as const;
  server = await createServer({ ...plain, optimizeDeps: { noDiscovery: true }, server: quiet, plugins });
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

describe("a language that only the catalogue knows", () => {
  it("is offered, by its own name", async () => {
    const { languages } = await server.ssrLoadModule("virtual:texts");
    expect(languages).toEqual({ en: "English", de: "Deutsch", xx: "~English" });
    const { render } = await server.ssrLoadModule("svelte/server");
    const { default: SettingsForm } = await server.ssrLoadModule("/src/device/SettingsForm.svelte");
    expect(render(SettingsForm).body).toMatch(/<button[^>]*lang="xx"[^>]*>~English<\/button>/);
  });

  it("is spoken from then on", async () => {
    const { speak, t, texts: said } = await server.ssrLoadModule("/src/text/index.ts");
    const { settings } = await server.ssrLoadModule("/src/device/settings.svelte.ts");
    await speak("xx");
    expect(settings.language).toBe("xx");
    expect(said.now["stop"]).toBe("~Stop");
    expect(t("draw.left", { n: 1 })).toBe("~1 chip left");
    expect(t("draw.left", { n: 3 })).toBe("~3 chips left");
  });
});
