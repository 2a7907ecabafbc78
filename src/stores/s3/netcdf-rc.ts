/**
 * netCDF's own configuration: `.ncrc`, `.daprc` and `.dodsrc` in the home directory, then in the working directory.
 *
 *   AWS.PROFILE=lab
 *   [https://s3.eu-west-1.amazonaws.com]AWS.REGION=eu-west-1      for this host, or host and path, alone
 */
import type { Environment } from "../http/proxy.ts";
import { homeOf, type ReadText, readLocalText } from "./local-text.ts";

export interface RcEntry {
  /** Host with port, and perhaps a path: what the entry is for. undefined: everything. */
  readonly url: string | undefined;
  readonly key: string;
  readonly value: string;
}

const NAMES = [".ncrc", ".daprc", ".dodsrc"];

/** Entries of all files, the later ones last. NCRCENV_RC names the only file, NCRCENV_IGNORE makes there be none. */
export function readRcFiles(
  environment: Environment,
  directory: string | undefined,
  readText: ReadText = readLocalText,
): readonly RcEntry[] {
  if (environment["NCRCENV_IGNORE"] !== undefined) return [];
  const only = environment["NCRCENV_RC"];
  const homes = [environment["NCRCENV_HOME"] ?? homeOf(environment), directory];
  const paths = only ? [only] : homes.flatMap((home) => (home ? NAMES.map((name) => `${home}/${name}`) : []));
  return paths.flatMap((path) => parseRc(readText(path) ?? ""));
}

/** Blanks have no meaning anywhere in a line; a line of no form is passed over. */
export function parseRc(text: string): readonly RcEntry[] {
  return text.split(/\r\n?|\n/).flatMap((line) => {
    const bare = line.replace(/\s+/g, "");
    const match = /^(?:\[([^\]]*)\])?([^#=[\]]+)(?:=(.*))?$/.exec(bare);
    if (bare.startsWith("#") || match === null) return [];
    const [, url, key = "", value = ""] = match;
    return [{ url: url === undefined || url === "" ? undefined : hostAndPath(url), key, value }];
  });
}

/** The value for an address: the last entry that names it, else the last that names none. Keys count by the letter. */
export function rcValue(entries: readonly RcEntry[], key: string, addresses: readonly string[]): string | undefined {
  const wanted = addresses.map(hostAndPath);
  const named = entries.findLast((entry) => entry.key === key && entry.url !== undefined && fits(entry.url, wanted));
  return (named ?? entries.findLast((entry) => entry.key === key && entry.url === undefined))?.value;
}

function fits(url: string, wanted: readonly string[]): boolean {
  return wanted.some((address) => address === url || (!url.includes("/") && address.split("/", 1)[0] === url));
}

function hostAndPath(url: string): string {
  return url
    .replace(/^[a-z0-9]+:\/\//i, "")
    .replace(/[?#].*$/, "")
    .replace(/\/+$/, "");
}
