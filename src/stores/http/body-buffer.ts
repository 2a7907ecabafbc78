/** Collects a body as it arrives, within a bound, into one array. */
import { TransportError } from "./transport.ts";

/** A promised length is allocated at once up to here; beyond it memory follows what really arrives. */
const TRUSTED_BYTES = 64 * 1024 * 1024;

const NOTHING = new Uint8Array(0);

export class BodyBuffer {
  readonly #most: number;
  readonly #promised: number;
  #bytes: Uint8Array = NOTHING;
  /** Bytes so far. */
  length = 0;

  /** `promised`: the length that the head tells, if it does. More than `most` bytes are refused. */
  constructor(most: number, promised: number | undefined) {
    this.#most = most;
    this.#promised = Math.min(promised ?? 0, most, TRUSTED_BYTES);
  }

  /** The part may be kept: it is nobody else's. */
  add(part: Uint8Array): void {
    const end = this.length + part.byteLength;
    if (end > this.#most) throw new TransportError("too-long", `more than ${this.#most} bytes`);
    if (this.length === 0 && part.byteLength === this.#promised) {
      this.#bytes = new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
    } else {
      if (end > this.#bytes.byteLength) {
        const size = Math.max(end, this.#promised, Math.min(this.#most, 2 * this.#bytes.byteLength));
        this.#bytes = grown(this.#bytes, this.length, size);
      }
      this.#bytes.set(part, this.length);
    }
    this.length = end;
  }

  finish(): Uint8Array {
    return this.length === this.#bytes.byteLength ? this.#bytes : this.#bytes.slice(0, this.length);
  }
}

function grown(bytes: Uint8Array, length: number, size: number): Uint8Array {
  const larger = allocated(size);
  larger.set(bytes.subarray(0, length));
  return larger;
}

/** Pages may have a `Buffer` that is not Node's, and less of it. */
const isNode = typeof globalThis.Buffer?.allocUnsafeSlow === "function";

/** Node's memory need not be cleared: nothing of it is given away that was not written to. */
function allocated(size: number): Uint8Array {
  try {
    if (!isNode) return new Uint8Array(size);
    const { buffer, byteOffset } = globalThis.Buffer.allocUnsafeSlow(size);
    return new Uint8Array(buffer, byteOffset, size);
  } catch {
    throw new TransportError("too-long", `${size} bytes of memory cannot be had`);
  }
}
