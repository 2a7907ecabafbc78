/**
 * Finds the hierarchy around a local directory. The search goes up from the real directory, so links, `.` and `..` lead
 * to the same hierarchy as the plain path does, even from a shell inside it.
 */
import { isMissing } from "../../stores/file/place-at.ts";
import { placeOf, type Store } from "../../stores/store.ts";
import { type Above, around } from "./enclosing.ts";
import { openLocation } from "./location.ts";

export interface EnclosingDirectory {
  readonly store: Store;
  /** The node path from there to the path that was typed. */
  readonly above: string;
  /** The directory that the store's keys begin in. */
  readonly directory: string;
}

/**
 * `typed` leads to `store`; `storeAt` opens another directory with the same settings. `isNew` is true if a node is to
 * be created there.
 */
export async function enclosingDirectory(
  typed: string,
  store: Store,
  storeAt: (path: string) => Promise<Store>,
  isNew: boolean,
): Promise<EnclosingDirectory> {
  const look = (at: string): Promise<Store> => openLocation({ base: { scheme: "file", path: at }, steps: [] });
  const { root, path } = await around(realPath(store), aboveDirectory, look, isNew);
  if (path === "") return { store, above: "", directory: typed };
  const named = withoutNames(typed, path.split("/").length);
  const short = named === undefined ? undefined : await storeAt(named);
  // Messages name the root as the user typed it, if the typed path leads there.
  if (named !== undefined && short !== undefined && realPath(short) === root) {
    return { store: short, above: path, directory: named };
  }
  return { store: await storeAt(root), above: path, directory: root };
}

/** With `/` between the names, on every platform. */
function realPath(directory: Store): string {
  return placeOf(directory).slice("file:".length);
}

/**
 * The next existing directory above; missing ones need no look. Undefined at the root of the file system, which is not
 * examined.
 */
export function aboveDirectory(path: string): Above<string> | undefined {
  let cut = path.lastIndexOf("/");
  while (cut > 0 && isMissing(path.slice(0, cut))) cut = path.lastIndexOf("/", cut - 1);
  return cut <= 0 ? undefined : { at: path.slice(0, cut), name: path.slice(cut + 1) };
}

/** What remains of a typed path without its last `count` names; undefined if it has fewer. */
function withoutNames(typed: string, count: number): string | undefined {
  const names = typed.split(/([/\\]+)/);
  if (names.at(-1) === "") names.splice(-2);
  // Names and separators alternate.
  const kept = names.slice(0, -2 * count).join("");
  if (kept !== "") return kept;
  return names.length === 2 * count - 1 ? "." : undefined;
}
