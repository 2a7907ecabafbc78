/**
 * Fractal heaps hold links and attributes of new-style groups. Their space is a table of blocks that double in size row
 * by row: direct blocks (`FHDB`) hold objects, indirect blocks (`FHIB`) hold addresses of blocks. An object's id
 * locates it:
 *
 *     managed  offset and length in the heap's space
 *     tiny     the object itself
 *     huge     its place in the file, or a key of a B-tree that has it
 */
import type { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import { type Hdf5Filter, parseFilters } from "../messages/filters.ts";
import { eachRecord, readTreeHeader } from "./btree-v2.ts";
import { encodedSize, type Hdf5File, unsigned } from "./file.ts";

interface HeapFacts {
  readonly address: number;
  readonly idLength: number;
  /** Applied to each direct block and huge object. */
  readonly filters: readonly Hdf5Filter[];
  readonly isSummed: boolean;
  readonly hugeTree: number | undefined;
  readonly width: number;
  readonly startSize: number;
  readonly mostDirect: number;
  readonly offsetBytes: number;
  readonly lengthBytes: number;
  readonly root: number | undefined;
  readonly rootRows: number;
  /** How the root is stored if it is a direct block. */
  readonly rootStored: Stored | undefined;
}

/** How filtered bytes are stored: how many there are, and which filters were not applied (bit n: filter n). */
interface Stored {
  readonly length: number;
  readonly mask: number;
}

interface HugeObject {
  readonly at: number;
  readonly length: number;
  readonly stored: Stored | undefined;
}

interface DirectBlock {
  readonly at: number;
  /** Offset in the heap's address space. */
  readonly start: number;
  readonly size: number;
  readonly stored: Stored | undefined;
}

const WHAT = "the fractal heap";
const [MANAGED, HUGE, TINY] = [0, 1, 2];

export class FractalHeap {
  readonly #file: Hdf5File;
  readonly #facts: HeapFacts;
  readonly #blocks = new Map<number, Promise<Uint8Array>>();

  constructor(file: Hdf5File, facts: HeapFacts) {
    this.#file = file;
    this.#facts = facts;
  }

  static async open(file: Hdf5File, address: number): Promise<FractalHeap> {
    return new FractalHeap(file, await readFacts(file, address));
  }

  get idLength(): number {
    return this.#facts.idLength;
  }

  async object(id: Uint8Array): Promise<{ readonly data: Uint8Array; readonly address: number }> {
    const file = this.#file;
    const { address, offsetBytes, lengthBytes } = this.#facts;
    const type = (id[0]! >> 4) & 3;
    const cursor = file.cursorOver(id, address);
    cursor.skip(1);
    if (type === MANAGED) return this.#managed(unsigned(cursor, offsetBytes), unsigned(cursor, lengthBytes));
    if (type === TINY) {
      const isLong = this.#facts.idLength > 18;
      const length = isLong ? ((id[0]! & 15) << 8) + id[1]! + 1 : (id[0]! & 15) + 1;
      if (isLong) cursor.skip(1);
      return { data: cursor.bytes(length), address };
    }
    if (type === HUGE) return this.#huge(cursor);
    throw file.failure(`an id in ${WHAT} is of type ${type}`, address);
  }

  async #huge(cursor: ByteCursor): Promise<{ readonly data: Uint8Array; readonly address: number }> {
    const file = this.#file;
    const { address, idLength, hugeTree, filters } = this.#facts;
    const { offsetSize, lengthSize } = file.facts;
    const isFiltered = filters.length > 0;
    const readPlace = (from: ByteCursor): HugeObject => {
      const at = file.needAddress(from, "a huge object");
      const length = file.length(from);
      if (!isFiltered) return { at, length, stored: undefined };
      const stored = { length, mask: from.u32() };
      return { at, length: file.length(from), stored };
    };
    const placeSize = offsetSize + lengthSize + (isFiltered ? 4 + lengthSize : 0);
    if (idLength - 1 >= placeSize) return this.#readHuge(readPlace(cursor));
    const wanted = unsigned(cursor, Math.min(lengthSize, idLength - 1));
    if (hugeTree === undefined) throw file.failure(`${WHAT} has no huge objects, but an id leads to one`, address);
    let found: HugeObject | undefined;
    await eachRecord(file, await readTreeHeader(file, hugeTree, [isFiltered ? 2 : 1]), (record) => {
      const place = readPlace(record);
      if (file.length(record) === wanted) found = place;
    });
    if (found === undefined) throw file.failure(`${WHAT} has no huge object ${wanted}`, address);
    return this.#readHuge(found);
  }

  async #readHuge({
    at,
    length,
    stored,
  }: HugeObject): Promise<{ readonly data: Uint8Array; readonly address: number }> {
    return { data: await this.#unfiltered(at, length, stored, "a huge object"), address: at };
  }

  /** Reads bytes, and reverses the filters. */
  async #unfiltered(at: number, length: number, stored: Stored | undefined, what: string): Promise<Uint8Array> {
    if (stored === undefined) return this.#file.bytes(at, length, what);
    const { unfilter } = await import("./filtered-block.ts");
    const bytes = await this.#file.bytes(at, stored.length, what);
    return unfilter(this.#file, bytes, { filters: this.#facts.filters, mask: stored.mask, length, what, address: at });
  }

  async #managed(offset: number, length: number): Promise<{ readonly data: Uint8Array; readonly address: number }> {
    const file = this.#file;
    const { address, root, rootRows, rootStored, startSize } = this.#facts;
    if (root === undefined) throw file.failure(`${WHAT} is empty, but an id leads into it`, address);
    const place =
      rootRows === 0
        ? { at: root, start: 0, size: startSize, stored: rootStored }
        : await this.#locate(root, rootRows, 0, offset, new Set());
    const block = await this.#direct(place);
    const from = offset - place.start;
    if (from + length > place.size) throw file.failure(`an object reaches past its block of ${WHAT}`, place.at);
    return { data: block.subarray(from, from + length), address: place.at + from };
  }

  /** The direct block that contains an offset of the heap's space. */
  async #locate(at: number, rows: number, start: number, offset: number, seen: Set<number>): Promise<DirectBlock> {
    const file = this.#file;
    const { width, startSize, mostDirect, offsetBytes, filters, address } = this.#facts;
    if (seen.has(at)) throw file.failure(`${WHAT} is cyclic`, at);
    seen.add(at);
    let rowStart = start;
    for (let row = 0; row < rows; row++) {
      const size = startSize * 2 ** Math.max(0, row - 1);
      if (offset < rowStart + width * size) {
        const column = Math.floor((offset - rowStart) / size);
        const { offsetSize, lengthSize } = file.facts;
        const directRows = Math.min(rows, Math.log2(mostDirect / startSize) + 2);
        const directSize = offsetSize + (filters.length > 0 ? lengthSize + 4 : 0);
        const headSize = 5 + offsetSize + offsetBytes;
        const entries = directRows * width * directSize + (rows - directRows) * width * offsetSize;
        const cursor = await file.checked(at, headSize + entries + 4, "FHIB", `an indirect block of ${WHAT}`);
        const isDirect = row < directRows;
        const before = isDirect
          ? (row * width + column) * directSize
          : directRows * width * directSize + ((row - directRows) * width + column) * offsetSize;
        const entry = cursor.at(headSize + before);
        const child = file.address(entry);
        if (child === undefined) throw file.failure(`an id leads to a block of ${WHAT} that is not there`, at);
        const childStart = rowStart + column * size;
        if (isDirect) return { at: child, start: childStart, size, stored: readStored(file, entry, filters) };
        return this.#locate(child, Math.log2(size / (startSize * width)) + 1, childStart, offset, seen);
      }
      rowStart += width * size;
    }
    throw file.failure(`an id leads to offset ${offset}, which ${WHAT} does not have`, address);
  }

  #direct(place: DirectBlock): Promise<Uint8Array> {
    const { at } = place;
    let block = this.#blocks.get(at);
    if (block === undefined) {
      block = this.#readDirect(place);
      block.catch(() => this.#blocks.delete(at));
      this.#blocks.set(at, block);
    }
    return block;
  }

  async #readDirect({ at, size, stored }: DirectBlock): Promise<Uint8Array> {
    const file = this.#file;
    const { offsetBytes, isSummed } = this.#facts;
    const what = `a block of ${WHAT}`;
    const bytes = await this.#unfiltered(at, size, stored, what);
    file.checkSignature(file.cursorOver(bytes, at), "FHDB", what, at);
    if (isSummed) {
      // The checksum is in the middle, and counts as zeros.
      const place = 5 + file.facts.offsetSize + offsetBytes;
      const copy = new Uint8Array(size + 4);
      copy.set(bytes);
      copy.copyWithin(size, place, place + 4);
      copy.fill(0, place, place + 4);
      file.checkSum(copy, what, at);
    }
    return bytes;
  }
}

/** In its parent, the address of a direct block is followed by these if there are filters. */
function readStored(file: Hdf5File, cursor: ByteCursor, filters: readonly Hdf5Filter[]): Stored | undefined {
  return filters.length === 0 ? undefined : { length: file.length(cursor), mask: cursor.u32() };
}

async function readFacts(file: Hdf5File, address: number): Promise<HeapFacts> {
  const { offsetSize, lengthSize } = file.facts;
  const length = 26 + 3 * offsetSize + 12 * lengthSize;
  const probe = await file.signed(address, 9, "FRHP", WHAT);
  probe.skip(3);
  const filterLength = probe.u16();
  const hasFilters = filterLength > 0;
  const whole = length + (hasFilters ? lengthSize + 4 + filterLength : 0);
  const cursor = await file.checked(address, whole, "FRHP", WHAT);
  cursor.skip(1);
  const idLength = cursor.u16();
  cursor.skip(2);
  const isSummed = (cursor.u8() & 2) !== 0;
  const mostManaged = cursor.u32();
  file.length(cursor);
  const hugeTree = file.address(cursor);
  file.length(cursor);
  file.address(cursor);
  cursor.skip(8 * lengthSize);
  const width = cursor.u16();
  const startSize = file.length(cursor);
  const mostDirect = file.length(cursor);
  const bits = cursor.u16();
  cursor.skip(2);
  const root = file.address(cursor);
  const rootRows = cursor.u16();
  const rootStored = hasFilters ? { length: file.length(cursor), mask: cursor.u32() } : undefined;
  const filters = hasFilters ? parseFilters(cursor) : [];
  const isPower = (value: number): boolean => value > 0 && Number.isInteger(Math.log2(value));
  if (!isPower(width) || !isPower(startSize) || !isPower(mostDirect) || mostDirect < startSize || bits > 64) {
    throw file.failure(`${WHAT} has ${width} blocks of ${startSize} to ${mostDirect} bytes in a row`, address);
  }
  return {
    address,
    idLength,
    filters,
    isSummed,
    hugeTree,
    width,
    startSize,
    mostDirect,
    offsetBytes: Math.ceil(bits / 8),
    lengthBytes: Math.min(Math.ceil(Math.log2(mostDirect) / 8), encodedSize(mostManaged)),
    root,
    rootRows,
    rootStored,
  };
}
