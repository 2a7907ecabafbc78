/** JSON values through json2 and msgpack2, against what Python stores for them. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromPlain } from "../../../src/bytes/json/make.ts";
import type { JsonNode } from "../../../src/bytes/json/node.ts";
import { printJson } from "../../../src/bytes/json/print.ts";
import { bindPipeline } from "../../../src/codecs/pipeline/pipeline.ts";
import { isHyperslabError } from "../../../src/errors.ts";
import { chunkOf } from "../../../src/model/lattice/copy.ts";
import type { Item } from "../../../src/model/values/fill-value.ts";
import { decode, named, specs, typeOf } from "../samples.ts";

interface ObjectCase {
  readonly name: string;
  readonly shape: readonly number[];
  readonly encoded: string;
  /** JSON text of each element. */
  readonly elements: readonly string[];
}

const file = new URL("../../../fixtures/codecs/objects.json", import.meta.url);
const cases: readonly ObjectCase[] = JSON.parse(readFileSync(file, "utf8")).cases;
const CODECS = ["numcodecs.json2", "numcodecs.msgpack2"];

function bind(name: string, shape: readonly number[]) {
  return bindPipeline(specs({ name }), typeOf(named("object"), shape));
}

function texts(items: readonly Item[] | undefined): string[] {
  return items!.map((item) => printJson(nodeOf(item), "python", { nonFinite: "token" }));
}

function nodeOf(item: Item): JsonNode {
  if (typeof item === "string" || item instanceof Uint8Array) throw new Error("no JSON value");
  return item;
}

async function refusal(name: string, shape: readonly number[], bytes: Uint8Array): Promise<unknown> {
  const pipeline = await bind(name, shape);
  try {
    return decode(pipeline, bytes);
  } catch (error) {
    return error;
  }
}

describe("JSON values", () => {
  test.each(cases)("$name of shape $shape as Python stores them", async ({ name, shape, encoded, elements }) => {
    const pipeline = await bind(name, shape);
    const bytes = new Uint8Array(Buffer.from(encoded, "base64"));
    const chunk = decode(pipeline, bytes)!;
    expect(texts(chunk.items)).toEqual(elements);
    expect(pipeline.encode(chunk)).toEqual(bytes);
  });

  test.each(CODECS)("%s gives back any value", async (name) => {
    const pipeline = await bind(name, [3]);
    // Doubles that look like integers of more than 64 bits have no MessagePack form.
    const value = fc.jsonValue().filter((candidate) => !/\d{17}/.test(JSON.stringify(candidate)));
    await fc.assert(
      fc.asyncProperty(fc.array(value, { minLength: 3, maxLength: 3 }), async (values) => {
        const items = values.map((plain) => fromPlain(plain));
        const found = decode(pipeline, pipeline.encode(chunkOf(named("object"), [3], items)))!;
        const plain = texts(found.items).map((text) => JSON.parse(text));
        expect(JSON.parse(JSON.stringify(plain))).toEqual(JSON.parse(JSON.stringify(values)));
      }),
      { numRuns: 100 },
    );
  });

  test.each(CODECS)("%s nests no deeper than its limit", async (name) => {
    const deep = name.endsWith("json2")
      ? Buffer.from(`${"[".repeat(600)}${"]".repeat(600)}`)
      : Buffer.concat([Buffer.alloc(600, 0x91), Buffer.from([0xc0])]);
    expect(isHyperslabError(await refusal(name, [1], deep), "unsupported")).toBe(true);
  });

  test("lengths that msgpack data cannot have are refused before anything is allocated", async () => {
    for (const bytes of ["ddffffffff", "dfffffffff", "dbffffffff", "93c0a27c4f91ceffffffff"]) {
      const error = await refusal("numcodecs.msgpack2", [1], Buffer.from(bytes, "hex"));
      expect(isHyperslabError(error, "invalid-data"), bytes).toBe(true);
    }
  });

  test("what JSON has no value for is refused by name", async () => {
    const wrap = (item: string): Buffer => Buffer.from(`93${item}a27c4f9101`, "hex");
    // Bytes in a list.
    expect(await refusal("numcodecs.msgpack2", [1], wrap("91c40161"))).toMatchObject({ code: "unsupported" });
    expect(await refusal("numcodecs.msgpack2", [1], wrap("d40100"))).toMatchObject({ code: "unsupported" });
    expect(await refusal("numcodecs.msgpack2", [1], wrap("8101c0"))).toMatchObject({ code: "unsupported" });
    expect(await refusal("numcodecs.msgpack2", [1], wrap("c1"))).toMatchObject({ code: "invalid-data" });
  });

  test.each([
    ['["a","|O",[2]]', [2]],
    ['["a","b","|O",[2]]', [3]],
    ['[["a"],["b","c"],"|O",[2,2]]', [2, 2]],
    ['["a","|O"]', [1]],
    ['["a","<i4",[1]]', [1]],
    ["{}", [1]],
    ['["a","|O",[1]] x', [1]],
  ])("%s is no chunk of shape %j", async (text, shape) => {
    expect(isHyperslabError(await refusal("numcodecs.json2", shape, Buffer.from(text)))).toBe(true);
  });
});
