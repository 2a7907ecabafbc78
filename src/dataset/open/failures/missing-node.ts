/** Error messages for an address without a node: what is there instead, and which name was probably meant. */

import { closestName } from "../../../bytes/text/closest-name.ts";
import { HyperslabError } from "../../../errors.ts";
import { detectFormat } from "../../../formats/detect.ts";
import type { AskedDocuments } from "../../../formats/documents/document.ts";
import type { OpenedNode } from "../../../formats/format.ts";
import { descriptorOf, knownFormats } from "../../../formats/registry.ts";
import { fileLocation } from "../../../stores/location/parts.ts";
import type { Store } from "../../../stores/store.ts";
import { openLocation } from "../location.ts";
import { beginsMarker, markerKey } from "../unfinished.ts";
import { type ForeignData, foreignDirectory, unknownFile } from "./unknown-data.ts";

/** Longer lists of names are searched but not shown. */
const SHOWN_NAMES = 12;

export interface MissingPlace {
  readonly store: Store;
  readonly path: string;
}

/** Opens a node the way the missing one would have been opened; undefined if it is not there. */
type OpenAt = (store: Store, path: string) => Promise<OpenedNode | undefined>;

export interface MissingOptions {
  /** The documents that opening has already requested. */
  readonly asked?: AskedDocuments | undefined;
  /** The format that was asked for. */
  readonly format?: string | undefined;
  /** If omitted, nodes are opened without access to other files, which reference sets need. */
  readonly openAt?: OpenAt | undefined;
}

/**
 * The error for a place without a node, or without one of the requested format. Facts that cannot be determined are
 * left out.
 */
export async function missingNode(
  { store, path }: MissingPlace,
  { asked = new Map(), format, openAt = (at, inner) => detectFormat(at, inner, { asked }) }: MissingOptions = {},
): Promise<HyperslabError> {
  const other = format === undefined ? undefined : await detectFormat(store, path, { asked }).catch(() => undefined);
  if (format !== undefined && other !== undefined) {
    return new HyperslabError("not-found", `found ${other.hierarchy.title}, not ${descriptorOf(format).name}`, {
      location: store.location,
      node: path,
      hint: `Leave out the format, or ask for ${other.hierarchy.format}.`,
    });
  }
  if (store.object !== undefined) {
    const file = path === "" ? undefined : await openAt(store, "").catch(() => undefined);
    if (file !== undefined) return missingBelow(store, path, await deepestKnown(file, path));
    return unknownFile(store, store.object);
  }
  const marker = await store.get(markerKey(path)).catch(() => undefined);
  if (marker !== undefined && beginsMarker(marker)) {
    return new HyperslabError("not-found", "a copy to this place was started but not finished: there is no node yet", {
      location: store.location,
      node: path,
      hint: "Finish the copy: hyperslab copy SOURCE TARGET --resume.",
    });
  }
  const above = path === "" ? undefined : await nearestAncestor(store, path, openAt).catch(() => undefined);
  if (above !== undefined) return missingBelow(store, path, above);
  const found = await listedNames(store, path);
  const foreign: ForeignData | undefined = foreignDirectory(found);
  if (foreign !== undefined) {
    return new HyperslabError("unsupported", `this is ${foreign.what}`, {
      location: store.location,
      ...(path === "" ? {} : { node: path }),
      hint: foreign.hint,
    });
  }
  const beside = await siblings(store);
  const { name, names, parent } = beside;
  const isFile = path === "" && found.length === 0 && names?.keys.includes(name) === true;
  if (isFile && parent !== undefined) return unknownFile(parent, name, store.location);
  return new HyperslabError("not-found", whatIsThere(path, found, beside), {
    location: store.location,
    ...(path === "" ? {} : { node: path }),
    hint: rootHint(store, found, beside),
  });
}

async function nearestAncestor(store: Store, path: string, openAt: OpenAt): Promise<OpenedNode | undefined> {
  for (let cut = path.lastIndexOf("/"); ; cut = path.lastIndexOf("/", cut - 1)) {
    const found = await openAt(store, cut < 0 ? "" : path.slice(0, cut));
    if (found?.hierarchy.consolidated === true) return deepestKnown(found, path);
    if (found !== undefined || cut < 0) return found;
  }
}

/** Consolidated metadata may list groups further down that have no documents of their own. */
async function deepestKnown({ hierarchy, node }: OpenedNode, path: string): Promise<OpenedNode> {
  for (let cut = path.lastIndexOf("/"); cut > node.path.length; cut = path.lastIndexOf("/", cut - 1)) {
    const known = await hierarchy.readNode(path.slice(0, cut));
    if (known !== undefined) return { hierarchy, node: known };
  }
  return { hierarchy, node };
}

/** For a missing node in an existing hierarchy, whose deepest existing node on the path is known. */
async function missingBelow(store: Store, path: string, { hierarchy, node }: OpenedNode): Promise<HyperslabError> {
  const place = { location: store.location, node: path };
  if (node.kind === "array") {
    return new HyperslabError(
      "not-found",
      `there is no such node: /${node.path} is an array, which contains no nodes`,
      place,
    );
  }
  const names = await childNames(hierarchy.listChildren(node.path, { onError: () => {} }));
  const wanted = path.slice(node.path === "" ? 0 : node.path.length + 1).split("/")[0]!;
  const group = node.path === "" ? "the root group" : `the group /${node.path}`;
  return new HyperslabError("not-found", `there is no node "${wanted}" in ${group}`, {
    ...place,
    hint: `${meant(wanted, names)}${holding(names)}`,
  });
}

async function childNames(children: Promise<readonly { readonly path: string }[]>): Promise<readonly string[]> {
  const nodes = await children.catch(() => []);
  return nodes.map((child) => child.path.slice(child.path.lastIndexOf("/") + 1));
}

function meant(wanted: string, names: readonly string[]): string {
  const near = closestName(wanted, names);
  return near === undefined ? "" : `Did you mean ${near}? `;
}

/** `It holds lat, lon and 3 more.` */
export function holding(names: readonly string[]): string {
  if (names.length === 0) return "It holds nothing.";
  const rest = names.length - SHOWN_NAMES;
  return `It holds ${names.slice(0, SHOWN_NAMES).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}.`;
}

async function listedNames(store: Store, path: string): Promise<readonly string[]> {
  const listing = await store.listDirectory?.(path).catch(() => undefined);
  return [...(listing?.prefixes ?? []), ...(listing?.keys ?? [])];
}

function whatIsThere(path: string, found: readonly string[], { name, names }: Siblings): string {
  if (found.length > 0) return `no array or group: found ${found.slice(0, 5).join(", ")}`;
  return path === "" && names?.prefixes.includes(name) === true
    ? "no array or group: the directory is empty"
    : "no array or group: nothing is there";
}

function rootHint(store: Store, found: readonly string[], { name, names }: Siblings): string {
  const inside = found.filter((other) => other.endsWith(".zarr"));
  if (inside.length > 0) return `Did you mean ${store.location.replace(/\/+$/, "")}/${inside[0]}?`;
  const others = (names?.prefixes ?? []).filter((other) => found.length === 0 && other !== name);
  const near = closestName(name, others);
  const whole = store.location.replace(/\/+$/, "").slice(0, -name.length);
  return `${near === undefined ? "" : `Did you mean ${whole}${near}? `}Looked for ${lookedFor()}.`;
}

/** `zarr.json (Zarr v3), .zarray and .zgroup (Zarr v2)` */
function lookedFor(): string {
  return knownFormats()
    .flatMap(({ title, directory }) => (directory?.node ? [`${directory.node.join(" and ")} (${title})`] : []))
    .join(", ");
}

interface Siblings {
  readonly name: string;
  readonly names: { readonly keys: readonly string[]; readonly prefixes: readonly string[] } | undefined;
  /** The directory above. */
  readonly parent?: Store;
}

/** The names beside the last name of a local store's path. */
async function siblings({ location, directory }: Store): Promise<Siblings> {
  const path = directory?.replaceAll("\\", "/") ?? location;
  const cut = path.lastIndexOf("/");
  const name = path.slice(cut + 1);
  if (directory === undefined || name === "") return { name, names: undefined };
  const parent = await openLocation(fileLocation(path.slice(0, cut) || "/"));
  return { name, names: await parent.listDirectory?.("").catch(() => undefined), parent };
}
