/**
 * A format of files that a stranger might add: the word `TOYFILE` after one byte, a line of JSON with the shape and perhaps
 * the address of the file that holds the values, a newline, and the values: one array of bytes.
 */

import { jsonObject } from "../../../src/bytes/json/make.ts";
import { joinBytes } from "../../../src/bytes/source/join-bytes.ts";
import { storeFacts } from "../../../src/formats/documents/chunk-access.ts";
import type {
  ArrayNode,
  ByteSource,
  FilePlace,
  FormatDescriptor,
  Hierarchy,
  OpenSource,
  Store,
} from "../../../src/index.ts";
import { HyperslabError } from "../../../src/index.ts";
import { dataTypeNamed } from "../../../src/model/data-types/data-type.ts";
import { regularGrid } from "../../../src/model/grid/chunk-grid.ts";
import { zeroElement } from "../../../src/model/values/fill-value.ts";
import { filePlace } from "../../../src/stores/place.ts";

const MAGIC = new TextEncoder().encode("TOYFILE");

/** The bytes of a file; `values`: in it, or the address of another. */
export function toyFileBytes(shape: readonly number[], values: Uint8Array | string): Uint8Array {
  const line = JSON.stringify({ shape, ...(typeof values === "string" && { values }) });
  const head = new TextEncoder().encode(`.TOYFILE${line}\n`);
  return typeof values === "string" ? head : joinBytes([head, values]);
}

function arrayNode(path: string, shape: readonly number[]): ArrayNode {
  const dataType = dataTypeNamed("uint8")!;
  return {
    kind: "array",
    path,
    dataType,
    shape,
    grid: regularGrid(
      shape,
      shape.map((length) => Math.max(1, length)),
    ),
    codecs: [{ name: "bytes", configuration: jsonObject([]) }],
    fillValue: zeroElement(dataType),
    dimensions: shape.map(() => ({ name: undefined })),
    attributes: new Map(),
    chunkKeys: { kind: "default", separator: "/" },
  };
}

interface Opened {
  readonly node: ArrayNode;
  readonly values: ByteSource;
}

async function openFile({ source, path }: FilePlace, openSource?: OpenSource): Promise<Opened | undefined> {
  const bytes = await source.read();
  if (bytes === undefined || !MAGIC.every((byte, index) => bytes[index + 1] === byte)) return undefined;
  const end = bytes.indexOf(10);
  const line = JSON.parse(new TextDecoder().decode(bytes.subarray(MAGIC.length + 1, end)));
  const elsewhere: string | undefined = line.values;
  const values: ByteSource =
    elsewhere === undefined ? { read: async () => bytes.slice(end + 1) } : await openSource!(elsewhere);
  return { node: arrayNode(path, line.shape), values };
}

function hierarchyOf(store: Store, first?: Opened, openSource?: OpenSource): Hierarchy {
  let opened = first;
  const fileAt = (path: string): FilePlace => filePlace(store, store.object ?? path, path);
  const write = async ({ path, shape }: ArrayNode, values: Uint8Array): Promise<void> => {
    await store.set!(fileAt(path).key, toyFileBytes(shape, values));
    opened = await openFile(fileAt(path));
  };
  const empty = ({ shape }: ArrayNode): Uint8Array => new Uint8Array(shape.reduce((a, b) => a * b, 1));
  const one = (path: string): Promise<Opened | undefined> => openFile(fileAt(path), openSource);
  return {
    format: "toyfile",
    title: "Toy file",
    store,
    consolidated: false,
    notes: [],
    readNode: async (path) =>
      path === "" && store.object === undefined ? undefined : (opened = await one(path))?.node,
    listChildren: async () => [],
    chunks: (array) => ({
      ...storeFacts(store, () => fileAt(array.path).key),
      source: () => ({ read: async (range, options) => opened?.values.read(range, options) }),
      ...(store.set && {
        set: (_: readonly number[], bytes: Uint8Array) => write(array, bytes),
        delete: () => write(array, empty(array)),
      }),
    }),
    normalize: (node) => {
      if (node.kind === "array" && node.dataType.name === "uint8") return arrayNode(node.path, node.shape);
      throw new HyperslabError("unsupported", "a toy file holds one array of uint8");
    },
    writeNode: async (node) => {
      if (node.kind === "array") await write(node, empty(node));
      return node;
    },
    deleteNode: async (path) => store.delete?.(fileAt(path).key),
  };
}

export const toyFile: FormatDescriptor = {
  name: "toyfile",
  title: "Toy file",
  writes: "array",
  file: { extensions: [".toyf"], magic: [{ bytes: MAGIC, offset: 1 }] },
  load: async () => ({
    open: async (place, options) => {
      const opened = place.kind === "file" ? await openFile(place, options?.openSource) : undefined;
      return opened && { hierarchy: hierarchyOf(place.store, opened, options?.openSource), node: opened.node };
    },
    create: (store) => hierarchyOf(store),
  }),
};
