/** Real paths, also of what is not there yet: the links above it are followed. */
import { basename, dirname, join, resolve } from "node:path";
import { fileError, provesAbsence } from "./error.ts";
import { realPathOf } from "./real-path.ts";

/** The path with every link resolved; of a file that is not there yet, of its nearest directory that is. */
export function realPlace(path: string): string {
  const missing: string[] = [];
  for (let existing = resolve(path); ; existing = dirname(existing)) {
    try {
      return missing.reduce((above, name) => join(above, name), realPathOf(existing));
    } catch (error) {
      if (!provesAbsence(error)) throw fileError(error, "the path cannot be resolved", { location: path });
    }
    if (existing === dirname(existing)) return resolve(path);
    missing.unshift(basename(existing));
  }
}
