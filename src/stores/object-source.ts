/** Values of a store as sources: an archive on a server, an archive in an archive. */
import { type ByteSource, memorySource } from "../bytes/source/byte-source.ts";

export { objectSource } from "./store.ts";

/**
 * The same source, but if the object turns out to be shorter than the requested last bytes, they are kept: they are the
 * whole object, and no further request is needed.
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
