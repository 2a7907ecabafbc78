/** For dialects without consolidated metadata: no group carries a block, and none can be written. */
import { HyperslabError } from "../../errors.ts";
import type { Consolidation } from "./dialect.ts";

/** `carrier` is any document of the dialect's nodes; no block is ever looked for in it. */
export function noConsolidation(carrier: string, title: string): Consolidation {
  const refuse = (): never => {
    throw new HyperslabError("unsupported", `${title} has no consolidated metadata`, {
      hint: "Copy the data to Zarr v3 or v2, which have.",
    });
  };
  return {
    none: true,
    carrier,
    includesSelf: false,
    read: () => undefined,
    print: refuse,
    without: refuse,
    carryOver: (printed) => printed,
  };
}
