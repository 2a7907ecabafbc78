/** Collects a body as it arrives, within a bound, into one array. */
import type { ByteRoom } from "../../../bytes/source/byte-room.ts";
import { storeLimits } from "../../limits.ts";
import { TransportError } from "./transport.ts";

const NOTHING = new Uint8Array(0);

export interface BodyMemory {
  /** If true, parts are overwritten later, so they are copied. Otherwise a part that is the whole body may be kept. */
  readonly lent?: boolean | undefined;
  /** Memory for a body of known length. */
  readonly room?: ByteRoom | undefined;
}

export class BodyBuffer {
  readonly #most: number;
  readonly #promised: number;
  readonly #lent: boolean;
  readonly #room: ByteRoom | undefined;
  #bytes: Uint8Array = NOTHING;
  /** Bytes so far. */
  length = 0;

  /** `promised` is the length from the head, if given. More than `most` bytes are refused. */
  constructor(most: number, promised: number | undefined, memory: BodyMemory = {}) {
    this.#most = most;
    this.#lent = memory.lent === true;
    this.#room = memory.room;
    this.#promised = storeLimits.trustedBodyBytes.cap(Math.min(promised ?? 0, most));
  }

  add(part: Uint8Array): void {
    const end = this.length + part.byteLength;
    if (end > this.#most) throw new TransportError("too-long", `more than ${this.#most} bytes`);
    if (!this.#lent && this.length === 0 && part.byteLength === this.#promised) {
      this.#bytes = new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
    } else {
      if (end > this.#bytes.byteLength) {
        const size = Math.max(end, this.#promised, Math.min(this.#most, 2 * this.#bytes.byteLength));
        const isFirst = this.length === 0 && size === this.#promised;
        const larger = (isFirst ? this.#room?.take(size) : undefined) ?? allocateBody(size);
        larger.set(this.#bytes.subarray(0, this.length));
        this.#bytes = larger;
      }
      this.#bytes.set(part, this.length);
    }
    this.length = end;
  }

  finish(): Uint8Array {
    return this.length === this.#bytes.byteLength ? this.#bytes : this.#bytes.slice(0, this.length);
  }
}

/** Pages may have a `Buffer` that is not Node's and lacks some of its methods. */
const isNode = typeof globalThis.Buffer?.allocUnsafeSlow === "function";

/** Node's memory need not be cleared, because only the part that was written is returned. */
export function allocateBody(size: number): Uint8Array<ArrayBuffer> {
  try {
    if (!isNode) return new Uint8Array(size);
    const { buffer, byteOffset } = globalThis.Buffer.allocUnsafeSlow(size);
    return new Uint8Array(buffer, byteOffset, size);
  } catch {
    throw new TransportError("too-long", `${size} bytes of memory are not available`);
  }
}
