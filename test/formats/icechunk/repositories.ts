/** The repositories of fixtures/icechunk, unpacked where their virtual chunks say that they are. */
import { mkdtempSync, readFileSync } from "node:fs";
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

export function expectedOf(folder: string, name: string): Expected {
  return JSON.parse(readFileSync(join(folder, name, "expected.json"), "utf8")) as Expected;
}
