/** Changes the places of a set's targets, by text alone: no server is queried. */
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import type { AddressInput } from "../../dataset/open/address.ts";
import { HyperslabError } from "../../errors.ts";
import { loadReferences } from "./loaded-references.ts";
import { REBASE } from "./option-names.ts";
import { changedSet, type SavedReferences, type SaveReferencesOptions, saveSet, withUrl } from "./save-references.ts";
import { urlMover } from "./target-url.ts";

/** Options of `rebaseReferences`. */
export interface RebaseReferencesOptions extends SaveReferencesOptions {
  /** Replacements by URL prefix. The longest matching prefix is used; it ends at a slash, or is the whole URL. */
  readonly rename: Readonly<Record<string, string>>;
}

/** Writes the set with other targets. A prefix that matches no URL is refused as a mistake. */
export async function rebaseReferences(
  input: AddressInput,
  output: string,
  options: RebaseReferencesOptions,
): Promise<SavedReferences & { readonly renamed: number }> {
  if (hasUnknown(options, REBASE)) return refuseUnknown("rebaseReferences", options, REBASE);
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

/** Returns whether the prefix ends at a name boundary. */
function endsName(start: string, url: string): boolean {
  return start === "" || start.endsWith("/") || url[start.length] === "/";
}
