/** References to the foreign files of the fixtures, as scan saves them, read by another reader: the values that the native peer recorded. */
import { join, resolve } from "node:path";
import { expect } from "vitest";
import { isHyperslabError } from "../../src/errors.ts";
import { scan } from "../../src/index.ts";
import { type NativeFile, nativeFiles } from "../scanners/native-files.ts";

/** By array: the SHA-256 of its little-endian elements in C order, or why it is not read. */
export type ScannedAnswer = Readonly<
  Record<string, string | { readonly shape: readonly number[]; readonly sha256: string }>
>;

export interface ScannedSubject {
  readonly format: string;
  /** Arrays that must be read at least: others have codecs or types that the reader lacks. */
  readonly least: number;
  /** Where sets are saved, each under its own name: readers keep what they know of a path. */
  readonly folder: string;
  readonly ending: ".json" | ".parq";
  /** Arrays of each file that are read, for slow readers; default all. */
  readonly perFile?: number | undefined;
  /** Arrays that the reader is known to read wrong. */
  readonly wrong?: RegExp | undefined;
  read(set: string, names: readonly string[]): Promise<ScannedAnswer>;
}

const files = nativeFiles();

export async function expectScanned(subject: ScannedSubject): Promise<void> {
  let equal = 0;
  const different: string[] = [];
  for (const [index, file] of files.entries()) {
    if (file.format !== subject.format) continue;
    const set = await saved(file, join(subject.folder, `${index}-${file.file}${subject.ending}`));
    if (set === undefined) continue;
    const names = Object.keys(file.arrays)
      .filter((path) => file.arrays[path]!.sha256 !== undefined)
      .slice(0, subject.perFile);
    const answer = await subject.read(set, names);
    for (const path of names) {
      const found = answer[path]!;
      const { shape, sha256 } = file.arrays[path]!;
      if (typeof found === "string") continue;
      if (found.sha256 === sha256 && String(found.shape) === String(shape)) equal += 1;
      else different.push(`${file.file}: ${path}`);
    }
  }
  expect(different.filter((array) => subject.wrong?.test(array) !== true)).toEqual([]);
  expect(equal).toBeGreaterThanOrEqual(subject.least);
}

async function saved(file: NativeFile, set: string): Promise<string | undefined> {
  try {
    await (await scan(resolve(file.folder, file.file), { format: file.format })).save(set, { overwrite: true });
    return set;
  } catch (error) {
    // What references cannot say is refused when they are made.
    if (isHyperslabError(error, "unsupported")) return undefined;
    throw error;
  }
}
