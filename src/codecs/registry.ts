/** The codecs there are, built in (built-in-codecs.ts) and registered, by name. */
import { HyperslabError } from "../errors.ts";
import { BUILT_IN_CODECS } from "./built-in-codecs.ts";
import type { Codec, CodecKind } from "./codec.ts";
import type { CodecEntry } from "./codec-entry.ts";
import { INTERNAL_CODECS } from "./internal-codecs.ts";
import { refusal, unknownCodec } from "./refused-codecs.ts";

export type { CodecEntry } from "./codec-entry.ts";

const registered = new Map<string, CodecEntry>();

/** All codecs, built in and registered, sorted by name. */
export function knownCodecs(): readonly CodecEntry[] {
  return [...BUILT_IN_CODECS, ...registered.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The codec of this name or alias. An unknown one is `unsupported`. */
export function codecEntry(name: string): CodecEntry {
  const entry = findEntry(name);
  if (entry !== undefined) return entry;
  throw refusal(name) ?? unknownCodec(name, knownCodecs());
}

/** The kind of a codec, without loading it; `undefined` if it is not known. */
export function codecKind(name: string): CodecKind | undefined {
  return findEntry(name)?.kind;
}

/** Is this a codec of the library, which every worker knows? */
export function isBuiltInCodec(name: string): boolean {
  return [...BUILT_IN_CODECS, ...INTERNAL_CODECS].some(
    (entry) => entry.name === name || entry.aliases?.includes(name) === true,
  );
}

/** A codec to register: its names, its kind, and the codec or a function that loads it. */
export interface CodecRegistration {
  /** The name in documents. */
  readonly name: string;
  /** Other names that are read as this codec. */
  readonly aliases?: readonly string[];
  /** Which of the three kinds of codec it is. */
  readonly kind: CodecKind;
  /** The codec itself, or how to load it when it is first needed. */
  readonly codec?: Codec;
  /** Loads the codec when it is first needed. */
  readonly load?: () => Promise<Codec>;
}

/** Adds a codec. A name that is taken already is refused. Gives a function that removes the codec again. */
export function registerCodec(registration: CodecRegistration): () => void {
  const { name, aliases = [], kind, codec, load } = registration;
  for (const taken of [name, ...aliases]) {
    if (findEntry(taken) === undefined) continue;
    throw new HyperslabError("exists", `a codec named ${JSON.stringify(taken)} is registered already`, { codec: name });
  }
  if ((codec === undefined) === (load === undefined)) {
    throw new HyperslabError("invalid-request", "a codec is registered with either `codec` or `load`", { codec: name });
  }
  const entry: CodecEntry = { name, aliases, kind, load: load ?? (async () => codec!) };
  registered.set(name, entry);
  return () => {
    if (registered.get(name) === entry) registered.delete(name);
  };
}

function findEntry(name: string): CodecEntry | undefined {
  const found = registered.get(name) ?? [...BUILT_IN_CODECS, ...INTERNAL_CODECS].find((entry) => entry.name === name);
  if (found !== undefined) return found;
  return [...BUILT_IN_CODECS, ...registered.values()].find((entry) => entry.aliases?.includes(name));
}
