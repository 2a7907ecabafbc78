/** The values of one field: a whole message of either edition, or sections 5 to 7 of edition 2 (a bitmap may come before). */
import { rowLengths1 } from "../../../bytes/grib/grid.ts";
import { GRIB_WORD, i16, needBytes, sectionsOf1, sectionsOf2, viewOf } from "../../../bytes/grib/message.ts";
import { HyperslabError } from "../../../errors.ts";
import { decodeAec } from "../../bytes-to-bytes/aec/decode.ts";
import { unpackIntegers } from "./bits.ts";
import { unpackComplex } from "./complex-packing.ts";
import { type Inflate, unpackPng } from "./png.ts";
import { unpackRunLength } from "./run-length.ts";
import { ibmFloat, type Scaling, scaleIntegers } from "./scaling.ts";
import { unpackSecondOrder } from "./second-order.ts";

/** `count` values in the order in which they are stored, NaN where one is missing. */
export function unpackField(bytes: Uint8Array, count: number, inflate: Inflate): Float64Array {
  needBytes(bytes, 8, "the GRIB message");
  if (viewOf(bytes).getUint32(0) !== GRIB_WORD) return unpackSections(bytes, 0, count, inflate);
  if (bytes[7] === 1) return unpackEdition1(bytes, count);
  if (bytes[7] === 2) return unpackSections(bytes, 16, count, inflate);
  throw new HyperslabError("unsupported", `GRIB edition ${bytes[7]}`);
}

function unpackSections(bytes: Uint8Array, start: number, count: number, inflate: Inflate): Float64Array {
  let [template, bitmap, data]: (Uint8Array | undefined)[] = [];
  for (const section of sectionsOf2(bytes, start)) {
    if (section.number === 5) template = section.bytes;
    else if (section.number === 6) bitmap = bitmapOf(section.bytes, bitmap);
    else if (section.number === 7) {
      if (data !== undefined) throw new HyperslabError("unsupported", "the GRIB message holds several fields");
      data = section.bytes.subarray(5);
    }
  }
  if (template === undefined || data === undefined) {
    throw new HyperslabError("invalid-data", "the GRIB message has no section 5 or no section 7");
  }
  needBytes(template, 11, "section 5");
  const packed = viewOf(template).getUint32(5);
  const stored = bitmap === undefined ? count : present(bitmap, count);
  if (packed !== stored) {
    throw new HyperslabError("invalid-data", `section 5 has ${packed} values, expected ${stored} of ${count} points`);
  }
  return spread(unpackTemplate(template, data, stored, inflate), bitmap, count);
}

/** 255: there is none; 254: that of the field before; 0: it is here. */
function bitmapOf(section: Uint8Array, before: Uint8Array | undefined): Uint8Array | undefined {
  needBytes(section, 6, "section 6");
  if (section[5] === 255) return undefined;
  if (section[5] === 0) return section.subarray(6);
  if (section[5] === 254 && before !== undefined) return before;
  throw new HyperslabError("unsupported", `bitmap ${section[5]}, which is not part of the message`);
}

function unpackTemplate(template: Uint8Array, data: Uint8Array, count: number, inflate: Inflate): Float64Array {
  const view = viewOf(template);
  const number = view.getUint16(9);
  if (number === 4) return unpackIeee(template, data, count);
  if (number === 200) return unpackRunLength(template, data, count);
  if (![0, 2, 3, 41, 42].includes(number)) throw unsupported(number);
  needBytes(template, 21, "section 5");
  const scaling: Scaling = { reference: view.getFloat32(11), binary: i16(view, 15), decimal: i16(view, 17) };
  const bits = template[19]!;
  if (bits > 32 && number !== 2 && number !== 3) throw new HyperslabError("unsupported", `values of ${bits} bits`);
  // Equal values have no bits, and nothing is stored for them.
  const isConstant = bits === 0 && number !== 2 && number !== 3;
  const values = isConstant ? new Float64Array(count) : integersOf(number, template, data, count, inflate);
  scaleIntegers(values, scaling);
  return values;
}

function integersOf(
  number: number,
  template: Uint8Array,
  data: Uint8Array,
  count: number,
  inflate: Inflate,
): Float64Array {
  const bits = template[19]!;
  if (number === 0) return unpackIntegers(data, 0, bits, count);
  if (number === 41) return unpackPng(data, count, inflate);
  if (number === 42) return unpackCcsds(template, data, count);
  return unpackComplex(template, data, count, number === 3);
}

const AEC = { signed: 1, preprocess: 8, restricted: 16, padded: 32 } as const;

function unpackCcsds(template: Uint8Array, data: Uint8Array, count: number): Float64Array {
  needBytes(template, 25, "section 5");
  const flags = template[21]!;
  const blockSize = template[22]!;
  const interval = viewOf(template).getUint16(23);
  if (blockSize < 1 || interval < 1)
    throw new HyperslabError("invalid-data", `blocks of ${blockSize} samples, ${interval} in an interval`);
  const samples = decodeAec(
    data,
    {
      bitsPerSample: template[19]!,
      blockSize,
      interval,
      signed: (flags & AEC.signed) !== 0,
      preprocess: (flags & AEC.preprocess) !== 0,
      restricted: (flags & AEC.restricted) !== 0,
      padded: (flags & AEC.padded) !== 0,
    },
    count,
  );
  return Float64Array.from(samples);
}

function unpackIeee(template: Uint8Array, data: Uint8Array, count: number): Float64Array {
  needBytes(template, 12, "section 5");
  const size = template[11] === 1 ? 4 : template[11] === 2 ? 8 : undefined;
  if (size === undefined) throw new HyperslabError("unsupported", `IEEE precision ${template[11]}`);
  needBytes(data, count * size, "section 7");
  const view = viewOf(data);
  return Float64Array.from({ length: count }, (_, index) =>
    size === 4 ? view.getFloat32(index * 4) : view.getFloat64(index * 8),
  );
}

const NAMES: ReadonlyMap<number, string> = new Map([
  [1, "matrix values"],
  [40, "JPEG 2000"],
  [50, "spectral"],
  [51, "spectral"],
  [53, "spectral"],
  [61, "logarithmic"],
]);

function unsupported(number: number): HyperslabError {
  const name = NAMES.get(number);
  const what = `GRIB packing 5.${number}${name === undefined ? "" : ` (${name})`} is not decoded`;
  return new HyperslabError("unsupported", what, {
    hint: "Repack the file with ecCodes, for example: grib_set -r -s packingType=grid_ccsds in.grib out.grib.",
  });
}

const [SPECTRAL, SECOND_ORDER] = [128, 64];

function unpackEdition1(message: Uint8Array, count: number): Float64Array {
  const { product, grid, bitmap: section, data } = sectionsOf1(message);
  needBytes(data, 11, "the data section");
  const view = viewOf(data);
  const flags = data[3]!;
  if ((flags & SPECTRAL) !== 0)
    throw new HyperslabError("unsupported", "spectral coefficients of GRIB 1 are not decoded");
  let bitmap: Uint8Array | undefined;
  if (section !== undefined) {
    needBytes(section, 6, "the bitmap section");
    if (viewOf(section).getUint16(4) !== 0)
      throw new HyperslabError("unsupported", "a bitmap that is not part of the message");
    bitmap = section.subarray(6);
  }
  const stored = bitmap === undefined ? count : present(bitmap, count);
  const scaling = { reference: ibmFloat(view.getUint32(6)), binary: i16(view, 4), decimal: i16(viewOf(product), 26) };
  const bits = data[10]!;
  if ((flags & SECOND_ORDER) === 0) {
    if (bits > 32) throw new HyperslabError("unsupported", `values of ${bits} bits`);
    const values = unpackIntegers(data, 11, bits, stored);
    scaleIntegers(values, scaling);
    return spread(values, bitmap, count);
  }
  const lengths = rowLengths1(grid, count);
  const { values, boustrophedonic } = unpackSecondOrder(data, stored, presentByRow(lengths, bitmap));
  scaleIntegers(values, scaling);
  return spread(values, bitmap, count, boustrophedonic ? lengths : undefined);
}

/** How many points of a field are stored. */
function present(bitmap: Uint8Array, count: number): number {
  needBytes(bitmap, Math.ceil(count / 8), "the bitmap");
  let total = 0;
  for (let index = 0; index < count; index++) total += (bitmap[index >> 3]! >> (7 - (index & 7))) & 1;
  return total;
}

function presentByRow(lengths: readonly number[], bitmap: Uint8Array | undefined): number[] {
  if (bitmap === undefined) return [...lengths];
  let index = 0;
  return lengths.map((length) => {
    let total = 0;
    for (const end = index + length; index < end; index++) total += (bitmap[index >> 3]! >> (7 - (index & 7))) & 1;
    return total;
  });
}

/** Puts values where the bitmap has them. With lengths of rows, every second row runs backwards. */
function spread(
  values: Float64Array,
  bitmap: Uint8Array | undefined,
  count: number,
  rows: readonly number[] = [count],
): Float64Array {
  if (bitmap === undefined && rows.length === 1) return values;
  const all = new Float64Array(count).fill(Number.NaN);
  let [next, start] = [0, 0];
  for (const [row, length] of rows.entries()) {
    const backwards = row % 2 === 1;
    for (let step = 0; step < length; step++) {
      const index = backwards ? start + length - 1 - step : start + step;
      if (bitmap === undefined || ((bitmap[index >> 3]! >> (7 - (index & 7))) & 1) === 1) all[index] = values[next++]!;
    }
    start += length;
  }
  return all;
}
