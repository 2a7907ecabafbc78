/** The common part of codecs that change each element on its own. */
import { HyperslabError } from "../../errors.ts";
import type { FixedDataType } from "../../model/data-types/data-type.ts";
import type { BoundArrayToArray, ChunkType } from "../codec.ts";
import { denseChunk, elementsInOrder, fixedInput } from "../pipeline/chunk-elements.ts";

export interface ElementwiseCodec {
  readonly output: FixedDataType;
  /** True if decoding changes nothing, not even the type. */
  readonly identity?: boolean;
  /** Elements of the input type to elements of the output type; may return its input. */
  encode(bytes: Uint8Array): Uint8Array;
  /** `out` has room for exactly the result, which may lie there. */
  decode(bytes: Uint8Array, out?: Uint8Array): Uint8Array;
}

/** Binds a codec of elements; the fill value goes through it like any element. */
export function bindElementwise(input: ChunkType, codec: ElementwiseCodec): BoundArrayToArray {
  const dataType = fixedInput(input);
  const { output, encode, decode, identity = false } = codec;
  return {
    output: { dataType: output, shape: input.shape, fillValue: encodedFill(input, encode) },
    elementwise: true,
    identity,
    encode: (chunk) => denseChunk(output, chunk.shape, encode(elementsInOrder(chunk))),
    decode: (chunk, out) => denseChunk(dataType, chunk.shape, decode(elementsInOrder(chunk), out)),
  };
}

function encodedFill(input: ChunkType, encode: (bytes: Uint8Array) => Uint8Array): Uint8Array {
  if (input.fillValue instanceof Uint8Array) return encode(input.fillValue).slice();
  throw new HyperslabError("invalid-data", `the fill value does not fit the data type ${input.dataType.name}`);
}
