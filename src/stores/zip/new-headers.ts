/**
 * Directory headers of appended entries that are in no directory yet, stored consecutively as the directory will have
 * them: one object per entry would burden the garbage collector if there are a hundred thousand.
 */
import { storeLimits } from "../limits.ts";
import {
  CENTRAL_LENGTH,
  centralHeaderLength,
  type NewEntry,
  parseCentral,
  putCentral,
  type ZipEntry,
} from "./entry-header.ts";

/** An entry that was appended. */
export interface WrittenEntry extends NewEntry {
  readonly offset: number;
  readonly nameLength: number;
  readonly headerLength: number;
}

export class NewHeaders {
  readonly #encoder = new TextEncoder();
  #bytes = new Uint8Array(storeLimits.newHeaderBytes.value);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  /** Of all headers, including dead ones. */
  get length(): number {
    return this.#length;
  }

  /** Returns the position of its header. */
  add(name: string, entry: WrittenEntry): number {
    const at = this.#length;
    const end = at + centralHeaderLength(entry, entry.offset, entry.nameLength);
    // Encoding may need 3 bytes per unit before the actual length is known.
    this.#reserve(end + 3 * name.length);
    putName(this.#bytes, at + CENTRAL_LENGTH, name, this.#encoder);
    putCentral(this.#view, at, entry, entry.offset, entry.nameLength);
    this.#length = end;
    return at;
  }

  entry(at: number): ZipEntry {
    return parseCentral(this.#view, at);
  }

  /** The bytes of a header, and of the name within. They are lent. */
  header(at: number): Uint8Array {
    const { nameLength, extraLength } = this.entry(at);
    return this.#bytes.subarray(at, at + CENTRAL_LENGTH + nameLength + extraLength);
  }

  name(at: number): { readonly bytes: Uint8Array; readonly start: number; readonly end: number } {
    const start = at + CENTRAL_LENGTH;
    return { bytes: this.#bytes, start, end: start + this.#view.getUint16(at + 28, true) };
  }

  /** All of them. They are lent. */
  all(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(size: number): void {
    if (size <= this.#bytes.byteLength) return;
    const larger = new Uint8Array(Math.max(size, 2 * this.#bytes.byteLength));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

/** Writes `text` at `at` and returns its length in bytes; there must be room for 3 bytes per UTF-16 unit. */
export function putName(bytes: Uint8Array, at: number, text: string, encoder: TextEncoder): number {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) return encoder.encodeInto(text, bytes.subarray(at)).written;
    bytes[at + i] = unit;
  }
  return text.length;
}
