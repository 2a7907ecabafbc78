/** Files and directories of variable-length objects as hierarchies of one array. */
import { jsonObject } from "../../../bytes/json/make.ts";
import { HyperslabError } from "../../../errors.ts";
import type { ArrayNode, Node } from "../../../model/node.ts";
import type { Store, StoreOptions } from "../../../stores/store.ts";
import { normalizePath } from "../../documents/node-path.ts";
import type { ChunkAccess, FormatNote, Hierarchy, ReadNodeOptions, ShownArray } from "../../format.ts";
import { type NoteList, noteList } from "../../notes.ts";
import { checkArray } from "../../spelling/array-check.ts";
import {
  deleteObjectDirectory,
  type OpenDirectory,
  objectDirectoryAccess,
  openObjectDirectory,
  writeObjectDirectory,
} from "./directory-objects.ts";
import { type OpenObjects, objectFileAccess, openObjectFile, writeObjectFile } from "./file-objects.ts";
import { planObjects } from "./object-array.ts";

const TITLE = "Bloscpack of variable-length objects";
/** Names that are one file in stores that hold other things too. */
const FILE_NAME = /\.blp$/i;

export class ObjectsHierarchy implements Hierarchy {
  readonly format = "bloscpack";
  readonly consolidated = false;
  readonly store: Store;
  readonly #notes: NoteList = noteList();
  readonly #files = new Map<string, OpenObjects>();
  readonly #directories = new Map<string, OpenDirectory>();
  readonly #prefixes = new Map<string, Uint8Array>();
  #title = TITLE;

  constructor(store: Store) {
    this.store = store;
  }

  get title(): string {
    return this.#title;
  }

  get notes(): readonly FormatNote[] {
    return this.#notes.notes;
  }

  /** The first bytes of a file of objects, which need not be read again. */
  offer(path: string, prefix: Uint8Array): void {
    this.#prefixes.set(path, prefix);
  }

  async readNode(path: string, options?: ReadNodeOptions): Promise<ArrayNode | undefined> {
    const at = normalizePath(path);
    const known = options?.fresh === true ? undefined : (this.#files.get(at) ?? this.#directories.get(at));
    if (known !== undefined) return known.node;
    const key = this.#fileKey(at);
    return key === undefined ? this.#openDirectory(at, options) : this.#openFile(at, key, options);
  }

  async listChildren(): Promise<readonly Node[]> {
    return [];
  }

  chunks(array: ArrayNode): ChunkAccess {
    const { path } = array;
    const key = this.#fileKey(path);
    const changed = (): Promise<unknown> => this.readNode(path, { fresh: true });
    if (key === undefined) return objectDirectoryAccess(this.store, array, () => this.#directories.get(path), changed);
    return objectFileAccess(this.store, key, array, () => this.#files.get(path), changed);
  }

  /** How objects are compressed is told by none but themselves. */
  async shownArray({ grid, codecs }: ArrayNode): Promise<ShownArray> {
    const shown = codecs.map(({ name, configuration }) => {
      const checksum = configuration.members.get("checksum");
      return { name, configuration: jsonObject(checksum === undefined ? [] : [["checksum", checksum]]) };
    });
    return { grid, codecs: shown };
  }

  normalize(node: Node): Node {
    const array = this.#checked(node);
    return planObjects(array, this.#fileKey(array.path) === undefined).node;
  }

  async writeNode(node: Node, options?: StoreOptions): Promise<Node> {
    const array = this.#checked(node);
    const key = this.#fileKey(array.path);
    const plan = planObjects(array, key === undefined);
    const { signal } = options ?? {};
    this.#forget(array.path);
    await this.readNode(array.path, { signal, fresh: true });
    if (key === undefined) {
      await writeObjectDirectory(this.store, plan, this.#directories.get(array.path), options);
    } else {
      await writeObjectFile(this.store, key, plan, this.#files.get(array.path), options);
    }
    await this.readNode(array.path, { signal, fresh: true });
    // How objects are compressed is told by those alone that are there.
    return plan.node;
  }

  async deleteNode(path: string, options?: StoreOptions): Promise<void> {
    const at = normalizePath(path);
    const key = this.#fileKey(at);
    this.#forget(at);
    if (key === undefined) await deleteObjectDirectory(this.store, at, options);
    else await this.store.delete?.(key, options);
  }

  #forget(path: string): void {
    this.#files.delete(path);
    this.#directories.delete(path);
    this.#prefixes.delete(path);
  }

  /** The key of the file at a path; undefined: a directory would be there. */
  #fileKey(path: string): string | undefined {
    const { object } = this.store;
    if (object !== undefined) return path === "" ? object : undefined;
    return FILE_NAME.test(path) ? path : undefined;
  }

  #checked(node: Node): ArrayNode {
    const place = { location: this.store.location, node: node.path };
    if (node.kind === "array") {
      checkArray(node);
      if (this.store.object === undefined || node.path === "") return node;
      throw new HyperslabError("invalid-request", "a Bloscpack file is one array, at no path inside of it", place);
    }
    throw new HyperslabError("unsupported", "Bloscpack holds one array, no groups", place);
  }

  async #openFile(path: string, key: string, options: StoreOptions = {}): Promise<ArrayNode | undefined> {
    const prefix = this.#prefixes.get(path);
    this.#prefixes.delete(path);
    const file = await openObjectFile(this.store, path, key, this.#notes, prefix, options);
    if (file === undefined) return undefined;
    this.#files.set(path, file);
    this.#title = `${TITLE} v${file.layout.header.version}`;
    return file.node;
  }

  async #openDirectory(path: string, options: StoreOptions = {}): Promise<ArrayNode | undefined> {
    if (this.store.object !== undefined) return undefined;
    const directory = await openObjectDirectory(this.store, path, this.#notes, options);
    if (directory === undefined) return undefined;
    this.#directories.set(path, directory);
    this.#title = `${TITLE} v${directory.header.version}, a directory`;
    return directory.node;
  }
}
