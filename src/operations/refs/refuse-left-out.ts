/** Refuses files with content that references cannot represent. */
import { HyperslabError } from "../../errors.ts";
import type { VirtualNote } from "../../model/virtual/virtual-dataset.ts";
import { leftOutText } from "../info/left-out.ts";

export function refuseLeftOut(leftOut: readonly VirtualNote[], location: string): void {
  if (leftOut.length === 0) return;
  const list = leftOut.map(leftOutText).join("; ");
  throw new HyperslabError("unsupported", `the file contains data that cannot be represented: ${list}`, {
    location,
    hint: "Pass lenient: true (--lenient) to continue without it.",
  });
}
