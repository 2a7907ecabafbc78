/** What codecs share that turn each element into another by itself. */
import { HyperslabError } from "../../errors.ts";
import type { FixedDataType } from "../../model/data-type.ts";
import { denseChunk, elementsInOrder, fixedInput } from "../chunk-elements.ts";
import type { BoundArrayToArray, ChunkType } from "../codec.ts";

export interface ElementwiseCodec {
  readonly output: FixedDataType;
  /** Elements of the input type to elements of the output type; may give its input back. */
  encode(bytes: Uint8Array): Uint8Array;
  decode(bytes: Uint8Array): Uint8Array;
}

/** Binds a codec of elements; the fill value goes through it like any element. */
export function bindElementwise(input: ChunkType, codec: ElementwiseCodec): BoundArrayToArray {
  const dataType = fixedInput(input);
  const { output, encode, decode } = codec;
  return {
    output: { dataType: output, shape: input.shape, fillValue: encodedFill(input, encode) },
    elementwise: true,
    encode: (chunk) => denseChunk(output, chunk.shape, encode(elementsInOrder(chunk))),
    decode: (chunk) => denseChunk(dataType, chunk.shape, decode(elementsInOrder(chunk))),
  };
}

function encodedFill(input: ChunkType, encode: (bytes: Uint8Array) => Uint8Array): Uint8Array {
  if (input.fillValue instanceof Uint8Array) return encode(input.fillValue).slice();
  throw new HyperslabError("invalid-data", `the fill value does not fit the data type ${input.dataType.name}`);
}
