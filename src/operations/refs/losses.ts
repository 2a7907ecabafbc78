/** Content of foreign files that references cannot represent. */
import { HyperslabError } from "../../errors.ts";
import type { VirtualNote } from "../../model/virtual/virtual-dataset.ts";

export function lossesIn(notes: readonly VirtualNote[]): readonly VirtualNote[] {
  return notes.filter(({ isLoss }) => isLoss === true);
}

export function refuseLosses(losses: readonly VirtualNote[], location: string): void {
  if (losses.length === 0) return;
  const list = losses.map(({ path, message }) => `${path}: ${message}`).join("; ");
  throw new HyperslabError("unsupported", `the file contains data that cannot be represented: ${list}`, {
    location,
    hint: "Pass lenient: true (--lenient) to continue without it.",
  });
}
