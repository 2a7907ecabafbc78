/**
 * Chunks in an extensible array, for datasets with one unlimited dimension: the entries in C order, as if that
 * dimension were the first. The first few are in the index block (`EAIB`), then in data blocks (`EADB`) of growing
 * size, whose addresses are in the index block and then in secondary blocks (`EASB`). Long data blocks consist of pages
 * with a checksum each.
 *
 *     header  EAHD 00 client, entry size, bits of the largest index, entries of the index block, least entries of a data
 *             block, least pointers of a secondary block, bits of entries of a page (1 each), six counts, index block,
 *             checksum
 */
import type { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import type { Hdf5File } from "../structures/file.ts";
import { type ChunkIndex, type ChunkIndexInput, coordsOf, entryForm, isInside, linear } from "./chunk-index.ts";
import { readPage } from "./fixed-array.ts";

/** A contiguous run of entries; undefined if none of them is stored. */
interface Run {
  readonly first: number;
  readonly count: number;
  readonly cursor: ByteCursor | undefined;
}

interface SecondaryFacts {
  readonly start: number;
  readonly startBlock: number;
  readonly blocks: number;
  readonly blockEntries: number;
}

export function extensibleArrayIndex(input: ChunkIndexInput): ChunkIndex {
  const { file, counts, mostCounts } = input;
  const form = entryForm(input);
  const grows = mostCounts.indexOf(Number.POSITIVE_INFINITY);
  if (grows < 0) throw file.failure("an extensible array, but no dimension is unlimited", input.address);
  /** The unlimited dimension first. */
  const swizzle = (values: readonly number[]): number[] => [
    values[grows]!,
    ...values.filter((_, axis) => axis !== grows),
  ];
  const order = swizzle(mostCounts);
  const unswizzle = (values: readonly number[], out: number[]): void => {
    for (let axis = 0, from = 1; axis < values.length; axis++)
      out[axis] = axis === grows ? values[0]! : values[from++]!;
  };
  let opened: Promise<ExtensibleArray | undefined> | undefined;
  const array = (): Promise<ExtensibleArray | undefined> => {
    opened ??= openArray(file, input.address, form.size);
    return opened;
  };
  return {
    find: async (coords) => {
      const index = linear(swizzle(coords), order);
      const run = await (await array())?.run(index);
      return run?.cursor && form.read(run.cursor.at((index - run.first) * form.size));
    },
    each: async (visit) => {
      const extensible = await array();
      if (extensible === undefined) return;
      const swizzled = counts.map(() => 0);
      const coords = counts.map(() => 0);
      for (let index = 0; index < extensible.used; ) {
        const { first, count, cursor } = await extensible.run(index);
        if (cursor !== undefined) cursor.offset = 0;
        for (let at = 0; cursor !== undefined && at < count; at++) {
          const chunk = form.read(cursor);
          if (chunk === undefined) continue;
          coordsOf(first + at, order, swizzled);
          unswizzle(swizzled, coords);
          if (isInside(coords, counts)) visit(coords, chunk);
        }
        index = first + count;
      }
    },
  };
}

interface ExtensibleArray {
  /** One more than the largest index that was ever set. */
  readonly used: number;
  run(index: number): Promise<Run>;
}

async function openArray(file: Hdf5File, address: number, size: number): Promise<ExtensibleArray | undefined> {
  const { offsetSize, lengthSize } = file.facts;
  const head = await file.checked(address, 16 + 6 * lengthSize + offsetSize, "EAHD", "the extensible array header");
  head.skip(2);
  const found = head.u8();
  const bits = head.u8();
  const direct = head.u8();
  const least = head.u8();
  const leastPointers = head.u8();
  const pageEntries = 2 ** head.u8();
  head.skip(4 * lengthSize);
  const used = file.length(head);
  file.length(head);
  const block = file.address(head);
  const isPower = (value: number): boolean => value > 0 && Number.isInteger(Math.log2(value));
  if (found !== size)
    throw file.failure(`entries of the extensible array have ${found} bytes, expected ${size}`, address);
  if (!isPower(least) || !isPower(leastPointers) || bits > 64 || bits < Math.log2(least)) {
    throw file.failure(`an extensible array of ${bits} bits with blocks of ${least} and ${leastPointers}`, address);
  }
  if (block === undefined) return undefined;
  const secondaries = secondaryFacts(bits, least);
  const inIndex = 2 * Math.log2(leastPointers);
  const blockCount = 2 * (leastPointers - 1);
  const secondaryCount = Math.max(0, secondaries.length - inIndex);
  const frame = 6 + offsetSize;
  const offsetBytes = Math.ceil(bits / 8);
  const length = frame + direct * size + (blockCount + secondaryCount) * offsetSize + 4;
  const index = await file.checked(block, length, "EAIB", "the index block of an extensible array");
  const cache = new Map<number, Promise<ByteCursor>>();
  const kept = (at: number, read: () => Promise<ByteCursor>): Promise<ByteCursor> => {
    let cursor = cache.get(at);
    if (cursor === undefined) {
      cursor = read();
      cursor.catch(() => cache.delete(at));
      cache.set(at, cursor);
    }
    return cursor;
  };
  const over = (cursor: ByteCursor, start: number, bytes: number, at: number): ByteCursor =>
    file.cursorOver(cursor.at(start).bytes(bytes), at + start);

  const run = async (wanted: number): Promise<Run> => {
    if (wanted < direct) return { first: 0, count: direct, cursor: over(index, frame, direct * size, block) };
    const rest = wanted - direct;
    const number = secondaries.findIndex(({ start, blocks, blockEntries }) => rest < start + blocks * blockEntries);
    if (number < 0) throw file.failure(`an extensible array has no entry ${wanted}`, address);
    const facts = secondaries[number]!;
    const { blockEntries } = facts;
    const inSecondary = Math.floor((rest - facts.start) / blockEntries);
    const first = direct + facts.start + inSecondary * blockEntries;
    const nothing: Run = { first, count: blockEntries, cursor: undefined };
    const pages = blockEntries > pageEntries ? blockEntries / pageEntries : 0;
    let at: number | undefined;
    let isPageSet: (page: number) => boolean = () => true;
    if (number < inIndex) {
      at = file.address(index.at(frame + direct * size + (facts.startBlock + inSecondary) * offsetSize));
    } else {
      const secondary = file.address(index.at(frame + direct * size + (blockCount + number - inIndex) * offsetSize));
      const whole = { first: direct + facts.start, count: facts.blocks * blockEntries, cursor: undefined };
      if (secondary === undefined) return whole;
      const bitmapBytes = facts.blocks * Math.ceil(pages / 8);
      const secondaryBytes = frame + offsetBytes + bitmapBytes + facts.blocks * offsetSize + 4;
      const cursor = await kept(secondary, () =>
        file.checked(secondary, secondaryBytes, "EASB", "a secondary block of an extensible array"),
      );
      const bitmap = cursor.at(frame + offsetBytes).bytes(bitmapBytes);
      isPageSet = (page) => {
        const bit = inSecondary * pages + page;
        return (bitmap[bit >> 3]! & (0x80 >> (bit & 7))) !== 0;
      };
      at = file.address(cursor.at(frame + offsetBytes + bitmapBytes + inSecondary * offsetSize));
    }
    if (at === undefined) return nothing;
    const dataBlock = at;
    const what = "a data block of an extensible array";
    const start = frame + offsetBytes;
    if (pages === 0) {
      const bytes = blockEntries * size;
      const cursor = await kept(dataBlock, () => file.checked(dataBlock, start + bytes + 4, "EADB", what));
      return { first, count: blockEntries, cursor: over(cursor, start, bytes, dataBlock) };
    }
    const page = Math.floor((wanted - first) / pageEntries);
    const pageFirst = first + page * pageEntries;
    if (!isPageSet(page)) return { first: pageFirst, count: pageEntries, cursor: undefined };
    const pageAt = dataBlock + start + 4 + page * (pageEntries * size + 4);
    return {
      first: pageFirst,
      count: pageEntries,
      cursor: await kept(pageAt, () => readPage(file, pageAt, pageEntries * size)),
    };
  };
  return { used, run };
}

/** Blocks and entries double alternately. */
function secondaryFacts(bits: number, least: number): readonly SecondaryFacts[] {
  const all: SecondaryFacts[] = [];
  let [start, startBlock] = [0, 0];
  for (let index = 0; index <= bits - Math.log2(least); index++) {
    const blocks = 2 ** Math.floor(index / 2);
    const blockEntries = 2 ** Math.floor((index + 1) / 2) * least;
    all.push({ start, startBlock, blocks, blockEntries });
    start += blocks * blockEntries;
    startBlock += blocks;
  }
  return all;
}
