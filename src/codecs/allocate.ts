/** Memory for chunks, or an error that says how much was asked for. */
import { HyperslabError } from "../errors.ts";
import { codecLimits } from "./limits.ts";

/** New zeroed bytes. */
export function allocate(length: number): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(length);
  } catch (cause) {
    throw new HyperslabError("unsupported", `${length} bytes do not fit into memory at once`, {
      hint: "The chunks of this array are too large to be decoded whole on this machine.",
      cause,
    });
  }
}

/**
 * One buffer that is used over and over by code which is done with it before anyone else runs. Buffers over the limit
 * are not kept, so that an idle pipeline holds little.
 */
export interface Scratch {
  take(length: number): Uint8Array;
  /** Do these bytes lie in it? */
  holds(bytes: Uint8Array): boolean;
}

/** What a pipeline works in: chunks that are decoded, or gathered to be encoded; and chunks that are encoded. */
export interface Rooms {
  readonly decoded: Scratch;
  readonly encoded: Scratch;
}

/** Room for what these many bytes are encoded to by any codec that makes little more of them at worst. */
export function roomForEncoded(length: number): number {
  return length + (length >>> 6) + 512;
}

export function scratchBuffer(): Scratch {
  let kept = new Uint8Array(0);
  return {
    take: (length) => {
      if (length <= kept.byteLength) return kept.subarray(0, length);
      const buffer = allocate(length);
      if (!codecLimits.keptScratchBytes.isExceededBy(length)) kept = buffer;
      return buffer;
    },
    holds: (bytes) => bytes.buffer === kept.buffer,
  };
}
