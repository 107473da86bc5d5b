import { expect, it } from "vitest";
import { keyTypes } from "../../texts";

it("keys.ts names every key of the catalogue that the page reads; `npm run texts` writes it anew", async () => {
  await expect(keyTypes()).toMatchFileSnapshot("../../src/text/keys.ts");
});
