/** One file on a server, such as a zip archive or an HDF5 file. All reads are of the same version. */
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import { absoluteAddress, badAddress, decodeEscapes } from "../location/address-text.ts";
import { objectSource } from "../object-source.ts";
import { checkHttpAddress } from "./http-address.ts";
import { type HttpStoreOptions, httpStore } from "./http-store.ts";

/** `https://host/archive.zip`. Nothing is requested until something is read. */
export function httpSource(url: string | URL, options: HttpStoreOptions = {}): ByteSource {
  const text = absoluteAddress(String(url));
  const address = new URL(checkHttpAddress(text));
  const slash = address.pathname.lastIndexOf("/");
  const name = address.pathname.slice(slash + 1);
  const key = decodeEscapes(text, Math.max(0, text.indexOf(name)), name);
  if (key === "" || key.includes("/")) throw badAddress(text, text.length, "does not name a file");
  const folder = new URL(address);
  folder.pathname = address.pathname.slice(0, slash + 1);
  const store = httpStore(folder, options);
  return { ...objectSource(store, key), fresh: true };
}
