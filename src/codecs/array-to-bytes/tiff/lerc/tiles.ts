/**
 * Blocks of a LERC image. Each begins with u8: 2 bits for the coding (0 uncoded, 1 integers, 2 all zero, 3 one value), 1 bit from 2.5
 * on for differences to the depth before, bits of the block's column as a check, 2 bits for a smaller type of the offset.
 */
import { HyperslabError } from "../../../../errors.ts";
import type { LercImage } from "./lerc.ts";
import { LERC_TYPES, type LercReader, type LercType } from "./reader.ts";

export function readTiles(reader: LercReader, image: LercImage): void {
  const { rows, columns, depth, blockSize } = image.header;
  for (let y = 0; y < rows; y += blockSize) {
    for (let x = 0; x < columns; x += blockSize) {
      for (let index = 0; index < depth; index++) readTile(reader, image, { x, y, index });
    }
  }
}

interface TilePlace {
  readonly x: number;
  readonly y: number;
  readonly index: number;
}

const [AS_THEY_ARE, INTEGERS, ZERO] = [0, 1, 2] as const;

function readTile(reader: LercReader, { header, values, mask, greatest }: LercImage, { x, y, index }: TilePlace): void {
  const { version, rows, columns, depth, blockSize, type, error } = header;
  const head = reader.u8();
  const [coding, smaller] = [head & 3, head >> 6];
  const isDifference = version >= 5 && (head & 4) !== 0;
  const check = version >= 5 ? 14 : 15;
  if (((head >> 2) & check) !== ((x >> 3) & check)) throw broken(`a block at ${x}, ${y} says it is elsewhere`);
  if (isDifference && index === 0) throw broken("differences to a depth before the first");
  const most = greatest[greatest.length === 1 ? 0 : index]!;
  const each = (next: () => number): void => {
    for (let row = y; row < Math.min(y + blockSize, rows); row++) {
      for (let column = x; column < Math.min(x + blockSize, columns); column++) {
        const pixel = row * columns + column;
        if (mask !== undefined && mask[pixel] === 0) continue;
        const at = pixel * depth + index;
        const value = next() + (isDifference ? values[at - 1]! : 0);
        // The last step may exceed the greatest value.
        values[at] = coding === INTEGERS ? Math.min(value, most) : value;
      }
    }
  };
  const offsetValue = (): number => {
    const isInteger = type !== "float32" && type !== "float64";
    return reader.value(smallerType(isDifference && isInteger ? "int32" : type, smaller));
  };
  if (coding === ZERO) each(() => 0);
  else if (coding === AS_THEY_ARE) {
    if (isDifference) throw broken("differences that are not coded");
    each(() => reader.value(type));
  } else if (coding === INTEGERS) {
    const [offset, steps] = [offsetValue(), reader.integers(blockSize * blockSize)];
    let used = 0;
    each(() => {
      if (used >= steps.length) throw broken(`a block at ${x}, ${y} has ${steps.length} values, expected more`);
      return offset + steps[used++]! * 2 * error;
    });
  } else {
    const offset = offsetValue();
    each(() => offset);
  }
}

/** Offsets of small values have smaller types. */
function smallerType(type: LercType, smaller: number): LercType {
  const number = LERC_TYPES.indexOf(type);
  const by = type === "int16" || type === "int32" ? smaller : type === "uint16" || type === "uint32" ? 2 * smaller : 0;
  let found = number - by;
  if (type === "float32" && smaller > 0) found = smaller === 1 ? 2 : 1;
  if (type === "float64" && smaller > 0) found = number - 2 * smaller + 1;
  const name = LERC_TYPES[found];
  if (name === undefined || smaller > 3 || (type.endsWith("8") && smaller > 0))
    throw broken(`an offset of kind ${smaller}`);
  return name;
}

function broken(what: string): HyperslabError {
  return new HyperslabError("invalid-data", `the LERC image is broken: ${what}`);
}
