/** Nodes of every kind that the model knows: data types, fill values, grids, codec chains, chunk keys. */
import { fromPlain, jsonObject } from "../../src/bytes/json/make.ts";
import type { JsonObject } from "../../src/bytes/json/node.ts";
import type { CodecSpec } from "../../src/model/codec-spec.ts";
import {
  type DataType,
  dataTypeNamed,
  isFixedSize,
  raggedType,
  structType,
  swapUnits,
} from "../../src/model/data-types/data-type.ts";
import { rectilinearGrid, regularGrid } from "../../src/model/grid/chunk-grid.ts";
import type { ArrayNode, Attributes, GroupNode } from "../../src/model/node.ts";
import { elementFromBits, type FillValue } from "../../src/model/values/fill-value.ts";

export function attributesOf(plain: Readonly<Record<string, unknown>>): Attributes {
  return new Map(Object.entries(plain).map(([name, value]) => [name, { value: fromPlain(value) }]));
}

export function groupNode(path: string, attributes: Readonly<Record<string, unknown>> = {}): GroupNode {
  return { kind: "group", path, attributes: attributesOf(attributes) };
}

export function codec(name: string, configuration: Readonly<Record<string, unknown>> = {}): CodecSpec {
  return { name, configuration: fromPlain(configuration) as JsonObject };
}

export function named(name: string): DataType {
  const dataType = dataTypeNamed(name);
  if (dataType === undefined) throw new Error(`no data type ${name}`);
  return dataType;
}

/** The codec that makes bytes of elements, in neutral spelling. */
export function serializer(dataType: DataType, endian = "little"): CodecSpec {
  if (dataType.kind === "string") return codec("vlen-utf8");
  if (dataType.kind === "bytes") return codec("vlen-bytes");
  if (dataType.kind === "object") return codec("numcodecs.json2");
  if (dataType.kind === "ragged") return codec("numcodecs.vlen-array", { dtype: "<i4" });
  const units = swapUnits(dataType);
  const hasOrder = typeof units === "number" ? units > 1 : units.length > 0;
  return hasOrder ? codec("bytes", { endian }) : codec("bytes");
}

/** A small array of float32 with two dimensions. */
export function arrayNode(path: string, attributes: Readonly<Record<string, unknown>> = {}): ArrayNode {
  return { ...arrayOf(named("float32")), path, attributes: attributesOf(attributes) };
}

export function arrayOf(dataType: DataType, fillValue?: FillValue): ArrayNode {
  const shape = [5, 4];
  return {
    kind: "array",
    path: "",
    dataType,
    shape,
    grid: regularGrid(shape, [2, 3]),
    codecs: [serializer(dataType), codec("zstd", { level: 0, checksum: false })],
    fillValue: fillValue ?? zero(dataType),
    dimensions: [{ name: undefined }, { name: undefined }],
    chunkKeys: { kind: "v2", separator: "." },
    attributes: new Map(),
  };
}

function zero(dataType: DataType): FillValue {
  if (isFixedSize(dataType)) return new Uint8Array(dataType.itemSize);
  if (dataType.kind === "string") return "";
  return dataType.kind === "object" ? fromPlain(0) : new Uint8Array(0);
}

const FLOATS =
  "float16 float32 float64 bfloat16 float8_e3m4 float8_e4m3 float8_e4m3b11fnuz float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz float8_e8m0fnu float6_e2m3fn float6_e3m2fn float4_e2m1fn".split(
    " ",
  );

const NAMES: readonly string[] = [
  ..."bool int2 int4 int8 int16 int32 int64 uint2 uint4 uint8 uint16 uint32 uint64".split(" "),
  ...FLOATS,
  ..."complex64 complex128 complex_float16 complex_bfloat16 complex_float8_e5m2".split(" "),
  ..."r8 r24 r128 S1 S5 U1 U5 string bytes object".split(" "),
  ..."datetime64[ns] datetime64[25s] datetime64[Y] datetime64[generic] timedelta64[us] timedelta64[10D]".split(" "),
];

export const packedStruct: DataType = structType([
  { name: "id", dataType: named("uint32") },
  {
    name: "at",
    dataType: structType([
      { name: "lat", dataType: named("float32") },
      { name: "on", dataType: named("bool") },
    ]),
  },
  { name: "tag", dataType: named("S3") },
  { name: "when", dataType: named("datetime64[s]") },
  { name: "text", dataType: named("U2") },
]);

export const paddedStruct: DataType = structType(
  [
    { name: "a", dataType: named("int16"), offset: 2 },
    { name: "b", dataType: named("float64"), offset: 8, shape: [2] },
  ],
  { itemSize: 28 },
);

export const byteStruct: DataType = structType([
  { name: "r", dataType: named("uint8") },
  { name: "g", dataType: named("int8") },
]);

/** Elements worth filling with: all bits clear, all set, and patterns that only exact bits survive. */
function fills(dataType: DataType): readonly (readonly [string, FillValue])[] {
  if (!isFixedSize(dataType)) return variableFills(dataType);
  const size = dataType.itemSize;
  const bits = (pattern: bigint): FillValue => elementFromBits(pattern, size)!;
  switch (dataType.kind) {
    case "bool":
      return [["true", bits(1n)]];
    case "integer": {
      const top = BigInt(dataType.signed ? dataType.bits - 1 : dataType.bits);
      const max = bits((1n << top) - 1n);
      const min = bits(BigInt.asUintN(8 * size, dataType.signed ? -(1n << top) : 0n));
      return [
        ["max", max],
        ["min", min],
      ];
    }
    case "float":
      return floatFills(dataType.name, size);
    case "complex":
      return [["1 - 2i", complexElement(dataType)]];
    case "datetime":
    case "timedelta":
      return [
        ["NaT", bits(1n << 63n)],
        ["-1", bits((1n << 64n) - 1n)],
        ["2^53 + 1", bits((1n << 53n) + 1n)],
      ];
    case "fixed-utf32":
      return [["text", Uint8Array.from([0x00, 0xf6, 0x01, 0x00, ...new Uint8Array(size - 4)])]];
    default:
      return [["pattern", patternElement(dataType, size)]];
  }
}

function variableFills(dataType: DataType): readonly (readonly [string, FillValue])[] {
  if (dataType.kind === "string") return [["text", 'a\u0000\u{1f600}\n"x']];
  if (dataType.kind === "bytes") return [["bytes", Uint8Array.of(0, 255, 10, 0)]];
  return dataType.kind === "object" ? [["value", fromPlain({ a: [1, "x", null] })]] : [];
}

/** Codes of interest; those that a type reads as the same value are spelled as bits. */
function floatFills(name: string, size: number): readonly (readonly [string, FillValue])[] {
  const codes: Readonly<Record<string, readonly bigint[]>> = {
    float64: [
      0x7ff8000000000000n,
      0x7ff8deadbeef0001n,
      0xfff0000000000000n,
      0x8000000000000000n,
      0x3fd5555555555555n,
      1n,
    ],
    float32: [0x7fc00000n, 0x7fa00001n, 0xffc00000n, 0x7f800000n, 0x80000000n, 0x3dcccccdn, 0x7f7fffffn, 1n],
    float16: [0x7e00n, 0x7e01n, 0xfe00n, 0x7c00n, 0x8000n, 0x3555n, 0x7bffn, 1n],
    bfloat16: [0x7fc0n, 0x7fc1n, 0xff80n, 0x8000n, 0x3eabn, 1n],
  };
  const all = codes[name] ?? [
    0x01n,
    0x07n,
    0x0fn,
    0x1fn,
    ...(name.startsWith("float8") ? [0x7fn, 0x80n, 0xffn, 0x78n] : []),
  ];
  const limit = name.startsWith("float6") ? 0x40n : name.startsWith("float4") ? 0x10n : 1n << BigInt(8 * size);
  return all.filter((code) => code < limit).map((code) => [`0x${code.toString(16)}`, elementFromBits(code, size)!]);
}

function complexElement({ itemSize, name }: { readonly itemSize: number; readonly name: string }): Uint8Array {
  const element = new Uint8Array(itemSize);
  const view = new DataView(element.buffer);
  if (name === "complex128") view.setFloat64(8, -2, true);
  else if (name === "complex64") view.setFloat32(4, -2, true);
  element[itemSize / 2 - 1] = 0x3f;
  return element;
}

/** Bytes that differ, zero in padding, and valid as text, time and truth where a field is one of those. */
function patternElement(dataType: DataType, size: number): Uint8Array {
  const element = new Uint8Array(size);
  if (dataType.kind !== "struct") return element.map((_, index) => 7 * index + 1);
  for (const field of dataType.fields) {
    const count = (field.shape ?? []).reduce((product, length) => product * length, 1);
    const inner = field.dataType.itemSize ?? 0;
    for (let item = 0; item < count; item++) {
      const value =
        field.dataType.kind === "struct"
          ? patternElement(field.dataType, inner)
          : new Uint8Array(inner).fill(0).map((_, i) => (i === 0 ? 1 : 0));
      element.set(value, field.offset + item * inner);
    }
  }
  return element;
}

const int32 = named("int32");

const CHAINS: readonly (readonly [string, DataType, readonly CodecSpec[]])[] = [
  ["bytes alone", int32, [serializer(int32)]],
  ["big-endian", int32, [serializer(int32, "big")]],
  ["reversed axes", int32, [codec("transpose", { order: [1, 0] }), serializer(int32)]],
  ["gzip", int32, [serializer(int32), codec("gzip", { level: 5 })]],
  ["blosc", int32, [serializer(int32), blosc(4, "shuffle")]],
  ["blosc of bytes", named("uint8"), [codec("bytes"), blosc(1, "bitshuffle")]],
  ["blosc after another", int32, [serializer(int32), codec("numcodecs.zlib", { level: 1 }), blosc(1, "noshuffle")]],
  ["blosc of long elements", named("U80"), [codec("bytes", { endian: "little" }), blosc(1, "shuffle")]],
  ["crc32c", int32, [serializer(int32), codec("zstd", { level: 3, checksum: true }), codec("crc32c")]],
  ["crc32c before", int32, [serializer(int32), codec("numcodecs.crc32c", { location: "start" })]],
  ["bitround", named("float64"), [codec("numcodecs.bitround", { keepbits: 8 }), codec("bytes", { endian: "big" })]],
  [
    "delta, shuffle, lz4",
    int32,
    [
      codec("numcodecs.delta", { dtype: "<i4", astype: "<i2" }),
      serializer(int32),
      codec("numcodecs.shuffle", { elementsize: 2 }),
      codec("numcodecs.lz4", { acceleration: 1 }),
    ],
  ],
  [
    "delta of big-endian elements",
    int32,
    [codec("numcodecs.delta", { dtype: ">i4", astype: "<i2" }), serializer(int32), blosc(2, "shuffle")],
  ],
  ["packbits", named("bool"), [codec("numcodecs.packbits"), codec("bytes"), codec("gzip", { level: 1 })]],
  ["pcodec", int32, [codec("numcodecs.pcodec", { level: 8 })]],
  ["strings with zlib", named("string"), [codec("vlen-utf8"), codec("numcodecs.zlib", { level: 1 })]],
  ["strings with blosc", named("string"), [codec("vlen-utf8"), blosc(1, "shuffle")]],
  [
    "cyclic axes",
    int32,
    [codec("transpose", { order: [0, 1] }), codec("cast_value", { data_type: "int16" }), serializer(int32)],
  ],
  ["a codec nobody knows", int32, [serializer(int32), codec("example.squash", { by: 2 })]],
  ["a numcodecs codec nobody knows", int32, [serializer(int32), codec("numcodecs.example", { by: 2 })]],
  ["shards", int32, [shard([1, 3], [serializer(int32), blosc(4, "shuffle")])]],
  [
    "shards in shards, transposed, with a checksum",
    int32,
    [
      codec("transpose", { order: [1, 0] }),
      shard([3, 2], [shard([1, 1], [serializer(int32)])], "start"),
      codec("crc32c"),
    ],
  ],
];

function blosc(typesize: number, shuffle: string): CodecSpec {
  return codec("blosc", { typesize, cname: "lz4", clevel: 5, shuffle, blocksize: 0 });
}

function shard(chunkShape: readonly number[], codecs: readonly CodecSpec[], location = "end"): CodecSpec {
  const plain = (spec: CodecSpec) => {
    const isBare = spec.configuration.members.size === 0;
    return jsonObject([
      ["name", fromPlain(spec.name)],
      ...(isBare ? [] : [["configuration", spec.configuration] as const]),
    ]);
  };
  const index = [codec("bytes", { endian: "little" }), codec("crc32c")];
  return {
    name: "sharding_indexed",
    configuration: jsonObject([
      ["chunk_shape", fromPlain(chunkShape)],
      ["codecs", { type: "array", items: codecs.map(plain), offset: -1 }],
      ["index_codecs", { type: "array", items: index.map(plain), offset: -1 }],
      ["index_location", fromPlain(location)],
    ]),
  };
}

/** Every sample with a name. */
export function* sampleArrays(): Generator<readonly [string, ArrayNode]> {
  const structs: readonly DataType[] = [packedStruct, paddedStruct, byteStruct];
  const types = [...NAMES.map(named), ...structs, raggedType(int32)];
  for (const dataType of types) {
    const label = dataType.kind === "struct" ? `struct of ${dataType.itemSize} bytes` : dataType.name;
    yield [label, arrayOf(dataType)];
    for (const [name, value] of fills(dataType)) yield [`${label} filled with ${name}`, arrayOf(dataType, value)];
  }
  yield [
    "big-endian struct",
    {
      ...arrayOf(packedStruct, patternElement(packedStruct, packedStruct.itemSize!)),
      codecs: [codec("bytes", { endian: "big" })],
    },
  ];
  yield [
    "struct of both byte orders",
    {
      ...arrayOf(packedStruct),
      codecs: [codec("bytes", { endian: ["big", "little", null, "little", "big"] })],
    },
  ];
  yield ["undefined fill value", { ...arrayOf(int32), fillValue: undefined }];
  yield* sampleLayouts();
  for (const [name, dataType, codecs] of CHAINS) yield [`codecs: ${name}`, { ...arrayOf(dataType), codecs }];
}

function* sampleLayouts(): Generator<readonly [string, ArrayNode]> {
  const base = arrayOf(int32);
  const shaped = (shape: readonly number[], chunks: readonly (number | readonly number[])[]): ArrayNode => {
    const dimensions = shape.map(() => ({ name: undefined }));
    return { ...base, shape, grid: rectilinearGrid(shape, chunks), dimensions, codecs: [serializer(int32)] };
  };
  yield ["a scalar", shaped([], [])];
  yield ["no elements", shaped([0, 3], [1, 2])];
  yield ["one long dimension", shaped([Number.MAX_SAFE_INTEGER], [2 ** 40])];
  yield ["chunks larger than the array", shaped([3], [100])];
  yield ["five dimensions", shaped([2, 3, 4, 5, 6], [1, 2, 3, 4, 5])];
  yield ["varying chunks", shaped([10, 7], [[3, 3, 3, 1], 4])];
  yield [
    "varying chunks with a surplus",
    shaped(
      [5, 4],
      [
        [2, 2, 2, 9],
        [1, 1, 1, 1],
      ],
    ),
  ];
  yield ["named dimensions", { ...base, dimensions: [{ name: "y" }, { name: "x" }] }];
  yield ["dimensions named in part", { ...base, dimensions: [{ name: "λ" }, { name: undefined }] }];
  yield ["dimensions of one name", { ...base, dimensions: [{ name: "x" }, { name: "x" }] }];
  yield ["nested chunk keys", { ...base, chunkKeys: { kind: "v2", separator: "/" } }];
  yield ["default chunk keys", { ...base, chunkKeys: { kind: "default", separator: "/" } }];
  yield ["default chunk keys with dots", { ...base, chunkKeys: { kind: "default", separator: "." } }];
  yield ["chunk keys with a suffix", { ...base, chunkKeys: { kind: "default", separator: "/", suffix: ".bin" } }];
  yield [
    "chunk keys with affixes",
    { ...base, chunkKeys: { kind: "v2", separator: ".", prefix: "data/", suffix: ".b" } },
  ];
  yield [
    "attributes",
    { ...base, attributes: attributesOf({ units: "K", valid: [1, 2.5], nested: { a: null }, "a b": "ü" }) },
  ];
  yield ["a path", { ...base, path: "some/where/deep" }];
}
