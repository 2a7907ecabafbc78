/**
 * Which snapshot is requested: by a branch, a tag or its id. The first name of a node path gives it if it begins with
 * `@`: `@main/air`, `@v1`, `@tag.v1`, `@branch.dev/a/b`, `@1CECHNKREP0F1RSTCMT0`.
 */
import { closestName } from "../../bytes/text/closest-name.ts";
import { HyperslabError } from "../../errors.ts";
import { isObjectId } from "./object-id.ts";

export const DEFAULT_BRANCH = "main";

export interface RefPath {
  /** The text after the `@`; undefined for the main branch. */
  readonly ref: string | undefined;
  /** The path of the node in the snapshot. */
  readonly path: string;
}

/** Splits off the ref. Names may contain slashes: the longest one that `isRef` accepts counts, else the first name. */
export function splitRef(path: string, isRef: (text: string) => boolean = () => false): RefPath {
  if (!path.startsWith("@")) return { ref: undefined, path };
  const names = path.slice(1).split("/");
  let count = 1;
  for (let i = 2; i <= names.length; i++) if (isRef(names.slice(0, i).join("/"))) count = i;
  return { ref: names.slice(0, count).join("/"), path: names.slice(count).join("/") };
}

/** What a ref may mean. */
export interface RefMeaning {
  readonly kinds: readonly ("branch" | "tag" | "snapshot")[];
  readonly name: string;
}

/** `tag.v1` is a tag, `v1` a branch or a tag, and 20 characters may also be the id of a snapshot. */
export function meaningOfRef(ref: string): RefMeaning {
  for (const kind of ["branch", "tag", "snapshot"] as const) {
    if (ref.startsWith(`${kind}.`)) return { kinds: [kind], name: ref.slice(kind.length + 1) };
  }
  return { kinds: isObjectId(ref) ? ["branch", "tag", "snapshot"] : ["branch", "tag"], name: ref };
}

/** The error for an unknown ref; `known` are the existing branches and tags, if they are known. */
export function missingRef(ref: string, location: string, known: readonly string[] | undefined): HyperslabError {
  const near = known && closestName(ref, known);
  const list =
    known === undefined ? "" : ` It has ${known.slice(0, 12).join(", ")}${known.length > 12 ? ", ..." : ""}.`;
  return new HyperslabError("not-found", `the repository has no branch, tag or snapshot "${ref}"`, {
    location,
    hint: `${near === undefined ? "" : `Did you mean @${near}?`}${list}`.trim() || "hyperslab log --all lists them.",
  });
}

export function ambiguousRef(ref: string, location: string): HyperslabError {
  return new HyperslabError("invalid-request", `"${ref}" is a branch and a tag, which differ`, {
    location,
    hint: `Write @branch.${ref} or @tag.${ref}.`,
  });
}
