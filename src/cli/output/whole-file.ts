/** A file that appears when it is complete, or not at all. */
import { createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { HyperslabError } from "../../index.ts";

/** Writes what the stream yields and gives what it returns. */
export async function writeWholeFile<R>(
  file: string,
  stream: AsyncGenerator<Uint8Array, R, undefined>,
  { overwrite, option }: { readonly overwrite: boolean; readonly option: string },
): Promise<R> {
  if (!overwrite && existsSync(file)) {
    throw new HyperslabError("exists", "there is a file already", {
      location: file,
      hint: `Choose another name, or pass ${option} to replace it.`,
    });
  }
  const partial = `${file}.${process.pid}.partial`;
  const kept: { result?: R } = {};
  async function* withResult(): AsyncGenerator<Uint8Array> {
    kept.result = yield* stream;
  }
  try {
    await pipeline(Readable.from(withResult(), { objectMode: false }), createWriteStream(partial));
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  return kept.result!;
}
