/**
 * `bloscpack-varlen`: the elements as objects of a Bloscpack file in the proposed variable-length layout, the codec's
 * object. Nodes of that format carry it; documents never name it.
 */
import { HyperslabError } from "../../../errors.ts";
import type { Chunk, VariableChunk } from "../../../model/grid/chunk.ts";
import { copyItems } from "../../../model/lattice/copy.ts";
import { contiguous, type Lattice, latticeCount, selectLattice } from "../../../model/lattice/lattice.ts";
import { type AxisSelection, selectionShape, wholeSelection } from "../../../model/selection/axis-selection.ts";
import type { Item } from "../../../model/values/fill-value.ts";
import type { ArrayToBytesCodec, BoundArrayToBytes, ChunkType, ObjectMemo, Reads } from "../../codec.ts";
import { driveMemory } from "../../pipeline/drive.ts";
import { type ObjectsConfiguration, parseObjects } from "./configuration.ts";
import { encodeObjects } from "./encode-file.ts";
import { type FrameCodec, loadFrameCodec } from "./frames.ts";
import { type ObjectBytes, objectBytes } from "./object-bytes.ts";
import { readObjects, readObjectsHeader } from "./read-objects.ts";

export const bloscpackVarlen: ArrayToBytesCodec<ObjectsConfiguration> = {
  kind: "array-to-bytes",
  parse: parseObjects,
  bind: async (configuration, input) => {
    const objects = objectBytes(input.dataType);
    return bindFile({ frames: await loadFrameCodec(), objects }, configuration, input);
  },
};

interface ObjectsCodec {
  readonly frames: FrameCodec;
  readonly objects: ObjectBytes;
}

function bindFile(codec: ObjectsCodec, configuration: ObjectsConfiguration, input: ChunkType): BoundArrayToBytes {
  const { shape } = input;
  const { dataType, encode } = codec.objects;
  const layout = contiguous(shape);
  const count = latticeCount(layout);
  return {
    encodedLength: undefined,
    readShape: shape.map(() => 1),
    encode: (chunk) => encodeObjects(codec.frames, configuration, itemsInOrder(chunk).map(encode)),
    decode: (file): VariableChunk => {
      const chunk: VariableChunk = { dataType, shape, layout, items: new Array<Item>(count) };
      driveMemory(decodeSelection(codec, shape, wholeSelection(shape), chunk), file);
      return chunk;
    },
    decodePart: (selection, target, memo) => decodeSelection(codec, shape, selection, target, memo),
  };
}

function itemsInOrder(chunk: Chunk): Item[] {
  if (chunk.items === undefined) throw isFixed(chunk);
  const items = new Array<Item>(latticeCount(chunk.layout));
  copyItems(chunk.items, chunk.layout, items, contiguous(chunk.shape));
  return items;
}

function isFixed({ dataType }: Chunk): HyperslabError {
  return new HyperslabError("invalid-request", `elements of type ${dataType.name} are of fixed size`);
}

/** Returns false if there is no file. */
function* decodeSelection(
  { frames, objects }: ObjectsCodec,
  shape: readonly number[],
  selection: readonly AxisSelection[],
  target: Chunk,
  memo?: ObjectMemo,
): Reads<boolean> {
  if (target.items === undefined) throw isFixed(target);
  const header = yield* readObjectsHeader(memo);
  if (header === undefined) return false;
  const count = latticeCount(contiguous(shape));
  if (header.chunkCount < count) {
    const what = `the file holds ${header.chunkCount} objects (at byte 16), ${count} are expected`;
    throw new HyperslabError("invalid-data", what);
  }
  const indices = indicesOf(selectLattice(contiguous(shape), selection));
  const items = new Array<Item>(indices.length);
  yield* readObjects(frames, header, indices, (bytes, i) => {
    items[i] = objects.decode(bytes);
  });
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
