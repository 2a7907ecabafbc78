/** A reference set as read: where the bytes of each key lie, and what is wrong with those that cannot be used. */

import { decodeUtf8 } from "../../bytes/text/utf8.ts";
import { HyperslabError } from "../../errors.ts";
import type { KeyBytes } from "./chunk-key.ts";
import { ReferenceTable } from "./reference-table.ts";

/** If there are more malformed references than this, the set is refused. */
const MOST_PROBLEMS = 1000;

/** What was known about a target when the set was created. */
export interface TargetFacts {
  /** Its length in bytes. */
  readonly size?: number | undefined;
  /** Its version: an ETag, or a substitute. */
  readonly validator?: string | undefined;
}

export class ReferenceSet {
  readonly table: ReferenceTable;
  /** The recorded facts of targets, by URL: a target that no longer matches is refused. */
  readonly targets: Map<string, TargetFacts> = new Map();
  /** Why a key that the set has cannot be read. */
  readonly #problems = new Map<string, HyperslabError>();

  constructor(table: ReferenceTable = new ReferenceTable()) {
    this.table = table;
  }

  /** Keys with invalid references, and why. */
  get problems(): ReadonlyMap<string, HyperslabError> {
    return this.#problems;
  }

  /** The key exists, but is not readable: reading it fails with this error. Other keys are not affected. */
  addProblem(key: KeyBytes, problem: HyperslabError): void {
    this.table.remove(key);
    this.#problems.set(textOf(key), problem);
    if (this.#problems.size <= MOST_PROBLEMS) return;
    throw new HyperslabError("invalid-data", `more than ${MOST_PROBLEMS} references are malformed; ${problem.what}`, {
      ...problem.place,
    });
  }

  /** A later entry of the same key counts. */
  forgetProblem(key: KeyBytes): void {
    if (this.#problems.size > 0) this.#problems.delete(textOf(key));
  }
}

function textOf({ bytes, from, to }: KeyBytes): string {
  return decodeUtf8(bytes.subarray(from, to));
}
