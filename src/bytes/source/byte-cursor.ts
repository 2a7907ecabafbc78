/** Reading binary structures field by field. Reading past the end is `invalid-data` that says where. */
import { type ErrorPlace, HyperslabError } from "../../errors.ts";

export type Endian = "little" | "big";

export interface ByteCursorOptions {
  /** Default "little". */
  readonly endian?: Endian;
  /** Where the bytes start in their file or object; messages count from its start. */
  readonly base?: number;
  readonly place?: ErrorPlace;
}

export class ByteCursor {
  /** Index of the next byte. */
  offset = 0;
  /** How many bytes were missing when a read failed because it reached past the end. */
  missing = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #options: ByteCursorOptions;

  constructor(bytes: Uint8Array, options: ByteCursorOptions = {}) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#options = options;
  }

  get remaining(): number {
    return this.#bytes.byteLength - this.offset;
  }

  /** Another cursor over the same bytes, at this offset. */
  at(offset: number): ByteCursor {
    const cursor = new ByteCursor(this.#bytes, this.#options);
    cursor.skip(offset);
    return cursor;
  }

  skip(length: number): void {
    this.#take(length);
  }

  /** The next bytes, as a view of the same memory. */
  bytes(length: number): Uint8Array {
    const start = this.#take(length);
    return this.#bytes.subarray(start, start + length);
  }

  u8(): number {
    return this.#view.getUint8(this.#take(1));
  }

  i8(): number {
    return this.#view.getInt8(this.#take(1));
  }

  u16(endian?: Endian): number {
    return this.#view.getUint16(this.#take(2), this.#little(endian));
  }

  i16(endian?: Endian): number {
    return this.#view.getInt16(this.#take(2), this.#little(endian));
  }

  u32(endian?: Endian): number {
    return this.#view.getUint32(this.#take(4), this.#little(endian));
  }

  i32(endian?: Endian): number {
    return this.#view.getInt32(this.#take(4), this.#little(endian));
  }

  u64(endian?: Endian): bigint {
    return this.#view.getBigUint64(this.#take(8), this.#little(endian));
  }

  i64(endian?: Endian): bigint {
    return this.#view.getBigInt64(this.#take(8), this.#little(endian));
  }

  /** A 64-bit unsigned integer as a number; one beyond 2^53 is `invalid-data`. */
  u64Number(endian?: Endian): number {
    return this.#safe(this.u64(endian), 8);
  }

  /** A 64-bit signed integer as a number; one beyond 2^53 is `invalid-data`. */
  i64Number(endian?: Endian): number {
    return this.#safe(this.i64(endian), 8);
  }

  f32(endian?: Endian): number {
    return this.#view.getFloat32(this.#take(4), this.#little(endian));
  }

  f64(endian?: Endian): number {
    return this.#view.getFloat64(this.#take(8), this.#little(endian));
  }

  /** An `invalid-data` error `back` bytes before the cursor. */
  fail(what: string, back = 0): never {
    const offset = (this.#options.base ?? 0) + this.offset - back;
    throw new HyperslabError("invalid-data", `${what} at byte ${offset}`, this.#options.place);
  }

  #take(length: number): number {
    const start = this.offset;
    if (!Number.isInteger(length) || length < 0) this.fail(`not a valid length: ${length}`);
    if (length > this.remaining) {
      this.missing = length - this.remaining;
      this.fail(`expected ${length} more bytes, found ${this.remaining},`);
    }
    this.offset = start + length;
    return start;
  }

  #safe(value: bigint, size: number): number {
    const number = Number(value);
    if (!Number.isSafeInteger(number)) this.fail(`the integer ${value} is beyond 2^53`, size);
    return number;
  }

  #little(endian: Endian | undefined): boolean {
    return (endian ?? this.#options.endian ?? "little") === "little";
  }
}
