/** Arrays that Hyperslab writes for its peers to read: data types, layouts, codecs, fills. */
import type { CodecInput, NewArrayOptions } from "../../src/index.ts";
import type { PeerName } from "./peer.ts";

export interface WriteCase {
  readonly name: string;
  readonly options: NewArrayOptions;
  /** What is written, by a rule over the flat index; absent: nothing is, and every element is the fill value. */
  readonly value?: (index: number) => unknown;
  /** Peers that cannot read it, and why. */
  readonly not?: Partial<Record<PeerName, string>>;
}

const PYTHON_ONLY = { tensorstore: "no such data type" } as const;
const NOT_ZARRS = { zarrs: "no such data type in its strict mode" } as const;

const INTEGERS = ["int8", "int16", "int32", "uint8", "uint16", "uint32"] as const;
const number = (index: number): number => (index * 37) % 101;

function typeCases(format: "zarr2" | "zarr3"): WriteCase[] {
  const shape = [5, 4];
  const base = { shape, chunks: [2, 3], format } as const;
  const make = (
    dtype: string,
    value: (index: number) => unknown,
    not: WriteCase["not"] = {},
    fillValue?: unknown,
  ): WriteCase => ({ name: `${format}-type-${dtype}`, options: { ...base, dtype, fillValue }, value, not });
  const struct = {
    name: `${format}-type-struct`,
    options: {
      ...base,
      dtype: {
        fields: [
          { name: "id", dtype: "uint16" },
          { name: "x", dtype: "float64" },
        ],
      },
    },
    value: (index: number) => ({ id: index, x: index / 4 }),
    not: {
      ...NOT_ZARRS,
      tensorstore: "reads one field at a time",
      ...(format === "zarr3" ? { zarr: "3.1.6 knows the older name structured only" } : {}),
    },
  } satisfies WriteCase;
  return [
    make("bool", (index) => index % 3 === 0),
    ...INTEGERS.map((dtype) => make(dtype, number, {}, 7)),
    make("int64", (index) => BigInt(index) * 2n ** 55n - 2n ** 59n, {}, -1n),
    make("uint64", (index) => BigInt(index) * 2n ** 59n, {}, 2n ** 64n - 1n),
    make("float16", (index) => index / 8 - 1),
    make("float32", (index) => index / 3, {}, Number.NaN),
    make("float64", (index) => Math.sin(index), {}, Number.NEGATIVE_INFINITY),
    make("complex64", (index) => [index, -index]),
    make("complex128", (index) => [index / 3, Math.cos(index)], {}, [Number.NaN, 1]),
    make("string", (index) => ["", "a", "λ", "𝒳yz"][index % 4], { ...PYTHON_ONLY, zarrs: "as a v2 object" }),
    make("datetime64[ns]", (index) => BigInt(index) * 86_400_000_000_000n, { ...PYTHON_ONLY, ...NOT_ZARRS }),
    make("timedelta64[25s]", (index) => BigInt(index), { ...PYTHON_ONLY, ...NOT_ZARRS }),
    make("U3", (index) => ["", "ab", "λμν"][index % 3], { ...PYTHON_ONLY, ...NOT_ZARRS }),
    make("S4", (index) => ["", "ab", "wxyz"][index % 3], { tensorstore: "as characters", ...NOT_ZARRS }),
    struct,
  ];
}

const ZSTD: CodecInput = { name: "zstd", configuration: { level: 3, checksum: true } };
const GZIP: CodecInput = { name: "gzip", configuration: { level: 6 } };
const TRANSPOSE: CodecInput = { name: "transpose", configuration: { order: [1, 2, 0] } };
const BIG: CodecInput = { name: "bytes", configuration: { endian: "big" } };
const BLOSC: CodecInput = {
  name: "blosc",
  configuration: { cname: "lz4", clevel: 5, shuffle: "shuffle", typesize: 2, blocksize: 0 },
};

function layoutCases(): WriteCase[] {
  const shape = [7, 6, 5];
  const value = (index: number): number => index + 1;
  const make = (name: string, options: Partial<NewArrayOptions>, not: WriteCase["not"] = {}): WriteCase => ({
    name,
    options: { shape, dtype: "int16", chunks: [3, 4, 2], ...options },
    value,
    not,
  });
  return [
    make("zarr3-none", { codecs: [] }),
    make("zarr3-default", {}),
    make("zarr3-zstd-checksum", { codecs: [ZSTD] }),
    make("zarr3-gzip", { codecs: [GZIP] }),
    make("zarr3-gzip-crc32c", { codecs: [GZIP, "crc32c"] }),
    make("zarr3-blosc", { codecs: [BLOSC] }),
    make("zarr3-big-endian", { codecs: [BIG, ZSTD] }),
    make("zarr3-transpose", { codecs: [TRANSPOSE, ZSTD] }),
    make("zarr3-shards", { shards: [6, 8, 4] }),
    make("zarr3-shards-gzip", { shards: [6, 8, 4], codecs: [GZIP] }),
    make("zarr3-shards-transpose", { shards: [6, 8, 4], codecs: [TRANSPOSE, BIG, "crc32c"] }),
    make("zarr3-shards-none", { shards: [9, 8, 6], codecs: [] }),
    make("zarr3-dims", {
      dims: ["time", "lat", "lon"],
      attributes: { units: "K", nested: { a: [1, 2.5, null, "λ"] } },
    }),
    make("zarr3-zero-length", { shape: [0, 3, 2] }),
    make("zarr3-scalar", { shape: [], chunks: [] }),
    make("zarr2-none", { format: "zarr2", codecs: [] }),
    make("zarr2-default", { format: "zarr2" }),
    make("zarr2-zlib", { format: "zarr2", codecs: ["zlib"] }),
    make("zarr2-gzip", { format: "zarr2", codecs: [GZIP] }),
    make("zarr2-blosc", { format: "zarr2", codecs: [BLOSC] }),
    make("zarr2-big-endian", { format: "zarr2", codecs: [BIG, "zlib"] }, { zarrs: "no big-endian v2" }),
    make(
      "zarr2-order-f",
      {
        format: "zarr2",
        codecs: [{ name: "transpose", configuration: { order: [2, 1, 0] } }, "zlib"],
      },
      { zarrs: "no order F in v2" },
    ),
    make("zarr2-dims", { format: "zarr2", dims: ["time", "lat", "lon"], attributes: { units: "K" } }),
    make("zarr2-scalar", { format: "zarr2", shape: [], chunks: [] }),
    make("zarr2-zero-length", { format: "zarr2", shape: [0, 3, 2] }),
    { name: "zarr3-never-written", options: { shape: [4], dtype: "float32", fillValue: Number.NaN } },
    { name: "zarr2-never-written", options: { shape: [4], dtype: "float32", fillValue: -1.5, format: "zarr2" } },
  ];
}

export function writeCases(): readonly WriteCase[] {
  return [...typeCases("zarr3"), ...typeCases("zarr2"), ...layoutCases()];
}
