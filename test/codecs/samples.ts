/** Chunks and codec chains for tests: every data type, any layout, random but repeatable elements. */
import fc from "fast-check";
import { fromPlain } from "../../src/bytes/json/make.ts";
import type { JsonObject } from "../../src/bytes/json/node.ts";
import type { ChunkType, Pipeline } from "../../src/codecs/codec.ts";
import { driveMemory } from "../../src/codecs/pipeline/drive.ts";
import type { CodecSpec } from "../../src/model/codec-spec.ts";
import { type DataType, isFixedSize } from "../../src/model/data-types/data-type.ts";
import { dataTypeNamed } from "../../src/model/data-types/named.ts";
import { optionalType, raggedType, structType } from "../../src/model/data-types/struct.ts";
import { type Chunk, filledChunk } from "../../src/model/grid/chunk.ts";
import { copyChunk, selectChunk } from "../../src/model/lattice/copy.ts";
import { contiguous } from "../../src/model/lattice/lattice.ts";
import { type AxisSelection, selectionShape, wholeSelection } from "../../src/model/selection/axis-selection.ts";
import { type Item, presentItem, zeroElement } from "../../src/model/values/fill-value.ts";
import { fortran } from "../model/naive-array.ts";

/** The type of a name; `ragged<int32>` are rows of such, `optional<int32>` such as may be missing. */
export function named(name: string): DataType {
  const [, kind, item] = /^(ragged|optional)<(.*)>$/.exec(name) ?? [];
  if (item !== undefined) return kind === "ragged" ? raggedType(named(item)) : optionalType(named(item));
  const dataType = dataTypeNamed(name);
  if (dataType === undefined) throw new Error(`no data type ${name}`);
  return dataType;
}

export const ALL_TYPES: readonly DataType[] = [
  ..."bool int2 int4 int8 int16 int32 int64 uint2 uint4 uint8 uint16 uint32 uint64".split(" ").map(named),
  ..."float16 float32 float64 bfloat16 float8_e4m3 float6_e2m3fn float4_e2m1fn".split(" ").map(named),
  ..."complex64 complex128 complex_float16 r8 r24 S5 U3 datetime64[ns] timedelta64[25s] string bytes"
    .split(" ")
    .map(named),
  structType([
    { name: "a", dataType: named("int32") },
    { name: "b", dataType: named("uint8") },
    { name: "c", dataType: named("float64"), shape: [2, 2] },
    { name: "d", dataType: named("U2") },
  ]),
];

export function typeOf(dataType: DataType, shape: readonly number[], fillValue?: Item): ChunkType {
  return { dataType, shape, fillValue: fillValue ?? zeroElement(dataType) };
}

/** A codec as documents give it. */
export interface PlainSpec {
  readonly name: string;
  readonly configuration?: object;
}

export function specs(...list: readonly PlainSpec[]): CodecSpec[] {
  return list.map(({ name, configuration = {} }) => ({ name, configuration: objectOf(configuration) }));
}

function objectOf(value: object): JsonObject {
  const node = fromPlain(value);
  if (node.type !== "object") throw new Error("expected an object");
  return node;
}

/** Numbers that look random and are the same in every run. */
export function numbers(seed: number): () => number {
  let state = seed * 2654435761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return (state >>> 8) & 0xffff;
  };
}

/** A chunk of random elements, about a third of them the fill value; laid out in C or Fortran order, or with gaps. */
export function sampleChunk(type: ChunkType, seed: number, layout: "C" | "F" | "gaps" = "C"): Chunk {
  const { dataType, shape, fillValue } = type;
  const next = numbers(seed);
  const padded = layout === "gaps" ? shape.map((length) => length * 2 + 1) : shape;
  const count = padded.reduce((product, length) => product * length, 1);
  const lattice = layout === "F" ? fortran(padded) : contiguous(padded);
  let chunk: Chunk;
  if (isFixedSize(dataType)) {
    const bytes = new Uint8Array(count * dataType.itemSize);
    for (let i = 0; i < count; i++) {
      const element = bytes.subarray(i * dataType.itemSize, (i + 1) * dataType.itemSize);
      if (next() % 3 === 0 && fillValue instanceof Uint8Array) element.set(fillValue);
      else element.set(Array.from(element, () => sampleByte(dataType, next)));
    }
    chunk = { dataType, shape: padded, layout: lattice, bytes };
  } else {
    const items = Array.from({ length: count }, () => sampleItem(dataType, next));
    chunk = { dataType, shape: padded, layout: lattice, items };
  }
  if (layout !== "gaps") return chunk;
  return selectChunk(
    chunk,
    shape.map((length) => ({ kind: "range", start: 1, step: 2, count: length })),
  );
}

/** Integers of 2 and 4 bits fill their byte with the sign, or with zeros. */
function sampleByte(dataType: DataType, next: () => number): number {
  if (dataType.kind !== "integer" || dataType.bits >= 8) return next();
  const raised = next() << (32 - dataType.bits);
  return dataType.signed ? raised >> (32 - dataType.bits) : raised >>> (32 - dataType.bits);
}

const TEXTS = ["", "a", "Zürich", "日本語", "😀", "\u0000", "x".repeat(40)];

function sampleItem(dataType: DataType, next: () => number): Item {
  if (dataType.kind === "optional") {
    if (next() % 3 === 0) return zeroElement(dataType);
    const { item } = dataType;
    return isFixedSize(item)
      ? Uint8Array.from({ length: item.itemSize }, () => sampleByte(item, next))
      : presentItem(sampleItem(item, next));
  }
  if (dataType.kind === "string") return TEXTS[next() % TEXTS.length]!;
  return Uint8Array.from({ length: next() % 6 }, () => next());
}

/** The elements in C order, in a form that compares and prints well. */
export function elementsOf(chunk: Chunk): string | readonly Item[] {
  const copy = filledChunk(chunk.dataType, chunk.shape, zeroElement(chunk.dataType));
  copyChunk(chunk, copy);
  return copy.bytes === undefined ? copy.items : Buffer.from(copy.bytes).toString("hex");
}

/** Decodes from memory; undefined if the object is absent. */
export function decode(
  pipeline: Pipeline,
  object: Uint8Array | undefined,
  selection: readonly AxisSelection[] = wholeSelection(pipeline.type.shape),
): Chunk | undefined {
  const { dataType, fillValue } = pipeline.type;
  const target = filledChunk(dataType, selectionShape(selection), fillValue);
  return driveMemory(pipeline.decode(selection, target), object) ? target : undefined;
}

export function anyAxis(length: number): fc.Arbitrary<AxisSelection> {
  const range = fc
    .tuple(fc.nat(length - 1), fc.integer({ min: 1, max: 3 }), fc.boolean(), fc.nat(length))
    .map(([start, step, back, wanted]): AxisSelection => {
      const room = back ? Math.floor(start / step) + 1 : Math.floor((length - 1 - start) / step) + 1;
      return { kind: "range", start, step: back ? -step : step, count: Math.min(room, Math.max(1, wanted)) };
    });
  const list = fc
    .array(fc.nat(length - 1), { minLength: 1, maxLength: 4 })
    .map((indices): AxisSelection => ({ kind: "list", indices }));
  const whole = fc.constant<AxisSelection>({ kind: "range", start: 0, step: 1, count: length });
  return fc.oneof(range, list, whole);
}

export function anySelection(shape: readonly number[]): fc.Arbitrary<AxisSelection[]> {
  return fc.tuple(...shape.map(anyAxis));
}

/** Every order of so many axes. */
export function permutations(rank: number): number[][] {
  if (rank === 0) return [[]];
  return permutations(rank - 1).flatMap((order) =>
    Array.from({ length: rank }, (_, place) => [...order.slice(0, place), rank - 1, ...order.slice(place)]),
  );
}
