/** Collects a body as it arrives, within a bound, into one array of its own. */
import { TransportError } from "./transport.ts";

/** A promised length is allocated at once up to here; beyond it memory follows what really arrives. */
const TRUSTED_BYTES = 64 * 1024 * 1024;

export interface BodyBuffer {
  add(part: Uint8Array): void;
  /** Bytes so far. */
  readonly length: number;
  finish(): Uint8Array;
}

/** `promised`: the length that the head tells, if it does. More than `most` bytes are refused. */
export function bodyBuffer(most: number, promised: number | undefined): BodyBuffer {
  let bytes = allocated(Math.min(promised ?? 0, most, TRUSTED_BYTES));
  let length = 0;
  return {
    add: (part) => {
      const end = length + part.byteLength;
      if (end > most) throw new TransportError("too-long", `more than ${most} bytes`);
      if (end > bytes.byteLength) bytes = grown(bytes, length, Math.max(end, Math.min(most, 2 * bytes.byteLength)));
      bytes.set(part, length);
      length = end;
    },
    get length() {
      return length;
    },
    finish: () => (length === bytes.byteLength ? bytes : bytes.slice(0, length)),
  };
}

function grown(bytes: Uint8Array<ArrayBuffer>, length: number, size: number): Uint8Array<ArrayBuffer> {
  const larger = allocated(size);
  larger.set(bytes.subarray(0, length));
  return larger;
}

function allocated(size: number): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(size);
  } catch {
    throw new TransportError("too-long", `${size} bytes of memory cannot be had`);
  }
}
