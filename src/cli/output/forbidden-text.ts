/** Keys that a server forbids, in words: what happened to them, and how to refuse it. */
import { counted } from "./units.ts";

export function forbiddenText(keys: number): string {
  return `${counted(keys, "key")} forbidden by the server and taken as absent (--forbidden error refuses that)`;
}
