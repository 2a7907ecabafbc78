/**
 * `zarrs.optional`: elements that may be missing. Their presence is an array of booleans, encoded by `mask_codecs`; the
 * elements that are present form a list encoded by `data_codecs`, or nothing at all if there are none:
 *
 *   [u64] bytes of the mask, [u64] bytes of the data, the mask, the data; little-endian
 *
 * If the elements are themselves optional, `data_codecs` contains this codec again.
 */

import { jsonNull } from "../../bytes/json/make.ts";
import { ByteCursor } from "../../bytes/source/byte-cursor.ts";
import { HyperslabError } from "../../errors.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import { type DataType, isFixedSize, type OptionalDataType } from "../../model/data-types/data-type.ts";
import type { Chunk } from "../../model/grid/chunk.ts";
import { copyItems } from "../../model/lattice/copy.ts";
import { contiguous } from "../../model/lattice/lattice.ts";
import { wholeSelection } from "../../model/selection/axis-selection.ts";
import { type Item, innerItem, isMissing, presentItem, zeroElement } from "../../model/values/fill-value.ts";
import type { ArrayToBytesCodec, BindContext, BoundArrayToBytes, ChunkType, Pipeline } from "../codec.ts";
import { parseCodecList } from "../configuration.ts";
import { allocate } from "../pipeline/allocate.ts";
import { denseChunk, emptyChunk } from "../pipeline/chunk-elements.ts";
import { driveMemory } from "../pipeline/drive.ts";

export interface OptionalConfiguration {
  readonly maskCodecs: readonly CodecSpec[];
  readonly dataCodecs: readonly CodecSpec[];
  /** Path of the configuration in its document, for messages. */
  readonly field: string;
}

const HEAD_BYTES = 16;
const BOOL = { kind: "bool", name: "bool", itemSize: 1 } as const;

interface Bound {
  readonly dataType: OptionalDataType;
  readonly shape: readonly number[];
  readonly mask: Pipeline;
  readonly listOf: (count: number) => Pipeline;
}

export const optional: ArrayToBytesCodec<OptionalConfiguration> = {
  kind: "array-to-bytes",
  parse: (configuration) => {
    if (configuration.get("codecs") !== undefined) {
      configuration.fail(
        "this is another codec, once proposed under the same name, that switches codecs off chunk by chunk",
        "Re-encode the data without it.",
      );
    }
    configuration.only(["mask_codecs", "data_codecs"]);
    return {
      maskCodecs: parseCodecList(configuration.required("mask_codecs")),
      dataCodecs: parseCodecList(configuration.required("data_codecs")),
      field: configuration.field,
    };
  },
  bind: async (configuration, type, context) => {
    const { maskCodecs, field } = configuration;
    const parts = await bindElements(configuration, type, context);
    const mask = await context.bindPipeline(maskCodecs, flagsOf(type), `${field}.mask_codecs`);
    return boundTo({ ...parts, shape: type.shape, mask });
  },
  bindLists: async (configuration, most, context) => {
    const { maskCodecs, field } = configuration;
    const parts = await bindElements(configuration, most, context);
    const maskOf = await context.bindCounted(maskCodecs, flagsOf(most), `${field}.mask_codecs`);
    return (count) => boundTo({ ...parts, shape: [count], mask: maskOf(count) });
  },
};

function flagsOf({ shape }: ChunkType): ChunkType {
  return { dataType: BOOL, shape, fillValue: zeroElement(BOOL) };
}

async function bindElements(
  { dataCodecs, field }: OptionalConfiguration,
  { dataType, shape }: ChunkType,
  context: BindContext,
): Promise<Pick<Bound, "dataType" | "listOf">> {
  if (dataType.kind !== "optional") {
    throw new HyperslabError("invalid-data", `elements of type ${dataType.name} are never missing`);
  }
  const { item } = dataType;
  const list: ChunkType = { dataType: item, shape: [countOf(shape)], fillValue: zeroElement(item) };
  return { dataType, listOf: await context.bindCounted(dataCodecs, list, `${field}.data_codecs`) };
}

function boundTo(bound: Bound): BoundArrayToBytes {
  return {
    encodedLength: undefined,
    encode: (chunk) => encode(bound, chunk),
    decode: (bytes) => decode(bound, bytes),
  };
}

function countOf(shape: readonly number[]): number {
  return shape.reduce((product, length) => product * length, 1);
}

function encode({ dataType, shape, mask, listOf }: Bound, chunk: Chunk): Uint8Array {
  if (chunk.items === undefined) {
    throw new HyperslabError("invalid-request", `elements of type ${chunk.dataType.name} are never missing`);
  }
  const items = new Array<Item>(countOf(shape));
  copyItems(chunk.items, chunk.layout, items, contiguous(shape));
  const flags = Uint8Array.from(items, (item) => (isMissing(item) ? 0 : 1));
  const present = items.filter((item) => !isMissing(item)).map((item) => innerItem(item) ?? noElement(dataType));
  const encodedMask = mask.encode(denseChunk(BOOL, shape, flags)) ?? new Uint8Array(0);
  const list = present.length === 0 ? undefined : listOf(present.length).encode(listChunk(dataType.item, present));
  const encodedList = list ?? new Uint8Array(0);
  const encoded = allocate(HEAD_BYTES + encodedMask.byteLength + encodedList.byteLength);
  const view = new DataView(encoded.buffer);
  view.setBigUint64(0, BigInt(encodedMask.byteLength), true);
  view.setBigUint64(8, BigInt(encodedList.byteLength), true);
  encoded.set(encodedMask, HEAD_BYTES);
  encoded.set(encodedList, HEAD_BYTES + encodedMask.byteLength);
  return encoded;
}

function listChunk(dataType: DataType, items: Item[]): Chunk {
  const shape = [items.length];
  if (!isFixedSize(dataType)) return { dataType, shape, layout: contiguous(shape), items };
  const { itemSize } = dataType;
  const bytes = allocate(items.length * itemSize);
  for (const [index, item] of items.entries()) {
    if (!(item instanceof Uint8Array) || item.byteLength !== itemSize) {
      return noElement(dataType);
    }
    bytes.set(item, index * itemSize);
  }
  return denseChunk(dataType, shape, bytes);
}

function noElement(dataType: DataType): never {
  throw new HyperslabError("invalid-request", `an element is not a value of ${dataType.name}`);
}

function decode({ dataType, shape, mask, listOf }: Bound, bytes: Uint8Array): Chunk {
  const cursor = new ByteCursor(bytes);
  const maskLength = cursor.u64Number();
  const listLength = cursor.u64Number();
  const encodedMask = cursor.bytes(maskLength);
  const encodedList = cursor.bytes(listLength);
  if (cursor.remaining > 0) throw new HyperslabError("invalid-data", `${cursor.remaining} bytes follow the elements`);
  const flags = decodeAll(mask, encodedMask).bytes ?? new Uint8Array(0);
  const present = flags.reduce((sum, flag) => sum + (flag === 0 ? 0 : 1), 0);
  if (present === 0 && listLength > 0) {
    throw new HyperslabError(
      "invalid-data",
      `${listLength} bytes of elements are stored, but all ${countOf(shape)} are missing`,
    );
  }
  const itemAt = present === 0 ? jsonNull : itemReader(decodeAll(listOf(present), encodedList));
  let next = 0;
  const items = Array.from(flags, (flag) => (flag === 0 ? jsonNull() : presentItem(itemAt(next++))));
  return { dataType, shape, layout: contiguous(shape), items };
}

function decodeAll(pipeline: Pipeline, bytes: Uint8Array): Chunk {
  const chunk = emptyChunk(pipeline.type);
  driveMemory(pipeline.decode(wholeSelection(pipeline.type.shape), chunk), bytes);
  return chunk;
}

function itemReader(chunk: Chunk): (index: number) => Item {
  if (chunk.bytes === undefined) return (index) => chunk.items[index]!;
  const { itemSize } = chunk.dataType;
  return (index) => chunk.bytes.slice(index * itemSize, (index + 1) * itemSize);
}
