/**
 * The File System API in memory, after its specification: a handle is a path, files are replaced when a writer is closed,
 * a File that was replaced cannot be read. Knobs for what browsers differ in and for what goes wrong.
 */
import type {
  AnyEntry,
  DirectoryEntry,
  DirectoryHandle,
  FileEntry,
  FileHandle,
} from "../../src/stores/browser/handles.ts";

export interface FakeOptions {
  /** Can files be renamed? */
  readonly move?: boolean;
  /** Can files be written? */
  readonly writable?: boolean;
  /** Names that are refused, as browsers refuse some. */
  readonly refused?: RegExp;
  /** Called before every request; throws what is to go wrong. */
  readonly before?: (request: string, path: string) => void;
}

interface Content {
  bytes: Uint8Array<ArrayBuffer>;
  changed: number;
}

/** Paths to files, and to `undefined` for directories; "" is the root. */
type Tree = Map<string, Content | undefined>;

let clock = 1_700_000_000_000;
const fail = (name: string): DOMException => new DOMException(`fake ${name}`, name);
const join = (path: string, name: string): string => (path === "" ? name : `${path}/${name}`);

export interface FakeFileSystem {
  readonly root: DirectoryHandle;
  readonly entry: DirectoryEntry;
  readonly files: readonly File[];
  /** Paths of all files. */
  paths(): readonly string[];
}

export function fakeFileSystem(
  contents: ReadonlyMap<string, Uint8Array> = new Map(),
  options: FakeOptions = {},
): FakeFileSystem {
  const tree: Tree = new Map([["", undefined]]);
  for (const [key, value] of contents) {
    const names = key.split("/");
    for (let depth = 1; depth < names.length; depth++) tree.set(names.slice(0, depth).join("/"), undefined);
    tree.set(key, { bytes: new Uint8Array(value), changed: ++clock });
  }
  const files = [...contents.keys()].map((key) => {
    const file = fileOf(tree, key);
    return Object.defineProperty(file, "webkitRelativePath", { value: `folder/${key}` });
  });
  return {
    root: directoryHandle(tree, "", options),
    entry: directoryEntry(tree, ""),
    files,
    paths: () => [...tree].filter(([, content]) => content !== undefined).map(([path]) => path),
  };
}

function childrenOf(tree: Tree, path: string): string[] {
  const start = path === "" ? "" : `${path}/`;
  return [...tree.keys()].filter(
    (key) => key !== path && key.startsWith(start) && !key.slice(start.length).includes("/"),
  );
}

function find(tree: Tree, path: string, kind: "file" | "directory"): void {
  if (!tree.has(path)) throw fail("NotFoundError");
  if ((tree.get(path) === undefined) !== (kind === "directory")) throw fail("TypeMismatchError");
}

/** A snapshot: once the file was replaced or removed, it cannot be read. */
function fileOf(tree: Tree, path: string): File {
  find(tree, path, "file");
  const { bytes, changed } = tree.get(path)!;
  const file = new File([bytes], path.slice(path.lastIndexOf("/") + 1), { lastModified: changed });
  const checked = <B extends Blob>(blob: B): B =>
    Object.assign(blob, {
      slice: (start?: number, end?: number) => checked(Blob.prototype.slice.call(blob, start, end)),
      arrayBuffer: async () => {
        if (tree.get(path)?.changed !== changed) throw fail("NotReadableError");
        return Blob.prototype.arrayBuffer.call(blob);
      },
    });
  return checked(file);
}

function directoryHandle(tree: Tree, path: string, options: FakeOptions): DirectoryHandle {
  const request = async (what: string, name: string): Promise<string> => {
    await Promise.resolve();
    options.before?.(what, join(path, name));
    if (/[/\\]/.test(name) || options.refused?.test(name) === true) throw new TypeError("Name is not allowed.");
    find(tree, path, "directory");
    return join(path, name);
  };
  return {
    kind: "directory",
    name: path === "" ? "fake" : path.slice(path.lastIndexOf("/") + 1),
    getFileHandle: async (name, { create = false } = {}) => {
      const below = await request("getFileHandle", name);
      if (create && !tree.has(below)) tree.set(below, { bytes: new Uint8Array(), changed: ++clock });
      find(tree, below, "file");
      return fileHandle(tree, path, name, options);
    },
    getDirectoryHandle: async (name, { create = false } = {}) => {
      const below = await request("getDirectoryHandle", name);
      if (create && !tree.has(below)) tree.set(below, undefined);
      find(tree, below, "directory");
      return directoryHandle(tree, below, options);
    },
    removeEntry: async (name, { recursive = false } = {}) => {
      const below = await request("removeEntry", name);
      if (!tree.has(below)) throw fail("NotFoundError");
      if (!recursive && childrenOf(tree, below).length > 0) throw fail("InvalidModificationError");
      for (const key of [...tree.keys()]) if (key === below || key.startsWith(`${below}/`)) tree.delete(key);
    },
    entries: async function* () {
      await request("entries", "x");
      for (const key of childrenOf(tree, path)) {
        const kind = tree.get(key) === undefined ? "directory" : "file";
        const name = key.slice(key.lastIndexOf("/") + 1);
        yield [name, { kind, name }];
      }
    },
  };
}

function fileHandle(tree: Tree, directory: string, given: string, options: FakeOptions): FileHandle {
  let name = given;
  const path = (): string => join(directory, name);
  const { move = true, writable = true, before, refused } = options;
  return {
    kind: "file",
    name,
    getFile: async () => {
      before?.("getFile", path());
      return fileOf(tree, path());
    },
    ...(writable && {
      createWritable: async () => {
        before?.("createWritable", path());
        find(tree, path(), "file");
        const parts: Uint8Array[] = [];
        return {
          write: async (data: Uint8Array) => {
            before?.("write", path());
            parts.push(new Uint8Array(data));
          },
          close: async () => {
            before?.("close", path());
            find(tree, directory, "directory");
            tree.set(path(), { bytes: new Uint8Array(Buffer.concat(parts)), changed: ++clock });
          },
          abort: async () => {},
        };
      },
    }),
    ...(move && {
      move: async (parent: DirectoryHandle, target: string) => {
        before?.("move", path());
        if (parent.name !== (directory === "" ? "fake" : directory.slice(directory.lastIndexOf("/") + 1))) {
          throw new Error("moved to another directory");
        }
        if (refused?.test(target) === true) throw new TypeError("Name is not allowed.");
        find(tree, path(), "file");
        const to = join(directory, target);
        if (tree.has(to)) find(tree, to, "file");
        tree.set(to, tree.get(path()));
        tree.delete(path());
        name = target;
      },
    }),
  };
}

function directoryEntry(tree: Tree, path: string): DirectoryEntry & AnyEntry {
  const entryOf = (at: string): AnyEntry =>
    tree.get(at) === undefined ? directoryEntry(tree, at) : fileEntry(tree, at);
  const lookUp =
    (kind: "file" | "directory"): DirectoryEntry["getFile"] =>
    (name, _, found, failed) =>
      queueMicrotask(() => {
        try {
          find(tree, join(path, name), kind);
          found(entryOf(join(path, name)));
        } catch (error) {
          failed(error as Error);
        }
      });
  return {
    isFile: false,
    isDirectory: true,
    name: path === "" ? "fake" : path.slice(path.lastIndexOf("/") + 1),
    getFile: lookUp("file"),
    getDirectory: lookUp("directory"),
    createReader: () => {
      const left = childrenOf(tree, path);
      return { readEntries: (found) => queueMicrotask(() => found(left.splice(0, 3).map(entryOf))) };
    },
  };
}

function fileEntry(tree: Tree, path: string): FileEntry & AnyEntry {
  return {
    isFile: true,
    isDirectory: false,
    name: path.slice(path.lastIndexOf("/") + 1),
    file: (found) => queueMicrotask(() => found(fileOf(tree, path))),
  };
}
