/**
 * The common part of numcodecs' json2 and msgpack2: one list that holds the elements, nested like the array, then the
 * NumPy data type as text, then the shape. An array without dimensions is a list of its one element. Elements are
 * objects, strings, or numbers, booleans and strings of fixed size; times are counts.
 */
import { fromPlain, jsonArray, jsonFloat, jsonInteger, jsonString, toPlain } from "../../../bytes/json/make.ts";
import type { JsonNode } from "../../../bytes/json/node.ts";
import { parseJson } from "../../../bytes/json/parse.ts";
import { printJsonBytes } from "../../../bytes/json/print.ts";
import { describeJson, jsonView } from "../../../bytes/json/view.ts";
import { HyperslabError, isHyperslabError } from "../../../errors.ts";
import {
  type DataType,
  dataTypeNamed,
  type FixedDataType,
  isFixedSize,
  type VariableDataType,
} from "../../../model/data-types/data-type.ts";
import type { Chunk } from "../../../model/grid/chunk.ts";
import { copyItems } from "../../../model/lattice/copy.ts";
import { contiguous } from "../../../model/lattice/lattice.ts";
import type { Item } from "../../../model/values/fill-value.ts";
import { elementToScalar, scalarToElement } from "../../../model/values/typed-data.ts";
import type { ArrayToBytesCodec, BoundArrayToBytes, ChunkType } from "../../codec.ts";
import { allocate } from "../../pipeline/allocate.ts";
import { denseChunk, elementsInOrder } from "../../pipeline/chunk-elements.ts";
import { bytesNode, heldBytes, holdsBytes } from "./bytes-node.ts";
import { decodeMsgpack } from "./msgpack-decode.ts";
import { encodeMsgpack } from "./msgpack-encode.ts";

/** The data type of Python objects. */
const OBJECTS = "|O";

/** How trees are stored. */
export interface Trees {
  print(root: JsonNode): Uint8Array;
  parse(bytes: Uint8Array): JsonNode;
  /** Whether an element may be bytes. */
  readonly hasBytes: boolean;
}

/** Binds a codec of trees: `parse` must be bounded in depth and in number of values. */
function bindObjects(input: ChunkType, trees: Trees): BoundArrayToBytes {
  const { shape, dataType } = input;
  const { print, parse } = trees;
  if (isFixedSize(dataType)) return bindFixed(dataType, shape, trees);
  if (dataType.kind !== "object" && dataType.kind !== "string") throw notJson(dataType);
  const layout = contiguous(shape);
  return {
    encodedLength: undefined,
    encode: (chunk) => print(nested(nodesInOrder(chunk, trees), OBJECTS, shape)),
    decode: (bytes) => {
      const nodes = flattened(parse(bytes), (type) => type === OBJECTS, shape);
      return { dataType, shape, layout, items: nodes.map((node) => itemOf(node, dataType)) };
    },
  };
}

function nodeOf(value: unknown, { kind }: DataType): JsonNode {
  return kind === "float" && typeof value === "number" ? jsonFloat(value) : fromPlain(value);
}

function notJson(dataType: DataType): HyperslabError {
  return new HyperslabError("unsupported", `elements of ${dataType.name} have no JSON form in NumPy`);
}

/** NumPy's letters for the types whose elements Python can write as JSON. */
const LETTERS: Partial<Record<DataType["kind"], string>> = {
  bool: "b",
  float: "f",
  datetime: "M",
  timedelta: "m",
  "fixed-utf32": "U",
};

/** Integers and floats that NumPy does not have. */
const SMALL = /^u?int[24]$|^bfloat|^float[0-9]+_/;

/** Elements of fixed size. The stored type includes a byte order, which has no effect on JSON. */
function bindFixed(dataType: FixedDataType, shape: readonly number[], trees: Trees): BoundArrayToBytes {
  if (dataType.kind === "fixed-bytes" && trees.hasBytes) return bindFixedBytes(dataType, shape, trees);
  const { print, parse } = trees;
  const letter = dataType.kind === "integer" ? (dataType.signed ? "i" : "u") : LETTERS[dataType.kind];
  if (letter === undefined || SMALL.test(dataType.name)) throw notJson(dataType);
  const units = dataType.kind === "fixed-utf32" ? dataType.itemSize / 4 : dataType.itemSize;
  const unit = /\[.*\]$/.exec(dataType.name)?.[0] ?? "";
  const suffix = `${letter}${units}${unit}`;
  const isTime = dataType.kind === "datetime" || dataType.kind === "timedelta";
  // Counts of any unit, as integers.
  const counted = isTime ? dataTypeNamed("int64")! : dataType;
  const count = shape.reduce((product, length) => product * length, 1);
  const { itemSize } = dataType;
  return {
    encodedLength: undefined,
    encode: (chunk) => {
      const bytes = elementsInOrder(chunk);
      const nodes = Array.from({ length: count }, (_, index) =>
        nodeOf(elementToScalar(counted, bytes.subarray(index * itemSize, (index + 1) * itemSize)), dataType),
      );
      return print(nested(nodes, `${itemSize === 1 ? "|" : "<"}${suffix}`, shape));
    },
    decode: (bytes) => {
      const decoded = allocate(count * itemSize);
      const nodes = flattened(parse(bytes), (type) => type.slice(1) === suffix, shape);
      for (const [index, node] of nodes.entries()) {
        const element = storedElement(counted, node);
        if (element instanceof Uint8Array) decoded.set(element, index * itemSize);
      }
      return denseChunk(dataType, shape, decoded);
    },
  };
}

/** NumPy's fixed-size bytes: Python sees them without trailing zeros. */
function bindFixedBytes(dataType: FixedDataType, shape: readonly number[], { print, parse }: Trees): BoundArrayToBytes {
  const count = shape.reduce((product, length) => product * length, 1);
  const { itemSize } = dataType;
  const type = `|S${itemSize}`;
  return {
    encodedLength: undefined,
    encode: (chunk) => {
      const bytes = elementsInOrder(chunk);
      const nodes = Array.from({ length: count }, (_, index) => {
        let end = (index + 1) * itemSize;
        while (end > index * itemSize && bytes[end - 1] === 0) end -= 1;
        return bytesNode(bytes.slice(index * itemSize, end));
      });
      return print(nested(nodes, type, shape));
    },
    decode: (stored) => {
      const decoded = allocate(count * itemSize);
      for (const [index, node] of flattened(parse(stored), (found) => found === type, shape).entries()) {
        const element = heldBytes(node);
        if (element === undefined || element.byteLength > itemSize) {
          throw new HyperslabError("invalid-data", `expected at most ${itemSize} bytes, found ${describeJson(node)}`);
        }
        decoded.set(element, index * itemSize);
      }
      return denseChunk(dataType, shape, decoded);
    },
  };
}

function itemOf(node: JsonNode, dataType: VariableDataType): Item {
  if (dataType.kind !== "string") {
    const bytes = heldBytes(node);
    if (bytes === undefined && holdsBytes(node)) {
      throw new HyperslabError("unsupported", "an element is a list or an object with bytes in it");
    }
    return bytes ?? node;
  }
  if (heldBytes(node) !== undefined) throw new HyperslabError("invalid-data", "expected a string, found bytes");
  if (node.type === "string") return node.value;
  throw new HyperslabError("invalid-data", `expected a string, found ${describeJson(node)}`);
}

function nodesInOrder(chunk: Chunk, { hasBytes }: Trees): readonly JsonNode[] {
  const items = new Array<Item>(chunk.shape.reduce((product, length) => product * length, 1));
  if (chunk.items === undefined) {
    throw new HyperslabError("invalid-request", `elements of ${chunk.dataType.name} are of fixed size`);
  }
  copyItems(chunk.items, chunk.layout, items, contiguous(chunk.shape));
  return items.map((item) => {
    if (typeof item === "string") return jsonString(item);
    if (!(item instanceof Uint8Array)) return item;
    if (hasBytes) return bytesNode(item);
    throw new HyperslabError("invalid-request", "an element is bytes, which JSON cannot hold", {
      hint: "Choose the codec numcodecs.msgpack2, or the data type bytes.",
    });
  });
}

function nested(nodes: readonly JsonNode[], type: string, shape: readonly number[]): JsonNode {
  let rows = nodes;
  for (const length of shape.slice(1).reverse()) {
    const count = rows.length / Math.max(length, 1);
    const inner = rows;
    rows = Array.from({ length: length === 0 ? 0 : count }, (_, row) =>
      jsonArray(inner.slice(row * length, (row + 1) * length)),
    );
  }
  return jsonArray([...rows, jsonString(type), jsonArray(shape.map(jsonInteger))]);
}

function flattened(
  root: JsonNode,
  isExpected: (type: string) => boolean,
  shape: readonly number[],
): readonly JsonNode[] {
  if (root.type !== "array" || root.items.length < 2) {
    throw new HyperslabError("invalid-data", `expected elements, type and shape, found ${describeJson(root)}`);
  }
  const stored = jsonView(root.items.at(-1)!)
    .items()
    .map((length) => length.integer(0));
  if (stored.length !== shape.length || stored.some((length, axis) => length !== shape[axis])) {
    const what = `elements of shape [${stored.join(", ")}] are stored, the chunk has [${shape.join(", ")}]`;
    throw new HyperslabError("invalid-data", what);
  }
  const type = jsonView(root.items.at(-2)!).string();
  if (!isExpected(type)) throw new HyperslabError("unsupported", `elements of another NumPy type, ${type}, are stored`);
  let nodes: readonly JsonNode[] = root.items.slice(0, -2);
  checkCount(nodes.length, shape[0] ?? 1);
  for (const length of shape.slice(1)) {
    nodes = nodes.flatMap((node) => {
      const row = jsonView(node).items();
      checkCount(row.length, length);
      return row.map((item) => item.node);
    });
  }
  return nodes;
}

function checkCount(found: number, expected: number): void {
  if (found === expected) return;
  throw new HyperslabError("invalid-data", `${found} elements are in a row, expected ${expected}`);
}

/** `numcodecs.json2`: the elements as JSON text, in ASCII, names sorted, as numcodecs writes it. */
export interface Json2Configuration {
  /** Whether NaN and infinities may be written, as the bare words that Python reads. */
  readonly allowNan: boolean;
}

/** Python's options for the encoder. Those that only affect white space or order are accepted and ignored. */
const OPTIONS = [
  "encoding",
  "skipkeys",
  "ensure_ascii",
  "check_circular",
  "allow_nan",
  "sort_keys",
  "indent",
  "separators",
  "strict",
  "id",
];

export const json2: ArrayToBytesCodec<Json2Configuration> = {
  kind: "array-to-bytes",
  parse: (configuration) => {
    configuration.only(OPTIONS);
    configuration.get("encoding")?.oneOf(["utf-8", "utf8", "UTF-8", "ascii"]);
    return { allowNan: configuration.get("allow_nan")?.boolean() ?? true };
  },
  bind: ({ allowNan }, input) => {
    const nonFinite = allowNan ? "token" : "error";
    return bindObjects(input, {
      print: (root) => printJsonBytes(root, "numcodecs", { nonFinite }),
      parse: (bytes) => parseJson(bytes).root,
      hasBytes: false,
    });
  },
};

/** `numcodecs.msgpack2`: the elements as MessagePack. */
export interface Msgpack2Configuration {
  readonly singleFloat: boolean;
}

export const msgpack2: ArrayToBytesCodec<Msgpack2Configuration> = {
  kind: "array-to-bytes",
  parse: (configuration) => {
    configuration.only(["use_single_float", "use_bin_type", "raw", "encoding", "id"]);
    configuration.get("use_bin_type")?.boolean();
    const raw = configuration.get("raw");
    if (raw?.boolean() === true) raw.fail("strings to be read as bytes are not supported");
    return { singleFloat: configuration.get("use_single_float")?.boolean() ?? false };
  },
  bind: ({ singleFloat }, input) =>
    bindObjects(input, {
      print: (root) => encodeMsgpack(root, singleFloat),
      parse: decodeMsgpack,
      hasBytes: true,
    }),
};

/** The element of a stored value. A value that does not fit the data type is an error in the data, not in the request. */
function storedElement(dataType: DataType, node: JsonNode): Item {
  if (heldBytes(node) !== undefined)
    throw new HyperslabError("invalid-data", `bytes for an element of ${dataType.name}`);
  try {
    return scalarToElement(dataType, toPlain(node));
  } catch (error) {
    if (!isHyperslabError(error, "invalid-request")) throw error;
    throw new HyperslabError("invalid-data", error.what, { ...error.place, cause: error });
  }
}
