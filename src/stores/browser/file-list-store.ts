/** Files that were chosen together, usually a whole folder by `<input type="file" webkitdirectory>`. Read-only. */
import { HyperslabError } from "../../errors.ts";
import type { Store, StoreEntry, StoreOptions } from "../store.ts";
import { checkKey, checkPrefix } from "../store-key.ts";
import { type KeyTree, keyTree } from "../zip/key-tree.ts";
import { attemptAt, directoryInPlace } from "./browser-error.ts";
import { fileReads } from "./file-reads.ts";

/** Keys are the paths below the chosen folder, or the names of files that have no path. */
export function fileListStore(files: Iterable<File>): Store {
  const { top, values } = byKey(files);
  const location = top === "" ? "files" : top;
  const attempt = attemptAt(location);
  let tree: KeyTree | undefined;
  const keys = (): KeyTree => (tree ??= keyTree(values.keys()));
  return {
    location,
    identity: values,
    ...fileReads(location, (key, asked) => {
      const file = values.get(key);
      if (file === undefined && asked === "error" && !keys().list(key).next().done) {
        throw directoryInPlace({ location, key });
      }
      return file;
    }),
    list: (prefix, request) => listFiles(keys, values, prefix, request),
    listDirectory: (prefix, request) =>
      attempt("the directory cannot be listed", prefix, request, async () => {
        checkPrefix(prefix);
        return keys().listDirectory(prefix);
      }),
  };
}

async function* listFiles(
  keys: () => KeyTree,
  values: ReadonlyMap<string, File>,
  prefix: string,
  request: StoreOptions | undefined,
): AsyncGenerator<StoreEntry> {
  request?.signal?.throwIfAborted();
  checkPrefix(prefix);
  for (const key of keys().list(prefix)) {
    request?.signal?.throwIfAborted();
    yield { key, size: values.get(key)?.size ?? 0 };
  }
}

/** Paths start with the chosen folder. If any does not, all paths are keys. */
function byKey(files: Iterable<File>): { readonly top: string; readonly values: ReadonlyMap<string, File> } {
  const listed = Array.from(files, (file) => ({ file, path: pathOf(file) }));
  const first = listed[0]?.path ?? "";
  const top = first.includes("/") ? first.slice(0, first.indexOf("/")) : "";
  const shared = top !== "" && listed.every(({ path }) => path.startsWith(`${top}/`));
  const values = new Map<string, File>();
  for (const { file, path } of listed) {
    const key = shared ? path.slice(top.length + 1) : path;
    checkKey(key);
    if (values.has(key)) {
      throw new HyperslabError("invalid-request", "two of the files have the same path", { key });
    }
    values.set(key, file);
  }
  return { top: shared ? top : "", values };
}

/** Node's File has no path. */
function pathOf(file: File): string {
  return "webkitRelativePath" in file && file.webkitRelativePath !== "" ? file.webkitRelativePath : file.name;
}
