/**
 * Parts of an object whose store tells no versions, or only the size. That they are of one version is proven by reading them a
 * second time: what is the same in both reads was there all the time between, unless the object changed and changed back.
 */
import type { ByteRange } from "../../bytes/source/byte-range.ts";
import type { ByteSource, ReadOptions } from "../../bytes/source/byte-source.ts";
import { changedError } from "../../stores/object-version.ts";

export interface ReadPart {
  readonly range: ByteRange | undefined;
  /** A copy, because decoders may give the memory away. */
  readonly bytes: Uint8Array | undefined;
}

/** Fails if the parts, of which decoders ask for the first one alone, may be of two versions. */
export async function readPartsAgain(
  source: ByteSource,
  parts: readonly ReadPart[],
  options: ReadOptions,
): Promise<void> {
  // Of two, the first is proven to be of the moment of the second. More of them may have been asked for at once.
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
