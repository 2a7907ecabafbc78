/** Where a command writes bytes: a file that appears when it is complete, a pipe or device, or stdout. */
import { createWriteStream, lstatSync, realpathSync, statSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { HyperslabError } from "../../index.ts";
import type { Terminal } from "./terminal.ts";

export interface OutputOptions {
  readonly terminal: Terminal;
  readonly overwrite: boolean;
  /** The option that replaces a file, for a hint. */
  readonly option: string;
}

/** Returns whether the name stands for stdout. */
export function isStdout(file: string): boolean {
  return /^(?:-|\/dev\/stdout|\/dev\/fd\/1|\/proc\/self\/fd\/1)$/.test(file);
}

/** Writes what the stream yields and returns its result. Only a regular file is ever replaced; a link to it is kept. */
export async function writeOutput<R>(
  file: string,
  stream: AsyncGenerator<Uint8Array, R, undefined>,
  options: OutputOptions,
): Promise<R> {
  const kept: { result?: R } = {};
  async function* withResult(): AsyncGenerator<Uint8Array> {
    kept.result = yield* stream;
  }
  if (isStdout(file)) for await (const bytes of withResult()) await options.terminal.bytes(bytes);
  else await writeFile(file, Readable.from(withResult(), { objectMode: false }), options);
  return kept.result!;
}

async function writeFile(file: string, bytes: Readable, options: OutputOptions): Promise<void> {
  const descriptor = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(file)?.[1];
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) throw notAFile(file, "this is a directory");
  if (found !== undefined && !found.isFile()) {
    return pipeline(bytes, createWriteStream(file)).catch((error: unknown) => {
      throw inWordsOfUser(error, file, file);
    });
  }
  // The shell has opened it, so what happens to existing data is the shell's decision.
  if (descriptor !== undefined) {
    return pipeline(bytes, createWriteStream(file, { fd: Number(descriptor), autoClose: false }));
  }
  if (found !== undefined && !options.overwrite) {
    throw new HyperslabError("exists", "there is a file already", {
      location: file,
      hint: `Choose another name, or pass ${options.option} to replace it.`,
    });
  }
  if (found === undefined && lstatSync(file, { throwIfNoEntry: false }) !== undefined) {
    throw notAFile(file, "this is a symbolic link that leads nowhere");
  }
  await writeWhole(file, found === undefined ? file : realpathSync(file), bytes);
}

async function writeWhole(file: string, target: string, bytes: Readable): Promise<void> {
  const partial = `${target}.${process.pid}.partial`;
  try {
    await pipeline(bytes, createWriteStream(partial));
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {});
    throw inWordsOfUser(error, partial, file);
  }
}

function notAFile(file: string, what: string): HyperslabError {
  return new HyperslabError("invalid-request", what, { location: file, hint: "Give the name of a file." });
}

/** Turns a file system error about the temporary file into one about the file that was named. */
function inWordsOfUser(error: unknown, partial: string, file: string): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  if (error.code === "ENOSPC") {
    return new HyperslabError("io", "no space left on the device", { location: file, cause: error });
  }
  if (!error.message.includes(partial)) return error;
  if (error.code === "ENOENT" || error.code === "ENOTDIR") {
    return new HyperslabError("not-found", "there is no such directory", { location: dirname(file), cause: error });
  }
  return Object.assign(new Error(error.message.replaceAll(partial, file), { cause: error }), { code: error.code });
}
