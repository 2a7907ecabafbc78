/**
 * Zstandard (RFC 8878) in two variants that accept and refuse the same input: WebAssembly, and TypeScript for platforms
 * where that is missing or forbidden. Frames with a dictionary are only decoded in TypeScript, because they are short
 * texts.
 */
export interface ZstdKernel extends ZstdDecoder {
  readonly variant: "wasm" | "plain";
  /**
   * One frame that states its content size; it may lie in `out` if that has room for it. Levels are those of libzstd: 0
   * is 3, negative ones are the fastest.
   */
  encodeZstd(source: Uint8Array, level: number, checksum: boolean, out?: Uint8Array): Uint8Array;
}

export interface ZstdDecoder {
  /**
   * Decodes all frames of `source` to `out`, which they must fill exactly, and returns its length. Broken input is
   * `invalid-data`, and nothing is written outside `out`.
   */
  decodeZstd(source: Uint8Array, out: Uint8Array): number;
  /** Decodes all frames of `source` to new bytes, at most `maxLength`. */
  decodeZstdUnknown(source: Uint8Array, maxLength: number): Uint8Array;
}

let loading: Promise<ZstdKernel> | undefined;

/**
 * The kernel of this realm, created once, because it has one memory. `plain` requests the TypeScript one, which also
 * steps in if WebAssembly or its SIMD is missing or forbidden.
 */
export function loadZstd(options: { readonly plain?: boolean } = {}): Promise<ZstdKernel> {
  if (options.plain === true) return loadPlain();
  loading ??= loadBest();
  return loading;
}

async function loadBest(): Promise<ZstdKernel> {
  try {
    const { loadWasmZstd } = await import("./wasm.ts");
    return await loadWasmZstd();
  } catch {
    return loadPlain();
  }
}

async function loadPlain(): Promise<ZstdKernel> {
  return (await import("../plain/zstd/plain.ts")).plainZstd;
}

/** A decoder of files that hold frames of zstd 0.7, alone or among others. */
export async function loadZstdV07(): Promise<ZstdDecoder> {
  return (await import("../plain/zstd/v07.ts")).zstdV07;
}

/** A decoder of frames that were compressed with this dictionary. */
export async function loadZstdDictionary(
  dictionary: Uint8Array,
): Promise<(bytes: Uint8Array, maxLength: number) => Uint8Array> {
  return (await import("../plain/zstd/dictionary.ts")).dictionaryDecoder(dictionary);
}
