/**
 * TIFF's predictors, undone in place. 2: each sample is the difference to the same sample of the previous pixel,
 * wrapped around. 3: the bytes of a row of floats in planes, the highest bytes first, each the difference to the one
 * `samples` before.
 */
import { HyperslabError } from "../../../errors.ts";

/** Little-endian samples of `size` bytes; `columns` counts samples of a row. */
export function addHorizontal(bytes: Uint8Array, size: number, columns: number, samples: number): void {
  const rowBytes = columns * size;
  const lag = samples * size;
  if (size === 1) {
    for (let row = 0; row < bytes.byteLength; row += rowBytes) {
      for (let at = row + lag; at < row + rowBytes; at++) bytes[at] = bytes[at]! + bytes[at - lag]!;
    }
    return;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let row = 0; row < bytes.byteLength; row += rowBytes) {
    for (let at = row + lag; at < row + rowBytes; at += size) {
      if (size === 2) view.setUint16(at, view.getUint16(at, true) + view.getUint16(at - lag, true), true);
      else if (size === 4) view.setUint32(at, view.getUint32(at, true) + view.getUint32(at - lag, true), true);
      else view.setBigUint64(at, view.getBigUint64(at, true) + view.getBigUint64(at - lag, true), true);
    }
  }
}

/** From planes to big-endian floats of `size` bytes. */
export function addFloatingPoint(stored: Uint8Array, size: number, columns: number, samples: number): Uint8Array {
  const rowBytes = columns * size;
  const out = new Uint8Array(stored.byteLength);
  const sums = new Uint8Array(rowBytes);
  for (let row = 0; row < stored.byteLength; row += rowBytes) {
    for (let at = 0; at < rowBytes; at++) {
      sums[at] = stored[row + at]! + (at < samples ? 0 : sums[at - samples]!);
    }
    for (let column = 0; column < columns; column++) {
      for (let byte = 0; byte < size; byte++) out[row + column * size + byte] = sums[byte * columns + column]!;
    }
  }
  return out;
}

export function unknownPredictor(predictor: number, kind: string, bits: number): HyperslabError {
  return new HyperslabError("unsupported", `predictor ${predictor} on samples of ${bits} bits (${kind})`);
}
