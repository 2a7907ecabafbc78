/**
 * fsspec's chains, which name the innermost part first: `zip://inner::simplecache::s3://bucket/x.zip` is
 * `s3://bucket/x.zip|zip:inner` here. Their paths are literal; cache links are dropped with a note.
 */
import { ownMember } from "../../bytes/own-member.ts";
import { HyperslabError } from "../../errors.ts";
import { badAddress, pointAt } from "./address-text.ts";
import type { LocationStep } from "./parts.ts";

/** `undefined` for a link that only caches what is read. */
const LINKS: Readonly<Record<string, string | undefined>> = {
  zip: "zip",
  reference: "reference",
  icechunk: "icechunk",
  simplecache: undefined,
  filecache: undefined,
  blockcache: undefined,
  cached: undefined,
};

/** Links of fsspec that have no equivalent step. */
const REFUSED = ["tar", "libarchive", "dir"];

const LINK = new RegExp(`(${Object.keys(LINKS).join("|")})(?:://((?:(?!::)[^|#])*))?::`, "iy");
const LONE_LINK = new RegExp(`(${[...Object.keys(LINKS), ...REFUSED].join("|")})://`, "iy");

export interface Chain {
  /** In our order: the outermost archive first. */
  readonly steps: readonly LocationStep[];
  /** Where the rest of the address begins. */
  readonly end: number;
}

/** The links at the beginning of an address; most have none. */
export function parseChain(address: string, start: number, onNote: ((message: string) => void) | undefined): Chain {
  const steps: LocationStep[] = [];
  let end = start;
  for (let link = linkAt(address, end); link !== undefined; link = linkAt(address, end)) {
    const step = ownMember(LINKS, link.name);
    if (step === undefined) onNote?.(`${link.name}:: requests copies on disk, and is ignored here`);
    else steps.unshift({ name: step, path: namesIn(address, end, link.path) });
    end += link.length;
  }
  refuseLoneLink(address, end);
  return { steps, end };
}

interface Link {
  readonly name: string;
  readonly path: string;
  readonly length: number;
}

function linkAt(address: string, start: number): Link | undefined {
  LINK.lastIndex = start;
  const match = LINK.exec(address);
  if (match === null) return undefined;
  const [{ length }, name = "", path = ""] = match;
  return { name: name.toLowerCase(), path, length };
}

/** Refuses `zip://inner` without an archive, and links that cannot be opened at all. */
function refuseLoneLink(address: string, start: number): void {
  LONE_LINK.lastIndex = start;
  const match = LONE_LINK.exec(address);
  if (match === null) return;
  const [{ length }, name = ""] = match;
  if (REFUSED.includes(name.toLowerCase())) {
    const what = `${name}:// addresses cannot be opened ${pointAt(address, start)}`;
    throw new HyperslabError("unsupported", what, { column: start + 1, hint: "Unpack or copy the data first." });
  }
  const hint = `Write ${name}://inner::address, or address|${name}:inner.`;
  throw badAddress(address, start + length, `does not say which archive ${name}:// is in`, hint);
}

function namesIn(address: string, start: number, path: string): string {
  const names = path.split("/").filter((name) => name !== "");
  if (!names.some((name) => name === "." || name === "..")) return names.join("/");
  throw badAddress(address, start, 'has a "." or ".." where names go');
}
