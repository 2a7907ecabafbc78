/** The rules of renaming a prefix, the same in every store that can: nothing is overwritten, nothing moves into itself. */
import { HyperslabError } from "../../errors.ts";
import { checkPrefix, isBelow } from "../store-key.ts";

/** Fails with `invalid-request` unless `from` and `to` are two places, or the same one. */
export function checkRename(from: string, to: string, location: string): void {
  checkPrefix(from);
  checkPrefix(to);
  if (from === "" || to === "") {
    throw new HyperslabError("invalid-request", "the root of a store cannot be renamed", { location });
  }
  if (isBelow(to, from) || isBelow(from, to)) {
    throw new HyperslabError("invalid-request", `"${from}" and "${to}" lie inside each other`, { location });
  }
}

export function nothingToRename(from: string, location: string): HyperslabError {
  return new HyperslabError("not-found", "there is nothing to rename", { location, key: from });
}

export function renameTargetExists(to: string, location: string): HyperslabError {
  return new HyperslabError("exists", "the target of a rename exists already", {
    location,
    key: to,
    hint: "Delete it first, or choose another name.",
  });
}
