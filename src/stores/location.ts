/**
 * Addresses to stores: a plain path, a `file:` or `http:` URL, `memory:name/path`. What begins with two or more letters and a colon
 * is a URL; anything else is a path, so `C:\data` is one, and a path that looks like a URL is written `./a:b`.
 * A new kind of store is one line in `storeSchemes`.
 */
import { HyperslabError } from "../errors.ts";
import { badAddress, decodeEscapes, displayAddress } from "./address-text.ts";
import { checkHttpAddress } from "./http/http-address.ts";
import type { Store } from "./store.ts";
import type { StoreSettings } from "./store-settings.ts";

/** Where a store is, parsed but not touched. */
export interface Location {
  readonly scheme: string;
  /** What the scheme is about: a path in the file system, a name; percent escapes are decoded. */
  readonly target: string;
  /** For messages: the address as given, without secrets. */
  readonly display: string;
}

interface StoreScheme {
  readonly scheme: string;
  /** What comes after the scheme, checked and decoded. */
  target(address: string): string;
  open(location: Location, settings: StoreSettings): Promise<Store>;
}

const storeSchemes: readonly StoreScheme[] = [
  {
    scheme: "file",
    target: fileTarget,
    open: async ({ target }) =>
      (await (await import("./file-zip.ts")).zipAt(target)) ?? (await import("./file.ts")).fileStore(target),
  },
  {
    scheme: "memory",
    target: memoryTarget,
    open: async ({ target }) => {
      const [{ namedMemoryStore }, { withPrefix }] = await Promise.all([
        import("./memory.ts"),
        import("./wrappers/with-prefix.ts"),
      ]);
      const slash = target.indexOf("/");
      if (slash < 0) return namedMemoryStore(target);
      return withPrefix(namedMemoryStore(target.slice(0, slash)), target.slice(slash + 1));
    },
  },
  { scheme: "http", target: checkHttpAddress, open: openHttp },
  { scheme: "https", target: checkHttpAddress, open: openHttp },
];

/** The target is the whole URL: its query may be a signature that every request needs. */
async function openHttp({ target }: Location, settings: StoreSettings): Promise<Store> {
  const { headers, treat403AsMissing, onNote } = settings;
  const { httpStore } = await import("./http/http-store.ts");
  return httpStore(target, { headers, treat403AsMissing, onNote: onNote && (({ message }) => onNote(message)) });
}

/** Known by name, so that the message can say "not yet" and not "what is that?". */
const plannedSchemes = ["s3", "gs", "az", "abfs", "zip", "reference"];

/** The schemes that can be opened. */
export function knownSchemes(): readonly string[] {
  return storeSchemes.map(({ scheme }) => scheme);
}

/** Reads an address. Touches nothing: whether something is there shows when the store is used. */
export function parseLocation(address: string | URL): Location {
  const text = typeof address === "string" ? address : address.href;
  if (text === "") throw badAddress(text, 0, "is empty", "Give a path or a URL.");
  const nul = text.indexOf("\0");
  if (nul >= 0) throw badAddress(text, nul, "has a NUL character");
  const name = /^([a-z][a-z0-9+.-]+):/i.exec(text)?.[1];
  if (name === undefined) return { scheme: "file", target: pathTarget(text), display: text };
  const scheme = storeSchemes.find((candidate) => candidate.scheme === name.toLowerCase());
  if (scheme === undefined) throw unknownScheme(text, name);
  return { scheme: scheme.scheme, target: scheme.target(text), display: displayAddress(text) };
}

/** Opens the store behind a location; its code is loaded only now. */
export async function openLocation(location: Location, settings: StoreSettings = {}): Promise<Store> {
  const scheme = storeSchemes.find((candidate) => candidate.scheme === location.scheme);
  if (scheme === undefined) throw unknownScheme(location.display, location.scheme);
  const store = await scheme.open(location, settings);
  if (settings.onRequest === undefined) return store;
  return (await import("./wrappers/with-trace.ts")).withTrace(store, settings.onRequest);
}

function unknownScheme(address: string, name: string): HyperslabError {
  const known = `Stores can be opened from a path and from ${knownSchemes()
    .map((scheme) => `${scheme}:`)
    .join(", ")}.`;
  if (plannedSchemes.includes(name.toLowerCase())) {
    return new HyperslabError("unsupported", `${name.toLowerCase()}: addresses cannot be opened yet`, {
      location: displayAddress(address),
      hint: known,
    });
  }
  const hint = `${known} A path that looks like a URL is written with ./ before it.`;
  return badAddress(address, 0, `has the unknown scheme "${name}:"`, hint);
}

/** A plain path is taken literally, but for what the address grammar reserves. */
function pathTarget(path: string): string {
  const reserved = /\||#[a-z.]+=/.exec(path);
  if (reserved === null) return path;
  const hint = "A file whose name has this character is written as a file: URL, with %7C for | and %23 for #.";
  throw badAddress(path, reserved.index, `has a "${path[reserved.index]}" part, which has no meaning here,`, hint);
}

/** `file:/a`, `file:///a`, `file://localhost/a`; `file:///C:/a` is `C:/a`. */
function fileTarget(address: string): string {
  const match = /^file:(?:\/\/([^/?#]*))?([^?#]*)/di.exec(address);
  const [, host = "", path = ""] = match ?? [];
  const [start, end] = match?.indices?.[2] ?? [0, address.length];
  if (host !== "" && host.toLowerCase() !== "localhost") {
    const hint = "Only files of this machine can be opened: file:///path has three slashes.";
    throw badAddress(address, start - host.length, "names another machine", hint);
  }
  if (!path.startsWith("/")) {
    throw badAddress(address, start, "has no absolute path", "Write file:///path, or give the path alone.");
  }
  if (end < address.length) throw oddPart(address, end);
  const decoded = decodeEscapes(address, start, path);
  return /^\/[a-z]:(\/|$)/i.test(decoded) ? decoded.slice(1) : decoded;
}

/** `memory:name`, `memory://name`, and a path inside it after a slash. */
function memoryTarget(address: string): string {
  const start = /^memory:(\/\/)?/i.exec(address)?.[0].length ?? 0;
  const rest = address.slice(start);
  const odd = rest.search(/[?#]/);
  if (odd >= 0) throw oddPart(address, start + odd);
  const target = decodeEscapes(address, start, rest).replace(/\/+$/, "");
  if (target === "" || target.startsWith("/")) {
    throw badAddress(address, start, "names no memory store", "Write memory:name.");
  }
  return target;
}

function oddPart(address: string, index: number): HyperslabError {
  return badAddress(address, index, `has a "${address[index]}" part, which has no meaning here,`);
}
