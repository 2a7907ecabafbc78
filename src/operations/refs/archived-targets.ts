/** Turns references to members of archives into references to the parts of the archives that hold them. */
import { openLocation, parseLocation } from "../../dataset/open/location.ts";
import { absolutePath } from "../../dataset/open/sources.ts";
import { HyperslabError } from "../../errors.ts";
import type { Reference } from "../../model/virtual/reference.ts";
import type { ReferenceSet } from "../../model/virtual/reference-set.ts";
import { printLocation } from "../../stores/location/grammar.ts";
import { type Location, storePart } from "../../stores/location/parts.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import { changedSet } from "./save-references.ts";
import { checkPlace, referenceTo } from "./stored-value.ts";
import { targetUrl } from "./target-url.ts";

export interface ArchiveOptions {
  readonly store?: StoreSettings | undefined;
  readonly signal?: AbortSignal | undefined;
}

type Part = Extract<Reference, { kind: "range" }>;

/** The URL of a file. A member of an archive has none: it keeps its address until `outOfArchives` replaces it. */
export function fileUrl(location: Location): string {
  const { base, steps } = storePart(location);
  if (steps.length === 0) return targetUrl({ base, steps });
  return printLocation({ base: base.scheme === "file" ? { ...base, path: absolutePath(base.path) } : base, steps });
}

/** The set without references to members of archives. Compressed members are refused. */
export async function outOfArchives(set: ReferenceSet, options: ArchiveOptions): Promise<ReferenceSet> {
  const parts = new Map<string, Part>();
  for (const url of set.table.urls) {
    if (url.includes("|")) parts.set(url, await partOfArchive(url, options));
  }
  if (parts.size === 0) return set;
  const moved = changedSet(set, (key, reference) => {
    const part = reference.kind === "inline" ? undefined : parts.get(reference.url);
    return [key, part === undefined ? reference : within(part, reference, key)];
  });
  // Sizes and versions of a member are not those of its archive.
  for (const url of parts.keys()) moved.targets.delete(url);
  return moved;
}

async function partOfArchive(address: string, { store: settings, signal }: ArchiveOptions): Promise<Part> {
  const location = storePart(parseLocation(address));
  const last = location.steps.at(-1)!;
  const archive = { ...location, steps: [...location.steps.slice(0, -1), { ...last, path: "" }] };
  const store = await openLocation(archive, settings);
  const values = { store, location };
  try {
    checkPlace(values);
    const key = (await store.keyOfMember?.(last.path, { signal })) ?? last.path;
    const found = await referenceTo(values, key, {}, { signal });
    if (found.kind === "range") return found;
  } finally {
    await store.close?.();
  }
  throw new HyperslabError("unsupported", "it is unknown where in the archive the member is", { location: address });
}

function within(part: Part, reference: Reference, key: string): Reference {
  if (reference.kind !== "range") return part;
  const { offset, length } = reference;
  if (offset + length <= part.length) return { ...part, offset: part.offset + offset, length };
  throw new HyperslabError("invalid-data", `the chunk reaches beyond the ${part.length} bytes of its file`, { key });
}
