/** The formats there are. Adding one is one folder and one line here; each is loaded when it is first needed. */
import { HyperslabError } from "../errors.ts";
import type { Store } from "../stores/store.ts";
import { webPageError } from "./documents/document.ts";
import type { Format, OpenedNode, OpenOptions } from "./format.ts";

export interface FormatEntry {
  /** `zarr3` */
  readonly name: string;
  /** `Zarr v3` */
  readonly title: string;
  load(): Promise<Format>;
}

/** In the order in which they are looked for. */
export const FORMATS: readonly FormatEntry[] = [
  { name: "zarr3", title: "Zarr v3", load: async () => (await import("./zarr-v3/zarr-v3.ts")).zarrV3 },
  { name: "zarr2", title: "Zarr v2", load: async () => (await import("./zarr-v2/zarr-v2.ts")).zarrV2 },
  {
    name: "zarr3-alpha",
    title: "Zarr v3 alpha",
    load: async () => (await import("./zarr-v3-alpha/zarr-v3-alpha.ts")).zarrV3Alpha,
  },
  {
    name: "zarr3-draft",
    title: "Zarr v3 draft",
    load: async () => (await import("./zarr-v3-draft/zarr-v3-draft.ts")).zarrV3Draft,
  },
  { name: "zarr1", title: "Zarr v1", load: async () => (await import("./zarr-v1/zarr-v1.ts")).zarrV1 },
  { name: "zarr0", title: "Zarr 0.4", load: async () => (await import("./zarr-v0/zarr-v0.ts")).zarrV0 },
  {
    name: "bloscpack",
    title: "Bloscpack",
    load: async () => (await import("./bloscpack/bloscpack.ts")).bloscpack,
  },
];

/** The format of this name; an unknown one is `unsupported`. */
export async function formatNamed(name: string): Promise<Format> {
  const entry = FORMATS.find((format) => format.name === name);
  if (entry !== undefined) return entry.load();
  throw new HyperslabError("unsupported", `the format ${JSON.stringify(name)} is not known`, {
    hint: `Known are ${FORMATS.map((format) => format.name).join(", ")}.`,
  });
}

/**
 * Opens the node at `path` in whatever format it is; undefined if it is proven that there is none. A server that
 * answers with web pages has proven nothing: it is an error unless one of the formats is there all the same.
 */
export async function detectFormat(store: Store, path: string, options?: OpenOptions): Promise<OpenedNode | undefined> {
  const pages: string[] = [];
  for (const entry of FORMATS) {
    const format = await entry.load();
    const opened = await format.open(store, path, { ...options, onWebPage: (key) => pages.push(key) });
    if (opened !== undefined) return opened;
  }
  const [page] = pages;
  if (page === undefined) return undefined;
  if (options?.onWebPage === undefined) throw webPageError(store, page);
  for (const key of pages) options.onWebPage(key);
  return undefined;
}
