/** Values of a store as something to read inside of: an archive on a server, an archive in an archive. */
import { type ByteSource, memorySource } from "../bytes/source/byte-source.ts";

export { objectSource } from "./store.ts";

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
