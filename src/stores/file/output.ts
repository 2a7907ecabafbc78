/** A file that appears only when it is complete: it is written under another name beside it, and renamed. */
import { realpathSync, statSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { ByteTarget } from "../../bytes/source/byte-target.ts";
import { HyperslabError } from "../../errors.ts";
import { fileBytes } from "./bytes.ts";
import { fileError } from "./error.ts";
import { partialName } from "./partial-name.ts";

export interface FileOutput {
  readonly target: ByteTarget;
  /** Where it is written until it is complete. */
  readonly path: string;
  /** Puts the file in its place. */
  finish(): Promise<void>;
  /** Removes the unfinished file. */
  abandon(): Promise<void>;
}

/** Refuses to replace a file with `exists`, unless `overwrite` is set; anything but a file is never replaced. */
export async function fileOutput(
  given: string,
  options: { readonly overwrite?: boolean | undefined },
): Promise<FileOutput> {
  const path = replaceable(given, options.overwrite === true);
  const partial = join(dirname(path), partialName(basename(path)));
  const target = fileBytes(partial, given);
  const attempt = async <T>(what: string, run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      throw fileError(error, what, { location: given });
    }
  };
  await attempt("the directory cannot be created", () => mkdir(dirname(path), { recursive: true }));
  return {
    target,
    path: partial,
    finish: async () => {
      // If nothing was written, the result is an empty file.
      if ((await target.size()) === undefined) await target.truncate(0);
      await target.close?.();
      await attempt("the file cannot be put in its place", () => rename(partial, path));
    },
    abandon: async () => {
      await target.close?.();
      await attempt("the unfinished file cannot be removed", () => rm(partial, { force: true }));
    },
  };
}

/** The path of the file itself: a link is kept, and its target is replaced. */
function replaceable(path: string, overwrite: boolean): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return path;
  if (!found.isFile()) {
    const what = found.isDirectory() ? "this is a directory" : "this is a pipe or a device, not a file";
    throw new HyperslabError("invalid-request", what, { location: path, hint: "Give the name of a file." });
  }
  if (overwrite) return realpathSync(path);
  throw new HyperslabError("exists", "there is a file already", {
    location: path,
    hint: "Choose another name, or pass overwrite: true (--force) to replace it.",
  });
}
