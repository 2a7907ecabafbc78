/** Parts of file formats: nodes of those formats carry them, no document names them, and so no list shows them. */
import type { CodecEntry } from "./codec-entry.ts";

export const INTERNAL_CODECS: readonly CodecEntry[] = [
  {
    name: "bloscpack",
    kind: "array-to-bytes",
    load: async () => (await import("./array-to-bytes/bloscpack/bloscpack.ts")).bloscpack,
  },
  {
    name: "bloscpack-varlen",
    kind: "array-to-bytes",
    load: async () => (await import("./array-to-bytes/bloscpack/varlen.ts")).bloscpackVarlen,
  },
];
