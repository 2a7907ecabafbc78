/** Codecs by name: what the catalogue (model/codec-catalogue/) knows about them, and the codec itself, loaded when it is needed. */
import { closestName } from "../bytes/text/closest-name.ts";
import { HyperslabError } from "../errors.ts";
import { addCodec, allCodecs, findCodec } from "../model/codec-catalogue/catalogue.ts";
import type { CodecFacts } from "../model/codec-catalogue/facts.ts";
import { refusedCodec } from "../model/codec-catalogue/refused.ts";
import type { Codec } from "./codec.ts";
import { LOADERS } from "./loaders.ts";

/** A codec of the catalogue that is loaded on demand. */
export interface CodecEntry extends CodecFacts {
  /** Loads the codec. */
  load(): Promise<Codec>;
}

const registered = new Map<string, CodecEntry>();

/** All codecs, built in and registered, sorted by name. */
export function knownCodecs(): readonly CodecEntry[] {
  const listed = [...allCodecs()].filter(({ internal }) => internal !== true);
  return listed.map(({ name }) => codecEntry(name)).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The codec with this name or alias. An unknown one is `unsupported`. */
export function codecEntry(spelling: string): CodecEntry {
  const facts = findCodec(spelling);
  if (facts === undefined) throw unknownCodec(spelling);
  return registered.get(facts.name) ?? { ...facts, load: LOADERS.get(facts.name)! };
}

/** True for a built-in codec, which every worker knows. */
export function isBuiltInCodec(spelling: string): boolean {
  return LOADERS.has(findCodec(spelling)?.name ?? spelling);
}

/** Your own codec: what is known about it, and either the codec itself or how to load it. */
export interface CodecRegistration extends CodecFacts {
  /** The codec itself; give this or `load`. */
  readonly codec?: Codec;
  /** Called when an array first needs the codec. */
  readonly load?: () => Promise<Codec>;
}

/**
 * Adds a codec: from then on documents, `create` and messages know it. A name, alias or Zarr v2 id that is already
 * taken is refused. Returns a function that removes the codec again.
 */
export function registerCodec({ codec, load, ...facts }: CodecRegistration): () => void {
  const { name } = facts;
  if ((codec === undefined) === (load === undefined)) {
    throw new HyperslabError("invalid-request", "a codec is registered with either `codec` or `load`", { codec: name });
  }
  // Zarr v2 has no list of codecs: any name may occur there.
  const named: CodecFacts =
    facts.v2Id === undefined && !name.startsWith("numcodecs.") ? { ...facts, v2Id: name } : facts;
  const remove = addCodec(named);
  registered.set(name, { ...named, load: load ?? (async () => codec!) });
  return () => {
    if (remove()) registered.delete(name);
  };
}

/** Explains why a codec is refused, or which one was probably meant. */
function unknownCodec(name: string): HyperslabError {
  const refused = refusedCodec(name);
  if (refused !== undefined) {
    const what = `the codec ${JSON.stringify(name)} is not run: ${refused.why}`;
    return new HyperslabError("unsupported", what, { codec: name, hint: refused.hint });
  }
  const known = knownCodecs();
  const near = closestName(
    name,
    known.flatMap((entry) => [entry.name, ...(entry.aliases ?? [])]),
  );
  const meant = near === undefined ? "" : `Did you mean ${near}? `;
  const names = known.map((entry) => entry.name).join(", ");
  return new HyperslabError("unsupported", `the codec ${JSON.stringify(name)} is not known`, {
    codec: name,
    hint: `${meant}Known codecs are ${names}. Add another with registerCodec({ name, kind, load }).`,
  });
}
