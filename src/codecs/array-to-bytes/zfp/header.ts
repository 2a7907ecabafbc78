/** zfp's own header: "zfp", a version, 52 bits of type and shape, 12 or 64 bits of mode. */
import { HyperslabError } from "../../../errors.ts";
import type { ZfpReader, ZfpWriter } from "./bit-stream.ts";
import { LONG_MODE, SHORT_MODE_BITS, shortMode, shortModeOf, type ZfpParameters, type ZfpType } from "./parameters.ts";

/** The codec's version, of zfp 0.5 to 1.0. */
const VERSION = 5;
const TYPES: readonly ZfpType[] = ["int32", "int64", "float32", "float64"];
/** Bits of a length, by the number of dimensions. */
const LENGTH_BITS = [48, 24, 16, 12];

/** The contents of a header. */
export interface ZfpHeader {
  /** The chunk's own shape, or one dimension of all its elements, as written by numcodecs before 0.10. */
  readonly shape: readonly number[];
  readonly parameters: ZfpParameters;
}

/** A header with the type of the values. */
export interface TypedHeader extends ZfpHeader {
  readonly type: ZfpType;
}

export function readHeader(reader: ZfpReader, type: ZfpType, shape: readonly number[]): ZfpHeader {
  const header = parseHeader(reader);
  const { type: storedType, shape: lengths } = header;
  const count = shape.reduce((product, length) => product * length, 1);
  const isFlat = lengths.length === 1 && lengths[0] === count;
  if (storedType !== type || (lengths.join() !== shape.join() && !isFlat)) {
    const what = `zfp: ${storedType} of shape [${lengths.join(", ")}] is stored, the chunk is ${type} [${shape.join(", ")}]`;
    throw new HyperslabError("invalid-data", what);
  }
  return header;
}

/** A header, whatever values it describes. */
export function parseHeader(reader: ZfpReader): TypedHeader {
  const magic = String.fromCharCode(reader.bits(8), reader.bits(8), reader.bits(8));
  if (magic !== "zfp") throw new HyperslabError("invalid-data", "zfp: no header");
  const version = reader.bits(8);
  if (version !== VERSION)
    throw new HyperslabError("unsupported", `zfp: codec version ${version}; only ${VERSION} is known`);
  const type = TYPES[reader.bits(2)]!;
  const dimensions = reader.bits(2) + 1;
  const shape = Array.from({ length: dimensions }, () => reader.bits(LENGTH_BITS[dimensions - 1]!) + 1).reverse();
  reader.skip(48 - dimensions * LENGTH_BITS[dimensions - 1]!);
  const mode = reader.bits(SHORT_MODE_BITS);
  return { type, shape, parameters: mode === LONG_MODE ? readLongMode(reader) : shortMode(mode) };
}

function readLongMode(reader: ZfpReader): ZfpParameters {
  return {
    minBits: reader.bits(15) + 1,
    maxBits: reader.bits(15) + 1,
    maxPrecision: reader.bits(7) + 1,
    minExponent: reader.bits(15) - 16_495,
  };
}

export function writeHeader(
  writer: ZfpWriter,
  type: ZfpType,
  shape: readonly number[],
  parameters: ZfpParameters,
): void {
  for (const letter of "zfp") writer.bits(letter.charCodeAt(0), 8);
  writer.bits(VERSION, 8);
  writer.bits(TYPES.indexOf(type), 2);
  writer.bits(shape.length - 1, 2);
  const bits = LENGTH_BITS[shape.length - 1]!;
  for (const length of shape.toReversed()) {
    if (length > 2 ** bits)
      throw new HyperslabError("invalid-request", `zfp's header has no room for a length of ${length}`);
    writer.bits(length - 1, bits);
  }
  writer.pad(48 - bits * shape.length);
  const mode = shortModeOf(parameters);
  writer.bits(mode ?? LONG_MODE, SHORT_MODE_BITS);
  if (mode !== undefined) return;
  writer.bits(Math.min(parameters.minBits, 0x8000) - 1, 15);
  writer.bits(Math.min(parameters.maxBits, 0x8000) - 1, 15);
  writer.bits(Math.min(parameters.maxPrecision, 0x80) - 1, 7);
  writer.bits(Math.min(Math.max(parameters.minExponent + 16_495, 0), 0x7fff), 15);
}
