/** What `open` and `create` accept, resolved to a store and a node path. */
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import { HyperslabError } from "../../errors.ts";
import { asStore } from "../../stores/adapters.ts";
import type { ModeMeaning } from "../../stores/location/options.ts";
import type { Location } from "../../stores/location/parts.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import type { Store } from "../../stores/store.ts";
import { withPrefix } from "../../stores/wrappers/with-prefix.ts";
import * as optionNames from "../option-names.ts";
import { storeDecoders } from "./store-decoders.ts";

export interface Address {
  readonly store: Store;
  /** Node path in the store, without slashes at its ends. */
  readonly path: string;
  /** Where the store is, if that was given as text. */
  readonly location?: Location | undefined;
  /** Where the keys of the store begin: the location, or above it if that points into a hierarchy. */
  readonly root?: Location | undefined;
  /** True if the path to the node contains a directory whose name says that its root describes every node below. */
  readonly hasWholeName?: boolean;
  /** The format that the address names. */
  readonly format: string | undefined;
  /** What netCDF's mode in the address says about the data, if it has one. */
  readonly mode?: ModeMeaning | undefined;
  /** Whether the address asks for consolidated metadata; undefined if it does not say. */
  readonly consolidated?: boolean | undefined;
}

/** A path or URL, a store, a `Map`, another library's store, or a browser file or folder. */
export type AddressInput = string | URL | Store | object;

/** The store at an address, for access to its raw keys, which begin at the node path if the address has one. */
export async function openStore(input: AddressInput, settings?: StoreSettings): Promise<Store> {
  const { store, path } = await resolveAddress(input, "", settings);
  return withPrefix(store, path);
}

/** `looksUp` is true if finding the hierarchy around the place is worth some requests. */
export async function resolveAddress(
  input: AddressInput,
  path = "",
  settings?: StoreSettings,
  looksUp = false,
): Promise<Address> {
  if (hasUnknown(settings, optionNames.STORE)) return refuseUnknown("a store", settings, optionNames.STORE);
  const { references } = settings ?? {};
  if (hasUnknown(references, optionNames.TARGETS)) return refuseUnknown("references", references, optionNames.TARGETS);
  if (typeof input !== "string" && !(input instanceof URL)) {
    const store = asStore(input) ?? (await browserStore(input));
    if (store !== undefined) return { store, path: trimSlashes(path), format: undefined };
    throw new HyperslabError("invalid-request", "not an address or a store", {
      hint: "Give a path, a URL, a store with get(key), a Map of keys to bytes, or a file or folder of a browser.",
    });
  }
  // Loaded lazily, because pages that pass their own stores never need the grammar.
  return (await import("./text-address.ts")).resolveText(input, trimSlashes(path), settings, looksUp);
}

/** A file or folder that the browser gave the page; the code that opens it is loaded on first use. */
async function browserStore(input: object): Promise<Store | undefined> {
  return (await import("../../stores/browser/browser-input.ts")).openBrowserInput(input, storeDecoders);
}

/** Names joined by one slash each. */
export function trimSlashes(path: string): string {
  return path
    .split("/")
    .filter((name) => name !== "")
    .join("/");
}
