import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { generate, generatedFile } from "../../scripts/build-zstd-kernel.mjs";

test("the committed zstd kernel is what the compiler makes of its sources", async () => {
  expect(await generate()).toBe(readFileSync(generatedFile, "utf8"));
});
