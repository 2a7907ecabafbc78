/** The values of a message of edition 1. */
import { rowLengths1 } from "../../../bytes/grib/grid.ts";
import { i16, needBytes, sectionsOf1, viewOf } from "../../../bytes/grib/message.ts";
import { HyperslabError } from "../../../errors.ts";
import type { Floats } from "../../kernels/packed/packed.ts";
import { presentByRow, presentCount, spread } from "./bitmap.ts";
import { equalValues, ibmFloat, scaled } from "./scaling.ts";
import { unpackSecondOrder } from "./second-order.ts";
import { type Unpacker, unpackSimple } from "./simple-packing.ts";

const [SPECTRAL, SECOND_ORDER, MORE_FLAGS] = [128, 64, 16];

export function unpackEdition1(message: Uint8Array, count: number, unpacker: Unpacker): Floats {
  const { product, grid, bitmap: section, data } = sectionsOf1(message);
  needBytes(data, 11, "the data section");
  const view = viewOf(data);
  const flags = data[3]!;
  if ((flags & SPECTRAL) !== 0)
    throw new HyperslabError("unsupported", "spectral coefficients of GRIB 1 are not decoded");
  if ((flags & (SECOND_ORDER | MORE_FLAGS)) === MORE_FLAGS)
    throw new HyperslabError("unsupported", "a matrix of values at each point (GRIB 1) is not decoded");
  let bitmap: Uint8Array | undefined;
  if (section !== undefined) {
    needBytes(section, 6, "the bitmap section");
    if (viewOf(section).getUint16(4) !== 0)
      throw new HyperslabError("unsupported", "a bitmap that is not part of the message");
    bitmap = section.subarray(6);
  }
  const stored = bitmap === undefined ? count : presentCount(bitmap, count);
  const scaling = { reference: ibmFloat(view.getUint32(6)), binary: i16(view, 4), decimal: i16(viewOf(product), 26) };
  const bits = data[10]!;
  if ((flags & SECOND_ORDER) === 0) {
    if (bits > 32) throw new HyperslabError("unsupported", `values of ${bits} bits`);
    if (bits === 0) return spread(equalValues(scaling.reference, stored, unpacker.isWide), bitmap, count);
    return spread(unpackSimple(data.subarray(11), bits, stored, scaling, unpacker), bitmap, count);
  }
  const lengths = rowLengths1(grid, count);
  const { values, boustrophedonic } = unpackSecondOrder(data, stored, presentByRow(lengths, bitmap));
  return spread(scaled(values, scaling, unpacker.isWide), bitmap, count, boustrophedonic ? lengths : undefined);
}
