/** Parts of files, read and written by the thread that asks. */
import { closeSync, openSync } from "node:fs";
import { fillNow } from "./read.ts";
import { writeAllNow } from "./write.ts";

export const fileParts: {
  readInto(path: string, offset: number, into: Uint8Array): boolean;
  write(path: string, parts: readonly { readonly offset: number; readonly bytes: Uint8Array }[]): void;
} = {
  readInto: (path, offset, into) => {
    const file = openSync(path, "r");
    try {
      return fillNow(file, into, offset) === into.byteLength;
    } finally {
      closeSync(file);
    }
  },
  write: (path, parts) => {
    const file = openSync(path, "r+");
    try {
      for (const { offset, bytes } of parts) writeAllNow(file, bytes, offset);
    } finally {
      closeSync(file);
    }
  },
};
