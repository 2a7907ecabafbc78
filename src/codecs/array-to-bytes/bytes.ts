/**
 * `bytes`: the elements one after another in C order, little- or big-endian. If nothing compresses the object, parts of
 * it are read without the rest. `endian` may be omitted for types whose elements have no byte order.
 */
import { HyperslabError } from "../../errors.ts";
import { type DataType, type FixedDataType, isFixedSize, movesBytes } from "../../model/data-types/data-type.ts";
import type { Chunk, FixedChunk } from "../../model/grid/chunk.ts";
import { copyChunk } from "../../model/lattice/copy.ts";
import { contiguous, isContiguous, type Lattice, latticeSpan, selectLattice } from "../../model/lattice/lattice.ts";
import { type AxisSelection, isWhole } from "../../model/selection/axis-selection.ts";
import type { ArrayToBytesCodec, BoundArrayToBytes, ChunkType, Reads } from "../codec.ts";
import { allocate, type Scratch } from "../pipeline/allocate.ts";
import {
  type ByteOrder,
  orderIsMissing,
  parseByteOrder,
  reversedUnits,
  type SwapUnits,
  swapBytes,
} from "./byte-order.ts";

export interface BytesConfiguration {
  readonly endian: ByteOrder;
}

export const bytes: ArrayToBytesCodec<BytesConfiguration> = {
  kind: "array-to-bytes",
  parse: (configuration) => {
    configuration.only(["endian"]);
    return { endian: parseByteOrder(configuration.get("endian")) };
  },
  bind: ({ endian }, input) => {
    const { dataType } = input;
    if (!isFixedSize(dataType)) {
      const codec = dataType.kind === "string" ? "vlen-utf8" : "vlen-bytes";
      throw new HyperslabError("invalid-data", `elements of type ${dataType.name} have no fixed size`, {
        hint: `Such elements are encoded by ${codec}.`,
      });
    }
    if (orderIsMissing(dataType, endian)) {
      throw new HyperslabError("invalid-data", `endian is missing, and elements of type ${dataType.name} need it`, {
        hint: 'Say "little" or "big".',
      });
    }
    return bindBytes(dataType, input, reversedUnits(dataType, endian));
  },
};

function bindBytes(dataType: FixedDataType, input: ChunkType, units: SwapUnits): BoundArrayToBytes {
  const { shape } = input;
  const layout = contiguous(shape);
  const length = shape.reduce((product, count) => product * count, dataType.itemSize);
  const swapped = movesBytes(units);
  const inMemory = decoderOf(dataType, swapped ? units : undefined);
  const chunkOver = (stored: Uint8Array, at: Lattice, counts: readonly number[]): FixedChunk => {
    return { dataType, shape: counts, layout: at, bytes: inMemory(stored) };
  };
  return {
    encodedLength: length,
    plain: !swapped && narrowBits(dataType) === undefined,
    encode: (chunk, room) => {
      const plain = inOrder(chunk, layout, length, room);
      return swapped ? swapBytes(plain, dataType.itemSize, units) : plain;
    },
    decode: (stored) => {
      checkWhole(stored, length);
      return chunkOver(stored, layout, shape);
    },
    decodePart: function* (selection, target): Reads<boolean> {
      if (isWhole(selection, shape)) {
        const [whole] = yield [undefined];
        if (whole === undefined) return false;
        checkWhole(whole, length);
        copyChunk(chunkOver(whole, layout, shape), target);
        return true;
      }
      const span = spanOf(layout, selection, dataType.itemSize);
      const partial = span.length * 2 < length;
      const [stored] = yield [partial ? span : undefined];
      if (stored === undefined) return false;
      if (partial) checkSpan(stored, span);
      else checkWhole(stored, length);
      const selected = selectLattice(layout, selection);
      const base = selected.base - (partial ? span.first : 0);
      copyChunk(chunkOver(stored, { ...selected, base }, target.shape), target);
      return true;
    },
  };
}

/** Converts stored elements to those in memory. */
function decoderOf(dataType: FixedDataType, units: SwapUnits | undefined): (stored: Uint8Array) => Uint8Array {
  const bits = narrowBits(dataType);
  if (bits !== undefined) return (stored) => widenIntegers(stored, bits, dataType.name.startsWith("int"));
  if (units === undefined) return (stored) => stored;
  return (stored) => swapBytes(stored, dataType.itemSize, units);
}

/** The chunk's elements in C order: its own memory if they already lie that way. */
function inOrder(chunk: Chunk, layout: Lattice, length: number, room: Scratch | undefined): Uint8Array {
  if (chunk.bytes === undefined) {
    throw new HyperslabError("invalid-request", `elements of type ${chunk.dataType.name} have no fixed size`);
  }
  const start = chunk.layout.base * chunk.dataType.itemSize;
  if (isContiguous(chunk.layout)) return chunk.bytes.subarray(start, start + length);
  const ordered: FixedChunk = { ...chunk, layout, bytes: room?.lease(length).bytes ?? allocate(length) };
  copyChunk(chunk, ordered);
  return ordered.bytes;
}

interface Span {
  /** In bytes. */
  readonly offset: number;
  readonly length: number;
  /** In elements. */
  readonly first: number;
}

/** From the first to the last byte that the selection touches. */
function spanOf(layout: Lattice, selection: readonly AxisSelection[], itemSize: number): Span {
  const { min, max } = latticeSpan(selectLattice(layout, selection));
  return { offset: min * itemSize, length: (max - min + 1) * itemSize, first: min };
}

function checkWhole(stored: Uint8Array, length: number): void {
  if (stored.byteLength === length) return;
  throw new HyperslabError("invalid-data", `${stored.byteLength} bytes are stored, but the chunk has ${length}`);
}

function checkSpan(stored: Uint8Array, span: Span): void {
  if (stored.byteLength === span.length) return;
  const end = span.offset + stored.byteLength;
  const what = `the chunk ends after ${end} bytes, its elements reach to byte ${span.offset + span.length} at least`;
  throw new HyperslabError("invalid-data", what);
}

/**
 * Bits of an element, if it is an integer narrower than a byte. Such integers take a byte each. Peers differ in how
 * they fill the upper bits (TensorStore with zeros, others with the sign), so those are ignored on reading.
 */
function narrowBits(dataType: DataType): number | undefined {
  return dataType.kind === "integer" && dataType.bits < 8 ? dataType.bits : undefined;
}

/** The stored bytes with the upper bits set from the lower ones: sign-extended, or zero. */
function widenIntegers(stored: Uint8Array, bits: number, signed: boolean): Uint8Array {
  const widened = allocate(stored.byteLength);
  const shift = 32 - bits;
  for (let i = 0; i < stored.byteLength; i++) {
    const raised = stored[i]! << shift;
    widened[i] = signed ? raised >> shift : raised >>> shift;
  }
  return widened;
}
