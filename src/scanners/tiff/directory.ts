/**
 * Image file directories (TIFF 6.0 section 2; BigTIFF):
 *
 *     classic  u16 entries, each { u16 tag, u16 type, u32 count, 4 bytes of values or u32 their offset }, u32 next
 *     big      u64 entries, each { u16 tag, u16 type, u64 count, 8 bytes of values or u64 their offset }, u64 next
 *
 * Directories form chains, and lists below one (SubIFDs). Nothing here is trusted: chains may be cyclic, and counts may
 * be false.
 */
import type { ByteCursor, Endian } from "../../bytes/source/byte-cursor.ts";
import { scannerLimits } from "../limits.ts";
import type { WindowReader } from "./window-reader.ts";

export interface TiffLayout {
  readonly endian: Endian;
  readonly big: boolean;
}

export interface TagEntry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** Where the values lie. */
  readonly offset: number;
  readonly length: number;
}

export interface Directory {
  readonly offset: number;
  readonly entries: ReadonlyMap<number, TagEntry>;
  /** The offset of the next directory; 0 after the last. */
  readonly next: number;
}

/** Bytes per value by type: BYTE ASCII SHORT LONG RATIONAL SBYTE UNDEFINED SSHORT SLONG SRATIONAL FLOAT DOUBLE IFD, LONG8 SLONG8 IFD8. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8] as const;
export const TYPE = {
  ascii: 2,
  rational: 5,
  sbyte: 6,
  undefined: 7,
  sshort: 8,
  slong: 9,
  srational: 10,
  float: 11,
  double: 12,
  long8: 16,
  slong8: 17,
  ifd8: 18,
} as const;

/** Longer chains are refused: real ones have up to a few hundred thousand. */
const MOST_DIRECTORIES = 1_000_000;

export class DirectoryReader {
  readonly #reader: WindowReader;
  readonly layout: TiffLayout;
  readonly #seen = new Set<number>();
  /** Overlapping directories could claim far more than the file has. */
  #claimed = 0;

  constructor(reader: WindowReader, layout: TiffLayout) {
    this.#reader = reader;
    this.layout = layout;
  }

  /** All directories of a chain. A cycle is `invalid-data`. */
  async chain(first: number): Promise<Directory[]> {
    const chain: Directory[] = [];
    for (let offset = first; offset !== 0; ) {
      const directory = await this.read(offset);
      chain.push(directory);
      offset = directory.next;
    }
    return chain;
  }

  async read(offset: number): Promise<Directory> {
    if (this.#seen.has(offset))
      throw this.#reader.failure(`the chain of image directories leads back to byte ${offset}`);
    this.#seen.add(offset);
    if (this.#seen.size > MOST_DIRECTORIES) {
      throw this.#reader.failure(`there are more than ${MOST_DIRECTORIES} image directories`);
    }
    const { big, endian } = this.layout;
    const [countBytes, entryBytes, linkBytes] = big ? [8, 20, 8] : [2, 12, 4];
    const head = await this.#reader.cursor(offset, countBytes!, "an image directory", endian);
    const count = big ? head.u64Number() : head.u16();
    await this.#claim(count * entryBytes!, `the image directory at byte ${offset}`);
    const cursor = await this.#reader.cursor(
      offset + countBytes!,
      count * entryBytes! + linkBytes!,
      `the image directory at byte ${offset}`,
      endian,
    );
    const entries = new Map<number, TagEntry>();
    for (let index = 0; index < count; index++) {
      const entry = this.#entry(cursor, offset + countBytes! + index * entryBytes!);
      // Of a duplicate tag, libtiff uses the first. Entries of unknown types are ignored.
      if (entry !== undefined && !entries.has(entry.tag)) entries.set(entry.tag, entry);
    }
    const next = big ? cursor.u64Number() : cursor.u32();
    return { offset, entries, next };
  }

  /** The values of an entry as a cursor. */
  async values(entry: TagEntry): Promise<ByteCursor> {
    const { endian } = this.layout;
    const what = `tag ${entry.tag}`;
    await this.#claim(entry.length, what);
    return this.#reader.cursor(entry.offset, entry.length, what, endian);
  }

  #entry(cursor: ByteCursor, at: number): TagEntry | undefined {
    const { big } = this.layout;
    const tag = cursor.u16();
    const type = cursor.u16();
    const count = big ? cursor.u64Number() : cursor.u32();
    const length = count * (TYPE_BYTES[type] ?? 0);
    const room = big ? 8 : 4;
    const rest = cursor.offset;
    const offset = length <= room ? at + (big ? 12 : 8) : big ? cursor.u64Number() : cursor.u32();
    cursor.offset = rest + room;
    if ((TYPE_BYTES[type] ?? 0) === 0) return undefined;
    return { tag, type, count, offset, length };
  }

  async #claim(bytes: number, what: string): Promise<void> {
    this.#claimed += bytes;
    // Querying the size may take a separate request, which is not worthwhile for little data.
    if (!scannerLimits.unaskedBytes.isExceededBy(this.#claimed)) return;
    const size = await this.#reader.size();
    if (bytes > size) throw this.#reader.failure(`${what} claims ${bytes} bytes, but the file has ${size}`);
    if (this.#claimed > 4 * size + 65536) {
      throw this.#reader.failure(`${what} and those before it claim more bytes than the file has`);
    }
  }
}

/** Numbers of any type; rationals as quotients. */
export function numbersOf(cursor: ByteCursor, { type, count }: TagEntry): Float64Array {
  const values = new Float64Array(count);
  for (let index = 0; index < count; index++) values[index] = numberOf(cursor, type);
  return values;
}

function numberOf(cursor: ByteCursor, type: number): number {
  switch (type) {
    case 3:
      return cursor.u16();
    case 4:
    case 13:
      return cursor.u32();
    case TYPE.rational:
      return cursor.u32() / cursor.u32();
    case TYPE.sbyte:
      return cursor.i8();
    case TYPE.sshort:
      return cursor.i16();
    case TYPE.slong:
      return cursor.i32();
    case TYPE.srational:
      return cursor.i32() / cursor.i32();
    case TYPE.float:
      return cursor.f32();
    case TYPE.double:
      return cursor.f64();
    case TYPE.long8:
    case TYPE.ifd8:
      return cursor.u64Number();
    case TYPE.slong8:
      return cursor.i64Number();
    default:
      return cursor.u8();
  }
}
