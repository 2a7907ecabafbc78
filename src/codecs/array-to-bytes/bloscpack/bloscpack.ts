/**
 * `bloscpack`: the elements as linear bytes in C order, cut into chunks of one Bloscpack file, the codec's object.
 * Nodes of that format carry it; documents never name it.
 */
import { fromPlain, jsonObject } from "../../../bytes/json/make.ts";
import { HyperslabError } from "../../../errors.ts";
import { type FixedDataType, isFixedSize, movesBytes } from "../../../model/data-types/data-type.ts";
import type { Chunk, FixedChunk } from "../../../model/grid/chunk.ts";
import { copyChunk, selectChunk } from "../../../model/lattice/copy.ts";
import { contiguous, isContiguous, latticeSpan, selectLattice } from "../../../model/lattice/lattice.ts";
import { type AxisSelection, axisCount, wholeSelection } from "../../../model/selection/axis-selection.ts";
import type { ArrayToBytesCodec, BoundArrayToBytes, ChunkType, FramedObject, Reads } from "../../codec.ts";
import { lazyLimits } from "../../lazy-limits.ts";
import { allocate } from "../../pipeline/allocate.ts";
import { emptyChunk } from "../../pipeline/chunk-elements.ts";
import { driveMemory } from "../../pipeline/drive.ts";
import { type ByteOrder, reversedUnits, swapBytes } from "../byte-order.ts";
import { bytes as bytesCodec } from "../bytes.ts";
import { type BloscpackConfiguration, parseBloscpack } from "./configuration.ts";
import { assembleFile, encodeFile } from "./encode-file.ts";
import { loadFrameCodec } from "./frames.ts";
import { type FileReader, readBytes } from "./read-bytes.ts";

export const bloscpack: ArrayToBytesCodec<BloscpackConfiguration> = {
  kind: "array-to-bytes",
  parse: parseBloscpack,
  bind: async (configuration, input, context) => {
    const { dataType } = input;
    if (!isFixedSize(dataType)) {
      throw new HyperslabError("invalid-data", `elements of type ${dataType.name} have no fixed size`);
    }
    const linear = await bytesCodec.bind({ endian: configuration.endian ?? "little" }, input, context);
    const total = input.shape.reduce((product, length) => product * length, dataType.itemSize);
    return bindFile({ table: configuration, frames: await loadFrameCodec(), total }, input, dataType, linear);
  },
};

function bindFile(
  reader: FileReader,
  input: ChunkType,
  dataType: FixedDataType,
  linear: BoundArrayToBytes,
): BoundArrayToBytes {
  const units = reversedUnits(dataType, reader.table.endian ?? "little");
  const swapped = movesBytes(units);
  const target: Target = {
    reader,
    dataType,
    shape: input.shape,
    swap: swapped ? (stored) => swapBytes(stored, dataType.itemSize, units) : undefined,
  };
  return {
    encodedLength: undefined,
    readShape: readShape(reader, input.shape, dataType.itemSize),
    framed: framedObject(reader.table),
    encode: (chunk) => encodeFile(reader.frames, reader.table, linear.encode(chunk) ?? new Uint8Array(0)),
    decode: (file) => {
      const chunk = emptyChunk(input);
      driveMemory(decodeSelection(target, wholeSelection(input.shape), chunk), file);
      return chunk;
    },
    decodePart: (selection, chunk) => decodeSelection(target, selection, chunk),
  };
}

function framedObject(configuration: BloscpackConfiguration): FramedObject | undefined {
  const { chunkSize, compressor, level, filter, typeSize, checksum, endian } = configuration;
  if (chunkSize === undefined || chunkSize === 0) return undefined;
  return {
    options: { compressor, level, filter, typeSize, checksum },
    pieceBytes: chunkSize,
    serializer: { name: "bytes", configuration: jsonObject([["endian", fromPlain(plainOrder(endian ?? "little"))]]) },
    assemble: (length) => assembleFile(configuration, length),
  };
}

function plainOrder(order: ByteOrder): unknown {
  return typeof order === "object" ? order.map(plainOrder) : (order ?? null);
}

/** About as many elements as a chunk holds, in a range along the axis where the chunk ends. */
function readShape({ table }: FileReader, shape: readonly number[], itemSize: number): readonly number[] {
  const block = shape.map(() => 1);
  let room = (table.chunkSize ?? 0) / itemSize;
  for (let axis = shape.length - 1; axis >= 0 && room > 1; axis--) {
    block[axis] = Math.max(1, Math.min(shape[axis]!, Math.ceil(room)));
    room /= Math.max(1, shape[axis]!);
  }
  return block;
}

interface Target {
  readonly reader: FileReader;
  readonly dataType: FixedDataType;
  readonly shape: readonly number[];
  readonly swap: ((stored: Uint8Array) => Uint8Array) | undefined;
}

/** Returns false if the array was created but nothing was written to it yet. */
function* decodeSelection(target: Target, selection: readonly AxisSelection[], out: Chunk): Reads<boolean> {
  const { reader, dataType, shape } = target;
  const lattice = selectLattice(contiguous(shape), selection);
  const { min, max } = latticeSpan(lattice);
  if (min > max) return true;
  const span = (max - min + 1) * dataType.itemSize;
  const direct = directBytes(target, selection, out, span);
  if (direct !== undefined) {
    return yield* readPieces(reader, min * dataType.itemSize, direct);
  }
  if (lazyLimits.decodedPieceBytes.isExceededBy(span)) {
    const cut = cutSelection(selection, span);
    if (cut !== undefined) {
      for (const { selection: piece, at } of cut) {
        if (!(yield* decodeSelection(target, piece, selectChunk(out, at)))) return false;
      }
      return true;
    }
  }
  const stored = allocate(span);
  if (!(yield* readBytes(reader, min * dataType.itemSize, (max + 1) * dataType.itemSize, stored))) return false;
  const bytes = target.swap?.(stored) ?? stored;
  const from: FixedChunk = { dataType, shape: out.shape, layout: { ...lattice, base: lattice.base - min }, bytes };
  copyChunk(from, out);
  return true;
}

/** Reads a long range in pieces that end at chunk boundaries. */
function* readPieces(reader: FileReader, begin: number, out: Uint8Array): Reads<boolean> {
  const chunk = Math.max(1, reader.table.chunkSize ?? 1);
  const { decodedPieceBytes } = lazyLimits;
  const step = decodedPieceBytes.holds(chunk) * chunk;
  const end = begin + out.byteLength;
  if (!decodedPieceBytes.isExceededBy(out.byteLength)) return yield* readBytes(reader, begin, end, out);
  for (let at = begin; at < end; ) {
    const next = Math.min(end, (Math.floor(at / step) + 1) * step);
    if (!(yield* readBytes(reader, at, next, out.subarray(at - begin, next - begin)))) return false;
    at = next;
  }
  return true;
}

/** The target's own memory, if exactly the stored bytes belong there. */
function directBytes(
  target: Target,
  selection: readonly AxisSelection[],
  out: Chunk,
  span: number,
): Uint8Array | undefined {
  if (target.swap !== undefined || out.bytes === undefined || !isContiguous(out.layout)) return undefined;
  const { itemSize } = target.dataType;
  const lattice = selectLattice(contiguous(target.shape), selection);
  const count = selection.reduce((product, axis) => product * axisCount(axis), itemSize);
  if (count !== span || !isContiguous({ ...lattice, base: 0 })) return undefined;
  const start = out.layout.base * itemSize;
  return out.bytes.subarray(start, start + span);
}

interface Piece {
  readonly selection: readonly AxisSelection[];
  /** Its position in the selection. */
  readonly at: readonly AxisSelection[];
}

/** The selection in pieces along its first axis with more than one index; undefined if there is none. */
function cutSelection(selection: readonly AxisSelection[], span: number): readonly Piece[] | undefined {
  const axis = selection.findIndex((along) => axisCount(along) > 1);
  const along = selection[axis];
  if (along === undefined) return undefined;
  const count = axisCount(along);
  const step = lazyLimits.decodedPieceBytes.holds(span / count);
  const pieces: Piece[] = [];
  for (let first = 0; first < count; first += step) {
    const part = { first, count: Math.min(step, count - first) };
    pieces.push({
      selection: selection.map((own, i) => (i === axis ? cutAxis(own, part.first, part.count) : own)),
      at: selection.map((own, i) =>
        i === axis
          ? { kind: "range", start: part.first, step: 1, count: part.count }
          : { kind: "range", start: 0, step: 1, count: axisCount(own) },
      ),
    });
  }
  return pieces;
}

function cutAxis(axis: AxisSelection, first: number, count: number): AxisSelection {
  if (axis.kind === "list") return { kind: "list", indices: axis.indices.slice(first, first + count) };
  return { kind: "range", start: axis.start + first * axis.step, step: axis.step, count };
}
