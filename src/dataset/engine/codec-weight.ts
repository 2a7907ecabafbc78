/**
 * Whether codecs take longer than handing a chunk to another thread and back, on the threads of Node. Measured with 256 MiB
 * in chunks of 1 MiB from memory on two cores (docs/performance.md): DEFLATE and Zstandard gain, Blosc and LZ4 lose.
 */
import type { CodecSpec } from "../../model/codec-spec.ts";
import { codecSpecs } from "../tree/codec-names.ts";

export type Work = "decode" | "encode";

const HEAVY = new Set(["gzip", "zlib", "zstd", "bz2", "lzma", "zfpy", "zfp", "pcodec"]);
/** Compressors inside Blosc frames that are as slow as by themselves. Frames with Zstandard decode faster than that. */
const HEAVY_IN_BLOSC: Readonly<Record<Work, ReadonlySet<string>>> = {
  decode: new Set(["zlib"]),
  encode: new Set(["zlib", "zstd", "lz4hc"]),
};

export function isHeavy(codecs: readonly CodecSpec[], work: Work): boolean {
  return codecSpecs(codecs).some(({ name, configuration }) => {
    const base = name.slice(name.lastIndexOf(".") + 1);
    if (base !== "blosc") return HEAVY.has(base);
    const inner = configuration?.type === "object" ? configuration.members.get("cname") : undefined;
    return inner?.type === "string" && HEAVY_IN_BLOSC[work].has(inner.value);
  });
}
