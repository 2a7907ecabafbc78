/** Which keys a directory can hold, and the names it uses for itself. */
import { randomBytes } from "node:crypto";
import { HyperslabError } from "../errors.ts";
import { checkKey } from "./store-key.ts";

/** Values on their way in: `.<name>.<random>.partial`. They are no keys, and listings leave them out. */
const partialPattern = /^\..*\.[0-9a-f]{12}-[0-9a-z]+\.partial$/s;

let token: string | undefined;
let count = 0;

/** A name that no other writer uses. Names may have 255 bytes, so only the start of a long one is kept. */
export function partialName(name: string): string {
  token ??= randomBytes(6).toString("hex");
  count += 1;
  return `.${name.slice(0, 32)}.${token}-${count.toString(36)}.partial`;
}

export function isPartialName(name: string): boolean {
  return name.endsWith(".partial") && partialPattern.test(name);
}

/** Does the key pass through a name that this store uses for itself? Then there is no such value. */
export function isHiddenKey(key: string): boolean {
  return key.includes(".partial") && key.split("/").some(isPartialName);
}

/** Fails with `invalid-request` unless the key may be a file of this platform. */
export function checkFileKey(key: string, platform: string = process.platform): void {
  checkKey(key);
  if (platform === "win32") for (const name of key.split("/")) checkWindowsName(key, name);
}

/** On Windows these would name another file, a stream or a device, without an error. */
function checkWindowsName(key: string, name: string): void {
  const bad = Array.from(name).find((character) => character < " " || '\\<>:"|?*'.includes(character));
  const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name);
  if (bad === undefined && !device && !/[. ]$/.test(name)) return;
  const why = bad === undefined ? "a name that Windows reserves" : `the character ${JSON.stringify(bad)}`;
  throw new HyperslabError("invalid-request", `the key ${JSON.stringify(key)} has ${why}`, {
    hint: "Files on Windows cannot have this name.",
  });
}
