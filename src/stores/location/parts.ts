/**
 * Where something is, as a tree: a base (a path or URL), steps into it, and netCDF's options.
 *
 *     s3://bucket/x.zip|zip:inner/data.zarr|zarr3:group/array#aws.profile=me
 *     base              step                step              options
 *
 * Equal places written in different ways give equal trees as far as that can be told without looking.
 */
import type { NetcdfOptions } from "./options.ts";

/** Parsed but not touched. All texts are decoded. */
export interface Location {
  /** Where the address begins. */
  readonly base: LocationBase;
  /** What is opened inside of what came before; a format or a node comes last, and there is at most one. */
  readonly steps: readonly LocationStep[];
  /** Options in netCDF's style, after a `#`. */
  readonly options?: NetcdfOptions;
}

/** Where an address begins, before any steps: a path, a URL or a bucket. */
export type LocationBase =
  | { readonly scheme: "file"; readonly path: string }
  /** The store's name, and after a slash a prefix in it. */
  | { readonly scheme: "memory"; readonly path: string }
  /** The URL as it was given: its query may be a signature that every request needs. */
  | { readonly scheme: "http" | "https"; readonly url: string }
  /** `gs3` is Google's storage by Amazon's protocol. */
  | { readonly scheme: "s3" | "gs3" | "gs"; readonly bucket: string; readonly key: string }
  | { readonly scheme: "az"; readonly account: string; readonly container: string; readonly key: string };

/** A part of an address after a `|`, such as `zip:inner` or `zarr3:a/b`. */
export interface LocationStep {
  /** What to open: an archive, a format or a node. */
  readonly name: StepName;
  /** Path inside, without slashes at its ends. */
  readonly path: string;
}

export type StepName =
  | "zip"
  | "reference"
  | "zarr"
  | "zarr3"
  | "zarr2"
  | "zarr1"
  | "zarr0"
  | "zarr3-draft"
  | "zarr3-alpha"
  | "nczarr"
  | "bloscpack"
  | "node";

/** `store`: gives keys and values; `format`: names how they are read, and a node; `node`: only the node, `::path`. */
export type StepKind = "store" | "format" | "node";

export const STEPS: Readonly<Record<StepName, StepKind>> = {
  zip: "store",
  reference: "store",
  zarr: "format",
  zarr3: "format",
  zarr2: "format",
  zarr1: "format",
  zarr0: "format",
  "zarr3-draft": "format",
  "zarr3-alpha": "format",
  nczarr: "format",
  bloscpack: "format",
  node: "node",
};

/** Other words for the same. */
export const STEP_ALIASES: Readonly<Record<string, StepName>> = { kerchunk: "reference" };

export function isStepName(name: string): name is StepName {
  return Object.hasOwn(STEPS, name);
}

/** A path of this machine, taken as it is. */
export function fileLocation(path: string): Location {
  return { base: { scheme: "file", path }, steps: [] };
}

/** The same place without its node. */
export function storePart(location: Location): Location {
  return { ...location, steps: location.steps.filter(({ name }) => STEPS[name] === "store") };
}

/** The step that names a node or its format, if there is one. */
export function nodeStep({ steps }: Location): LocationStep | undefined {
  return steps.find(({ name }) => STEPS[name] !== "store");
}
