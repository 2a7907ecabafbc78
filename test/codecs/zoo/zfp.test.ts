/** zfp's lossy modes write and read what zfp itself does, to the bit. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { bindPipeline } from "../../../src/codecs/pipeline/pipeline.ts";
import { isHyperslabError } from "../../../src/errors.ts";
import { chunkOf } from "../../../src/model/lattice/copy.ts";
import { typedToBytes } from "../../../src/model/values/typed-to-bytes.ts";
import { decode, elementsOf, named, type PlainSpec, specs, typeOf } from "../samples.ts";
import { elementsFrom, type Recipe } from "./recipes.ts";

interface LossyCase {
  readonly codec: PlainSpec;
  readonly data_type: string;
  readonly shape: readonly number[];
  readonly recipe: Recipe;
  readonly encoded: string;
  readonly decoded: string;
  readonly first: string;
}

const file = new URL("../../../fixtures/codecs/zfp-lossy.json", import.meta.url);
const cases: readonly LossyCase[] = JSON.parse(readFileSync(file, "utf8")).cases;

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function bind(codec: PlainSpec, dataType: string, shape: readonly number[]) {
  return bindPipeline(specs(codec), typeOf(named(dataType), shape));
}

describe("lossy zfp", () => {
  test.each(cases.map((one) => ({ ...one, title: `${JSON.stringify(one.codec)} ${one.data_type} [${one.shape}]` })))(
    "$title",
    async ({ codec, data_type, shape, recipe, encoded, decoded, first }) => {
      const pipeline = await bind(codec, data_type, shape);
      const stored = pipeline.encode(chunkOf(named(data_type), shape, elementsFrom(recipe, data_type)))!;
      const head = Buffer.from(first, "base64");
      expect(Buffer.from(stored.subarray(0, head.length)).toString("hex")).toBe(head.toString("hex"));
      expect(sha256(stored)).toBe(encoded);
      const elements = elementsOf(decode(pipeline, stored)!);
      expect(sha256(Buffer.from(String(elements), "hex"))).toBe(decoded);
    },
  );

  test("has no place for NaN, and says so", async () => {
    const pipeline = await bind({ name: "zfp", configuration: { mode: "fixed_rate", rate: 8 } }, "float32", [2]);
    const chunk = chunkOf(named("float32"), [2], typedToBytes(named("float32"), [1, Number.NaN]));
    expect(() => pipeline.encode(chunk)).toThrow(/NaN/);
  });

  test("in expert mode keeps to its bits and planes", async () => {
    const configuration = { mode: "expert", minbits: 64, maxbits: 640, maxprec: 20, minexp: -20 };
    const pipeline = await bind({ name: "zfp", configuration }, "float64", [9, 9]);
    const values = Array.from({ length: 81 }, (_, i) => Math.sin(i / 9) * 100);
    const encoded = pipeline.encode(chunkOf(named("float64"), [9, 9], typedToBytes(named("float64"), values)))!;
    const found = decode(pipeline, encoded)!;
    const numbers = new Float64Array(found.bytes!.slice().buffer);
    numbers.forEach((value, index) => {
      expect(Math.abs(value - values[index]!)).toBeLessThan(0.01);
    });
  });

  test("takes no more than four dimensions", async () => {
    const error = await bind({ name: "zfp", configuration: { mode: "reversible" } }, "int32", [1, 1, 1, 1, 1]).catch(
      (reason: unknown) => reason,
    );
    expect(isHyperslabError(error, "invalid-data")).toBe(true);
  });
});
