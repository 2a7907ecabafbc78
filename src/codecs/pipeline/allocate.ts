/** Memory for chunks, or an error that says how much was asked for. */
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
 * One buffer that is used over and over by code which is done with it before anyone else runs. Buffers over the limit
 * are not kept, so that an idle pipeline holds little.
 */
export interface Scratch {
  /** Lends `length` bytes with undefined contents, and ends the lease before. */
  lease(length: number): Lease;
  /** Do these bytes lie in it? */
  holds(bytes: Uint8Array): boolean;
}

/** Memory on loan from a scratch. It is asked for once and held: asking again is another lease, with other contents. */
export interface Lease {
  /**
   * The same memory each time. The view may be a new one, because kernel memory moves when it grows: do not keep a view
   * across calls to kernels. Throws when the scratch has lent its memory again.
   */
  readonly bytes: Uint8Array;
}

/** Starts the leases of one scratch, each of which ends the one before. `view` gives the memory that is lent. */
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

/** What a pipeline works in: chunks that are decoded, or gathered to be encoded; and chunks that are encoded. */
export interface Rooms {
  readonly decoded: Scratch;
  readonly encoded: Scratch;
}

/** Room for what these many bytes are encoded to by any codec that makes little more of them at worst. */
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
