/** Other places for the targets of a set, by text alone: no server is asked. */

import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import type { AddressInput } from "../../dataset/open/address.ts";
import { HyperslabError } from "../../errors.ts";
import { REBASE_REFERENCES } from "../option-names.ts";
import { loadReferences } from "./loaded-references.ts";
import { changedSet, type SavedReferences, type SaveReferencesOptions, saveSet, withUrl } from "./save-references.ts";
import { urlMover } from "./target-url.ts";

/** Options of `rebaseReferences`. */
export interface RebaseReferencesOptions extends SaveReferencesOptions {
  /** Beginnings of URLs by what they become. The longest that fits is taken; it ends at a slash, or is the whole URL. */
  readonly rename: Readonly<Record<string, string>>;
}

/** Writes the set with other targets. A name that fits no URL is refused: it is a mistake. */
export async function rebaseReferences(
  input: AddressInput,
  output: string,
  options: RebaseReferencesOptions,
): Promise<SavedReferences & { readonly renamed: number }> {
  if (hasUnknown(options, REBASE_REFERENCES)) return refuseUnknown("rebaseReferences", options, REBASE_REFERENCES);
  const { rename, ...saving } = options;
  const loaded = await loadReferences(input, options);
  const move = urlMover(loaded, output);
  const froms = Object.keys(rename).sort((a, b) => b.length - a.length);
  const used = new Set<string>();
  const renamed = new Map<string, string>();
  const renameUrl = (url: string): string => {
    const known = renamed.get(url);
    if (known !== undefined) return known;
    const from = froms.find((start) => url === start || (url.startsWith(start) && endsName(start, url)));
    if (from === undefined) return move(url);
    used.add(from);
    const to = `${rename[from]}${url.slice(from.length)}`;
    renamed.set(url, to);
    return to;
  };
  const set = changedSet(loaded.set, (key, reference) => [key, withUrl(reference, renameUrl)], renameUrl);
  const unused = froms.find((from) => !used.has(from));
  if (unused !== undefined) {
    const [example] = loaded.set.table.urls;
    throw new HyperslabError("invalid-request", `no target begins with ${JSON.stringify(unused)}`, {
      location: loaded.store.location,
      ...(example !== undefined && { hint: `One of the targets is ${JSON.stringify(example)}.` }),
    });
  }
  return { ...(await saveSet(set, output, saving, loaded.notes)), renamed: renamed.size };
}

/** Is the beginning a whole number of names? */
function endsName(start: string, url: string): boolean {
  return start === "" || start.endsWith("/") || url[start.length] === "/";
}
