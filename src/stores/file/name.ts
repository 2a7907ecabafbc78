/** Which keys a directory can hold. */
import { HyperslabError } from "../../errors.ts";
import { checkKey } from "../store-key.ts";

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
