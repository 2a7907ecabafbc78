/**
 * `numcodecs.packbits`: booleans as bits. One byte with the number of unused bits at the end, then eight elements per
 * byte, the first in the highest bit (Zarr v3's own `packbits` starts at the lowest).
 */
import { HyperslabError } from "../../errors.ts";
import type { FixedDataType } from "../../model/data-types/data-type.ts";
import { packBooleans, unpackBooleans } from "../bit-packing.ts";
import type { ArrayToArrayCodec, BoundArrayToArray, ChunkType } from "../codec.ts";
import { parseNothing } from "../configuration.ts";
import { type Kernels, loadKernels } from "../kernels/kernels.ts";
import { allocate } from "../pipeline/allocate.ts";
import { denseChunk, elementsInOrder } from "../pipeline/chunk-elements.ts";

const UINT8: FixedDataType = { kind: "integer", name: "uint8", itemSize: 1, bits: 8, signed: false };

export const numcodecsPackbits: ArrayToArrayCodec<undefined> = {
  kind: "array-to-array",
  parse: parseNothing,
  bind: async (_, input) => {
    if (input.dataType.kind !== "bool") {
      throw new HyperslabError("invalid-data", `only booleans can be packed into bits, not ${input.dataType.name}`);
    }
    return bindPackbits(input, input.dataType, await loadKernels());
  },
};

function bindPackbits(input: ChunkType, bool: FixedDataType, kernels: Kernels): BoundArrayToArray {
  const count = input.shape.reduce((product, length) => product * length, 1);
  const packed = Math.ceil(count / 8);
  const unused = 8 * packed - count;
  const output = { dataType: UINT8, shape: [1 + packed], fillValue: new Uint8Array(1) };
  return {
    output,
    encode: (chunk) => {
      const bits = elementsInOrder(chunk);
      const bytes = allocate(1 + packed);
      bytes[0] = unused;
      packBooleans(kernels, bits, count, bytes.subarray(1), "highest");
      return denseChunk(output.dataType, output.shape, bytes);
    },
    decode: (chunk, out) => {
      const bytes = elementsInOrder(chunk);
      if (bytes[0] !== unused) {
        throw new HyperslabError("invalid-data", `${bytes[0]} bits are said to be unused, expected ${unused}`);
      }
      const bits = out ?? allocate(count);
      unpackBooleans(kernels, bytes.subarray(1), count, bits, "highest");
      return denseChunk(bool, input.shape, bits);
    },
  };
}
