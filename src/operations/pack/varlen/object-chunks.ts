/** Objects to chunks, one after another. */
import { checkChoice } from "../../../bytes/checked-choice.ts";
import type { ChecksumName } from "../../../bytes/checksum/named-checksum.ts";
import { fromPlain } from "../../../bytes/json/make.ts";
import { encodeObject } from "../../../codecs/array-to-bytes/bloscpack/encode-objects.ts";
import { loadFrameCodec } from "../../../codecs/array-to-bytes/bloscpack/frames.ts";
import { objectBytes } from "../../../codecs/array-to-bytes/bloscpack/object-bytes.ts";
import { atPlace, HyperslabError, isHyperslabError } from "../../../errors.ts";
import { type DataType, dataTypeNamed } from "../../../model/data-types/data-type.ts";
import type { Item } from "../../../model/values/fill-value.ts";
import {
  chunkConfiguration,
  type ObjectsOptions,
  type ObjectType,
  type ObjectValue,
  type ObjectValues,
} from "./object-options.ts";

export interface ObjectChunk {
  /** Frame and checksum. */
  readonly chunk: Uint8Array;
  /** Bytes of the object. */
  readonly length: number;
}

export function dataTypeOf(type: ObjectType): DataType {
  checkChoice("the type of objects", type, ["string", "bytes", "json"]);
  const dataType = dataTypeNamed(type === "json" ? "object" : type);
  if (dataType === undefined) throw new HyperslabError("invalid-request", `objects of type ${JSON.stringify(type)}`);
  return dataType;
}

/** The type of a first object; without any, bytes. */
export function typeOf(value: ObjectValue | undefined): ObjectType {
  if (value === undefined || value instanceof Uint8Array) return "bytes";
  return typeof value === "string" ? "string" : "json";
}

/** Objects as the model has them, one after another, and their type. */
export interface ObjectItems {
  readonly type: ObjectType;
  /** Each fails by itself. */
  readonly items: AsyncIterable<() => Item>;
}

/** Gives the objects that go to those of a type. */
export type GivenObjects = (type: ObjectType) => Promise<ObjectItems>;

/** The values as items, with the type that they have. */
export async function typedItems(values: ObjectValues, type: ObjectType | undefined): Promise<ObjectItems> {
  const iterator = Symbol.asyncIterator in values ? values[Symbol.asyncIterator]() : values[Symbol.iterator]();
  const first = await iterator.next();
  const found = type ?? typeOf(first.done === true ? undefined : first.value);
  const all = async function* (): AsyncGenerator<() => Item> {
    try {
      for (let step = first; step.done !== true; step = await iterator.next()) {
        const { value } = step;
        yield () => itemOf(value, found);
      }
    } finally {
      await iterator.return?.();
    }
  };
  return { type: found, items: all() };
}

/** The chunks of the items; errors say which object it was, counted from `first`. */
export async function* chunksOf(
  { items, type }: ObjectItems,
  checksum: ChecksumName,
  options: ObjectsOptions,
  first = 0,
): AsyncGenerator<ObjectChunk> {
  const configuration = chunkConfiguration(options, checksum);
  const frames = await loadFrameCodec();
  const { encode } = objectBytes(dataTypeOf(type));
  let index = first;
  for await (const item of items) {
    options.signal?.throwIfAborted();
    try {
      const bytes = encode(item());
      yield { chunk: encodeObject(frames, configuration, bytes, index), length: bytes.byteLength };
    } catch (error) {
      if (!isHyperslabError(error) || error.what.startsWith("object ")) throw error;
      throw atPlace(new HyperslabError(error.code, `object ${index}: ${error.what}`, { cause: error }), error.place);
    }
    index += 1;
  }
}

function itemOf(value: ObjectValue, type: ObjectType): Item {
  if (type === "json") return fromPlain(value);
  if ((typeof value === "string" || value instanceof Uint8Array) && typeOf(value) === type) return value;
  const found = value instanceof Uint8Array ? "bytes" : typeof value === "string" ? "a text" : "a JSON value";
  throw new HyperslabError("invalid-request", `it is ${found}, objects here are of type ${type}`);
}
