/**
 * The path of a request as a key. Anything ambiguous (dots, encoded slashes, backslashes, NUL) is refused, so that no
 * program on the way reads it differently.
 */
import { HyperslabError } from "../../errors.ts";

export interface RequestPath {
  /** Names joined by one slash each; the root is "". */
  readonly key: string;
  /** Whether the path ends with a slash; it then names a directory. */
  readonly isDirectory: boolean;
  /** The text after the question mark. */
  readonly query: string;
}

/** Names of letters, digits, dots and dashes that do not begin with a dot need no decoding. */
const PLAIN = /^(?:\/[\w-][\w.-]*)+$/;

/** The target of a request: `/a/b?query`, or a whole URL as proxies send it. */
export function requestPath(target: string): RequestPath {
  // Nearly all are plain, and need no parsing.
  if (target.length <= MOST_CHARACTERS && PLAIN.test(target)) {
    return { key: target.slice(1), isDirectory: false, query: "" };
  }
  const local = /^https?:\/\/[^/?#]*(.*)$/is.exec(target)?.[1] ?? target;
  const [path = "", ...rest] = local.split("?");
  if (path !== "" && !path.startsWith("/")) throw refused(target, "does not begin with a slash");
  if (path.length > MOST_CHARACTERS) throw refused(target, "is too long");
  const names = path
    .split("/")
    .filter((name) => name !== "")
    .map((name) => decodedName(name, target));
  return { key: names.join("/"), isDirectory: path === "" || path.endsWith("/"), query: rest.join("?") };
}

function decodedName(escaped: string, target: string): string {
  const name = unescaped(escaped, target);
  if (name === "." || name === "..") throw refused(target, "has a name of dots");
  if (name.includes("\0")) throw refused(target, "contains a NUL character");
  if (name.includes("/")) throw refused(target, "contains an escaped slash");
  if (name.includes("\\")) throw refused(target, "contains a backslash");
  return name;
}

function unescaped(escaped: string, target: string): string {
  if (!escaped.includes("%")) return escaped;
  try {
    return decodeURIComponent(escaped);
  } catch {
    throw refused(target, "has an escape that is not UTF-8");
  }
}

/** No system has longer paths. */
const MOST_CHARACTERS = 4096;

/** Longer targets are truncated in messages. */
const SHOWN_CHARACTERS = 200;

function refused(target: string, why: string): HyperslabError {
  const shown = JSON.stringify(target.slice(0, SHOWN_CHARACTERS));
  return new HyperslabError("invalid-request", `the path ${shown} ${why}`, {
    hint: "Write the names of the key, percent-encoded, with a slash between them.",
  });
}
