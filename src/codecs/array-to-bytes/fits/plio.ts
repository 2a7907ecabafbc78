/**
 * IRAF's pixel lists (PLIO_1): 16-bit words, big-endian, of an operation (4 bits) and a number (12 bits), after a header.
 * Values are not negative.
 */
import { HyperslabError } from "../../../errors.ts";
import { allocate } from "../../pipeline/allocate.ts";

/** Operations, by their number. */
const [ZEROS, SET_HIGH, ADD, SUBTRACT, RUN, POINT, ADD_ONE, SUBTRACT_ONE] = [0, 1, 2, 3, 4, 5, 6, 7] as const;

export function decodePlio(bytes: Uint8Array, count: number): Int32Array {
  if (count === 0) return new Int32Array(0);
  const words = Math.floor(bytes.byteLength / 2);
  if (words < 3) throw new HyperslabError("invalid-data", `a pixel list of ${bytes.byteLength} bytes has no header`);
  const values = new Int32Array(allocate(4 * count).buffer);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (index: number): number => {
    if (index >= 0 && index < words) return view.getInt16(2 * index);
    throw new HyperslabError("invalid-data", `a pixel list of ${words} words continues at word ${index}`);
  };
  // The old form has its length in the third word; in the new one that is not positive.
  const isOld = word(2) > 0;
  const length = isOld ? word(2) : (word(4) << 15) + word(3);
  let at = isOld ? 3 : word(1);
  let high = 1;
  let next = 0;
  for (; at < length && next < count; at++) {
    const operation = word(at) >> 12;
    const number = word(at) & 0xfff;
    switch (operation) {
      case ZEROS:
      case RUN:
      case POINT: {
        const end = Math.min(next + number, count);
        if (operation === RUN) values.fill(high, next, end);
        else if (operation === POINT && number > 0 && next + number <= count) values[next + number - 1] = high;
        next = end;
        break;
      }
      case SET_HIGH:
        at += 1;
        high = (word(at) << 12) + number;
        break;
      case ADD:
        high += number;
        break;
      case SUBTRACT:
        high -= number;
        break;
      case ADD_ONE:
      case SUBTRACT_ONE:
        high += operation === ADD_ONE ? number : -number;
        values[next] = high;
        next += 1;
        break;
      default:
        throw new HyperslabError("invalid-data", `a pixel list has the operation ${operation} at word ${at}`);
    }
  }
  return values;
}
