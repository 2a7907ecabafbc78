/** numcodecs reads what every codec of the zoo writes; and lossy ones write, to the bit, what numcodecs writes. */
import { spawnSync } from "node:child_process";
import { beforeAll, describe, expect, test } from "vitest";
import { ensureEnvironment } from "../../scripts/peers/environments.mjs";
import { printJson } from "../../src/bytes/json/print.ts";
import { bindPipeline } from "../../src/codecs/pipeline/pipeline.ts";
import { codecKind } from "../../src/model/codec-catalogue/catalogue.ts";
import { isFixedSize } from "../../src/model/data-types/data-type.ts";
import type { Chunk } from "../../src/model/grid/chunk.ts";
import { chunkOf } from "../../src/model/lattice/copy.ts";
import { dataToItems } from "../../src/model/values/element.ts";
import { typedToBytes } from "../../src/model/values/typed-to-bytes.ts";
import { decode, elementsOf, named, numbers, type PlainSpec, specs, typeOf } from "../codecs/samples.ts";
import { elementsFrom } from "../codecs/zoo/recipes.ts";

let python: string;
beforeAll(() => {
  python = ensureEnvironment("zarr3");
});

interface Answer {
  readonly decoded?: string | readonly unknown[];
  readonly encoded?: string;
  readonly error?: string;
}

function ask(requests: readonly object[]): Answer[] {
  const input = requests.map((request) => JSON.stringify(request)).join("\n");
  const run = spawnSync(python, ["test/interop/decode_with_numcodecs.py"], {
    input,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  expect(run.stderr).toBe("");
  return run.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
const LITTLE = { name: "bytes", configuration: { endian: "little" } };

interface Case {
  /** numcodecs' id and configuration. */
  readonly codec: { readonly id: string; readonly [name: string]: unknown };
  /** Our name, where it is another. */
  readonly name?: string;
  readonly dataType: string;
  readonly values: readonly unknown[];
}

function chainOf({ codec, name }: Case): PlainSpec[] {
  const { id, ...configuration } = codec;
  const spec = { name: name ?? `numcodecs.${id}`, configuration };
  const kind = codecKind(spec.name);
  if (kind === "bytes-to-bytes") return [LITTLE, spec];
  return kind === "array-to-array" ? [spec, LITTLE] : [spec];
}

function chunkFrom({ dataType, values }: Case): Chunk {
  const type = named(dataType);
  if (isFixedSize(type)) return chunkOf(type, [values.length], typedToBytes(type, values));
  return chunkOf(type, [values.length], dataToItems(type, values));
}

const next = numbers(77);
const walk = (count: number, step: number): number[] => {
  let value = 0;
  return Array.from({ length: count }, () => (value += (next() % (2 * step + 1)) - step));
};
const bytes = Array.from({ length: 5000 }, () => next() & 255);
const smooth = walk(5000, 3).map((value) => value & 255);

const LOSSLESS: readonly Case[] = [
  ...["<i2", "<i4", "<i8"].map((astype) => ({
    codec: { id: "delta", dtype: "<i4", astype },
    dataType: "int32",
    values: walk(900, 900),
  })),
  {
    codec: { id: "delta", dtype: "<u8" },
    dataType: "uint64",
    values: walk(99, 9).map((value) => BigInt(value + 4000)),
  },
  { codec: { id: "delta", dtype: "<f8" }, dataType: "float64", values: walk(99, 9).map((value) => value / 8) },
  { codec: { id: "astype", encode_dtype: "<i2", decode_dtype: "<i4" }, dataType: "int32", values: walk(99, 9) },
  { codec: { id: "astype", encode_dtype: "<f8", decode_dtype: "<f4" }, dataType: "float32", values: walk(99, 9) },
  { codec: { id: "packbits" }, dataType: "bool", values: bytes.slice(0, 77).map((byte) => byte & 1) },
  {
    codec: { id: "categorize", labels: ["a", "Zürich", "😀"], dtype: "<U6", astype: "|u1" },
    dataType: "U6",
    values: bytes.slice(0, 50).map((byte) => ["", "a", "Zürich", "😀"][byte & 3]),
  },
  ...["int32", "int64", "float32", "float64"].map((dataType) => ({
    codec: { id: "zfpy", mode: 4, tolerance: -1 },
    dataType,
    values: walk(333, 99).map((value) => (dataType === "int64" ? BigInt(value) : value)),
  })),
  ...["int16", "uint32", "int64", "float16", "float32", "float64"].flatMap((dataType) =>
    [{}, { level: 12, delta_encoding_order: 2 }, { delta_spec: "none", level: 1 }].map((options) => ({
      codec: { id: "pcodec", ...options },
      dataType,
      values: walk(900, 30).map((value) => (dataType === "int64" ? BigInt(value) : Math.abs(value))),
    })),
  ),
  { codec: { id: "json2" }, dataType: "string", values: ["", "a", "Zürich 😀\u007f\u0000"] },
  { codec: { id: "json2" }, dataType: "object", values: [null, 1.5, -3, "x", [1, { b: 2, a: [] }], 2n ** 60n] },
  { codec: { id: "msgpack2" }, dataType: "object", values: [null, 1.5, -3, "x".repeat(70_000), [1, { b: 2, a: [] }]] },
  {
    codec: { id: "vlen-array", dtype: "<i2" },
    name: "vlen-array",
    dataType: "ragged<int16>",
    values: [[], [1], [2, -3]],
  },
  {
    codec: { id: "vlen-array", dtype: ">f8" },
    name: "vlen-array",
    dataType: "ragged<float64>",
    values: [[0.1], [], [2]],
  },
  ...[
    { id: "crc32" },
    { id: "crc32", location: "end" },
    { id: "crc32c" },
    { id: "crc32c", location: "start" },
    { id: "adler32" },
    { id: "adler32", location: "end" },
    { id: "fletcher32" },
    { id: "jenkins_lookup3", initval: 5 },
    { id: "jenkins_lookup3", initval: 5, prefix: [1, 2, 3] },
    { id: "base64" },
    ...[1, 5, 9].map((level) => ({ id: "bz2", level })),
    { id: "lzma" },
    { id: "lzma", format: 1, check: 10, preset: 0 },
    { id: "lzma", format: 1, check: 0, preset: 9 },
    { id: "lzma", format: 1, check: 1 },
    { id: "lzma", format: 2 },
    { id: "lzma", format: 3, filters: [{ id: 33, preset: 1 }] },
    {
      id: "lzma",
      format: 3,
      filters: [
        { id: 3, dist: 4 },
        { id: 33, lc: 1, lp: 2, pb: 0, dict_size: 4096 },
      ],
    },
  ].flatMap((codec) =>
    [bytes, smooth, new Array(4999).fill(7), [1], bytes.slice(0, 333)].map((values) => ({
      codec,
      dataType: "uint8",
      values,
    })),
  ),
];

describe("numcodecs reads what we write", () => {
  test("of every codec", async () => {
    const prepared = await Promise.all(
      LOSSLESS.map(async (one) => {
        const chunk = chunkFrom(one);
        const pipeline = await bindPipeline(specs(...chainOf(one)), typeOf(named(one.dataType), chunk.shape));
        return { one, chunk, encoded: pipeline.encode(chunk)! };
      }),
    );
    const answers = ask(prepared.map(({ one, encoded }) => ({ codec: one.codec, encoded: base64(encoded) })));
    prepared.forEach(({ one, chunk }, index) => {
      expect(answers[index], JSON.stringify(one.codec)).toEqual({ decoded: expected(chunk, one.codec) });
    });
  });
});

function expected(chunk: Chunk, codec: Case["codec"]): unknown {
  if (chunk.bytes !== undefined) return Buffer.from(String(elementsOf(chunk)), "hex").toString("base64");
  const isBig = String(codec["dtype"]).startsWith(">");
  return chunk.items.map((item) => {
    if (typeof item === "string") return item;
    if (!(item instanceof Uint8Array)) return JSON.parse(printJson(item, "compact"));
    return base64(isBig ? Buffer.from(item).swap64() : item);
  });
}

const ROUNDING: readonly { readonly codec: Case["codec"]; readonly dataType: string; readonly dtype: string }[] = [
  ...[1, 4, 9, 15, 22].map((keepbits) => ({ codec: { id: "bitround", keepbits }, dataType: "float32", dtype: "<f4" })),
  ...[1, 17, 31, 32, 44].map((keepbits) => ({
    codec: { id: "bitround", keepbits },
    dataType: "float64",
    dtype: "<f8",
  })),
  ...[-1, 0, 2, 5, 8].map((digits) => ({
    codec: { id: "quantize", digits, dtype: "<f8", astype: digits === 2 ? "<f4" : "<f8" },
    dataType: "float64",
    dtype: "<f8",
  })),
  ...[0, 1, 3, 6].map((digits) => ({
    codec: { id: "quantize", digits, dtype: "<f4", astype: "<f4" },
    dataType: "float32",
    dtype: "<f4",
  })),
  ...[
    [10, -100],
    [0.1, 0.3],
    [3.7, 1],
    [-2.5, 7.25],
  ].flatMap(([scale, offset]) =>
    ["<i4", "<i8", "<f4", "<f8"].flatMap((astype) =>
      ["<f4", "<f8"].map((dtype) => ({
        codec: { id: "fixedscaleoffset", scale, offset, dtype, astype },
        dataType: dtype === "<f4" ? "float32" : "float64",
        dtype,
      })),
    ),
  ),
];

describe("we write what numcodecs writes", () => {
  test.each([1, 2, 3])("for thousands of values, seed %i", async (seed) => {
    const prepared = await Promise.all(
      ROUNDING.map(async ({ codec, dataType, dtype }) => {
        const recipe = { kind: "fractions", count: 4000, shift: 12 + (seed % 9), seed } as const;
        const elements = elementsFrom(recipe, dataType);
        const { id, ...configuration } = codec;
        const type = typeOf(named(dataType), [4000]);
        const spec = { name: id === "bitround" ? id : `numcodecs.${id}`, configuration };
        const pipeline = await bindPipeline(specs(spec, LITTLE), type);
        const encoded = pipeline.encode(chunkOf(type.dataType, [4000], elements))!;
        const decoded = Buffer.from(String(elementsOf(decode(pipeline, encoded)!)), "hex");
        const request = { codec, encoded: base64(encoded), input: base64(elements), dtype };
        return { request, encoded: base64(encoded), decoded: base64(decoded) };
      }),
    );
    const answers = ask(prepared.map(({ request }) => request));
    prepared.forEach(({ request, encoded, decoded }, index) => {
      const label = JSON.stringify(request.codec);
      expect(answers[index]!.encoded === encoded, `${label} encoded ${answers[index]!.error ?? ""}`).toBe(true);
      expect(answers[index]!.decoded === decoded, `${label} decoded`).toBe(true);
    });
  });
});
