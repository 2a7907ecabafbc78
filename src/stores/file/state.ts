/** Which version of a file it is: what its directory entry tells of it. */
import { fstatSync, type Stats } from "node:fs";
import type { ErrorPlace } from "../../errors.ts";
import { changedError } from "../object-version.ts";

/**
 * A new value is a new file, so that its inode changes. Systems give the number of a deleted file to the next one, and
 * archivers set the time of the last change; no program can set the time at which the entry itself changed.
 */
export function stateOf({ size, mtimeMs, ctimeMs, ino }: Stats): string {
  return `${size}-${mtimeMs}-${ctimeMs}-${ino}`;
}

/** Clocks of file systems tick every 10 ms at the most; some old ones (FAT, HFS+) know seconds alone. */
const TICK_MILLISECONDS = 20;
const COARSE_TICK_MILLISECONDS = 2000;

/** Was it changed so long ago that a change from now on shows in its times? */
export function isSettled({ mtimeMs, ctimeMs }: Stats): boolean {
  const tick = ctimeMs % 1000 === 0 ? COARSE_TICK_MILLISECONDS : TICK_MILLISECONDS;
  return Date.now() - Math.max(mtimeMs, ctimeMs) >= tick;
}

/** Fails if the open file was written to. That it lost its name does not matter. */
export function checkUnchanged(file: number, before: Stats, place: ErrorPlace): void {
  const now = fstatSync(file);
  if (now.size !== before.size || now.mtimeMs !== before.mtimeMs) throw changedError(place);
}
