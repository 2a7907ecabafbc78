/**
 * `brotli` (RFC 7932), by Node. Elsewhere it is refused: its dictionary alone is larger than this library's core, and
 * browsers have no synchronous decoder. Configured as imagecodecs does: `level` 0 to 11, `mode` 0 to 2 (generic, text,
 * font), `lgwin` 10 to 24.
 */
import { HyperslabError } from "../../errors.ts";
import type { BytesToBytesCodec } from "../codec.ts";
import { encoderSetting, givenMember } from "../configuration.ts";
import { decodeByNode, type NodeDecodeOptions, plain } from "./deflate/node-decode.ts";

export interface BrotliConfiguration {
  readonly level: number;
  readonly mode: number;
  readonly window: number;
}

interface NodeBrotli {
  brotliCompressSync(bytes: Uint8Array, options: { readonly params: Readonly<Record<number, number>> }): Uint8Array;
  brotliDecompressSync(bytes: Uint8Array, options: NodeDecodeOptions): unknown;
  readonly constants: {
    readonly BROTLI_PARAM_MODE: number;
    readonly BROTLI_PARAM_QUALITY: number;
    readonly BROTLI_PARAM_LGWIN: number;
    readonly BROTLI_PARAM_SIZE_HINT: number;
  };
}

/** Brotli's own default is 11, which takes a hundred times as long. */
const DEFAULT_LEVEL = 4;
const DEFAULT_WINDOW = 22;

export const brotli: BytesToBytesCodec<BrotliConfiguration> = {
  kind: "bytes-to-bytes",
  parse: (configuration) => {
    configuration.only(["level", "mode", "lgwin", "id"]);
    return {
      level: encoderSetting(configuration, "level", 0, 11) ?? DEFAULT_LEVEL,
      mode: givenMember(configuration, "mode")?.integer(0, 2) ?? 0,
      window: encoderSetting(configuration, "lgwin", 10, 24) ?? DEFAULT_WINDOW,
    };
  },
  bind: ({ level, mode, window }, type) => {
    const { brotliCompressSync, brotliDecompressSync, constants } = nodeBrotli();
    const params = (length: number) => ({
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_MODE]: mode,
      [constants.BROTLI_PARAM_LGWIN]: window,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
    });
    return {
      encodedLength: undefined,
      encode: (bytes) => plain(brotliCompressSync(bytes, { params: params(bytes.byteLength) })),
      decode: (bytes) => decodeByNode(bytes, type, (options) => brotliDecompressSync(bytes, options)),
    };
  },
};

function nodeBrotli(): NodeBrotli {
  const zlib: NodeBrotli | undefined = globalThis.process?.getBuiltinModule?.("node:zlib");
  if (zlib?.brotliDecompressSync !== undefined) return zlib;
  throw new HyperslabError("unsupported", "Brotli needs Node's zlib, which this runtime does not have", {
    hint: "Read the array in Node, or store it with zstd; registerCodec takes a decoder under a name of your own.",
  });
}
