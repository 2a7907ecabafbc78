/**
 * Elements that contain variable-length values: compounds with strings or rows, rows of strings, rows of rows. Each is
 * a JSON value: compounds are objects, rows and arrays are lists, opaque bytes are lists of numbers, references are
 * paths.
 */
import { fromPlain, jsonArray, jsonFloat, jsonObject, jsonString } from "../../../bytes/json/make.ts";
import type { JsonNode } from "../../../bytes/json/node.ts";
import { withoutPadding } from "../../../model/data-types/fixed-text.ts";
import { decodeNetcdfText } from "../../../model/netcdf/text.ts";
import { elementToScalar } from "../../../model/values/element.ts";
import type { Hdf5Type } from "../messages/datatype.ts";
import type { Hdf5File } from "../structures/file.ts";
import type { GlobalHeap } from "../structures/global-heap.ts";
import { elementsInMemory } from "./elements.ts";
import { modelType } from "./model-type.ts";

/** Where the values that elements point to lie. */
export interface Pointed {
  readonly file: Hdf5File;
  readonly heap: GlobalHeap;
  /** The path of an object by its address. */
  pathOf?(address: number): string | undefined;
}

/** Rows may refer to the same bytes repeatedly, so a small file could request any number of values. */
const MOST_VALUES = 2 ** 22;

/** The values of consecutive elements. */
export async function readTrees(pointed: Pointed, type: Hdf5Type, bytes: Uint8Array): Promise<JsonNode[]> {
  const reader = new TreeReader(pointed);
  return reader.all(type, bytes);
}

class TreeReader {
  readonly #pointed: Pointed;
  #left = MOST_VALUES;

  constructor(pointed: Pointed) {
    this.#pointed = pointed;
  }

  async all(type: Hdf5Type, bytes: Uint8Array): Promise<JsonNode[]> {
    const count = type.size === 0 ? 0 : Math.floor(bytes.byteLength / type.size);
    this.#left -= count;
    if (this.#left < 0) this.#fail(`elements that hold more than ${MOST_VALUES} values per chunk`);
    const values: JsonNode[] = [];
    for (let index = 0; index < count; index++) {
      values.push(await this.#one(type, bytes.subarray(index * type.size, (index + 1) * type.size)));
    }
    return values;
  }

  async #one(type: Hdf5Type, bytes: Uint8Array): Promise<JsonNode> {
    switch (type.class) {
      case "vlen":
        return this.#row(type, bytes);
      case "array": {
        const items = await this.all(type.base, bytes);
        const count = type.shape.reduce((product, length) => product * length, 1);
        if (items.length !== count) this.#fail(`an array type of [${type.shape.join(", ")}] has ${type.size} bytes`);
        return nested(items, type.shape);
      }
      case "compound": {
        const model = modelType(type);
        // Complex numbers are compounds, too.
        if (model.kind === "fixed" && model.dataType.kind === "complex") return this.#fixed(type, bytes);
        const members: [string, JsonNode][] = [];
        for (const { name, offset, type: inner } of type.members) {
          if (offset + inner.size > type.size) this.#fail(`the member ${name} does not fit into its compound`);
          members.push([name, await this.#one(inner, bytes.subarray(offset, offset + inner.size))]);
        }
        return jsonObject(members);
      }
      case "reference":
        return jsonString(referencePath(this.#pointed, bytes));
      default:
        return this.#fixed(type, bytes);
    }
  }

  async #row(type: Extract<Hdf5Type, { readonly class: "vlen" }>, bytes: Uint8Array): Promise<JsonNode> {
    const { file, heap } = this.#pointed;
    if (type.size !== 8 + file.facts.offsetSize) this.#fail(`elements that point elsewhere have ${type.size} bytes`);
    const [row = new Uint8Array(0)] = await readRows(file, heap, bytes, type.isString ? 1 : type.base.size);
    return type.isString ? jsonString(text(row)) : jsonArray(await this.all(type.base, row));
  }

  #fixed(type: Hdf5Type, bytes: Uint8Array): JsonNode {
    const model = modelType(type);
    if (model.kind !== "fixed" && model.kind !== "mixed") return this.#fail("a datatype that is not of fixed size");
    const { dataType } = model;
    const element = elementsInMemory(model, bytes);
    if (dataType.kind === "fixed-bytes") return jsonString(text(element));
    const value = elementToScalar(dataType, element);
    return dataType.kind === "float" && typeof value === "number" ? jsonFloat(value) : fromPlain(plain(value));
  }

  #fail(what: string): never {
    throw this.#pointed.file.failure(what, 0);
  }
}

/** The path that a reference to an object leads to; "" for an empty one. */
export function referencePath({ file, pathOf }: Pointed, bytes: Uint8Array): string {
  const address = file.address(file.cursorOver(bytes, 0));
  // An address of 0 is an empty reference.
  if (address === undefined || address === 0) return "";
  const path = pathOf?.(address);
  if (path !== undefined) return `/${path}`;
  throw file.failure("a reference does not lead to an object of the file", address);
}

/** Returns whether a type contains references to objects. */
export function holdsReferences(type: Hdf5Type): boolean {
  if (type.class === "compound") return type.members.some((member) => holdsReferences(member.type));
  return type.class === "reference" || ("base" in type && holdsReferences(type.base));
}

/** netCDF strings end at their padding. */
export function text(bytes: Uint8Array): string {
  return decodeNetcdfText(withoutPadding(bytes, 0, bytes.byteLength));
}

/** Bytes as a list of numbers, which JSON can express. */
export function plain(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as Uint8Array);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}

/** Lists in lists, one for each dimension; without values one empty list, because lengths beside a length of 0 can be anything. */
export function nested(values: readonly JsonNode[], shape: readonly number[]): JsonNode {
  const [first = values.length, ...rest] = shape;
  if (rest.length === 0 || values.length === 0) return jsonArray(values);
  const step = values.length / first;
  return jsonArray(
    Array.from({ length: first }, (_, index) => nested(values.slice(index * step, (index + 1) * step), rest)),
  );
}

/** Variable-length elements: count(4), then their position in the global heap. */
export async function readRows(
  file: Hdf5File,
  heap: GlobalHeap,
  pointers: Uint8Array,
  itemSize: number,
): Promise<Uint8Array[]> {
  const size = 8 + file.facts.offsetSize;
  const rows: Uint8Array[] = [];
  const cursor = file.cursorOver(pointers, 0);
  for (let index = 0; index < pointers.byteLength / size; index++) {
    const count = cursor.u32();
    const found = await heap.object(cursor);
    const length = found === undefined ? 0 : count * itemSize;
    if (found !== undefined && length > found.byteLength) {
      cursor.fail(`a value of ${length} bytes in the global heap has only ${found.byteLength}`, size);
    }
    rows.push(found === undefined ? new Uint8Array(0) : found.subarray(0, length));
  }
  return rows;
}

export async function readTexts(file: Hdf5File, heap: GlobalHeap, pointers: Uint8Array): Promise<string[]> {
  return (await readRows(file, heap, pointers, 1)).map(text);
}
