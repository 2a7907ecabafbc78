/**
 * What the root of a dataset records for the nodes below it: whether it is the root at all, and which version of
 * netCDF-C wrote it.
 */

import type { NodeOrigin } from "../../model/node.ts";
import { viewDocuments } from "../documents/consolidated-blocks.ts";
import type { Ancestors } from "../documents/dialect.ts";
import { additionsOf } from "./additions.ts";

export interface RootFacts {
  /** True if paths of dimensions start here. A dataset may also be opened at a group inside it. */
  readonly isRoot: boolean;
  /** `[4, 9, 2]`; undefined if another program wrote the dataset, or if it is not recorded. */
  readonly writer: readonly number[] | undefined;
}

/** By the origin of the root, because every array below it needs the result. */
const known = new WeakMap<NodeOrigin, RootFacts>();

/** Undefined if the root is not known. */
export function rootFacts(above: Ancestors): RootFacts | undefined {
  const origin = above.find(({ path }) => path === "")?.origin;
  if (origin === undefined) return undefined;
  const facts = known.get(origin) ?? factsOf(origin);
  known.set(origin, facts);
  return facts;
}

function factsOf({ documents }: NodeOrigin): RootFacts {
  const { attributes, superblock } = additionsOf(viewDocuments(documents));
  const properties = attributes?.get("_NCProperties")?.node;
  const version = properties?.type === "string" ? /\bnetcdf=([0-9]+)\.([0-9]+)\.([0-9]+)/.exec(properties.value) : null;
  return { isRoot: superblock !== undefined, writer: version?.slice(1).map(Number) };
}

/** Until 4.9.2, netCDF-C stored big-endian variables in the byte order of the machine, though it recorded `>`. */
export function liesAboutByteOrder(writer: readonly number[]): boolean {
  const [major = 0, minor = 0, patch = 0] = writer;
  return major < 4 || (major === 4 && (minor < 9 || (minor === 9 && patch <= 2)));
}
