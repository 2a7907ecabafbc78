/** One value of a store as something to read inside of: an archive on a server, an archive in an archive. */
import { type ByteSource, memorySource } from "../bytes/source/byte-source.ts";
import type { Store } from "./store.ts";

/** All reads are of one version of the value. Nothing is requested until something is read. */
export function objectSource(store: Store, key: string): ByteSource {
  const version = {};
  return {
    version,
    read: (range, options) => store.get(key, { range, version, signal: options?.signal }),
    size: async (options) => (await store.head?.(key, options))?.size,
  };
}

/**
 * The same source, but what turns out to be shorter than the last bytes that were asked for is kept: it is all there
 * is, and no further read has to go where it came from.
 */
export function keepIfShort(source: ByteSource): ByteSource {
  let whole: ByteSource | undefined;
  return {
    ...source,
    read: async (range, options) => {
      if (whole !== undefined) return whole.read(range, options);
      const bytes = await source.read(range, options);
      if (bytes === undefined || range === undefined || !("suffix" in range) || bytes.byteLength >= range.suffix) {
        return bytes;
      }
      const kept = source.fresh === true ? bytes : bytes.slice();
      whole = memorySource(kept);
      return source.fresh === true ? kept.slice() : kept;
    },
    size: async (options) => (whole ?? source).size?.(options),
  };
}
