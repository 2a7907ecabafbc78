/** Writing binary structures field by field into growing memory. Values that do not fit are `invalid-request`. */
import { HyperslabError } from "../../errors.ts";
import type { Endian } from "./byte-cursor.ts";

export class ByteWriter {
  readonly #little: boolean;
  #bytes: Uint8Array<ArrayBuffer>;
  #view: DataView;
  #length = 0;

  constructor(options: { readonly endian?: Endian; readonly capacity?: number } = {}) {
    this.#little = options.endian !== "big";
    this.#bytes = new Uint8Array(options.capacity ?? 256);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** Bytes written so far. */
  get length(): number {
    return this.#length;
  }

  /** What was written, as a view: later writes may or may not show in it. */
  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  bytes(bytes: Uint8Array): void {
    const start = this.#grow(bytes.byteLength);
    this.#bytes.set(bytes, start);
  }

  zeros(length: number): void {
    if (!Number.isSafeInteger(length) || length < 0) {
      throw new HyperslabError("invalid-request", `not a valid number of bytes: ${length}`);
    }
    this.#grow(length);
  }

  u8(value: number): void {
    const start = this.#integer(1, value, 0, 0xff);
    this.#view.setUint8(start, value);
  }

  u16(value: number, endian?: Endian): void {
    const start = this.#integer(2, value, 0, 0xffff);
    this.#view.setUint16(start, value, this.#order(endian));
  }

  u32(value: number, endian?: Endian): void {
    const start = this.#integer(4, value, 0, 0xffff_ffff);
    this.#view.setUint32(start, value, this.#order(endian));
  }

  i32(value: number, endian?: Endian): void {
    const start = this.#integer(4, value, -0x8000_0000, 0x7fff_ffff);
    this.#view.setInt32(start, value, this.#order(endian));
  }

  u64(value: number | bigint, endian?: Endian): void {
    const start = this.#integer(8, value, 0n, 0xffff_ffff_ffff_ffffn);
    this.#view.setBigUint64(start, BigInt(value), this.#order(endian));
  }

  i64(value: number | bigint, endian?: Endian): void {
    const start = this.#integer(8, value, -(2n ** 63n), 2n ** 63n - 1n);
    this.#view.setBigInt64(start, BigInt(value), this.#order(endian));
  }

  f32(value: number, endian?: Endian): void {
    const start = this.#grow(4);
    this.#view.setFloat32(start, value, this.#order(endian));
  }

  f64(value: number, endian?: Endian): void {
    const start = this.#grow(8);
    this.#view.setFloat64(start, value, this.#order(endian));
  }

  #order(endian: Endian | undefined): boolean {
    return endian === undefined ? this.#little : endian === "little";
  }

  #integer(size: number, value: number | bigint, min: number | bigint, max: number | bigint): number {
    const exact = typeof value === "bigint" || Number.isSafeInteger(value);
    if (!exact || value < min || value > max) {
      throw new HyperslabError("invalid-request", `${value} is not an integer from ${min} to ${max}`);
    }
    return this.#grow(size);
  }

  /** Adds `size` zero bytes and returns where they start. */
  #grow(size: number): number {
    const start = this.#length;
    this.#length += size;
    if (this.#length > this.#bytes.byteLength) {
      const larger = new Uint8Array(Math.max(this.#length, this.#bytes.byteLength * 2));
      larger.set(this.#bytes.subarray(0, start));
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    return start;
  }
}
