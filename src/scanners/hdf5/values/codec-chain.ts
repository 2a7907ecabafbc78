/** Filter pipelines as codec chains. An unknown filter is refused by its number and name. */
import { fromPlain, jsonObject } from "../../../bytes/json/make.ts";
import type { CodecSpec } from "../../../model/codec-spec.ts";
import type { Hdf5Filter } from "../messages/filters.ts";

interface FilterInput {
  readonly parameters: readonly number[];
  /** Size of an element. */
  readonly elementSize: number;
  readonly chunkBytes: number;
}

interface KnownFilter {
  /** For the table of supported filters. */
  readonly title: string;
  /** The same: what is not supported. */
  readonly except?: string;
  /** Returns text if something is not supported, or an empty list if the filter does nothing. */
  codec(input: FilterInput): CodecSpec | string | readonly [];
}

export function spec(name: string, configuration: Readonly<Record<string, unknown>> = {}): CodecSpec {
  return {
    name,
    configuration: jsonObject(Object.entries(configuration).map(([key, value]) => [key, fromPlain(value)])),
  };
}

const BLOSC_SHUFFLES = ["noshuffle", "shuffle", "bitshuffle"];
const BLOSC_CODECS = ["blosclz", "lz4", "lz4hc", "snappy", "zlib", "zstd"];

/** By the numbers registered with the HDF Group. */
export const FILTERS: ReadonlyMap<number, KnownFilter> = new Map<number, KnownFilter>([
  [
    1,
    { title: "deflate", codec: ({ parameters: [level = 6] }) => spec("numcodecs.zlib", { level: Math.min(level, 9) }) },
  ],
  [
    2,
    {
      title: "shuffle",
      codec: ({ parameters: [elementsize], elementSize }) =>
        spec("numcodecs.shuffle", { elementsize: elementsize ?? elementSize }),
    },
  ],
  [3, { title: "Fletcher-32", codec: () => spec("numcodecs.fletcher32") }],
  [
    4,
    {
      title: "szip",
      codec: ({ parameters: [mask = 0, pixelsPerBlock = 0, bitsPerPixel = 0, pixelsPerScanline = 0] }) =>
        spec("hdf5.szip", { mask, pixelsPerBlock, bitsPerPixel, pixelsPerScanline }),
    },
  ],
  [
    5,
    {
      title: "n-bit",
      codec: ({ parameters: [, isPlain, , ...element] }) => {
        // Types without bits to save are stored unchanged.
        if (isPlain === 1) return [];
        const [kind, size, order, precision, offset] = element;
        if (kind !== 1) return spec("hdf5.nbit", { element });
        return spec("hdf5.nbit", { size, precision, offset, endian: order === 1 ? "big" : "little" });
      },
    },
  ],
  [
    6,
    {
      title: "scale-offset",
      except: "floats with a variable number of bits",
      codec: ({ parameters }) => {
        const [scale, decimals = 0, , kind, size = 1, , order, hasFill] = parameters;
        if (scale === 1) return "the scale-offset filter with a variable number of bits";
        const bytes = parameters.slice(8).flatMap((word) => [0, 8, 16, 24].map((shift) => (word >>> shift) & 255));
        return spec("hdf5.scaleoffset", {
          size,
          kind: kind === 1 ? "float" : "integer",
          decimals: decimals | 0,
          endian: order === 1 ? "big" : "little",
          ...(hasFill === 1 && { fill: bytes.slice(0, size) }),
        });
      },
    },
  ],
  [307, { title: "bzip2", codec: ({ parameters: [level = 9] }) => spec("numcodecs.bz2", { level }) }],
  [32000, { title: "LZF", codec: () => spec("hdf5.lzf") }],
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
  // The first word gives the library versions that wrote it.
  [32013, { title: "ZFP", codec: ({ parameters: [, ...header] }) => spec("hdf5.zfp", { header }) }],
  [32015, { title: "Zstandard", codec: () => spec("zstd", { level: 0, checksum: false }) }],
  // Chunks contain everything needed to decode them.
  [32026, { title: "Blosc2", except: "dictionaries, plug-ins", codec: () => spec("hdf5.blosc2") }],
]);

/** In encoding order, or the reason why there is no chain. */
export function codecsOf(
  filters: readonly Hdf5Filter[],
  input: Omit<FilterInput, "parameters">,
): readonly CodecSpec[] | string {
  const codecs: CodecSpec[] = [];
  for (const { id, name, parameters } of filters) {
    const codec = FILTERS.get(id)?.codec({ ...input, parameters }) ?? `filter ${id}${name === "" ? "" : ` (${name})`}`;
    if (typeof codec === "string") return codec;
    // Every filter has a place in the chain, so that masks fit.
    codecs.push("name" in codec ? codec : spec("numcodecs.shuffle", { elementsize: 1 }));
  }
  return codecs;
}
