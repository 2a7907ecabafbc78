/** The repositories of fixtures/icechunk, unpacked where their virtual chunks say that they are. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { untar } from "../../untar.ts";

export const VERSIONS = ["v1", "v2"] as const;
export type Version = (typeof VERSIONS)[number];

/** Virtual chunks refer to files by absolute paths, so that the data lies here, whoever unpacks it. */
export const DATA_ROOT = "/tmp/hyperslab-icechunk";

export interface ExpectedNode {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly shape?: readonly number[];
  readonly dtype?: string;
  readonly sha256?: string;
  readonly base64?: string;
  readonly values?: readonly unknown[];
}

export interface ExpectedCommit {
  readonly id: string;
  readonly parent: string | null;
  readonly time: string;
  readonly message: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface ExpectedDiff {
  readonly from: string;
  readonly to: string;
  readonly new_groups: readonly string[];
  readonly new_arrays: readonly string[];
  readonly deleted_groups: readonly string[];
  readonly deleted_arrays: readonly string[];
  readonly updated_groups: readonly string[];
  readonly updated_arrays: readonly string[];
  readonly updated_chunks: Readonly<Record<string, readonly (readonly number[])[]>>;
  readonly moved_nodes: readonly (readonly [string, string])[];
}

/** What the package itself reads. */
export interface Expected {
  readonly refs: Readonly<Record<string, string>>;
  readonly logs: Readonly<Record<string, readonly ExpectedCommit[]>>;
  readonly trees: Readonly<Record<string, Readonly<Record<string, ExpectedNode>>>>;
  readonly diffs: readonly ExpectedDiff[];
  readonly values?: readonly number[];
  readonly refusals?: Readonly<Record<string, string>>;
}

/** Unpacks the repositories of one version of the format; gives the folder that holds them. */
export function unpackRepositories(version: Version): string {
  const archive = readFileSync(new URL(`../../../fixtures/icechunk/${version}.tar.gz`, import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), `hyperslab-icechunk-${version}-`));
  untar(gunzipSync(archive), folder);
  return folder;
}

/** Puts the files of virtual chunks where they belong. Files that are right stay as they are: other tests may read them now. */
export function placeData(folder: string): void {
  mkdirSync(join(DATA_ROOT, "data"), { recursive: true });
  for (const name of readdirSync(join(folder, "data"))) {
    const [bytes, target] = [readFileSync(join(folder, "data", name)), join(DATA_ROOT, "data", name)];
    if (existsSync(target) && readFileSync(target).equals(bytes)) continue;
    const temporary = `${target}.${process.pid}`;
    writeFileSync(temporary, bytes);
    renameSync(temporary, target);
  }
}

export function expectedOf(folder: string, name: string): Expected {
  return JSON.parse(readFileSync(join(folder, name, "expected.json"), "utf8")) as Expected;
}
