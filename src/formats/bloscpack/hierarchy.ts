/** A Bloscpack file as a hierarchy of one array. */

import { hasVariableLength, printHeader } from "../../bytes/blosc/file-header.ts";
import { OFFSET_BYTES } from "../../bytes/blosc/offsets.ts";
import { jsonView } from "../../bytes/json/view.ts";
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import { joinBytes } from "../../bytes/source/join-bytes.ts";
import { atPlace, HyperslabError } from "../../errors.ts";
import type { ArrayNode, Node } from "../../model/node.ts";
import { type Store, type StoreOptions, valuePlace } from "../../stores/store.ts";
import { storeSource } from "../documents/chunk-access.ts";
import { normalizePath } from "../documents/node-path.ts";
import type { ChunkAccess, FormatNote, Hierarchy, ReadNodeOptions, ShownArray } from "../format.ts";
import { type NoteList, noteList } from "../notes.ts";
import { checkArray } from "../spelling/array-check.ts";
import { arrayOfFile } from "./array-node.ts";
import { decodedSize, type FileLayout, readLayout, walkTable } from "./file-layout.ts";
import { endOddity, layoutOddities } from "./file-oddities.ts";
import { cutChunks, planFile, unwrittenHeader, writtenHeader } from "./file-plan.ts";
import { replaceMetadata } from "./metadata-replace.ts";
import { printMetadata } from "./metadata-section.ts";
import { patchedSource } from "./patched-source.ts";
import { recoveringSource } from "./recovering-source.ts";
import { shownArray } from "./shown-array.ts";

export const TITLE = "Bloscpack";
/** Where the table of a file without offsets is put for the codec: beyond the end of any file. */
const VIRTUAL_TABLE = 2 ** 52;

interface OpenFile {
  readonly layout: FileLayout;
  readonly node: ArrayNode;
  readonly source: ByteSource;
  /** Are the offsets in the file itself? Others can only be read. */
  readonly indexed: boolean;
  readonly written: boolean;
}

/** Names that are looked at in stores that hold other things too. */
const FILE_NAME = /\.blp$/i;

export class BloscpackHierarchy implements Hierarchy {
  readonly format = "bloscpack";
  readonly consolidated = false;
  readonly store: Store;
  readonly #notes: NoteList = noteList();
  readonly #files = new Map<string, OpenFile>();
  readonly #onObjects: ((path: string, prefix: Uint8Array) => void) | undefined;
  #version: number | undefined;

  /** `onObjects` takes the first bytes of files of variable-length objects, which are not there for this hierarchy. */
  constructor(store: Store, onObjects?: (path: string, prefix: Uint8Array) => void) {
    this.store = store;
    this.#onObjects = onObjects;
  }

  get title(): string {
    return this.#version === undefined ? TITLE : `${TITLE} v${this.#version}`;
  }

  get notes(): readonly FormatNote[] {
    return this.#notes.notes;
  }

  async readNode(path: string, options?: ReadNodeOptions): Promise<Node | undefined> {
    const at = normalizePath(path);
    const key = this.#keyOf(at);
    if (key === undefined) return undefined;
    const known = options?.fresh === true ? undefined : this.#files.get(at);
    return (known ?? (await this.#openFile(at, key, options)))?.node;
  }

  async listChildren(): Promise<readonly Node[]> {
    return [];
  }

  chunks(array: ArrayNode): ChunkAccess {
    const key = this.#keyOf(array.path) ?? array.path;
    const file = (): OpenFile | undefined => this.#files.get(array.path);
    const { set } = this.store;
    const writable = set !== undefined && file()?.indexed !== false;
    return {
      key: () => key,
      files: async () => {
        const { indexed = false, written = false, source } = file() ?? {};
        // Workers know nothing of the version that the layout was read of.
        const usable = indexed && written && source !== undefined && (await isUnchanged(source));
        const directory = usable ? directoryOf(this.store, key) : undefined;
        return directory === undefined ? undefined : { directory, key: () => key, readOnly: true };
      },
      source: () => (file()?.written === false ? absentSource : (file()?.source ?? storeSource(this.store, key))),
      ...(writable && {
        set: (_, bytes, options) => this.#replaceChunks(array, key, bytes, options),
        delete: (_, options) => this.#clear(array, key, options),
      }),
    };
  }

  async shownArray(array: ArrayNode, options?: StoreOptions): Promise<ShownArray> {
    const file = this.#files.get(array.path);
    if (file === undefined) return array;
    const key = this.#keyOf(array.path) ?? array.path;
    const message = await endOddity(file.layout, storeSource(this.store, key), options);
    if (message !== undefined) this.#notes.addNote({ key, message });
    return shownArray(array, file.layout, file.source, options);
  }

  defaultCodecs({
    itemSize = 1,
  }: {
    readonly itemSize?: number | undefined;
  }): ReturnType<NonNullable<Hierarchy["defaultCodecs"]>> {
    const configuration = { cname: "blosclz", clevel: 7, shuffle: "shuffle", typesize: itemSize, blocksize: 0 };
    return [{ name: "blosc", configuration }];
  }

  normalize(node: Node): Node {
    return planFile(this.#checked(node)).node;
  }

  async writeNode(node: Node, options?: StoreOptions): Promise<Node> {
    const array = this.#checked(node);
    const key = this.#keyOf(array.path) ?? array.path;
    const { signal } = options ?? {};
    const old = (await this.readNode(array.path, { signal, fresh: true })) && this.#files.get(array.path);
    if (old === undefined) return this.#createFile(array, key, options);
    return this.#describeFile(old, array, key, options);
  }

  async deleteNode(path: string, options?: StoreOptions): Promise<void> {
    const at = normalizePath(path);
    const key = this.#keyOf(at);
    this.#files.delete(at);
    if (key !== undefined) await this.store.delete?.(key, options);
  }

  #keyOf(path: string): string | undefined {
    const { object } = this.store;
    if (object !== undefined) return path === "" ? object : undefined;
    return FILE_NAME.test(path) ? path : undefined;
  }

  #checked(node: Node): ArrayNode {
    const place = { location: this.store.location, node: node.path };
    if (node.kind === "group")
      throw new HyperslabError("unsupported", "a Bloscpack file holds one array, no groups", place);
    checkArray(node);
    if (this.#keyOf(normalizePath(node.path)) === undefined) {
      throw new HyperslabError("invalid-request", "a Bloscpack file is one array, at no path inside of it", {
        ...place,
        hint: "Give the array a place whose name ends in .blp.",
      });
    }
    return node;
  }

  async #openFile(path: string, key: string, options: StoreOptions = {}): Promise<OpenFile | undefined> {
    const place = valuePlace(this.store, key);
    const source = storeSource(this.store, key);
    const first = firstRead(source);
    try {
      const layout = await readLayout(first.source, {}, options);
      if (layout === undefined) return undefined;
      this.#version = layout.header.version;
      const file = await openLayout(path, key, source, layout, this.#notes, options);
      this.#files.set(path, file);
      return file;
    } catch (error) {
      this.#files.delete(path);
      if (this.#onObjects !== undefined && hasVariableLength(first.bytes())) {
        this.#onObjects(path, first.bytes());
        return undefined;
      }
      throw atPlace(error, place);
    }
  }

  async #createFile(array: ArrayNode, key: string, options?: StoreOptions): Promise<Node> {
    const { node, header, metadata } = planFile(array);
    const section = await printMetadata(metadata);
    const unwritten = unwrittenHeader(header);
    const room = new Uint8Array(OFFSET_BYTES * unwritten.spareChunks).fill(255);
    await this.store.set?.(key, joinBytes(printHeader(unwritten), section, room), options);
    await this.readNode(array.path, { signal: options?.signal, fresh: true });
    return node;
  }

  /** Rewrites the metadata of a file; all else must stay as it is. */
  async #describeFile(old: OpenFile, array: ArrayNode, key: string, options?: StoreOptions): Promise<Node> {
    const same =
      old.node.shape.length === array.shape.length &&
      old.node.shape.every((length, axis) => length === array.shape[axis]);
    if (!same || !old.indexed) {
      throw new HyperslabError("unsupported", "the shape of an array in a Bloscpack file cannot be changed", {
        location: this.store.location,
        node: array.path,
        hint: "Append to the file with hyperslab append, or copy the array to another format.",
      });
    }
    const bytes = await old.source.read(undefined, options);
    if (bytes === undefined) throw new HyperslabError("not-found", "the file is gone", valuePlace(this.store, key));
    const changed = await replaceMetadata(bytes, old.layout, planFile(array).metadata);
    await this.store.set?.(key, changed, options);
    const node = await this.readNode(array.path, { signal: options?.signal, fresh: true });
    return node ?? array;
  }

  async #replaceChunks(array: ArrayNode, key: string, bytes: Uint8Array, options?: StoreOptions): Promise<void> {
    const file = this.#files.get(array.path) ?? (await this.#openFile(array.path, key, options));
    if (file === undefined) throw new HyperslabError("not-found", "the file is gone", valuePlace(this.store, key));
    const { layout } = file;
    const head = await file.source.read({ offset: 0, length: layout.offsetsAt }, options);
    if (head === undefined || head.byteLength !== layout.offsetsAt) {
      throw new HyperslabError("invalid-data", "the file was cut off", valuePlace(this.store, key));
    }
    bytes.set(head);
    bytes.set(printHeader(writtenHeader(layout.header, chunkingOf(file.node))));
    await this.store.set?.(key, bytes, options);
    await this.readNode(array.path, { signal: options?.signal, fresh: true });
  }

  async #clear(array: ArrayNode, key: string, options?: StoreOptions): Promise<void> {
    this.#files.delete(array.path);
    await this.#createFile(array, key, options);
  }
}

/** Remembers what was read first. */
function firstRead(source: ByteSource): { readonly source: ByteSource; bytes(): Uint8Array } {
  let first: Uint8Array | undefined;
  const read: ByteSource["read"] = async (range, options) => {
    const bytes = await source.read(range, options);
    first ??= bytes;
    return bytes;
  };
  return { source: { ...source, read }, bytes: () => first ?? new Uint8Array(0) };
}

/** The local directory below which the key is the name of a file. */
function directoryOf({ directory, locate }: Store, key: string): string | undefined {
  if (directory !== undefined) return directory;
  const path = locate?.(key);
  return path?.endsWith(key) === true ? path.slice(0, -key.length) : undefined;
}

const absentSource: ByteSource = { read: async () => undefined };

/** Is it the version that was read first? */
async function isUnchanged({ version, validator }: ByteSource): Promise<boolean> {
  return version?.validator === undefined || version.validator === (await validator?.());
}

/** How the file of a node is cut. */
function chunkingOf({ codecs, dataType, shape }: ArrayNode): ReturnType<typeof cutChunks> {
  const chunkSize = jsonView(codecs.at(-1)!.configuration).required("chunk_size").integer(0);
  const total = shape.reduce((product, length) => product * length, dataType.itemSize ?? 0);
  return cutChunks(total, chunkSize);
}

async function openLayout(
  path: string,
  key: string,
  stored: ByteSource,
  layout: FileLayout,
  notes: NoteList,
  options: StoreOptions,
): Promise<OpenFile> {
  const { header, offsets, offsetsAt, dataStart } = layout;
  for (const message of layoutOddities(layout)) notes.addNote({ key, message });
  const source = recoveringSource(stored, layout);
  const size = decodedSize(header);
  const unwritten = header.chunkCount === 0 && header.metadata;
  if (size !== undefined && header.chunkSize !== undefined && (offsets.length > 0 || unwritten)) {
    const table = { chunkSize: header.chunkSize, chunkCount: header.chunkCount ?? 0, tableAt: offsetsAt, dataStart };
    const node = arrayOfFile(path, layout, table, size, notes, {});
    if (!unwritten) return { layout, node, source, indexed: true, written: true };
    const total = node.shape.reduce((product, length) => product * length, node.dataType.itemSize ?? 0);
    const cut = cutChunks(total, header.chunkSize);
    const written = arrayOfFile(path, layout, { ...table, chunkCount: cut.chunkCount }, size, notes, {});
    return { layout, node: written, source, indexed: true, written: false };
  }
  const table = await walkTable(source, layout, {}, options);
  const bytes = new DataView(new ArrayBuffer(2 * OFFSET_BYTES * table.offsets.length));
  table.offsets.forEach((offset, index) => {
    bytes.setBigInt64(2 * OFFSET_BYTES * index, BigInt(offset), true);
    bytes.setBigInt64(2 * OFFSET_BYTES * index + OFFSET_BYTES, BigInt(table.starts[index]!), true);
  });
  const patched = patchedSource(source, [{ offset: VIRTUAL_TABLE, bytes: new Uint8Array(bytes.buffer) }]);
  const place = { chunkSize: undefined, chunkCount: table.offsets.length, tableAt: VIRTUAL_TABLE, dataStart };
  const node = arrayOfFile(path, layout, place, table.total, notes, {});
  return { layout, node, source: patched, indexed: false, written: true };
}
