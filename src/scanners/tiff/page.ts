/** One directory as an image: its size, the type of its samples, and where its strips or tiles lie. */
import type { DataType } from "../../model/data-types/data-type.ts";
import { dataTypeNamed } from "../../model/data-types/named.ts";
import { type Directory, type DirectoryReader, numbersOf } from "./directory.ts";
import { TAG } from "./tags.ts";
import type { WindowReader } from "./window-reader.ts";

export type SampleKind = "uint" | "int" | "float" | "complex";

export interface Page {
  readonly directory: Directory;
  readonly isReduced: boolean;
  readonly isMask: boolean;
  readonly width: number;
  readonly height: number;
  /** Samples per pixel that are adjacent; those in separate planes are `planes`. */
  readonly samples: number;
  readonly planes: number;
  readonly bits: number;
  readonly kind: SampleKind;
  readonly dataType: DataType;
  readonly compression: number;
  readonly predictor: number;
  readonly fillOrder: number;
  /** The second of LercParameters: the outer compression of LERC images (0 none, 1 Deflate, 2 Zstandard). */
  readonly lercOuter: number;
  /** Tables that the JPEG images of a page share. */
  readonly jpegTables: Uint8Array | undefined;
  readonly isYcbcr: boolean;
  /** Of compression 3: rows may be given relative to the row above. */
  readonly isTwoDimensional: boolean;
  readonly isTiled: boolean;
  /** The width and the rows of a strip or tile; the last strip has fewer rows. */
  readonly segmentWidth: number;
  readonly segmentRows: number;
  readonly offsets: Float64Array;
  /** Undefined for uncompressed segments whose lengths are not recorded. */
  readonly byteCounts: Float64Array | undefined;
  readonly notes: readonly string[];
}

/** The most decoded bytes of one strip or tile; a larger chunk cannot be decoded at once. */
const MOST_SEGMENT_BYTES = 2 ** 31;

export class PageError extends Error {}

/** The image of a directory. An image that cannot be represented is a `PageError` with the reason. */
export async function readPage(
  directory: Directory,
  directories: DirectoryReader,
  reader: WindowReader,
): Promise<Page> {
  const numbers = async (tag: number): Promise<Float64Array | undefined> => {
    const entry = directory.entries.get(tag);
    return entry && numbersOf(await directories.values(entry), entry);
  };
  const number = async (tag: number, otherwise: number): Promise<number> => (await numbers(tag))?.[0] ?? otherwise;
  const fail = (what: string): never => {
    throw reader.failure(`the image directory at byte ${directory.offset}: ${what}`);
  };
  const width = await number(TAG.imageWidth, 0);
  const height = await number(TAG.imageLength, 0);
  if (!isCount(width) || !isCount(height)) fail(`the image is ${width} by ${height} pixels`);
  const stored = await number(TAG.samplesPerPixel, 1);
  if (!isCount(stored) || stored > 65535) fail(`${stored} samples per pixel`);
  const planar = await number(TAG.planarConfiguration, 1);
  if (planar !== 1 && planar !== 2) fail(`PlanarConfiguration is ${planar}, expected 1 or 2`);
  const compression = await number(TAG.compression, 1);
  if ((await number(TAG.imageDepth, 1)) > 1) throw new PageError("volumes (ImageDepth) are not read");
  const notes: string[] = [];
  const sample = sampleType(
    (await numbers(TAG.bitsPerSample)) ?? Float64Array.of(1),
    (await numbers(TAG.sampleFormat)) ?? Float64Array.of(1),
    stored,
  );
  let samples = planar === 1 ? stored : 1;
  const isTriple = sample.bits === 24 && (sample.kind === "int" || sample.kind === "uint");
  if (isTriple && directories.layout.endian === "big" && !isImageCodec(compression)) {
    // GDAL writes the lowest byte first, through libtiff, which reverses it again.
    throw new PageError("integers of 24 bits in big-endian files, in which readers see different values, are not read");
  }
  if (sample.parts === 2) {
    if (planar === 2 && stored > 1) throw new PageError("complex integers in separate planes are not read");
    samples *= 2;
    notes.push("complex integers are read as two bands each: the real and the imaginary part");
  }
  if (isCcitt(compression) && (sample.bits !== 1 || samples !== 1)) {
    throw new PageError("CCITT's compressions of other pixels than one bit each are not read");
  }
  const photometric = await number(TAG.photometric, 1);
  const subsampling = (await numbers(TAG.ycbcrSubSampling)) ?? Float64Array.of(2, 2);
  if (
    photometric === 6 &&
    stored === 3 &&
    (subsampling[0] !== 1 || subsampling[1] !== 1) &&
    !isImageCodec(compression)
  ) {
    throw new PageError("subsampled YCbCr that is not JPEG is not read");
  }
  const segments = await segmentsOf(directory, numbers, { width, height }, fail);
  const planes = planar === 2 ? stored : 1;
  const across = Math.ceil(width / segments.segmentWidth);
  const down = Math.ceil(height / segments.segmentRows);
  const needed = across * down * planes;
  const { offsets, byteCounts } = segments;
  if (offsets.length < needed)
    fail(`${offsets.length} offsets of ${segments.isTiled ? "tiles" : "strips"}, but the image has ${needed}`);
  if (byteCounts !== undefined && byteCounts.length < needed) {
    fail(`${byteCounts.length} lengths of ${segments.isTiled ? "tiles" : "strips"}, but the image has ${needed}`);
  }
  if (byteCounts === undefined && compression !== 1) fail("the lengths of its compressed strips or tiles are missing");
  const decoded = segments.segmentRows * segments.segmentWidth * samples * sample.dataType.itemSize!;
  if (decoded > MOST_SEGMENT_BYTES) throw new PageError(`a strip or tile of ${decoded} bytes does not fit into memory`);
  const jpegTables = await numbers(TAG.jpegTables);
  if (photometric === 6 && compression === 7) notes.push("its colours are read as red, green and blue, not as YCbCr");
  const subfile = await number(TAG.newSubfileType, 0);
  const oldSubfile = await number(TAG.subfileType, 1);
  return {
    directory,
    isReduced: (subfile & 1) !== 0 || oldSubfile === 2,
    isMask: (subfile & 4) !== 0,
    width,
    height,
    samples,
    planes,
    bits: sample.bits,
    kind: sample.kind,
    dataType: sample.dataType,
    compression,
    predictor: isImageCodec(compression) || isCcitt(compression) ? 1 : await number(TAG.predictor, 1),
    fillOrder: await number(TAG.fillOrder, 1),
    jpegTables: jpegTables && Uint8Array.from(jpegTables),
    isYcbcr: photometric === 6,
    isTwoDimensional: ((await number(TAG.t4Options, 0)) & 1) === 1,
    lercOuter: (await numbers(TAG.lercParameters))?.[1] ?? 0,
    ...segments,
    notes,
  };
}

interface Segments {
  readonly isTiled: boolean;
  readonly segmentWidth: number;
  readonly segmentRows: number;
  readonly offsets: Float64Array;
  readonly byteCounts: Float64Array | undefined;
}

async function segmentsOf(
  { entries }: Directory,
  numbers: (tag: number) => Promise<Float64Array | undefined>,
  { width, height }: { readonly width: number; readonly height: number },
  fail: (what: string) => never,
): Promise<Segments> {
  const isTiled = entries.has(TAG.tileWidth);
  // Some writers store the offsets of tiles under the tags of strips.
  const offsets =
    (isTiled ? await numbers(TAG.tileOffsets) : undefined) ??
    (await numbers(TAG.stripOffsets)) ??
    fail(`there are no offsets of ${isTiled ? "tiles" : "strips"}`);
  const byteCounts = (isTiled ? await numbers(TAG.tileByteCounts) : undefined) ?? (await numbers(TAG.stripByteCounts));
  if (isTiled) {
    const segmentWidth = (await numbers(TAG.tileWidth))?.[0] ?? 0;
    const segmentRows = (await numbers(TAG.tileLength))?.[0] ?? 0;
    if (!isCount(segmentWidth) || !isCount(segmentRows)) fail(`tiles are ${segmentWidth} by ${segmentRows} pixels`);
    if (((await numbers(TAG.tileDepth))?.[0] ?? 1) > 1) throw new PageError("tiles with a depth are not read");
    return { isTiled, segmentWidth, segmentRows, offsets, byteCounts };
  }
  const rows = (await numbers(TAG.rowsPerStrip))?.[0] ?? height;
  if (!isCount(rows)) fail(`RowsPerStrip is ${rows}`);
  return { isTiled, segmentWidth: width, segmentRows: Math.min(rows, height), offsets, byteCounts };
}

interface Sample {
  readonly bits: number;
  readonly kind: SampleKind;
  readonly dataType: DataType;
  /** 2 for complex integers. */
  readonly parts: number;
}

function sampleType(allBits: Float64Array, allFormats: Float64Array, samples: number): Sample {
  let bits = allBits[0] ?? 1;
  const format = allFormats[0] ?? 1;
  for (let index = 1; index < Math.min(samples, allBits.length); index++) {
    if (allBits[index] !== bits) throw new PageError("samples of unequal bits are not read");
  }
  for (let index = 1; index < Math.min(samples, allFormats.length); index++) {
    if (allFormats[index] !== format) throw new PageError("samples of unequal formats are not read");
  }
  const parts = format === 5 ? 2 : 1;
  bits /= parts;
  const kind = format === 2 || format === 5 ? "int" : format === 3 ? "float" : format === 6 ? "complex" : "uint";
  const dataType = dataTypeNamed(typeName(kind, bits));
  if (dataType === undefined) throw new PageError(`samples of ${bits} bits of SampleFormat ${format} are not read`);
  return { bits, kind, dataType, parts };
}

/** The smallest type that holds all values; float24 fits float32. */
function typeName(kind: SampleKind, bits: number): string {
  if (kind === "complex") return bits === 64 || bits === 128 ? `complex${bits}` : "";
  if (kind === "float") return bits === 24 ? "float32" : [16, 32, 64].includes(bits) ? `float${bits}` : "";
  if (!Number.isInteger(bits) || bits < 1) return "";
  const width = [8, 16, 32, 64].find((size) => bits <= size);
  return width === undefined ? "" : `${kind}${width}`;
}

/** Compressions of whole images, which produce samples themselves. */
export function isImageCodec(compression: number): boolean {
  return ![1, 2, 3, 4, 5, 8, 32773, 32946, 34925, 34926, 50000].includes(compression);
}

/** Compressions of fax machines. */
export function isCcitt(compression: number): boolean {
  return compression >= 2 && compression <= 4;
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}
