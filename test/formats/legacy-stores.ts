/**
 * Stores of the earliest zarr releases against a manifest of what each release itself read from them, and stores that
 * we write against those that the releases wrote. Used by tests over the committed selection, and by the script
 * `scripts/check-legacy.mjs` over all of them.
 */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseJson } from "../../src/bytes/json/parse.ts";
import { jsonView } from "../../src/bytes/json/view.ts";
import { arrayHandle } from "../../src/dataset/array/array-handle.ts";
import { fixedBytes } from "../../src/dataset/array/fixed-bytes.ts";
import { readRegion } from "../../src/dataset/engine/read-region.ts";
import { writeRegion } from "../../src/dataset/engine/write-region.ts";
import { isHyperslabError } from "../../src/errors.ts";
import { formatNamed } from "../../src/formats/registry.ts";
import { copy, type Group, NdArray, open } from "../../src/index.ts";
import { filledChunk } from "../../src/model/grid/chunk.ts";
import { chunkCoords, chunkRegion } from "../../src/model/grid/chunk-grid.ts";
import type { ArrayNode } from "../../src/model/node.ts";
import { zeroElement } from "../../src/model/values/fill-value.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import { unpack } from "../fixture-sets.ts";

export interface LegacySlice {
  readonly box: readonly (readonly [number, number])[];
  readonly sha256: string;
}

/** One array of one store. */
export interface LegacyCase {
  /** Set and name: `0.4.0/attrs-nan`. */
  readonly path: string;
  /** Path of the array in the store. */
  readonly array: string;
  readonly family: "0.3" | "0.4" | "1" | "3-alpha";
  readonly shape: readonly number[];
  readonly chunks: readonly number[];
  readonly attrs: Readonly<Record<string, unknown>> | null;
  readonly fill_value: { readonly hex_le?: string | null };
  /** Of the C-order little-endian array; null where parts of it are undefined, or it has no bytes. */
  readonly sha256: string | null;
  readonly slices: readonly LegacySlice[];
  readonly samples: readonly { readonly index: readonly number[]; readonly hex_le: string }[];
  /** Items of object arrays. */
  readonly values?: readonly unknown[];
  readonly notes: string;
  /** The store is broken and must be refused. */
  readonly expect?: "error";
  /** In hierarchies: children and attributes of groups. */
  readonly children?: Readonly<Record<string, readonly string[]>>;
  readonly groups?: Readonly<Record<string, unknown>>;
}

/** The committed selection: the folder of the stores, and the cases of one family. */
export function legacyCases(families: readonly LegacyCase["family"][]): {
  readonly root: string;
  readonly cases: readonly LegacyCase[];
} {
  const root = unpack("fixtures/zarr-legacy/stores.tar.gz");
  const { stores } = JSON.parse(readFileSync(join(root, "manifest.json"), "utf8"));
  const cases: readonly LegacyCase[] = stores;
  return { root, cases: cases.filter(({ family }) => families.includes(family)) };
}

const FORMATS: Readonly<Record<LegacyCase["family"], string>> = {
  "0.3": "zarr0",
  "0.4": "zarr0",
  "1": "zarr1",
  "3-alpha": "zarr3-alpha",
};

/** How the store and the manifest differ; nothing if they agree. `refused` where reading was refused as it must be. */
export interface Reading {
  readonly problems: readonly string[];
  readonly refused?: string;
}

export async function compareReading(root: string, entry: LegacyCase): Promise<Reading> {
  const folder = join(root, entry.path);
  if (entry.expect === "error") return { problems: [], refused: await refusal(folder) };
  const problems: string[] = [];
  const same = (what: string, found: unknown, expected: unknown): void => {
    const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
    if (a !== b) problems.push(`${what} is ${a?.slice(0, 200)}, not ${b?.slice(0, 200)}`);
  };
  const array = await open(folder, { path: entry.array });
  if (!(array instanceof NdArray)) return { problems: ["no array"] };
  same("format", array.hierarchy.format, FORMATS[entry.family]);
  same("shape", array.shape, entry.shape);
  same("chunks", array.chunks, entry.chunks);
  const { filters: _, ...attributes } = entry.attrs ?? {};
  same("attributes", portable(array.attributes), attributes);
  const { fillValue } = array.node;
  const fill = fillValue instanceof Uint8Array ? hex(fillValue) : null;
  if (entry.values === undefined) same("fill", fill, entry.fill_value.hex_le ?? null);
  await compareGroups(folder, entry, same);
  await compareValues(array, entry, same);
  return { problems };
}

async function refusal(folder: string): Promise<string> {
  try {
    await open(folder);
  } catch (error) {
    if (isHyperslabError(error, "invalid-data")) return error.message;
    throw error;
  }
  throw new Error(`${folder} was opened`);
}

type Same = (what: string, found: unknown, expected: unknown) => void;

async function compareValues(array: NdArray, entry: LegacyCase, same: Same): Promise<void> {
  if (entry.values !== undefined) {
    const { data } = await array.read();
    const items = Array.from<unknown>(data).map((item) =>
      ArrayBuffer.isView(item) ? [...(item as Int32Array)] : item,
    );
    same("values", items, entry.values);
    return;
  }
  if (entry.sha256 !== null) same("values", await digest(array, []), entry.sha256);
  for (const { box, sha256 } of entry.slices) same(`slice ${JSON.stringify(box)}`, await digest(array, box), sha256);
  for (const { index, hex_le } of entry.samples) {
    const { data } = await array.read([...index], { as: "bytes" });
    same(`sample ${index}`, hex(fixedBytes(data)), hex_le);
  }
}

async function digest(array: NdArray, box: LegacySlice["box"]): Promise<string> {
  const selection = box.map(([from, to]) => `${from}:${to}`).join(",");
  const { data } = await array.read(selection === "" ? undefined : selection, { as: "bytes" });
  return createHash("sha256").update(fixedBytes(data)).digest("hex");
}

async function compareGroups(folder: string, entry: LegacyCase, same: Same): Promise<void> {
  for (const [path, names] of Object.entries(entry.children ?? {})) {
    const group = (await open(folder, { path })) as Group;
    same(
      `children of ${path}`,
      (await group.children()).map((node) => node.name),
      names,
    );
  }
  for (const [path, attributes] of Object.entries(entry.groups ?? {})) {
    same(`attributes of ${path}`, portable((await open(folder, { path })).attributes), attributes);
  }
}

/** As the manifest spells numbers that JSON lacks. */
function portable(value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) return { nonfinite: String(value) };
  if (Array.isArray(value)) return value.map(portable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, portable(part)]));
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

/** How a store that we wrote compares with the release's own. */
export interface Writing {
  readonly problems: readonly string[];
  /** Documents that differ in spelling only: the release's text and ours. */
  readonly spellings: readonly string[];
  readonly documents: number;
  readonly chunks: number;
  /** Chunks whose bytes are the release's own. */
  readonly sameChunks: number;
}

/**
 * Writes an array of the same kind with the same values, chunk by chunk where the release stored one. Blosc with zstd is
 * nothing that we make in Zarr 1, so there it is what we write into the release's own array: the documents are its own.
 */
export async function compareWriting(root: string, entry: LegacyCase): Promise<Writing | undefined> {
  const array = await open(join(root, entry.path));
  if (!(array instanceof NdArray) || array.shape.length === 0) return undefined;
  const { origin, ...node } = array.node;
  const documents = [...origin!.documents.keys()];
  const given = isBloscZstd(array) ? await emptyCopy(join(root, entry.path), documents) : undefined;
  const hierarchy = given?.hierarchy ?? (await formatNamed(FORMATS[entry.family])).create!(memoryStore());
  let target: ReturnType<typeof arrayHandle>;
  try {
    target = arrayHandle(hierarchy, given?.node ?? ((await hierarchy.writeNode!(node)) as ArrayNode));
  } catch (error) {
    if (isHyperslabError(error, "unsupported")) return undefined;
    throw error;
  }
  const problems: string[] = [];
  const spellings: string[] = [];
  const names = entry.family === "0.3" || given !== undefined ? [] : documents;
  for (const name of names) {
    const ours = Buffer.from((await hierarchy.store.get(name)) ?? []).toString();
    const theirs = withoutBlanks(readFileSync(join(root, entry.path, name))).toString();
    if (ours === theirs) continue;
    parseJson(ours, { key: name });
    spellings.push(...differingLines(theirs, ours).map((line) => `${name}: ${line}`));
  }
  const source = arrayHandle(array.hierarchy, array.node);
  const { dataType } = node;
  let [chunks, sameChunks] = [0, 0];
  for (const coords of chunkCoords(node.grid)) {
    const stored = await source.access.source(coords).read();
    if (stored === undefined) continue;
    const selection = chunkRegion(node.grid, coords).map(({ start, length }) => {
      return { kind: "range", start, step: 1, count: length } as const;
    });
    const shape = selection.map(({ count }) => count);
    const read = async (from: typeof source): Promise<Uint8Array> => {
      const block = filledChunk(dataType, shape, zeroElement(dataType));
      await readRegion(from, selection, block, {});
      return block.bytes!;
    };
    const block = filledChunk(dataType, shape, zeroElement(dataType));
    await readRegion(source, selection, block, {});
    await writeRegion(target, selection, block, { keepEmptyChunks: true });
    chunks += 1;
    const key = target.access.key(coords);
    const ours = await hierarchy.store.get(key);
    if (key !== source.access.key(coords) || ours === undefined) problems.push(`no chunk ${source.access.key(coords)}`);
    else if (Buffer.compare(ours, stored) === 0) sameChunks += 1;
    else if (Buffer.compare(await read(target), await read(source)) !== 0) problems.push(`the chunk ${key} differs`);
  }
  return { problems, spellings, documents: names.length, chunks, sameChunks };
}

function isBloscZstd({ codecs }: NdArray): boolean {
  return codecs.some(({ name, configuration }) => {
    return name === "blosc" && jsonView(configuration).required("cname").string() === "zstd";
  });
}

/** The release's array without its chunks. */
async function emptyCopy(folder: string, documents: readonly string[]): Promise<NdArray> {
  const store = memoryStore();
  for (const name of documents) await store.set!(name, readFileSync(join(folder, name)));
  const array = await open(store);
  if (!(array instanceof NdArray)) throw new Error(`${folder} is no array`);
  return array;
}

/** How a copy of the store in its own format compares with it: every document and every chunk, byte for byte. */
export interface Copying {
  readonly problems: readonly string[];
  readonly documents: number;
  readonly chunks: number;
}

export async function compareCopying(root: string, entry: LegacyCase): Promise<Copying> {
  const folder = join(root, entry.path);
  const array = await open(folder);
  if (!(array instanceof NdArray)) return { problems: ["no array"], documents: 0, chunks: 0 };
  const target = new Map<string, Uint8Array>();
  const report = await copy(array, target, { format: entry.family === "1" ? "zarr1" : "zarr0" });
  const problems = report.encoded === 0 ? [] : [`${report.encoded} chunks were encoded anew`];
  const left = new Set(target.keys());
  const compare = (key: string, theirs: Uint8Array): void => {
    if (Buffer.compare(target.get(key) ?? Buffer.from("absent"), theirs) !== 0) problems.push(`${key} differs`);
    left.delete(key);
  };
  // The pickles of 0.3 become the JSON of 0.4.
  const names = [...array.node.origin!.documents.keys()].filter((key) => entry.family !== "0.3" || !left.delete(key));
  for (const key of names) compare(key, withoutBlanks(readFileSync(join(folder, key))));
  const { access } = arrayHandle(array.hierarchy, array.node);
  let chunks = 0;
  for (const coords of chunkCoords(array.node.grid)) {
    const stored = await access.source(coords).read();
    if (stored === undefined) continue;
    compare(access.key(coords), stored);
    chunks += 1;
  }
  problems.push(...Array.from(left, (key) => `${key} is not in the source`));
  return { problems, documents: names.length, chunks };
}

/** Python 2 leaves a blank after commas at the end of a line. */
function withoutBlanks(document: Buffer): Buffer {
  return Buffer.from(document.toString().replaceAll(/, $/gm, ","));
}

function differingLines(theirs: string, ours: string): readonly string[] {
  const [a, b] = [theirs.split("\n"), ours.split("\n")];
  if (a.length !== b.length) return [`${JSON.stringify(theirs)} -> ${JSON.stringify(ours)}`];
  return a.flatMap((line, index) => (line === b[index] ? [] : [`${line.trim()} -> ${b[index]!.trim()}`]));
}
