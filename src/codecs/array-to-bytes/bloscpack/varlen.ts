/**
 * `bloscpack-varlen`: the elements as objects of a Bloscpack file of the proposed variable-length layout, the codec's
 * object. Nodes of that format carry it; no document names it.
 */
import { HyperslabError } from "../../../errors.ts";
import type { Chunk, VariableChunk } from "../../../model/grid/chunk.ts";
import { copyItems } from "../../../model/lattice/copy.ts";
import { contiguous, type Lattice, latticeCount, selectLattice } from "../../../model/lattice/lattice.ts";
import { type AxisSelection, selectionShape, wholeSelection } from "../../../model/selection/axis-selection.ts";
import type { Item } from "../../../model/values/fill-value.ts";
import type { ArrayToBytesCodec, BoundArrayToBytes, ChunkType, ObjectMemo, Reads } from "../../codec.ts";
import { driveMemory } from "../../pipeline/drive.ts";
import { encodeObjects } from "./encode-objects.ts";
import { loadFrameCodec } from "./frames.ts";
import { objectBytes } from "./object-bytes.ts";
import { readFileHead } from "./object-places.ts";
import { type ObjectReader, readObjects } from "./read-objects.ts";
import { type ObjectsConfiguration, parseObjects } from "./varlen-configuration.ts";

export const bloscpackVarlen: ArrayToBytesCodec<ObjectsConfiguration> = {
  kind: "array-to-bytes",
  parse: parseObjects,
  bind: async (configuration, input) => {
    const objects = objectBytes(input.dataType);
    return bindFile({ frames: await loadFrameCodec(), objects }, configuration, input);
  },
};

function bindFile(reader: ObjectReader, configuration: ObjectsConfiguration, input: ChunkType): BoundArrayToBytes {
  const { shape } = input;
  const { dataType, encode } = reader.objects;
  const layout = contiguous(shape);
  const count = latticeCount(layout);
  return {
    encodedLength: undefined,
    readShape: shape.map(() => 1),
    encode: (chunk) => encodeObjects(reader.frames, configuration, itemsInOrder(chunk).map(encode)),
    decode: (file): VariableChunk => {
      const chunk: VariableChunk = { dataType, shape, layout, items: new Array<Item>(count) };
      driveMemory(decodeSelection(reader, shape, wholeSelection(shape), chunk), file);
      return chunk;
    },
    decodePart: (selection, target, memo) => decodeSelection(reader, shape, selection, target, memo),
  };
}

function itemsInOrder(chunk: Chunk): Item[] {
  if (chunk.items === undefined) {
    throw new HyperslabError("invalid-request", `elements of type ${chunk.dataType.name} are of fixed size`);
  }
  const items = new Array<Item>(latticeCount(chunk.layout));
  copyItems(chunk.items, chunk.layout, items, contiguous(chunk.shape));
  return items;
}

/** False: there is no file. */
function* decodeSelection(
  reader: ObjectReader,
  shape: readonly number[],
  selection: readonly AxisSelection[],
  target: Chunk,
  memo?: ObjectMemo,
): Reads<boolean> {
  if (target.items === undefined) {
    throw new HyperslabError("invalid-request", `elements of type ${target.dataType.name} are of fixed size`);
  }
  const head = yield* readFileHead(memo);
  if (head === undefined) return false;
  const count = latticeCount(contiguous(shape));
  if (head.count < count) {
    const what = `the file holds ${head.count} objects (at byte 16), ${count} are expected`;
    throw new HyperslabError("invalid-data", what);
  }
  const indices = indicesOf(selectLattice(contiguous(shape), selection));
  const items = new Array<Item>(indices.length);
  yield* readObjects(reader, head, indices, items);
  copyItems(items, contiguous(selectionShape(selection)), target.items, target.layout);
  return true;
}

/** The positions of a lattice in C order. */
function indicesOf({ base, axes }: Lattice): Float64Array {
  let indices = Float64Array.of(base);
  for (const { count, stride, offsets } of axes) {
    const next = new Float64Array(indices.length * count);
    for (let i = 0, at = 0; i < indices.length; i++) {
      for (let j = 0; j < count; j++) next[at++] = indices[i]! + (offsets?.[j] ?? j * stride);
    }
    indices = next;
  }
  return indices;
}
