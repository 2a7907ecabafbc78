/**
 * A directory that no key can escape. Keys with `..` are refused; symbolic links are followed only if they end inside
 * the root. Before a file is touched, the real path of its directory is looked up and compared with the root's; the
 * last name is opened without following links.
 *
 * A lookup takes about 8 us, as long as reading a small file, so its result is reused for 5 ms, and after a few lookups
 * in one directory all its names are read together: if another program swaps a directory for a link, that is noticed
 * within this time. (Every check before use has such a window; Node offers no way to open a file relative to an open
 * directory.)
 */

import { closeSync, lstatSync, openSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { HyperslabError } from "../../errors.ts";
import { storeLimits } from "../limits.ts";
import { checkKey, splitKey } from "../store-key.ts";
import { fileError, provesAbsence } from "./error.ts";

const answerLifetimeMilliseconds = 5;

export interface FileRoot {
  /** The absolute path, with links unresolved. */
  readonly path: string;
  /** Its name in messages. */
  readonly location: string;
  /**
   * The real path of a directory; `undefined` if there is none. Fails with `not-allowed` if it lies outside the root. If
   * `creating` is true, the caller will create it, so a name that its parent does not have is not looked up once more.
   */
  directory(prefix: string, creating?: boolean): string | undefined;
  /** The same for a directory that no link may lead to: files that are deleted or moved must lie where their name says. */
  directoryWithoutLinks(prefix: string): string | undefined;
  /** The real path of a file that is a link; `undefined` if it is dangling. Fails if it leads out of the root. */
  followLink(path: string, key: string): string | undefined;
  /** Drops cached lookups, because directories were created, moved or removed. */
  forget(): void;
}

interface Answer {
  readonly real: string;
  readonly until: number;
  /** The number of lookups in this directory and, after several, the names of all its directories. */
  asked: number;
  names: ReadonlySet<string> | undefined;
}

/** On other systems, the real name may be spelled differently from the requested one. */
const hasExactNames = process.platform === "linux";

/** Returns undefined if only resolving the path can tell. */
function lookUp(path: string): "plain directory" | "absent" | undefined {
  try {
    const status = lstatSync(path, { throwIfNoEntry: false });
    if (status === undefined) return "absent";
    return status.isDirectory() ? "plain directory" : undefined;
  } catch {
    return undefined;
  }
}

/** Bytes of a name that are not UTF-8 appear as this character, so the name may stand for a different one. */
const REPLACEMENT = "\ufffd";

/** The plain directories in a short directory: listing it takes as long as checking two or three names. */
function plainDirectories(path: string): ReadonlySet<string> {
  const names = new Set<string>();
  try {
    if (storeLimits.listedDirectoryBytes.isExceededBy(lstatSync(path).size)) return names;
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isDirectory() && !entry.name.includes(REPLACEMENT)) names.add(entry.name);
    }
  } catch {
    // Each name is then checked on its own, which reports the problem.
  }
  return names;
}

export function fileRoot(path: string, location: string): FileRoot {
  const answers = new Map<string, Answer>();

  const realPath = (of: string, key: string): string | undefined => {
    try {
      return realPathOf(of);
    } catch (error) {
      if (provesAbsence(error)) return undefined;
      throw fileError(error, "the path cannot be resolved", { location, key });
    }
  };

  const requireInside = (real: string, key: string): string => {
    const root = key === "" ? real : directory("");
    if (root !== undefined && isInside(real, root)) return real;
    throw new HyperslabError("not-allowed", "a symbolic link leads out of the store's directory", {
      location,
      key,
      hint: "Open the directory that the link points to, or copy the data.",
    });
  };

  const directory = (prefix: string, creating = false): string | undefined => {
    const now = performance.now();
    const known = answers.get(prefix);
    if (known !== undefined && now < known.until) return known.real;
    const found = below(prefix, creating);
    if (found === "absent") return undefined;
    const { real, until } = found ?? { real: resolved(prefix), until: now + answerLifetimeMilliseconds };
    if (real === undefined) return undefined;
    if (storeLimits.knownDirectories.isExceededBy(answers.size + 1)) answers.clear();
    answers.set(prefix, { real, until, asked: 0, names: undefined });
    return real;
  };

  const resolved = (prefix: string): string | undefined => {
    const real = realPath(prefix === "" ? path : `${path}${sep}${prefix}`, prefix);
    return real === undefined ? undefined : requireInside(real, prefix);
  };

  /**
   * Checking the last name is enough, unless it is a link: the others are known, often from a sibling file. Long paths
   * are the exception: the kernel resolves them at once, while looking up each name from the root would take too long
   * for any result to be reused. A directory whose parent does not exist is absent.
   */
  const below = (prefix: string, creating: boolean): Pick<Answer, "real" | "until"> | "absent" | undefined => {
    if (!hasExactNames || prefix === "" || storeLimits.longPath.isExceededBy(prefix.length)) return undefined;
    const { prefix: parent, name } = splitKey(prefix);
    if (directory(parent, creating) === undefined) return "absent";
    const above = answers.get(parent)!;
    const real = joinPath(above.real, name);
    above.asked += 1;
    if (above.names === undefined && storeLimits.askedDirectories.isExceededBy(above.asked)) {
      above.names = plainDirectories(above.real);
    }
    const found = above.names?.has(name) === true ? "plain directory" : lookUp(real);
    if (found === "plain directory") return { real, until: above.until };
    return creating ? found : undefined;
  };

  return {
    path,
    location,
    directory,
    directoryWithoutLinks: (prefix) => {
      const real = directory(prefix);
      const root = directory("");
      if (real === undefined || root === undefined || real === joinPath(root, prefix)) return real;
      throw new HyperslabError("not-allowed", "a symbolic link is on the path", {
        location,
        key: prefix,
        hint: "Use the real path to delete or move the link's target.",
      });
    },
    followLink: (link, key) => {
      const real = realPath(link, key);
      return real === undefined ? undefined : requireInside(real, key);
    },
    forget: () => answers.clear(),
  };
}

/** A real directory and the `/`-joined names below it, as one path of this platform. */
export function joinPath(directory: string, key: string): string {
  const names = sep === "/" ? key : key.replaceAll("/", sep);
  if (names === "") return directory;
  return directory.endsWith(sep) ? directory + names : directory + sep + names;
}

function isInside(real: string, root: string): boolean {
  return real === root || real.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** The path with all links resolved; for a file that does not exist yet, its nearest existing directory is resolved. */
export function realPlace(path: string): string {
  const missing: string[] = [];
  for (let existing = resolve(path); ; existing = dirname(existing)) {
    try {
      return missing.reduce((above, name) => join(above, name), realPathOf(existing));
    } catch (error) {
      if (!provesAbsence(error)) throw fileError(error, "the path cannot be resolved", { location: path });
    }
    if (existing === dirname(existing)) return resolve(path);
    missing.unshift(basename(existing));
  }
}

/** Linux: a descriptor that names a file without opening it for reading, so no read permission is needed. */
const O_PATH = 0o10000000;

export function realPathOf(path: string): string {
  const asked =
    process.platform === "linux" && storeLimits.longPath.isExceededBy(path.length) ? kernelPath(path) : undefined;
  return asked ?? realpathSync.native(path);
}

/** `undefined` if there is no /proc, the path is too long, or the file is gone. */
function kernelPath(path: string): string | undefined {
  const file = openSync(path, O_PATH);
  try {
    const real = readlinkSync(`/proc/self/fd/${file}`);
    return real.startsWith("/") && !real.endsWith(" (deleted)") ? real : undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}

/** Fails with `invalid-request` unless the key can be a file on this platform. */
export function checkFileKey(key: string, platform: string = process.platform): void {
  checkKey(key);
  if (platform === "win32") for (const name of key.split("/")) checkWindowsName(key, name);
}

/** On Windows these would silently name another file, a stream or a device. */
function checkWindowsName(key: string, name: string): void {
  const bad = Array.from(name).find((character) => character < " " || '\\<>:"|?*'.includes(character));
  const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name);
  if (bad === undefined && !device && !/[. ]$/.test(name)) return;
  const why = bad === undefined ? "a name that Windows reserves" : `the character ${JSON.stringify(bad)}`;
  throw new HyperslabError("invalid-request", `the key ${JSON.stringify(key)} has ${why}`, {
    hint: "Files on Windows cannot have this name.",
  });
}
