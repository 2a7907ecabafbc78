/** A file that is read into memory which the caller has, off this thread. */
import { close, closeSync, fstatSync, openSync, read } from "node:fs";
import { HyperslabError } from "../../errors.ts";
import { fileError, provesAbsence } from "./error.ts";

export interface FileInput {
  /** Length of the file when it was opened. */
  readonly size: number;
  /** Fills `into` from `offset` on and gives how much there was. */
  readInto(offset: number, into: Uint8Array): Promise<number>;
  close(): Promise<void>;
}

export function fileInput(path: string): FileInput {
  try {
    const descriptor = openSync(path, "r");
    const status = fstatSync(descriptor);
    if (!status.isFile()) {
      closeSync(descriptor);
      throw new HyperslabError("invalid-request", "not a file", { location: path });
    }
    return {
      size: status.size,
      readInto: async (offset, into) => {
        let done = 0;
        while (done < into.byteLength) {
          const count = await readSome(descriptor, into, done, offset + done, path);
          if (count === 0) break;
          done += count;
        }
        return done;
      },
      close: () => new Promise((resolve) => close(descriptor, () => resolve())),
    };
  } catch (error) {
    if (provesAbsence(error)) throw new HyperslabError("not-found", "there is no such file", { location: path });
    throw fileError(error, "the file cannot be read", { location: path });
  }
}

function readSome(descriptor: number, into: Uint8Array, at: number, offset: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    read(descriptor, into, at, into.byteLength - at, offset, (error, count) => {
      if (error) reject(fileError(error, "the file cannot be read", { location: path }));
      else resolve(count);
    });
  });
}
