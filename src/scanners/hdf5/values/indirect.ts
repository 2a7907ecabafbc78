/** Arrays whose elements are pointers: texts and rows in the global heap, and references to objects. */
import { encodeUtf8 } from "../../../bytes/text/utf8.ts";
import { HyperslabError } from "../../../errors.ts";
import { serializerName } from "../../../model/codec-spec.ts";
import type { ArrayNode } from "../../../model/node.ts";
import { zeroElement } from "../../../model/values/fill-value.ts";
import type { IndirectArray } from "../../../model/virtual/pending-chunks.ts";
import type { ArrayContext } from "../array-context.ts";
import { readRows, readTexts } from "./attribute-value.ts";
import { spec } from "./codec-chain.ts";
import { inOrder } from "./elements.ts";
import type { ModelType } from "./model-type.ts";

type PointerType = Extract<ModelType, { readonly kind: "text" | "rows" | "objects" }>;

export function indirectArray(
  context: ArrayContext,
  pointers: ArrayNode,
  model: PointerType,
): { readonly node: ArrayNode; readonly indirect: IndirectArray } {
  const { dataType } = model;
  const codec = spec(serializerName(dataType));
  const node: ArrayNode = { ...pointers, dataType, codecs: [codec], fillValue: zeroElement(dataType) };
  return {
    node,
    indirect: { pointers, resolve: async (bytes) => joined(await itemsOf(context, pointers, model, bytes)) },
  };
}

async function itemsOf(
  { file, heap, pathOf }: ArrayContext,
  pointers: ArrayNode,
  model: PointerType,
  bytes: Uint8Array,
): Promise<readonly Uint8Array[]> {
  if (model.kind === "text") return (await readTexts(file, heap, bytes)).map((text) => encodeUtf8(text));
  if (model.kind === "rows") {
    const rows = await readRows(file, heap, bytes, model.item.itemSize);
    return rows.map((row) => inOrder(model.item, model.order, row));
  }
  const size = pointers.dataType.itemSize!;
  return Array.from({ length: bytes.byteLength / size }, (_, index) => {
    const address = file.address(file.cursorOver(bytes.subarray(index * size, (index + 1) * size), 0));
    // An address of 0 is an empty reference.
    if (address === undefined || address === 0) return new Uint8Array(0);
    const path = pathOf(address);
    if (path !== undefined) return encodeUtf8(`/${path}`);
    throw new HyperslabError(
      "invalid-data",
      `a reference leads to byte ${file.facts.base + address}, where no object is shown`,
      {
        ...file.facts.place,
        node: pointers.path,
      },
    );
  });
}

/** As numcodecs frames items: count(4), then length(4) and bytes of each. */
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
