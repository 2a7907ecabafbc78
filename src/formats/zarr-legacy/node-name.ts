/** Names on the way to an array of a format without groups: plain directories. */
import { HyperslabError } from "../../errors.ts";

export function checkLoneName(name: string, reserved: readonly string[]): void {
  if (!reserved.includes(name) && !name.includes("\0") && !name.includes("\\")) return;
  throw new HyperslabError("invalid-request", `the node name ${JSON.stringify(name)} is reserved or holds \\ or NUL`, {
    hint: "Names of letters, digits, hyphen, underscore and dot are safe everywhere.",
  });
}
