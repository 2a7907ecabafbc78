/** Binds zfp to chunks: their elements as one of zfp's types, their shape as one to four dimensions. */
import { HyperslabError } from "../../../errors.ts";
import type { DataType, FixedDataType } from "../../../model/data-types/data-type.ts";
import { bytesFromNumbers, makeNumbers, numbersFromBytes } from "../../../model/values/numeric-array.ts";
import type { BoundArrayToBytes, ChunkType } from "../../codec.ts";
import { denseChunk, elementsInOrder } from "../../pipeline/chunk-elements.ts";
import { ZfpReader, ZfpWriter } from "./bit-stream.ts";
import { type BlockCodec, blockCodec, type Values } from "./block-codec.ts";
import { decodeField, encodeField } from "./field.ts";
import type { ZfpHeader } from "./header.ts";
import type { ZfpParameters, ZfpType } from "./parameters.ts";

/** Elements to and from values of zfp's type. */
export interface ZfpElements {
  readonly dataType: FixedDataType;
  readonly type: ZfpType;
  toValues(bytes: Uint8Array): Values;
  fromValues(values: Values): Uint8Array;
}

/** What precedes the blocks. `read` may return a shape and parameters that differ from the configuration. */
export interface ZfpPrologue {
  read(reader: ZfpReader, shape: readonly number[]): ZfpHeader;
  write(writer: ZfpWriter, shape: readonly number[]): void;
}

export function bindZfp(
  input: ChunkType,
  elements: ZfpElements,
  parameters: ZfpParameters,
  prologue: ZfpPrologue,
): BoundArrayToBytes {
  const shape = input.shape.length === 0 ? [1] : input.shape;
  if (shape.length > 4) {
    throw new HyperslabError("invalid-data", `zfp takes chunks of up to 4 dimensions, not ${shape.length}`, {
      hint: "Put a reshape codec before it.",
    });
  }
  const count = shape.reduce((product, length) => product * length, 1);
  const codecFor = (given: ZfpParameters, dimensions: number): BlockCodec =>
    blockCodec(elements.type, dimensions, given);
  return {
    encodedLength: undefined,
    encode: (chunk) => {
      const writer = new ZfpWriter();
      prologue.write(writer, shape);
      encodeField(writer, codecFor(parameters, shape.length), shape, elements.toValues(elementsInOrder(chunk)));
      return writer.finish();
    },
    decode: (bytes) => {
      const reader = new ZfpReader(bytes);
      const stored = prologue.read(reader, shape);
      // Each block takes at least one bit, so a stream that is too short is detected before memory is allocated.
      if (bytes.byteLength * 8 < stored.shape.reduce((blocks, length) => blocks * Math.ceil(length / 4), 1)) {
        throw new HyperslabError("invalid-data", `zfp: ${bytes.byteLength} bytes are too few for ${count} values`);
      }
      const values = makeValues(elements.type, count);
      decodeField(reader, codecFor(stored.parameters, stored.shape.length), stored.shape, values);
      reader.finish();
      return denseChunk(elements.dataType, input.shape, elements.fromValues(values));
    },
  };
}

/** Room for this many values. */
export function makeValues(type: ZfpType, count: number): Values {
  return asValues(makeNumbers(type, count));
}

function asValues(numbers: unknown): Values {
  const known =
    numbers instanceof Int32Array ||
    numbers instanceof BigInt64Array ||
    numbers instanceof Float32Array ||
    numbers instanceof Float64Array;
  if (known) return numbers;
  throw new HyperslabError("invalid-request", "zfp: numbers of another type");
}

const NATIVE: readonly ZfpType[] = ["int32", "int64", "float32", "float64"];

/** Elements of zfp's own types; undefined for others. */
export function nativeElements(dataType: DataType): ZfpElements | undefined {
  const type = NATIVE.find((name) => name === dataType.name);
  if (type === undefined || dataType.itemSize === undefined) return undefined;
  return {
    dataType,
    type,
    toValues: (bytes) => asValues(numbersFromBytes(type, bytes)),
    fromValues: bytesFromNumbers,
  };
}
