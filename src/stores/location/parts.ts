/**
 * Where something is, as a tree: a base (a path or URL), steps into it, and netCDF's options.
 *
 *     s3://bucket/x.zip|zip:inner/data.zarr|zarr3:group/array#aws.profile=me
 *     base              step                step              options
 *
 * The same place written in different ways gives equal trees, as far as that can be determined without access.
 */
import { ownMember } from "../../bytes/own-member.ts";
import { formatOfWord, markedFormats } from "../format-marks.ts";
import type { NetcdfOptions } from "./options.ts";

/** Parsed but not accessed. All text is decoded. */
export interface Location {
  /** Where the address begins. */
  readonly base: LocationBase;
  /** What is opened inside the previous part; a format or a node comes last, at most one of them. */
  readonly steps: readonly LocationStep[];
  /** Options in netCDF's style, after a `#`. */
  readonly options?: NetcdfOptions;
}

/** Where an address begins, before any steps: a path, a URL or a bucket. */
export type LocationBase =
  | { readonly scheme: "file"; readonly path: string }
  /** The store's name, optionally followed by a slash and a prefix. */
  | { readonly scheme: "memory"; readonly path: string }
  /** The URL as given: its query may be a signature that every request needs. */
  | { readonly scheme: "http" | "https"; readonly url: string }
  /** `gs3` is Google's storage through Amazon's protocol. */
  | { readonly scheme: "s3" | "gs3" | "gs"; readonly bucket: string; readonly key: string }
  | { readonly scheme: "az"; readonly account: string; readonly container: string; readonly key: string };

/** A part of an address after a `|`, such as `zip:inner`, `tar:inner` or `zarr3:a/b`. */
export interface LocationStep {
  /** What to open: `zip`, `node`, or the name of a format. */
  readonly name: string;
  /** The path inside, without leading and trailing slashes. */
  readonly path: string;
}

/** `store`: provides keys and values; `format`: names how they are read, and a node; `node`: only the node, `::path`. */
export type StepKind = "store" | "format" | "node";

/** Steps that every address may have; each format adds its name. */
const STEPS: Readonly<Record<string, StepKind>> = {
  zip: "store",
  tar: "store",
  reference: "store",
  // Any version.
  zarr: "format",
  node: "node",
};

/** Other words for the same thing. */
const STEP_ALIASES: Readonly<Record<string, string>> = { kerchunk: "reference" };

export function stepNames(): readonly string[] {
  return [...new Set([...Object.keys(STEPS), ...markedFormats().map(({ name }) => name)])];
}

/** The step that a word in an address stands for; undefined if the word is unknown. */
export function stepOfWord(word: string): string | undefined {
  const name = ownMember(STEP_ALIASES, word) ?? word;
  return Object.hasOwn(STEPS, name) ? name : formatOfWord(name)?.name;
}

function isStoreStep({ name }: LocationStep): boolean {
  return ownMember(STEPS, name) === "store";
}

/** A local path, taken literally. */
export function fileLocation(path: string): Location {
  return { base: { scheme: "file", path }, steps: [] };
}

/** The same place without its node. */
export function storePart(location: Location): Location {
  return { ...location, steps: location.steps.filter(isStoreStep) };
}

/** The step that names a node or its format, if there is one. */
export function nodeStep({ steps }: Pick<Location, "steps">): LocationStep | undefined {
  return steps.find((step) => !isStoreStep(step));
}
