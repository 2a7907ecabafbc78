/** Memory for chunks, or an error that says how much was requested. */
import { HyperslabError } from "../../errors.ts";
import { codecLimits } from "../limits.ts";

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
 * One buffer that is reused by code that finishes with it before anything else runs. Buffers over the limit are not
 * kept, so that an idle pipeline holds little.
 */
export interface Scratch {
  /** Lends `length` bytes with undefined contents, and ends the previous lease. */
  lease(length: number): Lease;
  /** Returns whether these bytes lie in it. */
  holds(bytes: Uint8Array): boolean;
}

/** Memory on loan from a scratch. It is requested once and held: another request is a new lease, with other contents. */
export interface Lease {
  /**
   * The same memory each time. The view may be new, because kernel memory moves when it grows, so a view must not be
   * kept across calls to kernels. Throws after the scratch has lent its memory again.
   */
  readonly bytes: Uint8Array;
}

/** Starts the leases of one scratch, each of which ends the previous one. `view` returns the memory that is lent. */
export function leaseStarter(): (view: () => Uint8Array) => Lease {
  let latest = 0;
  return (view) => {
    const number = ++latest;
    return {
      get bytes() {
        if (number !== latest) throw new Error("scratch memory is used after it was lent again");
        return view();
      },
    };
  };
}

/** The working memory of a pipeline. */
export interface Rooms {
  /** Chunks that are decoded, or gathered to be encoded. */
  readonly decoded: Scratch;
  readonly encoded: Scratch;
  /** What one codec has decoded for the next one: by turns, because the next one reads the one and writes to the other. */
  readonly between: readonly [Scratch, Scratch];
}

/** Rooms that are made of scratches of one kind. */
export function roomsOf(make: () => Scratch): Rooms {
  return { decoded: make(), encoded: make(), between: [make(), make()] };
}

/** Room for the encoded form of this many bytes, for any codec that adds only a little in the worst case. */
export function roomForEncoded(length: number): number {
  return length + Math.floor(length / 64) + 512;
}

export function scratchBuffer(): Scratch {
  let kept = new Uint8Array(0);
  const start = leaseStarter();
  return {
    lease: (length) => {
      const buffer = length <= kept.byteLength ? kept : allocate(length);
      if (!codecLimits.keptScratchBytes.isExceededBy(length)) kept = buffer;
      const bytes = buffer.subarray(0, length);
      return start(() => bytes);
    },
    holds: (bytes) => bytes.buffer === kept.buffer,
  };
}
