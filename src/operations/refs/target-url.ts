/** Places as the URLs in references: absolute paths and URLs, as fsspec and all others read them. */
import type { AddressInput } from "../../dataset/open/address.ts";
import { parseLocation } from "../../dataset/open/location.ts";
import { absolutePath, isRelative, relativeTo } from "../../dataset/open/sources.ts";
import { HyperslabError } from "../../errors.ts";
import { displayLocation, printLocation } from "../../stores/location/grammar.ts";
import { type Location, storePart } from "../../stores/location/parts.ts";
import { joinKey } from "../../stores/store-key.ts";
import type { LoadedReferences } from "./loaded-references.ts";

/** The URL of a key below a place, or of the place itself. */
export function targetUrl({ base, steps }: Location, key = ""): string {
  if (steps.length > 0) {
    throw new HyperslabError("unsupported", "references lead to files, not into an archive", {
      location: displayLocation({ base, steps }),
    });
  }
  switch (base.scheme) {
    case "file":
      return joined(plainPath(absolutePath(base.path).replaceAll("\\", "/")), key);
    case "http":
    case "https":
      return httpUrl(base.url, key);
    case "memory":
      return joined(`memory:${base.path}`, key);
    case "az":
      return joined(printLocation({ base, steps: [] }), key);
    default:
      return `${base.scheme}://${joinKey(base.bucket, joinKey(base.key, key))}`;
  }
}

function joined(place: string, key: string): string {
  return key === "" ? place : `${place.replace(/\/$/, "")}/${key}`;
}

/** Without `.` and `..`. */
function plainPath(path: string): string {
  const names: string[] = [];
  for (const name of path.split("/")) {
    if (name === "." || name === "") continue;
    if (name === "..") names.pop();
    else names.push(name);
  }
  return `${path.startsWith("/") ? "/" : ""}${names.join("/")}`;
}

/** The text after a question mark may be a signature, which does not belong in a file. */
function httpUrl(text: string, key: string): string {
  const url = new URL(text);
  if (url.search !== "" || url.username !== "" || url.password !== "") {
    throw new HyperslabError("unsupported", "references to an address with a query or a password are not written", {
      location: displayLocation({ base: { scheme: "https", url: text }, steps: [] }),
      hint: "It may be a secret, and it may expire. Use an address without it.",
    });
  }
  if (key === "") return url.href;
  return `${url.href.replace(/\/$/, "")}/${key.split("/").map(encodeURIComponent).join("/")}`;
}

/** The base directory of a file's relative URLs, for comparison. */
function directoryOf(location: Location | undefined): string | undefined {
  if (location === undefined || location.steps.length > 0) return undefined;
  return targetUrl(location).replace(/[^/]*$/, "");
}

/**
 * The URL for a set at another place: a relative one becomes absolute, unless it means the same beside the new set.
 * Without `output` all become absolute.
 */
export function urlMover({ start }: Pick<LoadedReferences, "start">, output?: string): (url: string) => string {
  if (output !== undefined && directoryOf(start) === directoryOf(storePart(parseLocation(output)))) return (url) => url;
  return (url) => (isRelative(url) ? targetUrl(relativeTo(start, url)) : url);
}

/** Returns whether both addresses lead to the same place. */
export function isSamePlace(one: AddressInput, other: string): boolean {
  const place = (text: string): string => {
    const location = storePart(parseLocation(text.replace(/\/+$/, "")));
    return location.steps.length > 0 ? printLocation(location) : targetUrl(location);
  };
  return typeof one === "string" && place(one) === place(other);
}

/** URLs below the directory of the set as relative paths. */
export function relativeUrl(url: string, output: string): string {
  const directory = directoryOf(storePart(parseLocation(output)));
  return directory !== undefined && url.startsWith(directory) ? url.slice(directory.length) : url;
}
