/** Encodes along a chain, first codec first; and changes part of an encoded chunk. */

import { type Chunk, chunkHolds, filledChunk } from "../../model/grid/chunk.ts";
import { copyChunk, selectChunk } from "../../model/lattice/copy.ts";
import { latticeShape } from "../../model/lattice/lattice.ts";
import { type AxisSelection, isWhole, wholeSelection } from "../../model/selection/axis-selection.ts";
import type { EncodeOptions } from "../codec.ts";
import { type Rooms, roomForEncoded, type Scratch } from "./allocate.ts";
import { attempt, type Chain, checkChunk, checkLength } from "./chain.ts";
import { emptyChunk } from "./chunk-elements.ts";
import { decodeBytes, decodeChain } from "./decode-chain.ts";
import { driveMemory } from "./drive.ts";

/** The encoded chunk, in new memory unless lent; `undefined` if there is nothing to store. */
export function encodeChain(
  chain: Chain,
  rooms: Rooms,
  chunk: Chunk,
  options: EncodeOptions = {},
): Uint8Array | undefined {
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
  const bytes = attempt(name, "encode", () => bound.encode(array, serializerRoom(chain, rooms, options)));
  if (bytes === undefined) return undefined;
  if (bound.encodedLength !== undefined) checkLength(name, "encode", bytes.byteLength, bound.encodedLength);
  const encoded = encodeBytes(chain, rooms, bytes, options);
  if (isLent(options)) return encoded;
  const shared = encoded.buffer === chunk.bytes?.buffer || rooms.decoded.holds(encoded) || rooms.encoded.holds(encoded);
  return shared ? encoded.slice() : encoded;
}

function isLent({ lend, out }: EncodeOptions): boolean {
  return lend === true || out !== undefined;
}

/** Where the array->bytes codec may put its result: that of the chain, if it is the last codec. */
function serializerRoom(chain: Chain, { decoded, encoded }: Rooms, { out }: EncodeOptions): Scratch {
  if (chain.bytes.length > 0) return decoded;
  if (out === undefined) return encoded;
  return {
    lease: (length) => (length <= out.byteLength ? { bytes: out.subarray(0, length) } : encoded.lease(length)),
    holds: encoded.holds,
  };
}

function encodeBytes(chain: Chain, rooms: Rooms, serialized: Uint8Array, options: EncodeOptions): Uint8Array {
  let bytes = serialized;
  for (const [index, { name, bound }] of chain.bytes.entries()) {
    const input = bytes;
    const last = index === chain.bytes.length - 1 && isLent(options);
    const out = last ? (options.out ?? rooms.encoded.lease(roomForEncoded(input.byteLength)).bytes) : undefined;
    bytes = attempt(name, "encode", () => bound.encode(input, out));
    if (bound.encodedLength !== undefined) checkLength(name, "encode", bytes.byteLength, bound.encodedLength);
  }
  return bytes;
}

/** The encoded chunk after `source` is written to `selection` of `old`. */
export function updateChain(
  chain: Chain,
  rooms: Rooms,
  old: Uint8Array | undefined,
  selection: readonly AxisSelection[],
  source: Chunk,
  options: EncodeOptions = {},
): Uint8Array | undefined {
  const { dataType, shape, fillValue } = chain.type;
  if (isWhole(selection, shape)) return encodeChain(chain, rooms, source, options);
  if (chain.serializer.bound.update !== undefined && chain.arrays.every(({ bound }) => bound.moves !== undefined)) {
    return updateSerialized(chain, rooms, old, selection, source, options);
  }
  const chunk = old === undefined ? filledChunk(dataType, shape, fillValue) : emptyChunk(chain.type);
  if (old !== undefined) driveMemory(decodeChain(chain, rooms, wholeSelection(shape), chunk, undefined), old);
  copyChunk(source, selectChunk(chunk, selection));
  return encodeChain(chain, rooms, chunk, options);
}

/** Leaves it to the array->bytes codec which parts to decode and re-encode. */
function updateSerialized(
  chain: Chain,
  rooms: Rooms,
  old: Uint8Array | undefined,
  selection: readonly AxisSelection[],
  source: Chunk,
  options: EncodeOptions,
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
  const room = serializerRoom(chain, rooms, options);
  const updated = attempt(name, "encode", () => bound.update?.(decoded, region, moved, room));
  if (updated === undefined) return undefined;
  const encoded = encodeBytes(chain, rooms, updated, options);
  return !isLent(options) && room.holds(encoded) ? encoded.slice() : encoded;
}
