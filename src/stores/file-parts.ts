/** Parts of files, read and written by the thread that asks. */
import { closeSync, openSync, readSync, writeSync } from "node:fs";

export const fileParts: {
  readInto(path: string, offset: number, into: Uint8Array): boolean;
  write(path: string, parts: readonly { readonly offset: number; readonly bytes: Uint8Array }[]): void;
} = {
  readInto: (path, offset, into) => {
    const file = openSync(path, "r");
    try {
      for (let done = 0; done < into.byteLength; ) {
        const count = readSync(file, into, done, into.byteLength - done, offset + done);
        if (count === 0) return false;
        done += count;
      }
      return true;
    } finally {
      closeSync(file);
    }
  },
  write: (path, parts) => {
    const file = openSync(path, "r+");
    try {
      for (const { offset, bytes } of parts) {
        for (let done = 0; done < bytes.byteLength; ) {
          done += writeSync(file, bytes, done, bytes.byteLength - done, offset + done);
        }
      }
    } finally {
      closeSync(file);
    }
  },
};
