/** Lists of objects: their type, their metadata, and their consecutive chunks. */

import type { ChecksumName } from "../../../bytes/checksum/named-checksum.ts";
import { fromPlain } from "../../../bytes/json/make.ts";
import type { JsonDocument } from "../../../bytes/json/parse.ts";
import { checkChoice } from "../../../bytes/known-options.ts";
import { encodeObject } from "../../../codecs/array-to-bytes/bloscpack/encode-file.ts";
import { loadFrameCodec } from "../../../codecs/array-to-bytes/bloscpack/frames.ts";
import { objectBytes } from "../../../codecs/array-to-bytes/bloscpack/object-bytes.ts";
import { withAttributes } from "../../../dataset/tree/attributes.ts";
import { atPlace, HyperslabError, isHyperslabError } from "../../../errors.ts";
import { describeObjects, printObjectMetadata } from "../../../formats/bloscpack/varlen/object-metadata.ts";
import { NO_NOTES } from "../../../formats/notes.ts";
import { type DataType, dataTypeNamed } from "../../../model/data-types/data-type.ts";
import type { ArrayNode } from "../../../model/node.ts";
import type { Item } from "../../../model/values/fill-value.ts";
import { frameOptions } from "../frame-options.ts";
import type { ObjectsOptions, ObjectType, ObjectValue, ObjectValues, PackObjectsOptions } from "./object-options.ts";

export interface ObjectChunk {
  /** Frame and checksum. */
  readonly chunk: Uint8Array;
  /** Bytes of the object. */
  readonly length: number;
}

function dataTypeOf(type: ObjectType): DataType {
  checkChoice("the type of objects", type, ["string", "bytes", "json"]);
  const dataType = dataTypeNamed(type === "json" ? "object" : type);
  if (dataType === undefined) throw new HyperslabError("invalid-request", `objects of type ${JSON.stringify(type)}`);
  return dataType;
}

/** The type of a first object; bytes if there is none. */
function typeOf(value: ObjectValue | undefined): ObjectType {
  if (value === undefined || value instanceof Uint8Array) return "bytes";
  return typeof value === "string" ? "string" : "json";
}

/** Objects in the model's form, one after another, and their type. */
export interface ObjectItems {
  readonly type: ObjectType;
  /** Each one may fail. */
  readonly items: AsyncIterable<() => Item>;
}

/** Returns the objects to add to those of a type. */
export type GivenObjects = (type: ObjectType) => Promise<ObjectItems>;

/** The values as items, with their type. */
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

/** The chunks of the items; errors name the object, counted from `first`. */
export async function* chunksOf(
  { items, type }: ObjectItems,
  checksum: ChecksumName,
  options: ObjectsOptions,
  first = 0,
): AsyncGenerator<ObjectChunk> {
  // Shuffling works by the bytes of an element, and the elements of objects have one byte.
  const choice = frameOptions({ ...options, typeSize: 1 }, checksum);
  const frames = await loadFrameCodec();
  const { encode } = objectBytes(dataTypeOf(type));
  let index = first;
  for await (const item of items) {
    options.signal?.throwIfAborted();
    try {
      const bytes = encode(item());
      yield { chunk: encodeObject(frames, choice, bytes, index), length: bytes.byteLength };
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

/** The text of the metadata; its length does not depend on the number of objects. */
export function describeList(
  type: ObjectType,
  count: number,
  { attributes, superchunk }: Pick<PackObjectsOptions, "attributes" | "superchunk">,
): string {
  const node: Pick<ArrayNode, "dataType" | "shape" | "attributes" | "dimensions"> = {
    dataType: dataTypeOf(type),
    shape: [count],
    attributes: withAttributes(new Map(), attributes ?? {}),
    dimensions: [{ name: undefined }],
  };
  return printObjectMetadata(node, superchunk);
}

/** The type of the existing objects; a list grows, other shapes do not. */
export function listType(document: JsonDocument | undefined): ObjectType {
  const { dataType, shape } = describeObjects(document, NO_NOTES);
  if (shape !== undefined && shape.length !== 1) {
    throw new HyperslabError("unsupported", `objects of shape [${shape.join(", ")}] are not a list that could grow`);
  }
  const { kind } = dataType;
  if (kind === "string") return kind;
  return kind === "object" ? "json" : "bytes";
}
