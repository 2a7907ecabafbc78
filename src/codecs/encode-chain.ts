/** Encoding along a chain, first codec first; and changing part of what is encoded already. */
import { type AxisSelection, isWhole, wholeSelection } from "../model/axis-selection.ts";
import type { Chunk } from "../model/chunk.ts";
import { chunkHolds, filledChunk } from "../model/chunk-fill.ts";
import { latticeShape } from "../model/lattice.ts";
import { copyChunk, selectChunk } from "../model/lattice-copy.ts";
import type { Scratch } from "./allocate.ts";
import { attempt, type Chain, checkChunk, checkLength } from "./chain.ts";
import type { EncodeOptions } from "./codec.ts";
import { decodeBytes, decodeChain } from "./decode-chain.ts";
import { driveMemory } from "./drive.ts";
import { emptyChunk } from "./empty-chunk.ts";

/** The encoded chunk, in memory of its own; `undefined` if there is nothing to store. */
export function encodeChain(chain: Chain, chunk: Chunk, options: EncodeOptions = {}): Uint8Array | undefined {
  const { dataType, shape, fillValue } = chain.type;
  checkChunk(undefined, "encode", chunk, dataType, shape);
  if (options.dropFill === true && chunkHolds(chunk, fillValue)) return undefined;
  let array = chunk;
  for (const { name, bound } of chain.arrays) {
    const input = array;
    array = attempt(name, "encode", () => bound.encode(input));
    checkChunk(name, "encode", array, bound.output.dataType, bound.output.shape);
  }
  const { name, bound } = chain.serializer;
  const bytes = attempt(name, "encode", () => bound.encode(array));
  if (bytes === undefined) return undefined;
  if (bound.encodedLength !== undefined) checkLength(name, "encode", bytes.byteLength, bound.encodedLength);
  const encoded = encodeBytes(chain, bytes);
  return encoded.buffer === chunk.bytes?.buffer ? encoded.slice() : encoded;
}

function encodeBytes(chain: Chain, serialized: Uint8Array): Uint8Array {
  let bytes = serialized;
  for (const { name, bound } of chain.bytes) {
    const input = bytes;
    bytes = attempt(name, "encode", () => bound.encode(input));
    if (bound.encodedLength !== undefined) checkLength(name, "encode", bytes.byteLength, bound.encodedLength);
  }
  return bytes;
}

/** The encoded chunk after `source` is written to `selection` of `old`. */
export function updateChain(
  chain: Chain,
  scratch: Scratch,
  old: Uint8Array | undefined,
  selection: readonly AxisSelection[],
  source: Chunk,
  options: EncodeOptions = {},
): Uint8Array | undefined {
  const { dataType, shape, fillValue } = chain.type;
  if (isWhole(selection, shape)) return encodeChain(chain, source, options);
  if (chain.serializer.bound.update !== undefined && chain.arrays.every(({ bound }) => bound.moves !== undefined)) {
    return updateSerialized(chain, old, selection, source);
  }
  const chunk = old === undefined ? filledChunk(dataType, shape, fillValue) : emptyChunk(chain.type);
  if (old !== undefined) driveMemory(decodeChain(chain, scratch, wholeSelection(shape), chunk, undefined), old);
  copyChunk(source, selectChunk(chunk, selection));
  return encodeChain(chain, chunk, options);
}

/** Leaves it to the array->bytes codec which parts to decode and encode anew. */
function updateSerialized(
  chain: Chain,
  old: Uint8Array | undefined,
  selection: readonly AxisSelection[],
  source: Chunk,
): Uint8Array | undefined {
  let moved = source;
  let region = selection;
  for (const { bound } of chain.arrays) {
    const layout = bound.moves!.lattice(moved.layout);
    moved = { ...moved, shape: latticeShape(layout), layout };
    region = bound.moves!.selection(region);
  }
  const { name, bound } = chain.serializer;
  const decoded = old === undefined ? undefined : decodeBytes(chain, old);
  const updated = attempt(name, "encode", () => bound.update?.(decoded, region, moved));
  return updated === undefined ? undefined : encodeBytes(chain, updated);
}
