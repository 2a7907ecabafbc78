/** All codecs, built in and registered, by every spelling: what documents, datasets and workers know about them. */
import { HyperslabError } from "../../errors.ts";
import { BUILT_IN_CODECS } from "./built-in.ts";
import type { CodecFacts, CodecKind } from "./facts.ts";
import { refusedCodec } from "./refused.ts";

/** The Zarr v3 prefix that numcodecs, and with it zarr-python, uses for what is `<id>` in Zarr v2. */
const NUMCODECS = "numcodecs.";
/** How zarrs spelled its own codecs in the past: `https://codec.zarrs.dev/array_to_bytes/zfp`, then `zarrs.zfp`. */
const ZARRS = /^(?:https:\/\/codec\.zarrs\.dev\/[a-z_]+\/|zarrs\.)(.+)$/;

const bySpelling = new Map<string, CodecFacts>();
const byV2Id = new Map<string, CodecFacts>();
for (const facts of BUILT_IN_CODECS) enter(facts);
let changes = 0;

/** Changes whenever a codec is added or removed, because earlier parse results may then mean something else. */
export function catalogueVersion(): number {
  return changes;
}

/** The codec with this name or alias; undefined if it is unknown. */
export function findCodec(spelling: string): CodecFacts | undefined {
  const known = bySpelling.get(spelling);
  if (known !== undefined) return known;
  const ofZarrs = ZARRS.exec(spelling)?.[1];
  return ofZarrs === undefined ? undefined : bySpelling.get(ofZarrs);
}

/** All codecs, in no particular order. */
export function allCodecs(): Iterable<CodecFacts> {
  return new Set(bySpelling.values());
}

/**
 * Adds a codec. A spelling that is already taken is refused. Returns a function that removes the codec again, and
 * reports whether it was there.
 */
export function addCodec(facts: CodecFacts): () => boolean {
  for (const taken of spellings(facts).filter((name) => bySpelling.has(name))) refuse(facts, `named ${quoted(taken)}`);
  const id = v2Id(facts);
  if (id !== undefined && byV2Id.has(id)) refuse(facts, `with the Zarr v2 id ${quoted(id)}`);
  enter(facts);
  changes += 1;
  return () => {
    if (bySpelling.get(facts.name) !== facts) return false;
    changes += 1;
    for (const name of spellings(facts)) bySpelling.delete(name);
    if (id !== undefined) byV2Id.delete(id);
    return true;
  };
}

/** The name of a codec in nodes, given any spelling. An unknown codec keeps its name. */
export function codecName(spelling: string): string {
  return findCodec(spelling)?.name ?? spelling.replace(ZARRS, "zarrs.$1");
}

/** The name in nodes of the codec with this Zarr v2 id. An unknown codec keeps its id. */
export function codecNameOfV2(id: string): string {
  return byV2Id.get(id)?.name ?? codecName(id);
}

/** The Zarr v2 id of a codec; undefined if Zarr v2 does not have it. An unknown codec keeps its name. */
export function codecV2Id(name: string): string | undefined {
  const facts = findCodec(name);
  return facts === undefined ? (v2Id({ name }) ?? name) : v2Id(facts);
}

/** The kind of a codec; undefined for an unknown one, except that those of numcodecs are assumed to work on bytes. */
export function codecKind(name: string): CodecKind | undefined {
  const known = findCodec(name)?.kind ?? refusedCodec(name)?.kind;
  return known ?? (name.startsWith(NUMCODECS) ? "bytes-to-bytes" : undefined);
}

function enter(facts: CodecFacts): void {
  for (const name of spellings(facts)) bySpelling.set(name, facts);
  const id = v2Id(facts);
  if (id !== undefined) byV2Id.set(id, facts);
}

function spellings({ name, aliases = [] }: CodecFacts): readonly string[] {
  return [name, ...aliases];
}

function v2Id({ name, v2Id }: Pick<CodecFacts, "name" | "v2Id">): string | undefined {
  return v2Id ?? (name.startsWith(NUMCODECS) ? name.slice(NUMCODECS.length) : undefined);
}

function refuse({ name }: CodecFacts, taken: string): never {
  throw new HyperslabError("exists", `a codec ${taken} is already registered`, { codec: name });
}

function quoted(name: string): string {
  return JSON.stringify(name);
}
