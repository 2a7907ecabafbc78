/**
 * The format Bloscpack: one file, one array. Fixed-size elements use versions 1 to 3 of the format, of which 3 is
 * written; variable-length ones are objects of the proposed layout.
 */

import { printHeader } from "../../bytes/blosc/file-header.ts";
import { DEFAULT_CHUNKS, shuffleOf } from "../../bytes/blosc/options.ts";
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import { encodeUtf8 } from "../../bytes/text/utf8.ts";
import { atPlace, HyperslabError } from "../../errors.ts";
import { type DataType, isFixedSize } from "../../model/data-types/data-type.ts";
import type { ArrayNode, Node } from "../../model/node.ts";
import { type Store, type StoreOptions, valuePlace } from "../../stores/store.ts";
import { storeFacts } from "../documents/chunk-access.ts";
import { normalizePath } from "../documents/node-path.ts";
import type {
  ChunkAccess,
  DefaultCodec,
  Format,
  FormatNote,
  Hierarchy,
  PortableArray,
  ReadNodeOptions,
  ShownArray,
} from "../format.ts";
import { type NoteList, noteList } from "../notes.ts";
import { checkArray } from "../spelling/members.ts";
import { arrayOfFile } from "./array-node.ts";
import { readLayout } from "./file-layout.ts";
import { blankFile, chunkingOf, planFile, replaceMetadata, writtenHeader } from "./file-plan.ts";
import { sectionFor } from "./metadata-section.ts";
import { directoryOf, endNote, fileNotes, fileSource, isUnchanged, type OpenFile, openFile } from "./open-file.ts";
import { portableArray, portableObjects, shownArray, shownObjects } from "./shown-array.ts";
import {
  deleteObjectDirectory,
  type OpenDirectory,
  objectDirectoryAccess,
  openObjectDirectory,
  writeObjectDirectory,
} from "./varlen/directory.ts";
import { arrayOfObjects, planObjects } from "./varlen/object-array.ts";
import { printObjectMetadata } from "./varlen/object-metadata.ts";

export const bloscpack: Format = {
  open: async ({ store, path }, options) => {
    const hierarchy = new BloscpackHierarchy(store);
    const node = await hierarchy.readNode(normalizePath(path), { signal: options?.signal });
    return node === undefined ? undefined : { hierarchy, node };
  },
  create: (store) => new BloscpackHierarchy(store),
};

const TITLE = "Bloscpack";
const OBJECTS_TITLE = `${TITLE} of variable-length objects`;
/** Names of files in stores that also hold other things. */
const FILE_NAME = /\.blp$/i;

const absentSource: ByteSource = { read: async () => undefined };

interface Opened {
  readonly node: ArrayNode;
  readonly title: string;
  readonly file?: OpenFile;
  readonly directory?: OpenDirectory;
}

/**
 * Bloscpack as a hierarchy of one array: a file of fixed-size elements, a file of variable-length objects, or a
 * directory of such files.
 */
export class BloscpackHierarchy implements Hierarchy {
  readonly format = "bloscpack";
  readonly consolidated = false;
  readonly marksItself = true;
  readonly store: Store;
  readonly #notes: NoteList = noteList();
  readonly #opened = new Map<string, Opened>();
  #title = TITLE;

  constructor(store: Store) {
    this.store = store;
  }

  /** The title of the node that was read last. */
  get title(): string {
    return this.#title;
  }

  get notes(): readonly FormatNote[] {
    return this.#notes.notes;
  }

  async readNode(path: string, options?: ReadNodeOptions): Promise<Node | undefined> {
    const at = normalizePath(path);
    const known = options?.fresh === true ? undefined : this.#opened.get(at);
    return (known ?? (await this.#open(at, options)))?.node;
  }

  async listChildren(): Promise<readonly Node[]> {
    return [];
  }

  chunks(array: ArrayNode): ChunkAccess {
    const { path } = array;
    const key = this.#keyOf(path);
    if (key !== undefined || isFixedSize(array.dataType)) return this.#fileAccess(array, key ?? path);
    const directory = (): OpenDirectory | undefined => this.#opened.get(path)?.directory;
    return objectDirectoryAccess(this.store, array, directory, () => this.#open(path));
  }

  async shownArray(array: ArrayNode, options?: StoreOptions): Promise<ShownArray> {
    if (!isFixedSize(array.dataType)) return shownObjects(array);
    const file = this.#opened.get(array.path)?.file;
    if (file === undefined) return array;
    const key = this.#keyOf(array.path) ?? array.path;
    const message = await endNote(file.layout, fileSource(this.store, key), options);
    if (message !== undefined) this.#notes.addNote({ key, message });
    return shownArray(array, file.layout, file.source, options);
  }

  portableArray(array: ArrayNode): PortableArray {
    return isFixedSize(array.dataType) ? portableArray(array) : portableObjects(array);
  }

  /** Fixed-size elements are stored as consecutive frames; objects are written chunk by chunk. */
  isFramed({ dataType }: ArrayNode): boolean {
    return isFixedSize(dataType);
  }

  defaultCodecs({ itemSize = 1 }: DataType): readonly DefaultCodec[] {
    const { compressor, level, filter } = DEFAULT_CHUNKS;
    const made = { cname: compressor, clevel: level, shuffle: shuffleOf(filter) };
    return [{ name: "blosc", configuration: { ...made, typesize: itemSize, blocksize: 0 } }];
  }

  normalize(node: Node): Node {
    const array = this.#checked(node);
    return isFixedSize(array.dataType) ? planFile(array).node : this.#planObjects(array).node;
  }

  async writeNode(node: Node, options: StoreOptions = {}): Promise<Node> {
    const array = this.#checked(node);
    const { path } = array;
    const key = this.#keyOf(path);
    const isElements = isFixedSize(array.dataType);
    const planned = this.normalize(array);
    const found = await this.#open(path, options);
    // A place that holds the other kind of element is replaced.
    const old = found !== undefined && isFixedSize(found.node.dataType) === isElements ? found : undefined;
    if (old !== undefined) this.#checkSame(array, old);
    if (key === undefined) await writeObjectDirectory(this.store, this.#planObjects(array), old?.directory, options);
    else if (old?.file === undefined) await this.store.set?.(key, await blankFile(array), options);
    else await this.#describe(array, key, old.file, options);
    const now = await this.#open(path, options);
    // Only existing chunks show how they are compressed.
    return isElements && old !== undefined ? (now?.node ?? array) : planned;
  }

  async deleteNode(path: string, options?: StoreOptions): Promise<void> {
    const at = normalizePath(path);
    const key = this.#keyOf(at);
    this.#opened.delete(at);
    if (key !== undefined) await this.store.delete?.(key, options);
    else if (this.store.object === undefined) await deleteObjectDirectory(this.store, at, options);
  }

  /** The key of the file at a path; undefined if a directory would be there. */
  #keyOf(path: string): string | undefined {
    const { object } = this.store;
    if (object !== undefined) return path === "" ? object : undefined;
    return FILE_NAME.test(path) ? path : undefined;
  }

  #planObjects(array: ArrayNode): ReturnType<typeof planObjects> {
    return planObjects(array, this.#keyOf(array.path) === undefined);
  }

  #checked(node: Node): ArrayNode {
    const place = { location: this.store.location, node: node.path };
    if (node.kind === "group")
      throw new HyperslabError("unsupported", "Bloscpack holds one array and no groups", place);
    checkArray(node);
    const isDirectory = this.store.object === undefined && !isFixedSize(node.dataType);
    if (isDirectory || this.#keyOf(normalizePath(node.path)) !== undefined) return node;
    throw new HyperslabError("invalid-request", "a Bloscpack file is one array and has no paths inside it", {
      ...place,
      hint: "Give the array a place whose name ends in .blp.",
    });
  }

  /** Only an append changes the number of elements. */
  #checkSame(array: ArrayNode, { node, file }: Opened): void {
    const { shape, dataType } = node;
    const same = shape.length === array.shape.length && shape.every((length, axis) => length === array.shape[axis]);
    const isElements = isFixedSize(dataType);
    if (same && (isElements ? file?.state !== "walked" : dataType.kind === array.dataType.kind)) return;
    const what = isElements ? "the shape of an array" : "type and number of the objects";
    throw new HyperslabError("unsupported", `${what} in a Bloscpack file cannot be changed`, {
      location: this.store.location,
      node: array.path,
      hint: "Append to the file with hyperslab append, or copy the array to another format.",
    });
  }

  async #open(path: string, options: StoreOptions = {}): Promise<Opened | undefined> {
    this.#opened.delete(path);
    const key = this.#keyOf(path);
    const opened =
      key === undefined ? await this.#openDirectory(path, options) : await this.#openFile(path, key, options);
    if (opened === undefined) return undefined;
    this.#opened.set(path, opened);
    this.#title = opened.title;
    return opened;
  }

  async #openFile(path: string, key: string, options: StoreOptions): Promise<Opened | undefined> {
    const source = fileSource(this.store, key);
    try {
      const layout = await readLayout(source, options);
      if (layout === undefined) return undefined;
      const file = await openFile(source, layout, options);
      for (const message of fileNotes(file)) this.#notes.addNote({ key, message });
      const { version, variableLength } = layout.header;
      const node = (variableLength ? arrayOfObjects : arrayOfFile)(path, file, this.#notes);
      return { node, title: `${variableLength ? OBJECTS_TITLE : TITLE} v${version}`, file };
    } catch (error) {
      throw atPlace(error, valuePlace(this.store, key));
    }
  }

  async #openDirectory(path: string, options: StoreOptions): Promise<Opened | undefined> {
    if (this.store.object !== undefined) return undefined;
    const directory = await openObjectDirectory(this.store, path, this.#notes, options);
    if (directory === undefined) return undefined;
    const { node, header } = directory;
    return { node, title: `${OBJECTS_TITLE} v${header.version}, a directory`, directory };
  }

  #fileAccess(array: ArrayNode, key: string): ChunkAccess {
    const file = (): OpenFile | undefined => this.#opened.get(array.path)?.file;
    const isElements = isFixedSize(array.dataType);
    const isWritable = this.store.set !== undefined && !(isElements && file()?.state === "walked");
    const replace = async (bytes: Uint8Array, options?: StoreOptions): Promise<void> => {
      await this.store.set?.(key, bytes, options);
      await this.#open(array.path, options);
    };
    return {
      ...storeFacts(this.store, () => key),
      files: async () => {
        const { state, source } = file() ?? {};
        const usable = isElements && state === "filled" && source !== undefined && (await isUnchanged(source));
        const directory = usable ? directoryOf(this.store, key) : undefined;
        if (directory === undefined) return undefined;
        // The version from which the layout was read.
        const chunk = { directory, location: this.store.location, key, version: source?.version?.validator };
        return { file: () => chunk, readOnly: true };
      },
      source: () => (file()?.state === "unwritten" ? absentSource : (file()?.source ?? fileSource(this.store, key))),
      ...(isWritable && {
        set: async (_, bytes, options) => {
          if (isElements) await this.#addHead(array, key, bytes, options);
          await replace(bytes, options);
        },
        delete: async (_, options) => replace(await blankFile(array), options),
      }),
    };
  }

  /** Writes the header and metadata to the start of a file of elements, where the codec left room for them. */
  async #addHead(array: ArrayNode, key: string, bytes: Uint8Array, options?: StoreOptions): Promise<void> {
    const { file, node } = this.#opened.get(array.path) ?? (await this.#open(array.path, options)) ?? {};
    if (file === undefined || node === undefined) throw this.#gone(key);
    const { header, table } = file.layout;
    const head = await file.source.read({ offset: 0, length: table.tableAt }, options);
    if (head?.byteLength !== table.tableAt) {
      throw new HyperslabError("invalid-data", "the file was truncated", valuePlace(this.store, key));
    }
    bytes.set(head);
    bytes.set(printHeader(writtenHeader(header, chunkingOf(node))));
  }

  /** Replaces the metadata of a file; everything else is kept. */
  async #describe(array: ArrayNode, key: string, { source, layout }: OpenFile, options?: StoreOptions): Promise<void> {
    const bytes = await source.read(undefined, options);
    if (bytes === undefined) throw this.#gone(key);
    const { variableLength, version } = layout.header;
    if (!variableLength && version !== 3) {
      throw new HyperslabError("unsupported", `files of version ${version} have no metadata`);
    }
    const metadata = variableLength
      ? encodeUtf8(printObjectMetadata(array))
      : await sectionFor(planFile(array).metadata, layout.metadata?.section);
    await this.store.set?.(key, replaceMetadata(bytes, layout, metadata), options);
  }

  #gone(key: string): HyperslabError {
    return new HyperslabError("not-found", "the file no longer exists", valuePlace(this.store, key));
  }
}
