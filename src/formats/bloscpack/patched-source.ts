/** A source with stretches that are known already, or that stand in for what is stored there. */
import type { ByteRange } from "../../bytes/source/byte-range.ts";
import type { ByteSource } from "../../bytes/source/byte-source.ts";

export interface Patch {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** Reads that lie within one patch cost nothing; others are read, and the patches laid over them. */
export function patchedSource(source: ByteSource, patches: readonly Patch[]): ByteSource {
  return {
    ...source,
    fresh: false,
    read: async (range, options) => {
      const known = range === undefined ? undefined : within(patches, range);
      if (known !== undefined) return known;
      const bytes = await source.read(range, options);
      return bytes === undefined ? undefined : applyPatches(bytes, startOf(range), patches);
    },
  };
}

function within(patches: readonly Patch[], range: ByteRange): Uint8Array | undefined {
  if (!("offset" in range) || range.length === undefined) return undefined;
  const { offset, length } = range;
  const patch = patches.find(
    (candidate) => candidate.offset <= offset && offset + length <= candidate.offset + candidate.bytes.byteLength,
  );
  return patch?.bytes.subarray(offset - patch.offset, offset - patch.offset + length);
}

/** Where a read begins; suffixes are not patched. */
function startOf(range: ByteRange | undefined): number {
  if (range === undefined) return 0;
  return "suffix" in range ? Number.POSITIVE_INFINITY : range.offset;
}

/** The bytes, which begin at `start`, with the patches laid over them; a copy if any of them matters. */
export function applyPatches(bytes: Uint8Array, start: number, patches: readonly Patch[]): Uint8Array {
  let patched = bytes;
  for (const patch of patches) {
    const from = Math.max(patch.offset, start);
    const to = Math.min(patch.offset + patch.bytes.byteLength, start + bytes.byteLength);
    if (from >= to) continue;
    if (patched === bytes) patched = bytes.slice();
    patched.set(patch.bytes.subarray(from - patch.offset, to - patch.offset), from - start);
  }
  return patched;
}
