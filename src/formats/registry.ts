/**
 * The known formats. A format declares itself by one descriptor, and everything else that lists formats (detection,
 * words of addresses, choices of options, hints) is derived from these. Its code is loaded when it is first needed.
 */
import { encodeUtf8 } from "../bytes/text/utf8.ts";
import { HyperslabError } from "../errors.ts";
import { type FormatMarks, formatOfWord, markFormat } from "../stores/format-marks.ts";
import type { Format } from "./format.ts";

/** How a format declares itself. */
export interface FormatDescriptor extends FormatMarks {
  /** `Zarr v3` */
  readonly title: string;
  /** What can be written: groups and arrays, or one array per place. Undefined if the format is read-only. */
  readonly writes?: "tree" | "array";
  /** How to create one anyway, for hints, if the format is read-only. */
  readonly instead?: string;
  /** The dialects, default first, if there are several; for options and hints. */
  readonly dialects?: readonly string[];
  /** Loads the code of the format. */
  load(): Promise<Format>;
}

/** Unfinished versions of Zarr v3: their `zarr.json` names the protocol by a URI. */
const UNFINISHED_V3 = { root: ["zarr.json"], holds: "purl.org/zarr/spec" };

/** In the order in which they are tried, except that those within documents of others come first. */
const BUILT_IN: readonly FormatDescriptor[] = [
  {
    name: "zarr3",
    title: "Zarr v3",
    aliases: ["zarr-v3"],
    writes: "tree",
    directory: { common: true, node: ["zarr.json"], group: ["zarr.json"] },
    load: async () => (await import("./zarr-v3/zarr-v3.ts")).zarrV3,
  },
  {
    name: "zarr2",
    title: "Zarr v2",
    aliases: ["zarr-v2"],
    writes: "tree",
    dialects: ["xarray", "noxarray"],
    directory: {
      common: true,
      consolidated: ".zmetadata",
      node: [".zarray", ".zgroup"],
      beside: ".zattrs",
      group: [".zgroup"],
    },
    load: async () => (await import("./zarr-v2/zarr-v2.ts")).zarrV2,
  },
  {
    name: "references",
    title: "Kerchunk references",
    instead: "Make a set that refers to the data with makeReferences (hyperslab refs make SOURCE SET).",
    aliases: ["kerchunk"],
    // Parquet sets. A document with this member is not plain Zarr, even if it is also consolidated metadata.
    directory: {
      node: [".zmetadata"],
      holds: "record_size",
      within: { documents: [".zmetadata"], holds: ["record_size"] },
      wholeNames: [".parq", ".parquet"],
    },
    file: {
      extensions: [".json", ".json.gz", ".json.zst", ".json.zstd"],
      magic: [{ bytes: encodeUtf8("{"), offset: 0 }],
    },
    load: async () => (await import("./references/references.ts")).references,
  },
  {
    name: "nczarr",
    title: "NCZarr",
    writes: "tree",
    dialects: ["any", "4.9.2", "4.9.3", "4.9.0", "4.8.0", "v3"],
    directory: {
      within: {
        documents: ["zarr.json", ".zmetadata", ".zarray", ".zgroup", ".zattrs"],
        // The last one is in the root's attributes, in the version that stores its own documents as objects beside Zarr's.
        holds: ["_nczarr_", "_NCZARR_", "nczarr=1."],
      },
    },
    load: async () => (await import("./nczarr/nczarr.ts")).nczarr,
  },
  {
    name: "zarr3-alpha",
    title: "Zarr v3 alpha",
    directory: UNFINISHED_V3,
    load: async () => (await import("./zarr-v3-alpha/zarr-v3-alpha.ts")).zarrV3Alpha,
  },
  {
    name: "zarr1",
    title: "Zarr v1",
    aliases: ["zarr-v1"],
    writes: "array",
    directory: { node: ["meta"] },
    load: async () => (await import("./zarr-v1/zarr-v1.ts")).zarrV1,
  },
  {
    name: "zarr0",
    title: "Zarr 0.4",
    aliases: ["zarr-v0"],
    writes: "array",
    directory: { node: ["__zmeta__"] },
    load: async () => (await import("./zarr-v0/zarr-v0.ts")).zarrV0,
  },
  {
    name: "zarr3-draft",
    title: "Zarr v3 draft",
    aliases: ["zarr-v3-draft"],
    writes: "tree",
    directory: { ...UNFINISHED_V3, group: [".group.json"], array: [".array.json"] },
    load: async () => (await import("./zarr-v3-draft/zarr-v3-draft.ts")).zarrV3Draft,
  },
  {
    name: "bloscpack",
    title: "Bloscpack",
    writes: "array",
    directory: { node: ["index.blp"] },
    file: { extensions: [".blp"], magic: [{ bytes: encodeUtf8("blpk"), offset: 0 }] },
    load: async () => (await import("./bloscpack/bloscpack.ts")).bloscpack,
  },
  {
    name: "icechunk",
    title: "Icechunk",
    directory: { root: ["repo", "refs/branch.main/ref.json"] },
    load: async () => (await import("./icechunk/icechunk.ts")).icechunk,
  },
  {
    name: "npy",
    title: "NumPy .npy",
    file: { extensions: [".npy"], magic: [{ bytes: Uint8Array.of(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59), offset: 0 }] },
    load: async () => (await import("./npy/npy.ts")).npy,
  },
];

const registered = new Set<FormatDescriptor>();
for (const descriptor of BUILT_IN) registerFormat(descriptor);

/** All formats, in the order in which they are tried. */
export function knownFormats(): readonly FormatDescriptor[] {
  return Array.from(registered);
}

/** The formats that can be written. */
export function writableFormats(): readonly FormatDescriptor[] {
  return knownFormats().filter(({ writes }) => writes !== undefined);
}

/** Adds a format. A name that is already taken is refused. Returns a function that removes the format again. */
export function registerFormat(descriptor: FormatDescriptor): () => void {
  for (const taken of [descriptor.name, ...(descriptor.aliases ?? [])]) {
    if (formatOfWord(taken) === undefined) continue;
    throw new HyperslabError("exists", `a format named ${JSON.stringify(taken)} is already registered`);
  }
  registered.add(descriptor);
  const unmark = markFormat(descriptor);
  return () => {
    registered.delete(descriptor);
    unmark();
  };
}

/** The descriptor of a format by its name or an alias; an unknown one is `unsupported`. */
export function descriptorOf(word: string): FormatDescriptor {
  const marks = formatOfWord(word);
  for (const descriptor of registered) if (descriptor === marks) return descriptor;
  throw new HyperslabError("unsupported", `the format ${JSON.stringify(word)} is not known`, {
    hint: `Known formats: ${knownFormats()
      .map((descriptor) => descriptor.name)
      .join(", ")}.`,
  });
}

/** The format of this name, loaded. */
export async function formatNamed(word: string): Promise<Format> {
  return descriptorOf(word).load();
}
