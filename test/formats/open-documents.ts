/** Opening documents that are written down in a test. */
import { printJson } from "../../src/bytes/json/print.ts";
import { type HyperslabError, isHyperslabError } from "../../src/errors.ts";
import { detectFormat } from "../../src/formats/detect.ts";
import type { FormatNote, Hierarchy } from "../../src/formats/format.ts";
import type { ArrayNode, Node } from "../../src/model/node.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import type { Store } from "../../src/stores/store.ts";

/** Documents by key; anything that is no string is spelled as JSON. */
export type Documents = Readonly<Record<string, unknown>>;

export function storeOf(documents: Documents): Store {
  return memoryStore(
    Object.entries(documents).map(([key, document]) => {
      const text = typeof document === "string" ? document : JSON.stringify(document);
      return [key, new TextEncoder().encode(text)] as const;
    }),
  );
}

export interface Opened {
  readonly store: Store;
  readonly hierarchy: Hierarchy;
  readonly node: Node;
  readonly notes: readonly FormatNote[];
}

export async function openDocuments(documents: Documents, path = ""): Promise<Opened> {
  const store = storeOf(documents);
  const opened = await detectFormat(store, path);
  if (opened === undefined) throw new Error("nothing was found");
  return { store, ...opened, notes: opened.hierarchy.notes };
}

export async function openArrayDocuments(documents: Documents): Promise<ArrayNode & { readonly notes: string[] }> {
  const { node, notes } = await openDocuments(documents);
  if (node.kind !== "array") throw new Error("a group was found");
  return { ...node, notes: notes.map(({ message }) => message) };
}

/** The error of ours that a promise ends in. */
export async function failure(promise: Promise<unknown>): Promise<HyperslabError> {
  try {
    await promise;
  } catch (error) {
    if (isHyperslabError(error)) return error;
    throw error;
  }
  throw new Error("expected a HyperslabError, nothing was thrown");
}

/** `bytes {"endian":"little"}` and so on. */
export function chainText(node: ArrayNode): readonly string[] {
  return node.codecs.map(({ name, configuration }) => {
    const text = printJson(configuration, "compact");
    return text === "{}" ? name : `${name} ${text}`;
  });
}

/** The bytes of a fill value, most significant first, as people write numbers. */
export function bitsOf(node: ArrayNode): string {
  if (!(node.fillValue instanceof Uint8Array)) throw new Error("no bytes");
  return Array.from(node.fillValue, (byte) => byte.toString(16).padStart(2, "0"))
    .reverse()
    .join("");
}

/** A document of Zarr v3 for an int32 array of 5 by 4, with changes; `undefined` removes a member. */
export function v3Array(changes: Readonly<Record<string, unknown>> = {}): Documents {
  return {
    "zarr.json": {
      zarr_format: 3,
      node_type: "array",
      shape: [5, 4],
      data_type: "int32",
      chunk_grid: { name: "regular", configuration: { chunk_shape: [2, 3] } },
      chunk_key_encoding: { name: "default", configuration: { separator: "/" } },
      fill_value: 0,
      codecs: [{ name: "bytes", configuration: { endian: "little" } }],
      attributes: {},
      ...changes,
    },
  };
}

/** The same for Zarr v2. */
export function v2Array(changes: Readonly<Record<string, unknown>> = {}, attributes?: unknown): Documents {
  const document = {
    zarr_format: 2,
    shape: [5, 4],
    chunks: [2, 3],
    dtype: "<i4",
    compressor: null,
    fill_value: 0,
    order: "C",
    filters: null,
    dimension_separator: ".",
    ...changes,
  };
  return { ".zarray": document, ...(attributes === undefined ? {} : { ".zattrs": attributes }) };
}
