/** Options of new nodes, told apart and checked before the code that creates nodes is loaded. */
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import { HyperslabError } from "../../errors.ts";
import * as optionNames from "../option-names.ts";
import type { CreateArrayOptions, CreateGroupOptions } from "./create-node.ts";

export function isArrayOptions(options: CreateGroupOptions | CreateArrayOptions): options is CreateArrayOptions {
  return "shape" in options && options.shape !== undefined;
}

/** The error for an option that a new node does not have; an option of arrays alone requires a shape beside it. */
export function refuseNew(call: string, options: object, names: Readonly<Record<string, 0>>): Promise<never> {
  if (!("shape" in names) && !hasUnknown(options, { ...optionNames.ARRAY, ...names })) {
    throw new HyperslabError("invalid-request", "a new array needs a shape", {
      hint: "Give shape and dtype, or data. A group has neither chunks nor a fill value.",
    });
  }
  return refuseUnknown(call, options, names);
}
