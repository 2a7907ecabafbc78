/**
 * A file that is opened on demand and closed after a second without use, so that readers that are never closed hold no
 * files open. When reopened, it must be the same file.
 */
import { closeSync, constants, fstatSync, openSync, type Stats, statSync } from "node:fs";
import { HyperslabError } from "../../errors.ts";
import { provesAbsence } from "./error.ts";
import { isValue } from "./read.ts";
import { nextTurn } from "./turn.ts";

const idleMilliseconds = 1000;
/** Without NONBLOCK, which Windows lacks, opening a named pipe blocks until its other end is opened. */
const readFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const writeFlags = constants.O_RDWR | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);

/** Identifies the file that was first opened. */
export interface Identity {
  known: string | undefined;
}

export interface OpenFile {
  /** The open file, for synchronous use; `undefined` if it is opened for reading and does not exist. */
  now(): number | undefined;
  /** Keeps the file open while `run` is in progress. */
  use<T>(run: (descriptor: number) => Promise<T>): Promise<T | undefined>;
  close(): Promise<void>;
}

export function openFile(path: string, location: string, identity: Identity, toWrite: boolean): OpenFile {
  let descriptor: number | undefined;
  let users = 0;
  let lastUse = 0;
  let timer: NodeJS.Timeout | undefined;

  const shut = (): void => {
    if (descriptor !== undefined) closeSync(descriptor);
    descriptor = undefined;
    clearTimeout(timer);
  };
  const shutIfIdle = (): void => {
    if (users === 0 && performance.now() - lastUse >= idleMilliseconds) shut();
    else timer?.refresh();
  };
  const open = (): number | undefined => {
    if (descriptor !== undefined) {
      // Data written to a file that was removed or replaced would be lost silently.
      if (toWrite) checkIdentity(statSync(path, { throwIfNoEntry: false }), identity, location);
      return descriptor;
    }
    descriptor = openChecked(path, location, identity, toWrite);
    if (descriptor !== undefined) timer = setTimeout(shutIfIdle, idleMilliseconds).unref();
    return descriptor;
  };

  return {
    now: () => {
      lastUse = performance.now();
      return open();
    },
    use: async (run) => {
      const opened = open();
      if (opened === undefined) return undefined;
      users += 1;
      try {
        return await run(opened);
      } finally {
        users -= 1;
        lastUse = performance.now();
      }
    },
    close: async () => {
      while (users > 0) await nextTurn();
      shut();
    },
  };
}

function openChecked(path: string, location: string, identity: Identity, toWrite: boolean): number | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, toWrite ? writeFlags : readFlags, 0o666);
  } catch (error) {
    if (!toWrite && provesAbsence(error)) return undefined;
    throw error;
  }
  try {
    const status = fstatSync(descriptor);
    if (!isValue(status, { location })) {
      throw new HyperslabError("invalid-request", "this is a directory, not a file", { location });
    }
    checkIdentity(status, identity, location);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

function checkIdentity(status: Stats | undefined, identity: Identity, location: string): void {
  const found = status === undefined ? "none" : `${status.dev}-${status.ino}`;
  identity.known ??= found;
  if (identity.known === found) return;
  const hint = "Open it again.";
  throw new HyperslabError("io", "the file was removed or replaced while it was in use", { location, hint });
}
