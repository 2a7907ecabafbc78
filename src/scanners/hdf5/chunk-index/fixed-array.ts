/**
 * Chunks in a fixed array, for datasets of limited size: one entry per chunk in C order.
 *
 *     header      FAHD 00 client entry size(1) page bits(1) entries, address of the data block, checksum
 *     data block  FADB 00 client header, [bitmap of pages], entries, checksum; or after the checksum, pages of entries with
 *                 a checksum each
 */
import type { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import type { Hdf5File } from "../structures/file.ts";
import {
  type ChunkIndex,
  type ChunkIndexInput,
  coordsOf,
  type EntryForm,
  entryForm,
  isInside,
  linear,
} from "./chunk-index.ts";

interface FixedArray {
  readonly entries: number;
  /** The entries from `first` on; undefined if none of them is stored. */
  page(
    index: number,
  ): Promise<{ readonly first: number; readonly count: number; readonly cursor: ByteCursor } | undefined>;
  /** Entries of each page. */
  readonly pageEntries: number;
}

export function fixedArrayIndex(input: ChunkIndexInput): ChunkIndex {
  const { counts, mostCounts } = input;
  const form = entryForm(input);
  let opened: Promise<FixedArray | undefined> | undefined;
  const array = (): Promise<FixedArray | undefined> => {
    opened ??= openArray(input.file, input.address, form);
    return opened;
  };
  return {
    find: async (coords) => {
      const fixed = await array();
      const index = linear(coords, mostCounts);
      if (fixed === undefined || index >= fixed.entries) return undefined;
      const page = await fixed.page(Math.floor(index / fixed.pageEntries));
      return page && form.read(page.cursor.at((index - page.first) * form.size));
    },
    each: async (visit) => {
      const fixed = await array();
      if (fixed === undefined) return;
      const coords = counts.map(() => 0);
      for (let first = 0; first < fixed.entries; first += fixed.pageEntries) {
        const page = await fixed.page(first / fixed.pageEntries);
        if (page === undefined) continue;
        page.cursor.offset = 0;
        for (let index = 0; index < page.count; index++) {
          const chunk = form.read(page.cursor);
          if (chunk === undefined) continue;
          coordsOf(page.first + index, mostCounts, coords);
          if (isInside(coords, counts)) visit(coords, chunk);
        }
      }
    },
  };
}

async function openArray(file: Hdf5File, address: number, form: EntryForm): Promise<FixedArray | undefined> {
  const { offsetSize, lengthSize } = file.facts;
  const head = await file.checked(address, 12 + lengthSize + offsetSize, "FAHD", "the fixed array header");
  head.skip(2);
  const size = head.u8();
  const pageEntries = 2 ** head.u8();
  const entries = file.length(head);
  const block = file.address(head);
  if (size !== form.size)
    throw file.failure(`entries of the fixed array have ${size} bytes, expected ${form.size}`, address);
  if (block === undefined) return undefined;
  const what = "the data block of a fixed array";
  const frame = 6 + offsetSize;
  if (entries <= pageEntries) {
    const cursor = await file.checked(block, frame + entries * size + 4, "FADB", what);
    const rest = file.cursorOver(cursor.at(frame).bytes(entries * size), block + frame);
    return { entries, pageEntries: entries, page: async () => ({ first: 0, count: entries, cursor: rest }) };
  }
  const pages = Math.ceil(entries / pageEntries);
  const bitmapBytes = Math.ceil(pages / 8);
  const cursor = await file.checked(block, frame + bitmapBytes + 4, "FADB", what);
  const bitmap = cursor.at(frame).bytes(bitmapBytes);
  const start = block + frame + bitmapBytes + 4;
  return {
    entries,
    pageEntries,
    page: async (index) => {
      if ((bitmap[index >> 3]! & (0x80 >> (index & 7))) === 0) return undefined;
      const first = index * pageEntries;
      const count = Math.min(pageEntries, entries - first);
      return { first, count, cursor: await readPage(file, start + index * (pageEntries * size + 4), count * size) };
    },
  };
}

/** Entries followed by their checksum. */
export async function readPage(file: Hdf5File, address: number, length: number): Promise<ByteCursor> {
  const what = "a page of the chunk index";
  const bytes = await file.bytes(address, length + 4, what);
  file.checkSum(bytes, what, address);
  return file.cursorOver(bytes.subarray(0, length), address);
}
