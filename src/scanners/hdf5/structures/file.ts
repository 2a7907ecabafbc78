/**
 * An HDF5 file as seen by its structures: addresses are relative to the base address and take `offsetSize` bytes,
 * lengths take `lengthSize`. An address of all ones is undefined. Numbers are little-endian.
 */
import { jenkinsLookup3 } from "../../../bytes/checksum/jenkins-lookup3.ts";
import type { BlockReader } from "../../../bytes/source/block-reader.ts";
import { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import { type ErrorPlace, HyperslabError, isHyperslabError } from "../../../errors.ts";
import { decodeNetcdfText } from "../../../model/netcdf/text.ts";
import type { DecodeBytes } from "../../scanner.ts";

export interface Hdf5FileFacts {
  readonly reader: BlockReader;
  readonly place: ErrorPlace;
  /** The base of addresses, after a user block. */
  readonly base: number;
  readonly offsetSize: number;
  readonly lengthSize: number;
  /** Where the file ends, according to itself. */
  readonly end: number;
  readonly decode?: DecodeBytes | undefined;
}

/** A longer structure is damaged: no metadata comes near it. */
export const MOST_STRUCTURE_BYTES: number = 2 ** 28;

export class Hdf5File {
  readonly facts: Hdf5FileFacts;

  constructor(facts: Hdf5FileFacts) {
    this.facts = facts;
  }

  /** The bytes of a structure at an address; `what` names it in messages: `the B-tree node`. */
  async bytes(address: number, length: number, what: string): Promise<Uint8Array> {
    const { reader, base, end } = this.facts;
    if (length > MOST_STRUCTURE_BYTES || address + length > end) {
      throw this.failure(`${what} of ${length} bytes reaches past the end of the file at byte ${base + end}`, address);
    }
    try {
      return await reader.read(base + address, length);
    } catch (error) {
      if (isHyperslabError(error, "invalid-data")) throw this.failure(`${what} is cut off`, address);
      throw error;
    }
  }

  /** As many of these bytes as the file has. */
  async bytesUpTo(address: number, length: number): Promise<Uint8Array> {
    const { reader, base, end } = this.facts;
    return reader.readUpTo(base + address, Math.max(0, Math.min(length, end - address)));
  }

  async cursor(address: number, length: number, what: string): Promise<ByteCursor> {
    return this.cursorOver(await this.bytes(address, length, what), address);
  }

  /** A cursor over bytes that were read at an address. */
  cursorOver(bytes: Uint8Array, address: number): ByteCursor {
    const { base, place } = this.facts;
    return new ByteCursor(bytes, { base: base + address, place });
  }

  /** A cursor after the four-letter signature of a structure. */
  async signed(address: number, length: number, signature: string, what: string): Promise<ByteCursor> {
    const cursor = await this.cursor(address, length, what);
    this.checkSignature(cursor, signature, what, address);
    return cursor;
  }

  checkSignature(cursor: ByteCursor, signature: string, what: string, address: number): void {
    const found = cursor.bytes(4);
    for (let index = 0; index < 4; index++) {
      if (found[index] === signature.charCodeAt(index)) continue;
      throw this.failure(`expected ${what}, which begins with "${signature}"`, address);
    }
  }

  /** Verifies that the last four bytes are the checksum of the others. */
  checkSum(bytes: Uint8Array, what: string, address: number): void {
    const end = bytes.byteLength - 4;
    const stored = new DataView(bytes.buffer, bytes.byteOffset + end, 4).getUint32(0, true);
    const found = jenkinsLookup3(bytes.subarray(0, end));
    if (stored === found) return;
    throw this.failure(`the checksum of ${what} is ${found}, but ${stored} is recorded`, address);
  }

  /** A structure that ends in its checksum, after its signature. */
  async checked(address: number, length: number, signature: string, what: string): Promise<ByteCursor> {
    const bytes = await this.bytes(address, length, what);
    const cursor = this.cursorOver(bytes, address);
    this.checkSignature(cursor, signature, what, address);
    this.checkSum(bytes, what, address);
    return cursor;
  }

  /** The next address; undefined if it leads nowhere. */
  address(cursor: ByteCursor): number | undefined {
    const { offsetSize } = this.facts;
    if (offsetSize === 8) {
      // Nearly always the case, and an index has one per chunk.
      const low = cursor.u32();
      const high = cursor.u32();
      if (low === 0xffffffff && high === 0xffffffff) return undefined;
      return high < 2 ** 21 ? high * 2 ** 32 + low : cursor.fail("an address is beyond 2^53", 8);
    }
    const bytes = cursor.bytes(offsetSize);
    if (bytes.every((byte) => byte === 0xff)) return undefined;
    return numberOf(cursor, bytes);
  }

  /** The next address, which must be defined. */
  needAddress(cursor: ByteCursor, what: string): number {
    return this.address(cursor) ?? cursor.fail(`${what} has no address`, this.facts.offsetSize);
  }

  /** The next length. */
  length(cursor: ByteCursor): number {
    return unsigned(cursor, this.facts.lengthSize);
  }

  /** A length that may be all ones, which means unlimited. */
  limit(cursor: ByteCursor): number {
    const bytes = cursor.bytes(this.facts.lengthSize);
    return bytes.every((byte) => byte === 0xff) ? Number.POSITIVE_INFINITY : numberOf(cursor, bytes);
  }

  /** An `invalid-data` error with its place. */
  failure(what: string, address: number): HyperslabError {
    const { base, place } = this.facts;
    return new HyperslabError("invalid-data", `${what} (byte ${base + address})`, place);
  }
}

/** An unsigned integer of 0 to 8 bytes. */
export function unsigned(cursor: ByteCursor, size: number): number {
  return numberOf(cursor, cursor.bytes(size));
}

function numberOf(cursor: ByteCursor, bytes: Uint8Array): number {
  let value = 0;
  for (let index = bytes.byteLength - 1; index >= 0; index--) value = value * 256 + bytes[index]!;
  return Number.isSafeInteger(value) ? value : cursor.fail("an integer is beyond 2^53", bytes.byteLength);
}

/** The number of bytes for a number of up to `most`, as computed by HDF5. */
export function encodedSize(most: number): number {
  return Math.floor(Math.floor(Math.log2(Math.max(1, most))) / 8) + 1;
}

/** The text up to a NUL, which may be missing. */
export function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return decodeNetcdfText(end < 0 ? bytes : bytes.subarray(0, end));
}
