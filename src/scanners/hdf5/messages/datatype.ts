/**
 * Datatypes: class and version(1), bits(3), size(4), then properties of the class. Composite types contain the messages
 * of their parts.
 */
import type { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import { textOf, unsigned } from "../structures/file.ts";

export type ByteOrder = "little" | "big";

export type Hdf5Type =
  | {
      readonly class: "integer" | "bitfield";
      readonly size: number;
      readonly order: ByteOrder;
      readonly signed: boolean;
      readonly offset: number;
      readonly precision: number;
    }
  | {
      readonly class: "float";
      readonly size: number;
      readonly order: ByteOrder | "vax";
      readonly offset: number;
      readonly precision: number;
      /** Sign, position and size of exponent and mantissa, bias, normalization: the same text for the same layout. */
      readonly layout: string;
    }
  | { readonly class: "time"; readonly size: number }
  | { readonly class: "string"; readonly size: number; readonly padding: number; readonly isUtf8: boolean }
  | { readonly class: "opaque"; readonly size: number; readonly tag: string }
  | { readonly class: "compound"; readonly size: number; readonly members: readonly CompoundMember[] }
  | { readonly class: "reference"; readonly size: number; readonly kind: number }
  | { readonly class: "enum"; readonly size: number; readonly base: Hdf5Type; readonly names: readonly EnumName[] }
  | {
      readonly class: "vlen";
      readonly size: number;
      readonly isString: boolean;
      readonly isUtf8: boolean;
      readonly base: Hdf5Type;
    }
  | { readonly class: "array"; readonly size: number; readonly shape: readonly number[]; readonly base: Hdf5Type }
  | { readonly class: "complex"; readonly size: number; readonly base: Hdf5Type };

export interface CompoundMember {
  readonly name: string;
  readonly offset: number;
  readonly type: Hdf5Type;
}

export interface EnumName {
  readonly name: string;
  /** As stored. */
  readonly value: Uint8Array;
}

/** Nested types: far more levels than are used in practice. */
const MOST_DEPTH = 32;
const MOST_RANK = 32;

export function parseDatatype(cursor: ByteCursor, depth = 0): Hdf5Type {
  if (depth > MOST_DEPTH) cursor.fail(`a datatype is nested more than ${MOST_DEPTH} deep`);
  const head = cursor.u8();
  const bits = cursor.u8() | (cursor.u8() << 8) | (cursor.u8() << 16);
  const version = head >> 4;
  const size = cursor.u32();
  if (version < 1 || version > 5) cursor.fail(`datatype version ${version}; 1 to 5 are known`, 8);
  if (size === 0 && (head & 15) !== 3 && (head & 15) !== 5) cursor.fail("a datatype has no size", 4);
  const inner = (): Hdf5Type => parseDatatype(cursor, depth + 1);
  const order: ByteOrder = (bits & 1) === 0 ? "little" : "big";
  switch (head & 15) {
    case 0:
    case 4: {
      const [offset, precision] = [cursor.u16(), cursor.u16()];
      if (precision === 0 || offset + precision > size * 8) {
        cursor.fail(`an integer of ${size} bytes cannot have ${precision} bits from bit ${offset} on`, 4);
      }
      const isBits = (head & 15) === 4;
      return {
        class: isBits ? "bitfield" : "integer",
        size,
        order,
        signed: !isBits && (bits & 8) !== 0,
        offset,
        precision,
      };
    }
    case 1: {
      const [offset, precision] = [cursor.u16(), cursor.u16()];
      const parts = [cursor.u8(), cursor.u8(), cursor.u8(), cursor.u8()];
      const layout = `${(bits >> 8) & 255} ${parts.join(" ")} ${cursor.u32()} ${(bits >> 4) & 3}`;
      return { class: "float", size, order: (bits & 0x41) === 0x41 ? "vax" : order, offset, precision, layout };
    }
    case 2:
      cursor.skip(2);
      return { class: "time", size };
    case 3:
      return { class: "string", size, padding: bits & 15, isUtf8: ((bits >> 4) & 15) === 1 };
    case 5: {
      const tag = textOf(cursor.bytes(bits & 255));
      return { class: "opaque", size, tag };
    }
    case 6:
      return { class: "compound", size, members: parseMembers(cursor, version, size, bits & 0xffff, inner) };
    case 7:
      return { class: "reference", size, kind: bits & 15 };
    case 8: {
      const base = inner();
      const count = bits & 0xffff;
      const names = Array.from({ length: count }, () => parseName(cursor, version));
      return { class: "enum", size, base, names: names.map((name) => ({ name, value: cursor.bytes(base.size) })) };
    }
    case 9:
      return { class: "vlen", size, isString: (bits & 15) === 1, isUtf8: ((bits >> 8) & 15) === 1, base: inner() };
    case 10: {
      const rank = cursor.u8();
      if (rank > MOST_RANK) cursor.fail(`an array type has ${rank} dimensions`, 1);
      if (version < 3) cursor.skip(3);
      const shape = Array.from({ length: rank }, () => cursor.u32());
      if (version < 3) cursor.skip(4 * rank);
      const base = inner();
      const bytes = shape.reduce((product, length) => product * length, base.size);
      if (bytes !== size) cursor.fail(`an array type of ${size} bytes has elements of ${bytes}`);
      return { class: "array", size, shape, base };
    }
    case 11:
      return { class: "complex", size, base: inner() };
    default:
      return cursor.fail(`a datatype is of class ${head & 15}`, 8);
  }
}

function parseMembers(
  cursor: ByteCursor,
  version: number,
  size: number,
  count: number,
  inner: () => Hdf5Type,
): readonly CompoundMember[] {
  let offsetSize = 1;
  while (256 ** offsetSize <= size && offsetSize < 4) offsetSize += 1;
  return Array.from({ length: count }, () => {
    const name = parseName(cursor, version);
    const offset = version >= 3 ? unsigned(cursor, offsetSize) : cursor.u32();
    if (version > 1) return { name, offset, type: inner() };
    // The first version has the dimensions of arrays beside the type.
    const rank = cursor.u8();
    cursor.skip(11);
    const lengths = Array.from({ length: 4 }, () => cursor.u32());
    const base = inner();
    if (rank === 0) return { name, offset, type: base };
    if (rank > 4) return cursor.fail(`a member of a compound type has ${rank} dimensions`);
    const shape = lengths.slice(0, rank);
    const elements = shape.reduce((product, length) => product * length, 1);
    return { name, offset, type: { class: "array", size: base.size * elements, shape, base } };
  });
}

/** Ends in NUL; up to version 2, padded to a multiple of eight bytes. */
function parseName(cursor: ByteCursor, version: number): string {
  const start = cursor.offset;
  while (cursor.u8() !== 0);
  const length = cursor.offset - start;
  const name = textOf(cursor.at(start).bytes(length));
  if (version < 3) cursor.skip(-length & 7);
  return name;
}
