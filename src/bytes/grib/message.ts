/**
 * GRIB messages, split into sections. Lengths are checked against the message; nothing is decoded.
 *
 *     edition 1  "GRIB", u24 length, u8 1; sections u24 length ...; "7777"
 *     edition 2  "GRIB", 2 reserved, u8 discipline, u8 2, u64 length; sections u32 length, u8 number ...; "7777"
 */
import { HyperslabError } from "../../errors.ts";

export interface GribSection {
  readonly number: number;
  /** The whole section, its length included. */
  readonly bytes: Uint8Array;
}

/** "GRIB" and "7777". */
export const GRIB_WORD = 0x47524942;
export const END_WORD = 0x37373737;

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function u24(view: DataView, at: number): number {
  return view.getUint16(at) * 256 + view.getUint8(at + 2);
}

/** The highest bit is the sign, as everywhere in GRIB. */
export function signMagnitude(value: number, bits: number): number {
  const sign = 2 ** (bits - 1);
  return value >= sign ? sign - value : value;
}

export function i16(view: DataView, at: number): number {
  return signMagnitude(view.getUint16(at), 16);
}

export function i32(view: DataView, at: number): number {
  return signMagnitude(view.getUint32(at), 32);
}

/** Requires a field: a section that is too short for it is `invalid-data`. */
export function needBytes(section: Uint8Array, length: number, what: string): void {
  if (section.byteLength >= length) return;
  throw new HyperslabError("invalid-data", `${what} has ${section.byteLength} bytes, expected at least ${length}`);
}

/** The sections of edition 2 one after another, up to "7777" or the end. */
export function* sectionsOf2(bytes: Uint8Array, start: number): Generator<GribSection> {
  const view = viewOf(bytes);
  for (let at = start; at < bytes.byteLength; ) {
    if (at + 4 <= bytes.byteLength && view.getUint32(at) === END_WORD) return;
    if (at + 5 > bytes.byteLength) throw broken(`a section at byte ${at} is truncated`);
    const length = view.getUint32(at);
    const number = view.getUint8(at + 4);
    if (length < 5 || at + length > bytes.byteLength) {
      throw broken(`section ${number} at byte ${at} claims ${length} bytes, ${bytes.byteLength - at} are left`);
    }
    yield { number, bytes: bytes.subarray(at, at + length) };
    at += length;
  }
}

export interface Grib1Sections {
  readonly product: Uint8Array;
  readonly grid: Uint8Array | undefined;
  readonly bitmap: Uint8Array | undefined;
  readonly data: Uint8Array;
}

const [HAS_GRID, HAS_BITMAP] = [128, 64];

/** The sections of a whole message of edition 1. */
export function sectionsOf1(message: Uint8Array): Grib1Sections {
  const view = viewOf(message);
  let at = 8;
  const take = (what: string): Uint8Array => {
    if (at + 3 > message.byteLength) throw broken(`${what} at byte ${at} is truncated`);
    const length = u24(view, at);
    if (length < 3 || at + length > message.byteLength) {
      throw broken(`${what} at byte ${at} claims ${length} bytes, ${message.byteLength - at} are left`);
    }
    at += length;
    return message.subarray(at - length, at);
  };
  const product = take("the product section");
  needBytes(product, 28, "the product section");
  const flags = product[7]!;
  const grid = (flags & HAS_GRID) === 0 ? undefined : take("the grid section");
  const bitmap = (flags & HAS_BITMAP) === 0 ? undefined : take("the bitmap section");
  // In messages beyond 8 MiB the length of the data section is not that of its bytes: it extends to the end.
  const isLong = (u24(view, 4) & 0x800000) !== 0;
  const data = isLong ? message.subarray(at, message.byteLength - 4) : take("the data section");
  return { product, grid, bitmap, data };
}

function broken(what: string): HyperslabError {
  return new HyperslabError("invalid-data", `the GRIB message is broken: ${what}`);
}
