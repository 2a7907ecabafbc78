/**
 * What a thread remembers of files from task to task, such as the index of a shard that is read in many pieces. Entries
 * belong to one version of a file, which each use proves by the file that it holds open.
 */
import type { ObjectMemo } from "../../codecs/codec.ts";
import { workerLimits } from "../limits.ts";

export interface RememberedFiles {
  /**
   * The memo of a file, or part of a file, whose open version has this validator. Returns undefined for a version that
   * cannot be distinguished from others, of which nothing is kept.
   */
  of(name: string, validator: string | undefined): ObjectMemo | undefined;
}

interface FileMemo {
  readonly validator: string;
  readonly memo: ObjectMemo;
  /** Bytes of its values. */
  bytes: number;
}

export function rememberedFiles(): RememberedFiles {
  /** In the order of their last use. */
  const files = new Map<string, FileMemo>();
  let bytes = 0;

  const drop = (name: string, file: FileMemo): void => {
    files.delete(name);
    bytes -= file.bytes;
  };
  const add = (name: string, file: FileMemo, length: number): void => {
    file.bytes += length;
    if (files.get(name) !== file) return;
    bytes += length;
    // The file in use stays, however much it needs: its other pieces come next.
    for (const [oldest, held] of files) {
      if (held === file || !workerLimits.rememberedBytes.isExceededBy(bytes)) break;
      drop(oldest, held);
    }
  };

  return {
    of: (name, validator) => {
      if (validator === undefined) return undefined;
      const known = files.get(name);
      if (known?.validator === validator) {
        files.delete(name);
        files.set(name, known);
        return known.memo;
      }
      if (known !== undefined) drop(name, known);
      const file: FileMemo = { validator, memo: copyingMemo((length) => add(name, file, length)), bytes: 0 };
      files.set(name, file);
      add(name, file, name.length + FILE_BYTES);
      return file.memo;
    },
  };
}

/** Roughly what the entries in maps, the memo and its functions take. */
const FILE_BYTES = 500;

/** Keeps copies, because files are read into memory that is reused. */
function copyingMemo(added: (length: number) => void): ObjectMemo {
  const entries = new Map<string, Uint8Array>();
  return {
    get: (name) => entries.get(name),
    set: (name, value) => {
      const before = entries.get(name)?.byteLength ?? 0;
      entries.set(name, value.slice());
      added(value.byteLength - before);
    },
  };
}
