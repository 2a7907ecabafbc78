/**
 * `shuffle`, numcodecs' codec of that name: first byte 0 of every element, then byte 1 of every element, and so on.
 * `elementsize` is 4 by default; 1 changes nothing. Bytes after the last whole element are left unchanged, as in HDF5
 * (numcodecs refuses such lengths).
 */
import { HyperslabError } from "../../errors.ts";
import type { BytesToBytesCodec } from "../codec.ts";
import { applyFilter, effectiveFilter, type FilteredBlock, unfilter } from "../kernels/blosc-filter.ts";
import { type Kernels, loadKernels } from "../kernels/kernels.ts";
import { stage, within } from "../kernels/staged.ts";
import { allocate } from "../pipeline/allocate.ts";

export interface ShuffleConfiguration {
  readonly elementSize: number;
}

const DEFAULT_ELEMENT_SIZE = 4;

export const shuffle: BytesToBytesCodec<ShuffleConfiguration> = {
  kind: "bytes-to-bytes",
  parse: (configuration) => {
    configuration.only(["elementsize", "id"]);
    return { elementSize: configuration.get("elementsize")?.integer(0, 2 ** 31 - 1) ?? DEFAULT_ELEMENT_SIZE };
  },
  bind: async ({ elementSize }, { length }) => {
    const kernels = await loadKernels();
    const changes = (bytes: Uint8Array) => effectiveFilter("shuffle", elementSize, bytes.byteLength) !== "none";
    return {
      encodedLength: length,
      writesOut: true,
      encode: (bytes) => (changes(bytes) ? encode(kernels, elementSize, bytes) : bytes),
      decode: (bytes, out) => {
        if (length !== undefined && bytes.byteLength !== length) {
          throw new HyperslabError("invalid-data", `${bytes.byteLength} bytes are stored, expected ${length}`);
        }
        return changes(bytes) ? decode(kernels, elementSize, bytes, out ?? allocate(bytes.byteLength)) : bytes;
      },
    };
  },
};

function encode(kernels: Kernels, elementSize: number, bytes: Uint8Array): Uint8Array {
  return within(kernels, () => {
    const pointer = kernels.memory.allocate(bytes.byteLength);
    applyFilter(kernels, shuffled(bytes, elementSize, pointer), bytes, 0);
    return kernels.memory.bytes.slice(pointer, pointer + bytes.byteLength);
  });
}

function decode(kernels: Kernels, elementSize: number, bytes: Uint8Array, out: Uint8Array): Uint8Array {
  return within(kernels, () => {
    unfilter(kernels, shuffled(bytes, elementSize, stage(kernels, bytes)), 0, bytes.byteLength, out, 0);
    return out;
  });
}

/** `pointer` is the address of the shuffled form. */
function shuffled({ byteLength }: Uint8Array, elementSize: number, pointer: number): FilteredBlock {
  const stride = Math.floor(byteLength / elementSize);
  return { filter: "shuffle", typeSize: elementSize, length: byteLength, pointer, stride };
}
