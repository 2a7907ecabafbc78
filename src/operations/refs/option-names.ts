/** The options of the verbs of references by name; the compiler checks that the lists are complete. */
import type { OptionNames } from "../../bytes/known-options.ts";
import type { AppendReferencesOptions } from "./append-references.ts";
import type { InlineReferencesOptions } from "./inline-references.ts";
import type { ReferenceOptions } from "./loaded-references.ts";
import type { RebaseReferencesOptions } from "./rebase-references.ts";
import type { MakeReferencesOptions } from "./references-of.ts";
import type { SaveAsParquetOptions } from "./save-parquet.ts";
import type { SaveReferencesOptions } from "./save-references.ts";
import type { SubchunkReferencesOptions } from "./subchunk-references.ts";
import type { VerifyReferencesOptions } from "./verify-references.ts";

export const REFERENCES: OptionNames<ReferenceOptions> = { store: 0, signal: 0 };
const WRITTEN = { ...REFERENCES, version: 0, templates: 0, gen: 0, overwrite: 0 } as const;
export const SAVE: OptionNames<SaveReferencesOptions> = { ...WRITTEN, relative: 0 };
export const MAKE: OptionNames<MakeReferencesOptions> = { ...SAVE, format: 0, lenient: 0 };
export const VERIFY: OptionNames<VerifyReferencesOptions> = { ...WRITTEN, values: 0, record: 0, onProgress: 0 };
export const REBASE: OptionNames<RebaseReferencesOptions> = { ...SAVE, rename: 0 };
export const INLINE: OptionNames<InlineReferencesOptions> = { ...SAVE, threshold: 0, include: 0, onProgress: 0 };
export const SUBCHUNK: OptionNames<SubchunkReferencesOptions> = { ...SAVE, array: 0, factor: 0 };
export const APPEND: OptionNames<AppendReferencesOptions> = { ...SAVE, dim: 0, recordSize: 0 };
export const PARQUET: OptionNames<SaveAsParquetOptions> = { ...REFERENCES, recordSize: 0, overwrite: 0, zarr3: 0 };
