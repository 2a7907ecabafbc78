/** Lossy codecs round as their peers do, to the bit: thousands of values by their digests. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { bindPipeline } from "../../../src/codecs/pipeline/pipeline.ts";
import { chunkOf } from "../../../src/model/lattice/copy.ts";
import { decode, elementsOf, named, type PlainSpec, specs, typeOf } from "../samples.ts";
import { elementsFrom, type Recipe } from "./recipes.ts";

interface Digest {
  readonly codec: PlainSpec;
  readonly data_type: string;
  readonly recipe: Recipe;
  readonly encoded: string;
  readonly decoded?: string;
  /** Base64 of the first four encoded elements, to see what went wrong. */
  readonly first: string;
}

function digestsOf(file: string): readonly Digest[] {
  return JSON.parse(readFileSync(new URL(`../../../fixtures/codecs/${file}.json`, import.meta.url), "utf8")).cases;
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

describe.each(["rounding", "casts"])("digests of %s", (file) => {
  test.each(
    digestsOf(file).map((digest) => ({
      ...digest,
      title: `${digest.codec.name} ${JSON.stringify(digest.codec.configuration)} of ${digest.data_type}, ${digest.recipe.kind}`,
    })),
  )("$title", async ({ codec, data_type, recipe, encoded, decoded, first }) => {
    const dataType = named(data_type);
    const bytes = elementsFrom(recipe, data_type);
    const shape = [bytes.byteLength / dataType.itemSize!];
    const little = { name: "bytes", configuration: { endian: "little" } };
    const pipeline = await bindPipeline(specs(codec, little), typeOf(dataType, shape));
    const stored = pipeline.encode(chunkOf(dataType, shape, bytes))!;
    const head = Buffer.from(first, "base64");
    expect(Buffer.from(stored.subarray(0, head.length)).toString("hex")).toBe(head.toString("hex"));
    expect(sha256(stored)).toBe(encoded);
    if (recipe.oneway || decoded === undefined) return;
    const elements = elementsOf(decode(pipeline, stored)!);
    expect(sha256(Buffer.from(String(elements), "hex"))).toBe(decoded);
  });
});
