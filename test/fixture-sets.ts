/** Fixture archives made by the peers, unpacked once into a cache folder, with their manifests. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { untar } from "./untar.ts";

export interface FixtureSlice {
  readonly selection: string;
  readonly shape: readonly number[];
  readonly values: FixtureValues;
}

export type FixtureValues = string | readonly unknown[];

export interface FixtureArray {
  readonly kind: "array";
  readonly zarr_format: 2 | 3;
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly chunks: readonly number[] | null;
  readonly shards: readonly number[] | null;
  readonly codecs: readonly string[];
  readonly dims: readonly (string | null)[] | null;
  readonly values: FixtureValues;
  readonly slices: readonly FixtureSlice[];
  readonly attributes: unknown;
  readonly fill: unknown;
  readonly error?: "unsupported" | "invalid" | "corrupt";
  readonly when?: "open" | "read";
}

export interface FixtureGroup {
  readonly kind: "group";
  readonly zarr_format: 2 | 3;
  readonly attributes: unknown;
  readonly nodes: Readonly<Record<string, FixtureArray | FixtureGroup>>;
  readonly consolidated?: boolean;
}

export type FixtureCase = (FixtureArray | FixtureGroup) & { readonly name: string; readonly path: string };

export interface FixtureSet {
  readonly name: string;
  readonly maker: string;
  readonly folder: string;
  readonly cases: readonly FixtureCase[];
}

export function fixtureSets(): readonly FixtureSet[] {
  return readdirSync("fixtures/zarr")
    .filter((file) => file.endsWith(".json"))
    .map((file) => {
      const name = file.slice(0, -".json".length);
      const manifest = JSON.parse(readFileSync(join("fixtures/zarr", file), "utf8"));
      return { name, maker: manifest.maker, folder: unpack(`fixtures/zarr/${name}.tar.gz`), cases: manifest.cases };
    });
}

/** Unpacks beside the goal and renames, so that parallel test files never see half an archive. */
export function unpack(archive: string): string {
  const hash = createHash("sha256").update(readFileSync(archive)).digest("hex").slice(0, 16);
  const folder = join(".cache", "fixtures", hash);
  if (existsSync(folder)) return folder;
  const partial = `${folder}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  mkdirSync(partial, { recursive: true });
  untar(gunzipSync(readFileSync(archive)), partial);
  try {
    renameSync(partial, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
