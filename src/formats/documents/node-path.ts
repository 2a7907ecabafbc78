/** Paths of nodes: names joined by `/`, the root is "". A node's documents lie at its path plus their own name. */
import { HyperslabError } from "../../errors.ts";

/** Without leading, trailing or doubled slashes. `.` and `..` are refused, because they mean nothing in a hierarchy. */
export function normalizePath(path: string): string {
  const names = path.split("/").filter((name) => name !== "");
  if (names.includes(".") || names.includes("..")) {
    throw new HyperslabError("invalid-request", `the path ${JSON.stringify(path)} contains "." or ".."`, {
      hint: "Name the node by its path from the root of the hierarchy.",
    });
  }
  return names.join("/");
}

/** `base` and `rest` with a slash between; either may be "". */
export function joinPath(base: string, rest: string): string {
  return base === "" || rest === "" ? base + rest : `${base}/${rest}`;
}

/** `a/b/c` has the ancestors "", `a` and `a/b`. */
export function ancestorsOf(path: string): readonly string[] {
  if (path === "") return [];
  const ancestors = [""];
  for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1)) {
    ancestors.push(path.slice(0, slash));
  }
  return ancestors;
}

/** Returns whether `path` is the node at `base`, or below it. */
export function isWithin(path: string, base: string): boolean {
  return base === "" || path === base || path.startsWith(`${base}/`);
}

/** The path from `base` down to `path`, which is within it. */
export function relativePath(path: string, base: string): string {
  if (base === "") return path;
  return path === base ? "" : path.slice(base.length + 1);
}

/** The path of the group that holds this node; undefined for the root. */
export function parentPath(path: string): string | undefined {
  if (path === "") return undefined;
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

/** The last name of a path, "" for the root. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
