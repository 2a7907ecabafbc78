/** Arrays whose elements are pointers: strings and rows in the global heap, and references to objects. */
import { jsonArray, jsonInteger, jsonString } from "../../../bytes/json/make.ts";
import { printJsonBytes } from "../../../bytes/json/print.ts";
import { decodeUtf8, encodeUtf8 } from "../../../bytes/text/utf8.ts";
import { serializerName } from "../../../model/codec-spec.ts";
import { firstChunkShape } from "../../../model/grid/chunk-grid.ts";
import type { ArrayNode } from "../../../model/node.ts";
import { type FillValue, zeroElement } from "../../../model/values/fill-value.ts";
import type { IndirectArray } from "../../../model/virtual/pending-chunks.ts";
import type { ArrayContext } from "../array-context.ts";
import type { Hdf5File } from "../structures/file.ts";
import { spec } from "./codec-chain.ts";
import { inOrder } from "./elements.ts";
import type { ModelType } from "./model-type.ts";
import { nested, readRows, readTexts, readTrees, referencePath } from "./trees.ts";

type PointerType = Extract<ModelType, { readonly kind: "text" | "rows" | "objects" | "tree" | "mixed" }>;

/** `fill` is the fill value of the file, as stored. */
export async function indirectArray(
  context: ArrayContext,
  pointers: ArrayNode,
  model: PointerType,
  fill: Uint8Array | undefined,
): Promise<{ readonly node: ArrayNode; readonly indirect: IndirectArray }> {
  const { dataType } = model;
  const codec = spec(serializerName(dataType), model.kind === "mixed" ? { endian: "little" } : {});
  const fillValue = await fillOf(context, model, fill);
  const node: ArrayNode = { ...pointers, dataType, codecs: [codec], fillValue };
  const chunkShape = firstChunkShape(pointers.grid);
  return { node, indirect: { pointers, resolve: (bytes) => resolve(context, chunkShape, model, bytes) } };
}

async function fillOf(context: ArrayContext, model: PointerType, fill: Uint8Array | undefined): Promise<FillValue> {
  if (model.kind === "mixed") {
    const { storedSize } = model;
    return model.convert(fill?.byteLength === storedSize ? fill : new Uint8Array(storedSize));
  }
  if (model.kind === "tree") {
    const { size } = model.type;
    const [value] = await readTrees(context, model.type, fill?.byteLength === size ? fill : new Uint8Array(size));
    return value ?? zeroElement(model.dataType);
  }
  if (fill === undefined || fill.byteLength !== pointerSize(context.file, model)) return zeroElement(model.dataType);
  const [item = new Uint8Array(0)] = await itemsOf(context, model, fill);
  return model.kind === "rows" ? item : decodeUtf8(item);
}

/** References are addresses; other pointers are a count(4) and a position in the global heap. Undefined for any size. */
export function pointerSize({ facts: { offsetSize } }: Hdf5File, { kind }: ModelType): number | undefined {
  if (kind === "tree" || kind === "mixed") return undefined;
  return kind === "objects" ? offsetSize : 8 + offsetSize;
}

async function resolve(
  context: ArrayContext,
  chunkShape: readonly number[],
  model: PointerType,
  bytes: Uint8Array,
): Promise<Uint8Array> {
  if (model.kind === "mixed") return model.convert(bytes);
  if (model.kind !== "tree") return joined(await itemsOf(context, model, bytes));
  // Objects as written by numcodecs: the elements in nested lists, their type, their shape.
  const values = nested(await readTrees(context, model.type, bytes), chunkShape);
  const rows = values.type === "array" ? values.items : [values];
  const shape = jsonArray(chunkShape.map((length) => jsonInteger(length)));
  return printJsonBytes(jsonArray([...rows, jsonString("|O"), shape]), "numcodecs", { nonFinite: "token" });
}

async function itemsOf(
  context: ArrayContext,
  model: Exclude<PointerType, { readonly kind: "tree" | "mixed" }>,
  bytes: Uint8Array,
): Promise<readonly Uint8Array[]> {
  const { file, heap } = context;
  if (model.kind === "text") return (await readTexts(file, heap, bytes)).map((text) => encodeUtf8(text));
  if (model.kind === "rows") {
    const rows = await readRows(file, heap, bytes, model.item.itemSize);
    return rows.map((row) => inOrder(model.item, model.order, row));
  }
  const size = file.facts.offsetSize;
  return Array.from({ length: bytes.byteLength / size }, (_, index) =>
    encodeUtf8(referencePath(context, bytes.subarray(index * size, (index + 1) * size))),
  );
}

/** Framed as in numcodecs: count(4), then length(4) and bytes of each. */
function joined(items: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(items.reduce((total, item) => total + 4 + item.byteLength, 4));
  const view = new DataView(out.buffer);
  view.setUint32(0, items.length, true);
  let at = 4;
  for (const item of items) {
    view.setUint32(at, item.byteLength, true);
    out.set(item, at + 4);
    at += 4 + item.byteLength;
  }
  return out;
}
