/** Filter pipelines as codec chains. A filter that is not known is refused by its number and name. */
import { fromPlain, jsonObject } from "../../../bytes/json/make.ts";
import type { CodecSpec } from "../../../model/codec-spec.ts";
import type { Hdf5Filter } from "../messages/filters.ts";

interface FilterInput {
  readonly parameters: readonly number[];
  /** Of an element. */
  readonly elementSize: number;
  readonly chunkBytes: number;
}

interface KnownFilter {
  /** For the table of what is supported. */
  readonly title: string;
  codec(input: FilterInput): CodecSpec | string;
}

export function spec(name: string, configuration: Readonly<Record<string, unknown>> = {}): CodecSpec {
  return { name, configuration: jsonObject(Object.entries(configuration).map(([key, value]) => [key, fromPlain(value)])) };
}

const BLOSC_SHUFFLES = ["noshuffle", "shuffle", "bitshuffle"];
const BLOSC_CODECS = ["blosclz", "lz4", "lz4hc", "snappy", "zlib", "zstd"];

/** By the numbers that the HDF Group registers. */
export const FILTERS: ReadonlyMap<number, KnownFilter> = new Map<number, KnownFilter>([
  [1, { title: "deflate", codec: ({ parameters: [level = 6] }) => spec("numcodecs.zlib", { level: Math.min(level, 9) }) }],
  [
    2,
    {
      title: "shuffle",
      codec: ({ parameters: [elementsize], elementSize }) =>
        spec("numcodecs.shuffle", { elementsize: elementsize ?? elementSize }),
    },
  ],
  [3, { title: "Fletcher-32", codec: () => spec("numcodecs.fletcher32") }],
  [307, { title: "bzip2", codec: ({ parameters: [level = 9] }) => spec("numcodecs.bz2", { level }) }],
  [
    32001,
    {
      title: "Blosc",
      codec: ({ parameters, elementSize }) =>
        spec("blosc", {
          typesize: Math.max(1, Math.min(255, parameters[2] ?? elementSize)),
          blocksize: 0,
          clevel: Math.min(9, parameters[4] ?? 5),
          shuffle: BLOSC_SHUFFLES[parameters[5] ?? 1] ?? "shuffle",
          cname: BLOSC_CODECS[parameters[6] ?? 0] ?? "blosclz",
        }),
    },
  ],
  [32004, { title: "LZ4", codec: () => spec("hdf5.lz4") }],
  [
    32008,
    {
      title: "bitshuffle",
      codec: ({ parameters: [, , elementsize, blocksize = 0, compression = 0], elementSize }) => {
        const cname = compression === 0 ? "none" : compression === 2 ? "lz4" : compression === 3 ? "zstd" : undefined;
        if (cname === undefined) return `bitshuffle with compression ${compression}`;
        return spec("hdf5.bitshuffle", { elementsize: elementsize ?? elementSize, blocksize, cname });
      },
    },
  ],
  [32015, { title: "Zstandard", codec: () => spec("zstd", { level: 0, checksum: false }) }],
]);

/** In encoding order, or why there is no chain. */
export function codecsOf(filters: readonly Hdf5Filter[], input: Omit<FilterInput, "parameters">): readonly CodecSpec[] | string {
  const codecs: CodecSpec[] = [];
  for (const { id, name, parameters } of filters) {
    const codec = FILTERS.get(id)?.codec({ ...input, parameters }) ?? `filter ${id}${name === "" ? "" : ` (${name})`}`;
    if (typeof codec === "string") return codec;
    codecs.push(codec);
  }
  return codecs;
}
