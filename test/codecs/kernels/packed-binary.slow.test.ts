/** The carried module is what the compiler makes of the sources, byte for byte. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { generate, generatedFile } from "../../../scripts/build-packed.mjs";

it("is what the compiler makes", async () => {
  expect(await generate()).toBe(readFileSync(generatedFile, "utf8"));
});
