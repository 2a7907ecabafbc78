/** The fields of a message: what they describe, and which bytes hold their values. */
import { type GribGrid, gridOf1, gridOf2 } from "../../bytes/grib/grid.ts";
import { needBytes, u24, viewOf } from "../../bytes/grib/message.ts";
import type { BlockReader } from "../../bytes/source/block-reader.ts";
import type { HyperslabError } from "../../errors.ts";
import type { GribMessage } from "./messages.ts";
import { type Product, product1, product2 } from "./product.ts";

export interface Field extends Product {
  readonly edition: 1 | 2;
  readonly offset: number;
  readonly length: number;
  /** The whole message. */
  readonly message: GribMessage;
  /** Precedes the bytes: a bitmap that belongs to an earlier field of the message. */
  readonly prefix?: Uint8Array | undefined;
  readonly grid: GribGrid;
  /** Equal for fields on the same grid. */
  readonly gridKey: string;
  /** True if 32-bit floats cannot hold the values. */
  readonly isWide: boolean;
  /** `5.0` or `second-order`: how values are packed. */
  readonly packing: string;
}

/** Grids that were already parsed: most messages of a file have the same one. */
export type GridCache = Map<string, GribGrid>;

export function cachedGrid(
  section: Uint8Array,
  cache: GridCache,
  parse: (section: Uint8Array) => GribGrid,
): [string, GribGrid] {
  let key = "";
  for (const byte of section) key += String.fromCharCode(byte);
  let grid = cache.get(key);
  if (grid === undefined) {
    grid = parse(section);
    cache.set(key, grid);
  }
  return [key, grid];
}

/** Sections may be long (bitmaps, values); of those only the head is read. */
const HEAD_SECTIONS = [1, 3, 4, 5];
/** The significant bits of a 32-bit float. */
const FLOAT32_BITS = 24;
/** More fields than any message has: sections of a few bytes could claim millions. */
const MOST_FIELDS = 100_000;

export async function fieldsOf2(
  reader: BlockReader,
  message: GribMessage,
  grids: GridCache,
  fail: (what: string) => HyperslabError,
): Promise<Field[]> {
  const { offset: start, length, discipline } = message;
  const fields: Field[] = [];
  const end = start + length - 4;
  const heads: (Uint8Array | undefined)[] = [];
  let bitmap: { readonly at: number; readonly length: number } | undefined;
  let [dataStart, isReused, isOpen] = [0, false, true];
  for (let at = start + 16; at < end; ) {
    const head = viewOf(await reader.read(at, Math.min(6, end - at)));
    if (head.byteLength < 5) throw fail(`section at byte ${at} is truncated`);
    const [sectionLength, number] = [head.getUint32(0), head.getUint8(4)];
    if (sectionLength < 5 || at + sectionLength > end || number < 1 || number > 7) {
      throw fail(`section ${number} at byte ${at} claims ${sectionLength} bytes, but the message has ${end - at} left`);
    }
    if (HEAD_SECTIONS.includes(number)) heads[number] = await reader.read(at, sectionLength);
    isOpen = number !== 7;
    if (number === 5) dataStart = at;
    if (number === 6) {
      const kind = head.byteLength > 5 ? head.getUint8(5) : 255;
      if (kind === 0) bitmap = { at, length: sectionLength };
      isReused = kind === 254;
    }
    if (number === 7) {
      const [, identification, , grid, product, packing] = heads;
      if (
        identification === undefined ||
        grid === undefined ||
        product === undefined ||
        packing === undefined ||
        dataStart === 0
      ) {
        throw fail(`section 7 at byte ${at} comes before the sections that describe it`);
      }
      const [gridKey, parsed] = cachedGrid(grid, grids, gridOf2);
      const prefix = isReused && bitmap !== undefined ? await reader.read(bitmap.at, bitmap.length) : undefined;
      const reference = { offset: dataStart, length: at + sectionLength - dataStart };
      fields.push({
        ...product2(discipline, identification, product),
        edition: 2,
        ...reference,
        message,
        prefix,
        grid: parsed,
        gridKey,
        ...packingOf2(packing),
      });
      if (fields.length > MOST_FIELDS) throw fail(`the message at byte ${start} has more than ${MOST_FIELDS} fields`);
    }
    at += sectionLength;
  }
  if (isOpen) throw fail(`the message at byte ${start} ends without section 7, the values of its last field`);
  // A message with a single field is a chunk unchanged, which other readers of references understand too.
  const [only] = fields;
  return fields.length === 1 && only!.prefix === undefined ? [{ ...only!, offset: start, length }] : fields;
}

function packingOf2(section: Uint8Array): Pick<Field, "isWide" | "packing"> {
  needBytes(section, 11, "section 5");
  const template = viewOf(section).getUint16(9);
  const isWide = template === 4 ? section[11] === 2 : template !== 200 && (section[19] ?? 0) > FLOAT32_BITS;
  return { isWide, packing: `5.${template}` };
}

function packingOf1(flags: number): string {
  if ((flags & 128) !== 0) return "spectral";
  if ((flags & 64) !== 0) return "second-order";
  return (flags & 16) !== 0 ? "matrix" : "simple";
}

export async function fieldsOf1(
  reader: BlockReader,
  message: GribMessage,
  grids: GridCache,
  fail: (what: string) => HyperslabError,
): Promise<Field[]> {
  const { offset, length } = message;
  let at = offset + 8;
  const end = offset + length - 4;
  const take = async (what: string, most: number): Promise<Uint8Array> => {
    const size = at + 3 <= end ? u24(viewOf(await reader.read(at, 3)), 0) : 0;
    const isLast = what === "the data section";
    if (size < 3 || (!isLast && at + size > end)) {
      throw fail(`${what} at byte ${at} claims ${size} bytes, but the message has ${end - at} left`);
    }
    const bytes = await reader.read(at, Math.min(size, most, end - at));
    at += size;
    return bytes;
  };
  const product = await take("the product section", 1024);
  needBytes(product, 28, "the product section");
  const grid = (product[7]! & 128) === 0 ? undefined : await take("the grid section", 1 << 24);
  if (grid === undefined)
    throw fail(`the message at byte ${offset} has no grid section: grids of catalogues are not read`);
  if ((product[7]! & 64) !== 0) await take("the bitmap section", 6);
  const data = await take("the data section", 14);
  needBytes(data, 11, "the data section");
  const [gridKey, parsed] = cachedGrid(grid, grids, gridOf1);
  const packing = packingOf1(data[3]!);
  return [
    {
      ...product1(product),
      edition: 1,
      offset,
      length,
      message,
      grid: parsed,
      gridKey,
      isWide: data[10]! > FLOAT32_BITS,
      packing,
    },
  ];
}
