/**
 * Proves in a few bytes that units of a copy are done: the versions of the objects that were read and written are
 * chained in the order of the units into one digest. If the stores later report versions with the same digest, nothing
 * has changed, and no value needs to be read.
 */
import { digest } from "../../bytes/checksum/digest.ts";
import { hexadecimal } from "../../bytes/text/hexadecimal.ts";
import { encodeUtf8 } from "../../bytes/text/utf8.ts";
import { identifiesVersion } from "../../stores/object-version.ts";
import type { ObjectInfo, Store } from "../../stores/store.ts";

/** The number of units that are done without a gap, and their digest. */
export interface ProofState {
  readonly done: number;
  readonly digest: string;
}

export interface ProofChain {
  readonly state: ProofState;
  /** Units may end in any order. A unit without a version proves nothing, nor do those after it. */
  add(unit: number, version: string | undefined): void;
}

export function proofChain(start: ProofState = { done: 0, digest: "" }): ProofChain {
  const waiting = new Map<number, string>();
  let { done, digest: text } = start;
  let limit = Number.POSITIVE_INFINITY;
  return {
    get state() {
      return { done, digest: text };
    },
    add: (unit, version) => {
      if (version === undefined) limit = Math.min(limit, unit);
      else if (unit < limit) waiting.set(unit, version);
      for (let next = waiting.get(done); next !== undefined && done < limit; next = waiting.get(done)) {
        waiting.delete(done);
        text = hexadecimal(digest("sha256", encodeUtf8(`${text}\n${next}`)));
        done += 1;
      }
    },
  };
}

const ABSENT = "absent";

/** The version of an object on one line; undefined if the store cannot distinguish versions of equal size. */
export function versionText(info: ObjectInfo | undefined): string | undefined {
  if (info === undefined) return ABSENT;
  const { size, validator } = info;
  if (!identifiesVersion(validator)) return undefined;
  return `${size} ${validator}`;
}

/** The versions of several objects, by querying the store for each. */
export async function versionsOf(
  store: Store,
  keys: readonly string[],
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  if (store.head === undefined) return undefined;
  const versions: string[] = [];
  for (const key of keys) {
    const version = versionText(await store.head(key, { signal }));
    if (version === undefined) return undefined;
    versions.push(version);
  }
  return versions.join(", ");
}

/** Returns whether all of these objects are absent. */
export function isAllAbsent(versions: string): boolean {
  return versions.split(", ").every((version) => version === ABSENT);
}

/** The version of a unit: of its sources, and of its results. */
export function unitVersion(source: string | undefined, target: string | undefined): string | undefined {
  return source === undefined || target === undefined ? undefined : `${source} > ${target}`;
}

/** True if querying a version costs next to nothing. Remote stores report a useful concurrency. */
export function isNear(store: Store): boolean {
  return store.concurrency === undefined;
}
