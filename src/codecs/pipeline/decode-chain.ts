/**
 * Decodes along a chain, last codec first. Codecs that only move elements are never run: the selection and the target
 * are moved instead. Scratch memory is used only between two yields, because at a yield another decoder of the same
 * chain may take over.
 */
import { atPlace, HyperslabError, isHyperslabError } from "../../errors.ts";
import type { Chunk } from "../../model/grid/chunk.ts";
import { copyChunk, selectChunk } from "../../model/lattice/copy.ts";
import { isContiguous, latticeCount, latticeShape } from "../../model/lattice/lattice.ts";
import {
  type AxisSelection,
  axisCount,
  isWhole,
  selectionShape,
  wholeSelection,
} from "../../model/selection/axis-selection.ts";
import type { ObjectMemo, Reads } from "../codec.ts";
import type { Rooms, Scratch } from "./allocate.ts";
import { type ArrayLink, attempt, type BytesLink, type Chain, checkChunk, checkLength } from "./chain.ts";
import { emptyChunk } from "./chunk-elements.ts";
import { driveMemory } from "./drive.ts";

/** The name under which a memo keeps the output of the bytes->bytes codecs. */
const DECODED = "decoded";

/** Decodes `selection` of the chunk into `target`. */
export function* decodeChain(
  chain: Chain,
  rooms: Rooms,
  selection: readonly AxisSelection[],
  target: Chunk,
  memo: ObjectMemo | undefined,
): Reads<boolean> {
  checkTarget(selection, target);
  if (latticeCount(target.layout) === 0) return true;
  if (chain.arrays.length === 0) return yield* decodeSerializer(chain, rooms, selection, target, memo);
  return yield* decodeArrays(chain, rooms, 0, selection, target, memo);
}

function checkTarget(selection: readonly AxisSelection[], target: Chunk): void {
  const { axes: to } = target.layout;
  if (selection.length === to.length && selection.every((axis, i) => axisCount(axis) === to[i]!.count)) return;
  const counts = selectionShape(selection);
  const axes = latticeShape(target.layout);
  const what = `a selection of shape [${counts.join(", ")}] does not fit a target of shape [${axes.join(", ")}]`;
  throw new HyperslabError("invalid-request", what);
}

/** `depth` array->array codecs are already handled; selection and target refer to the output of the next one. */
function* decodeArrays(
  chain: Chain,
  rooms: Rooms,
  depth: number,
  selection: readonly AxisSelection[],
  target: Chunk,
  memo: ObjectMemo | undefined,
): Reads<boolean> {
  const link = chain.arrays[depth];
  if (link === undefined) return yield* decodeSerializer(chain, rooms, selection, target, memo);
  const { moves, output, elementwise, identity } = link.bound;
  if (identity === true) return yield* decodeArrays(chain, rooms, depth + 1, selection, target, memo);
  if (moves !== undefined) {
    const layout = moves.lattice(target.layout);
    const moved: Chunk = { ...target, shape: latticeShape(layout), layout };
    return yield* decodeArrays(chain, rooms, depth + 1, moves.selection(selection), moved, memo);
  }
  const wanted = elementwise === true ? selection : wholeSelection(output.shape);
  const part = emptyChunk(output, selectionShape(wanted));
  if (!(yield* decodeArrays(chain, rooms, depth + 1, wanted, part, memo))) return false;
  const whole = elementwise === true || isWhole(selection, link.decoded.shape);
  const out = whole ? memoryOf(target) : undefined;
  const decoded = runArray(link, part, out);
  if (out !== undefined && decoded.bytes === out) return true;
  copyChunk(elementwise === true ? decoded : selectChunk(decoded, selection), target);
  return true;
}

/** The bytes of a chunk's elements, if they are contiguous. */
function memoryOf({ bytes, layout, dataType }: Chunk): Uint8Array | undefined {
  if (bytes === undefined || !isContiguous(layout)) return undefined;
  const start = layout.base * dataType.itemSize;
  return bytes.subarray(start, start + latticeCount(layout) * dataType.itemSize);
}

function runArray(link: ArrayLink, part: Chunk, out: Uint8Array | undefined): Chunk {
  const decoded = attempt(link.name, "decode", () => link.bound.decode(part, out));
  const expected = link.bound.elementwise === true ? part.shape : link.decoded.shape;
  checkChunk(link.name, "decode", decoded, link.decoded.dataType, expected);
  return decoded;
}

function* decodeSerializer(
  chain: Chain,
  rooms: Rooms,
  selection: readonly AxisSelection[],
  target: Chunk,
  memo: ObjectMemo | undefined,
): Reads<boolean> {
  const { name, bound } = chain.serializer;
  if (chain.bytes.length === 0 && bound.decodePart !== undefined) {
    try {
      return yield* bound.decodePart(selection, target, memo);
    } catch (error) {
      throw atPlace(error, { codec: name, direction: "decode" });
    }
  }
  const kept = memo?.get(DECODED);
  if (kept !== undefined) {
    copyPart(chain, kept, selection, target);
    return true;
  }
  const [object] = yield [undefined];
  if (object === undefined) return false;
  const direct = directTarget(chain, selection, target);
  if (direct !== undefined) {
    const decoded = decodeBytes(chain, object, rooms, direct);
    if (decoded !== direct) direct.set(decoded);
    return true;
  }
  const keep = memo?.wants?.(DECODED, chain.bytes[0]?.decodedLength ?? object.byteLength) === true;
  const bytes = keep ? decodeBytes(chain, object) : decodeBytes(chain, object, rooms, scratchFor(chain, rooms));
  if (keep) memo?.set(DECODED, bytes);
  copyPart(chain, bytes, selection, target);
  return true;
}

/** From the output of the array->bytes codec to the target. */
function copyPart(chain: Chain, bytes: Uint8Array, selection: readonly AxisSelection[], target: Chunk): void {
  const { name, bound } = chain.serializer;
  attempt(name, "decode", () => {
    if (bound.decodePart !== undefined) driveMemory(bound.decodePart(selection, target), bytes);
    else copyChunk(selectChunk(bound.decode(bytes), selection), target);
  });
}

/** The target's own memory, if exactly the decoded bytes belong there. */
function directTarget(chain: Chain, selection: readonly AxisSelection[], target: Chunk): Uint8Array | undefined {
  const { plain, encodedLength } = chain.serializer.bound;
  if (plain !== true || encodedLength === undefined) return undefined;
  const encoded = chain.arrays.at(-1)?.bound.output ?? chain.type;
  return isWhole(selection, encoded.shape) ? memoryOf(target) : undefined;
}

function scratchFor(chain: Chain, { decoded }: Rooms): Uint8Array | undefined {
  return leaseFor(chain.bytes[0], decoded);
}

/** Memory for what a codec decodes to, if that is known and the codec writes there. */
function leaseFor(link: BytesLink | undefined, scratch: Scratch): Uint8Array | undefined {
  if (link?.bound.writesOut !== true || link.decodedLength === undefined) return undefined;
  return scratch.lease(link.decodedLength).bytes;
}

/**
 * Undoes the bytes->bytes codecs. The last of them to run may write to `out`, those before it to `rooms`; the result may lie in
 * either, and without them in memory of its own or in that of `object`.
 */
export function decodeBytes(chain: Chain, object: Uint8Array, rooms?: Rooms, out?: Uint8Array): Uint8Array {
  let bytes = object;
  let turn = 0;
  chain.stored.length = object.byteLength;
  for (let i = chain.bytes.length - 1; i >= 0; i--) {
    const link = chain.bytes[i]!;
    const { name, bound, decodedLength } = link;
    const encoded = bytes;
    const room = i === 0 ? out : rooms && leaseFor(link, rooms.between[turn === 0 ? 0 : 1]);
    const decode = (): Uint8Array => bound.decode(encoded, room);
    bytes = chain.type.dataType.itemSize === undefined ? decodeItems(name, decode) : attempt(name, "decode", decode);
    if (decodedLength !== undefined) checkLength(name, "decode", bytes.byteLength, decodedLength);
    // A codec may also give what it was given, which then still lies in the other room, or outside.
    if (room !== undefined && liesIn(bytes, room)) turn = 1 - turn;
  }
  return bytes;
}

function liesIn({ buffer, byteOffset }: Uint8Array, room: Uint8Array): boolean {
  return buffer === room.buffer && byteOffset >= room.byteOffset && byteOffset < room.byteOffset + room.byteLength;
}

/** The size of variable-length items is known only when they are decoded, so exceeding the limit may be legitimate. */
function decodeItems(name: string, decode: () => Uint8Array): Uint8Array {
  try {
    return attempt(name, "decode", decode);
  } catch (error) {
    if (!isHyperslabError(error, "invalid-data") || error.hint !== undefined) throw error;
    const { code, what, place, cause } = error;
    const hint = "If the chunk is right and its items are that long, open the array with a larger maxChunkBytes.";
    throw new HyperslabError(code, what, { ...place, hint, cause });
  }
}
