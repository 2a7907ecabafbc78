/**
 * Nodes of formats whose root describes every node below (Parquet reference sets). There is nothing at such a node
 * itself, so the root is tried first if the name of its directory identifies it: `refs.parq::a`, `refs.parq/a`. A root
 * with another name is tried after nothing of a common format was found at the node, because trying it first would cost
 * plain Zarr a request: the root that an address names here, others in consolidated-node.ts.
 */
import { isHyperslabError } from "../../errors.ts";
import { type AskedDocuments, getDocumentBytes } from "../../formats/documents/document.ts";
import type { Hierarchy, OpenedNode } from "../../formats/format.ts";
import { type FormatMarks, hasWholeName, markedFormats } from "../../stores/format-marks.ts";
import { type Location, type LocationBase, storePart } from "../../stores/location/parts.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import { joinKey } from "../../stores/store-key.ts";
import type { Address } from "./address.ts";
import type { OpenAt } from "./consolidated-node.ts";
import { aboveRemote, saysS3 } from "./enclosing.ts";
import { openLocation } from "./location.ts";

interface Options {
  readonly settings: StoreSettings | undefined;
  readonly signal: AbortSignal | undefined;
}

/** The node of an address whose own directory, or one above it, has the name of such a root; undefined if none has. */
export async function openNamed(
  address: Address,
  openAt: OpenAt,
  options: Options,
): Promise<OpenedNode | "absent" | undefined> {
  const { location, store, path } = address;
  if (location === undefined || store.object !== undefined || storePart(location).steps.length > 0) return undefined;
  let inner = path;
  for (let base: LocationBase | undefined = location.base; base !== undefined; ) {
    const above = aboveRemote(base, saysS3(location));
    const format = above && inner !== "" ? wholeFormats().find((whole) => hasWholeName(whole, above.name)) : undefined;
    if (format !== undefined) {
      const at: Location = { ...location, base, steps: [] };
      const root = base === location.base ? store : await openLocation(at, options.settings);
      const hierarchy = (await openAt(root, "", at, format.name).catch(ignoreFailure))?.hierarchy;
      return hierarchy && ((await nodeIn(hierarchy, inner, options)) ?? "absent");
    }
    inner = joinKey(above?.name ?? "", inner);
    base = above?.at;
  }
  return undefined;
}

/** The node of an address in the root that the address names, if that is such a root. */
export async function openUnnamed(
  { store, path }: Address,
  openAt: OpenAt,
  options: Options & { readonly asked: AskedDocuments },
): Promise<OpenedNode | undefined> {
  // A root of Zarr v3 has no such documents: a node that is missing there costs no request for them.
  const other = await getDocumentBytes(store, "zarr.json", options).catch(ignoreFailure);
  if (other instanceof Uint8Array) return undefined;
  for (const { name, directory } of wholeFormats()) {
    for (const key of directory?.node ?? []) {
      // The code of the format is loaded only if its document exists.
      const answer = await getDocumentBytes(store, key, options).catch(ignoreFailure);
      if (!(answer instanceof Uint8Array)) continue;
      const hierarchy = (await openAt(store, "", undefined, name).catch(ignoreFailure))?.hierarchy;
      const found = hierarchy && (await nodeIn(hierarchy, path, options));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

async function nodeIn(hierarchy: Hierarchy, path: string, { signal }: Options): Promise<OpenedNode | undefined> {
  const node = await hierarchy.readNode(path, { signal });
  return node && { hierarchy, node };
}

/** A failure here is repeated, and then reported, if the node is not found elsewhere. */
function ignoreFailure(error: unknown): undefined {
  if (!isHyperslabError(error)) throw error;
}

function wholeFormats(): readonly FormatMarks[] {
  return markedFormats().filter(({ directory }) => directory?.wholeNames !== undefined);
}
