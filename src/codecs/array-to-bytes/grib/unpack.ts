/** The values of one field: a whole message of either edition, or sections 5 to 7 of edition 2 (a bitmap may come before). */
import { GRIB_WORD, i16, needBytes, sectionsOf2, viewOf } from "../../../bytes/grib/message.ts";
import { PACKINGS } from "../../../bytes/grib/packings.ts";
import { HyperslabError } from "../../../errors.ts";
import { decodeJpeg2000 } from "../../bytes-to-bytes/jpeg2000/jpeg2000.ts";
import type { Floats } from "../../kernels/packed/packed.ts";
import { presentCount, spread } from "./bitmap.ts";
import { unpackCcsds } from "./ccsds.ts";
import { unpackComplex } from "./complex-packing.ts";
import { unpackEdition1 } from "./edition1.ts";
import { unpackPng } from "./png.ts";
import { unpackRunLength } from "./run-length.ts";
import { equalValues, type Scaling, scaled } from "./scaling.ts";
import { type Unpacker, unpackSimple } from "./simple-packing.ts";

/** `count` values in storage order, NaN for missing ones. */
export function unpackField(bytes: Uint8Array, count: number, unpacker: Unpacker): Floats {
  needBytes(bytes, 8, "the GRIB message");
  if (viewOf(bytes).getUint32(0) !== GRIB_WORD) return unpackSections(bytes, 0, count, unpacker);
  if (bytes[7] === 1) return unpackEdition1(bytes, count, unpacker);
  if (bytes[7] === 2) return unpackSections(bytes, 16, count, unpacker);
  throw new HyperslabError("unsupported", `GRIB edition ${bytes[7]}`);
}

function unpackSections(bytes: Uint8Array, start: number, count: number, unpacker: Unpacker): Floats {
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
  const stored = bitmap === undefined ? count : presentCount(bitmap, count);
  if (packed !== stored) {
    throw new HyperslabError("invalid-data", `section 5 has ${packed} values, expected ${stored} of ${count} points`);
  }
  return spread(unpackTemplate(template, data, stored, unpacker), bitmap, count);
}

/** 255 means none; 254 that of the previous field; 0 that it is here. */
function bitmapOf(section: Uint8Array, before: Uint8Array | undefined): Uint8Array | undefined {
  needBytes(section, 6, "section 6");
  if (section[5] === 255) return undefined;
  if (section[5] === 0) return section.subarray(6);
  if (section[5] === 254 && before !== undefined) return before;
  throw new HyperslabError("unsupported", `bitmap ${section[5]}, which is not part of the message`);
}

/** Packings of integers that are scaled: 5.0 simple, 5.2 and 5.3 complex, 5.40 JPEG 2000, 5.41 PNG, 5.42 CCSDS. */
const SCALED = [0, 2, 3, 40, 41, 42];

function unpackTemplate(template: Uint8Array, data: Uint8Array, count: number, unpacker: Unpacker): Floats {
  const view = viewOf(template);
  const number = view.getUint16(9);
  const { isWide } = unpacker;
  // If all points of a field are missing, PNG and JPEG 2000 store no image.
  if (count === 0) return isWide ? new Float64Array(0) : new Float32Array(0);
  if (number === 4) return unpackIeee(template, data, count, isWide);
  if (number === 200) return narrowed(unpackRunLength(template, data, count), isWide);
  if (!SCALED.includes(number)) throw unsupported(number);
  needBytes(template, 21, "section 5");
  const scaling: Scaling = { reference: view.getFloat32(11), binary: i16(view, 15), decimal: i16(view, 17) };
  if (number === 2 || number === 3) return unpackComplex(template, data, count, scaling, unpacker);
  const bits = template[19]!;
  if (bits > 32) throw new HyperslabError("unsupported", `values of ${bits} bits`);
  if (bits === 0) return equalValues(scaling.reference, count, isWide);
  if (number === 0) return unpackSimple(data, bits, count, scaling, unpacker);
  if (number === 42) return unpackCcsds(template, data, count, scaling, unpacker);
  if (number === 40) return scaled(unpackJpeg2000(data, count), scaling, isWide);
  return scaled(unpackPng(data, count, unpacker.inflate), scaling, isWide);
}

function unpackJpeg2000(data: Uint8Array, count: number): Float64Array<ArrayBuffer> {
  const { samples, components } = decodeJpeg2000(data, count);
  if (components.length === 1) return samples;
  throw new HyperslabError("invalid-data", `a JPEG 2000 image of ${components.length} components, expected one`);
}

function narrowed(values: Float64Array<ArrayBuffer>, isWide: boolean): Floats {
  return isWide ? values : new Float32Array(values);
}

function unpackIeee(template: Uint8Array, data: Uint8Array, count: number, isWide: boolean): Floats {
  needBytes(template, 12, "section 5");
  const size = template[11] === 1 ? 4 : template[11] === 2 ? 8 : undefined;
  if (size === undefined) throw new HyperslabError("unsupported", `IEEE precision ${template[11]}`);
  needBytes(data, count * size, "section 7");
  const view = viewOf(data);
  const values = isWide ? new Float64Array(count) : new Float32Array(count);
  for (let index = 0; index < count; index++) {
    values[index] = size === 4 ? view.getFloat32(index * 4) : view.getFloat64(index * 8);
  }
  return values;
}

function unsupported(number: number): HyperslabError {
  const packing = PACKINGS.get(number);
  const what = `GRIB packing 5.${number}${packing === undefined ? "" : ` (${packing.name})`} is not decoded`;
  return new HyperslabError("unsupported", what, {
    hint: "Repack the file with ecCodes, for example: grib_set -r -s packingType=grid_ccsds in.grib out.grib.",
  });
}
