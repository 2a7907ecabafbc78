/**
 * Reads parts of an object again if its store reports no version, or only a size. Reading parts twice proves that they
 * belong to one version: bytes that are equal in both reads were there all the time in between, unless the object
 * changed and changed back.
 */
import type { ByteRange } from "../../bytes/source/byte-range.ts";
import type { ByteSource, ReadOptions } from "../../bytes/source/byte-source.ts";
import { changedError } from "../../stores/object-version.ts";

export interface ReadPart {
  readonly range: ByteRange | undefined;
  /** A copy, because decoders may give away the memory. */
  readonly bytes: Uint8Array | undefined;
}

/** Fails if the parts, of which decoders request the first one alone, may be of two versions. */
export async function readPartsAgain(
  source: ByteSource,
  parts: readonly ReadPart[],
  options: ReadOptions,
): Promise<void> {
  // Of two parts, rereading the first proves that it is of the same time as the second. With more, several may have
  // been requested at once.
  const doubtful = parts.length === 2 ? parts.slice(0, 1) : parts;
  await Promise.all(
    doubtful.map(async ({ range, bytes }) => {
      const again = await source.read(range, options);
      if (
        bytes === undefined ||
        again?.byteLength !== bytes.byteLength ||
        !again.every((byte, index) => byte === bytes[index])
      ) {
        throw changedError({});
      }
    }),
  );
}
