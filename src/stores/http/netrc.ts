/**
 * `.netrc`, as curl and ftp read it: words `machine HOST login USER password SECRET`, across any lines. A `default`
 * entry would be sent anywhere, so it is ignored. A file that cannot be read counts as empty.
 */
import type { Environment } from "./transport/proxy.ts";

export interface NetrcEntry {
  readonly login: string;
  readonly password: string;
}

/** A file of this length has tens of thousands of entries; a longer one is not a .netrc file. */
const LONGEST = 1 << 20;

/** The text of the user's file; undefined if there is none. */
export function netrcText(environment: Environment): string | undefined {
  const fs = globalThis.process?.getBuiltinModule?.("node:fs");
  const home = environment["HOME"] || environment["USERPROFILE"];
  const path = environment["NETRC"] || (home === undefined || home === "" ? undefined : `${home}/.netrc`);
  if (fs === undefined || path === undefined) return undefined;
  try {
    return fs.statSync(path).size <= LONGEST ? fs.readFileSync(path, "utf8") : undefined;
  } catch {
    return undefined;
  }
}

/** The entry of a host, if it has a login and a password. */
export function findInNetrc(text: string, host: string): NetrcEntry | undefined {
  // A macro extends to the next empty line.
  const words =
    text
      .replace(/^macdef .*\n(?:.+\n)*/gm, "")
      .replace(/(?:^|\s)#.*$/gm, "")
      .match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? [];
  for (let at = 0; at < words.length; at++) {
    if (words[at] !== "machine" || words[at + 1]?.toLowerCase() !== host.toLowerCase()) continue;
    const entry = new Map<string, string>();
    for (at += 2; at + 1 < words.length && words[at] !== "machine" && words[at] !== "default"; at += 2) {
      entry.set(words[at]!, unquoted(words[at + 1]!));
    }
    const [login, password] = [entry.get("login"), entry.get("password")];
    return login === undefined || password === undefined ? undefined : { login, password };
  }
  return undefined;
}

function unquoted(word: string): string {
  return word.startsWith('"') ? word.slice(1, -1).replace(/\\(.)/g, "$1") : word;
}
