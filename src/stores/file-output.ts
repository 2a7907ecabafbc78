/** A file that appears when it is finished, or not at all: written under another name beside it, and renamed. */
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { ByteTarget } from "../bytes/byte-target.ts";
import { HyperslabError } from "../errors.ts";
import { fileBytes } from "./file-bytes.ts";
import { fileError } from "./file-error.ts";
import { partialName } from "./partial-name.ts";

export interface FileOutput {
  readonly target: ByteTarget;
  /** Where it is written until it is finished. */
  readonly path: string;
  /** Puts the file in its place. */
  finish(): Promise<void>;
  /** Leaves nothing behind. */
  abandon(): Promise<void>;
}

/** Refuses to replace a file as `exists`, unless told to. */
export async function fileOutput(
  path: string,
  options: { readonly overwrite?: boolean | undefined },
): Promise<FileOutput> {
  if (options.overwrite !== true && existsSync(path)) {
    throw new HyperslabError("exists", "there is a file already", {
      location: path,
      hint: "Choose another name, or pass overwrite: true (--force) to replace it.",
    });
  }
  const partial = join(dirname(path), partialName(basename(path)));
  const target = fileBytes(partial, path);
  const attempt = async <T>(what: string, run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      throw fileError(error, what, { location: path });
    }
  };
  await attempt("the directory cannot be made", () => mkdir(dirname(path), { recursive: true }));
  return {
    target,
    path: partial,
    finish: async () => {
      await target.close?.();
      await attempt("the file cannot be put in its place", () => rename(partial, path));
    },
    abandon: async () => {
      await target.close?.();
      await attempt("what was begun cannot be removed", () => rm(partial, { force: true }));
    },
  };
}
