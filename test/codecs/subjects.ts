/** The table of the codec contract: a new codec adds its lines here, and vectors by scripts/fixtures/codecs.py. */
import { type DataType, isFixedSize } from "../../src/model/data-types/data-type.ts";
import type { CodecSubject } from "../contracts/codec-contract.ts";
import { permutations } from "./samples.ts";
import { zooSubjects } from "./zoo/subjects.ts";

const LITTLE = { name: "bytes", configuration: { endian: "little" } };
const CRC32C = { name: "crc32c" };
const anyType = (): boolean => true;
const levels = { refused: [{ level: 10 }, { level: "high" }, { level: 1.5 }], exact: false, accepts: anyType };

/** Largest divisors below the lengths, so that there are several inner chunks. */
function innerShape(shape: readonly number[]): number[] {
  return shape.map((length) => [4, 3, 2, 1].find((inner) => inner < length && length % inner === 0) ?? 1);
}

function serializerOf(dataType: DataType): object {
  if (dataType.kind === "string") return { name: "vlen-utf8" };
  return dataType.kind === "bytes" ? { name: "vlen-bytes" } : LITTLE;
}

/** What the contract needs to know of each codec. */
export const subjects: Readonly<Record<string, CodecSubject>> = {
  transpose: {
    configurations: (shape) => [
      ...permutations(shape.length).map((order) => ({ order })),
      { order: "C" },
      { order: "F" },
    ],
    accepts: anyType,
    refused: [{}, { order: [0, 0] }, { order: [0, 2] }, { order: [1, 0, 2] }, { order: "A" }, { order: [-1, 0] }],
    exact: true,
  },
  bytes: {
    configurations: () => [{ endian: "little" }, { endian: "big" }],
    accepts: isFixedSize,
    refused: [{ endian: "middle" }, {}],
    exact: true,
  },
  sharding_indexed: {
    configurations: (shape, dataType) => {
      const inner = { chunk_shape: innerShape(shape), codecs: [serializerOf(dataType)] };
      return [
        { ...inner, index_codecs: [LITTLE, CRC32C], index_location: "end" },
        { ...inner, index_codecs: [{ name: "bytes", configuration: { endian: "big" } }], index_location: "start" },
        { ...inner, codecs: [serializerOf(dataType), { name: "zstd" }, CRC32C] },
        {
          chunk_shape: shape,
          codecs: [{ name: "sharding_indexed", configuration: inner }],
          index_codecs: [{ name: "transpose", configuration: { order: "F" } }, LITTLE, CRC32C],
        },
      ];
    },
    accepts: anyType,
    refused: [
      { codecs: [LITTLE] },
      { chunk_shape: [2, 2] },
      { chunk_shape: [2], codecs: [LITTLE] },
      { chunk_shape: [2, 3], codecs: [LITTLE] },
      { chunk_shape: [0, 1], codecs: [LITTLE] },
      { chunk_shape: [1, 1], codecs: [] },
      { chunk_shape: [1, 1], codecs: [LITTLE], index_location: "middle" },
      { chunk_shape: [1, 1], codecs: [LITTLE], index_codecs: [LITTLE, { name: "gzip" }] },
      { chunk_shape: [1, 1], codecs: [{ name: "unheard" }] },
    ],
    // Shards may have gaps, so only the place of the index tells where one ends.
    loose: (configuration) => "index_location" in configuration && configuration.index_location === "start",
    exact: false,
  },
  "vlen-utf8": {
    configurations: () => [{}],
    accepts: (dataType) => dataType.kind === "string",
    refused: [{ encoding: "latin1" }],
    exact: true,
  },
  "vlen-bytes": {
    configurations: () => [{}],
    accepts: (dataType) => dataType.kind === "bytes",
    refused: [{ encoding: "latin1" }],
    exact: true,
  },
  crc32c: {
    configurations: () => [{}, { location: "end" }, { location: "start" }],
    accepts: anyType,
    refused: [{ location: "middle" }],
    detects: {},
    exact: true,
  },
  gzip: { configurations: () => [{}, { level: 0 }, { level: 9 }], detects: { level: 6 }, ...levels },
  "numcodecs.zlib": { configurations: () => [{}, { level: 0 }, { level: -1 }], detects: { level: 6 }, ...levels },
  zstd: {
    ...levels,
    configurations: () => [{}, { level: -131072 }, { level: 22, checksum: true }],
    refused: [{ level: 100 }, { level: 1.5 }, { level: "high" }, { checksum: 1 }],
    detects: { level: 3, checksum: true },
  },
  blosc: {
    configurations: () => [
      {},
      { cname: "blosclz", clevel: 9, shuffle: "bitshuffle", typesize: 2, blocksize: 0 },
      { cname: "zstd", clevel: 1, shuffle: "noshuffle" },
      { cname: "zlib", clevel: 5, shuffle: -1 },
    ],
    accepts: anyType,
    refused: [
      { cname: "lzma" },
      { clevel: 10 },
      { shuffle: "some" },
      { shuffle: 3 },
      { typesize: 0 },
      { blocksize: -1 },
    ],
    loose: () => true,
    exact: false,
  },
  "numcodecs.lz4": {
    configurations: () => [{}, { acceleration: 9 }],
    accepts: anyType,
    refused: [{ acceleration: "fast" }],
    exact: false,
  },
  "lz4-block": {
    configurations: () => [{}, { acceleration: 9 }],
    accepts: anyType,
    refused: [{ acceleration: "fast" }],
    exact: false,
  },
  "numcodecs.shuffle": {
    configurations: () => [{}, { elementsize: 2 }, { elementsize: 1 }, { elementsize: 3 }],
    accepts: anyType,
    refused: [{ elementsize: -1 }, { elementsize: "wide" }],
    exact: true,
  },
  ...zooSubjects,
};
