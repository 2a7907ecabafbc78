/**
 * The rules for keys and prefixes, the same in every store: `/`-joined names, none of them empty, `.` or `..`, no NUL,
 * well-formed Unicode. Backslashes and control characters are ordinary characters here; stores that cannot hold them (a
 * directory on Windows) refuse them.
 */
import { HyperslabError } from "../errors.ts";

/** Fails with `invalid-request`, saying why, unless `key` may name a value. */
export function checkKey(key: string): void {
  const problem = keyProblem(key);
  if (problem !== undefined) refuse("key", key, problem);
}

/** Returns whether this may name a value. */
export function isKey(name: string): boolean {
  return keyProblem(name) === undefined;
}

/** Fails unless `prefix` is the root ("") or may name a directory of keys. */
export function checkPrefix(prefix: string): void {
  if (prefix === "") return;
  const problem = keyProblem(prefix);
  if (problem !== undefined) refuse("prefix", prefix, problem);
}

/** `a` and `b` with a slash between them; either may be "". */
export function joinKey(a: string, b: string): string {
  if (a === "") return b;
  return b === "" ? a : `${a}/${b}`;
}

/** The directory of a key ("" at the top level) and its last name. */
export function splitKey(key: string): { readonly prefix: string; readonly name: string } {
  const slash = key.lastIndexOf("/");
  return { prefix: slash < 0 ? "" : key.slice(0, slash), name: key.slice(slash + 1) };
}

/** Without trailing slashes. A regular expression would start over at every slash. */
export function withoutEndSlashes(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === "/") end -= 1;
  return text.slice(0, end);
}

/** Returns whether `key` is below `prefix`. `ab` is not below `a`, and neither is `a` itself. */
export function isBelow(key: string, prefix: string): boolean {
  if (prefix === "") return true;
  // V8 compares whole strings some 50 times as fast as it finds that one starts with another, which shows with long paths.
  return key.length > prefix.length && key[prefix.length] === "/" && key.slice(0, prefix.length) === prefix;
}

/**
 * The order of listings: by code point, which is also the order of the UTF-8 bytes that object stores sort by.
 * JavaScript's own `<` differs where a surrogate pair meets U+E000 to U+FFFF.
 */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return codePointRank(x) - codePointRank(y);
  }
  return a.length - b.length;
}

/** Surrogates (code points from U+10000 on) rank above every other code unit. */
function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

function refuse(what: "key" | "prefix", value: unknown, problem: string): never {
  const shown = typeof value === "string" ? JSON.stringify(value) : `of type ${typeof value}`;
  throw new HyperslabError("invalid-request", `the ${what} ${shown} ${problem}`, {
    hint: 'Keys look like "group/array/c/0/1".',
  });
}

/** Names of ASCII letters, digits, `-` and `_`, some with a dot before them: most keys, recognised in one step. */
const PLAIN_KEY = /^\.?[\w-]+(?:\/\.?[\w-]+)*$/;

function keyProblem(key: unknown): string | undefined {
  if (typeof key !== "string") return "is not a string";
  if (PLAIN_KEY.test(key)) return undefined;
  if (key === "") return "is empty";
  if (key.startsWith("/")) return "begins with a slash";
  if (key.endsWith("/")) return "ends with a slash";
  if (key.includes("\0")) return "contains a NUL character";
  if (!isWellFormed(key)) return "contains half a surrogate pair, which has no UTF-8 form";
  return segmentProblem(key);
}

function segmentProblem(key: string): string | undefined {
  let start = 0;
  while (start <= key.length) {
    const slash = key.indexOf("/", start);
    const end = slash < 0 ? key.length : slash;
    if (end === start) return "has an empty segment";
    if (key[start] === ".") {
      if (end - start === 1) return 'has a "." segment';
      if (end - start === 2 && key[start + 1] === ".") return 'has a ".." segment';
    }
    start = end + 1;
  }
  return undefined;
}

/** `String.prototype.isWellFormed`, which the ES2023 library does not declare. */
function isWellFormed(text: string): boolean {
  // Lookbehind and lookahead are slow, and hardly any key has surrogates.
  return (
    !/[\ud800-\udfff]/.test(text) ||
    !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text)
  );
}
