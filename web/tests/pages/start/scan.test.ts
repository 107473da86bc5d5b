import { expect, it } from "vitest";
import { codeIn } from "../../../src/pages/start/scan";

it("a scanned link or code leads to its table", () => {
  expect(codeIn("https://quacks.example/t/ab12cd")).toBe("AB12CD");
  expect(codeIn("https://quacks.example/base/t/AB12CD?go")).toBe("AB12CD");
  expect(codeIn("AB12CD")).toBe("AB12CD");
});

it("anything else leads nowhere", () => {
  expect(codeIn("https://quacks.example/rules")).toBeNull();
  expect(codeIn("WIFI:S:home;;")).toBeNull();
});
