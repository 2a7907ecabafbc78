/** Arrays created from values: shape and data type come from the values unless given. */
import { HyperslabError } from "../../errors.ts";
import type { DataTypeInput } from "../../model/data-types/data-type.ts";
import type { NdArray } from "../array/nd-array.ts";
import { type DataInput, describeData } from "../array/write-value.ts";
import type { CreateArrayOptions, CreateGroupOptions } from "./create-node.ts";

/** An array created from values. */
export type FilledArrayOptions<D = DataTypeInput, T = DataInput> = Partial<CreateArrayOptions<D>> & {
  /** The values: a typed array, nested lists, or values with a shape. */
  readonly data: T;
};

type GivenOptions = CreateGroupOptions | CreateArrayOptions | FilledArrayOptions;

/** The options, completed with the shape and type of the values. */
export function withDescribedData(options: GivenOptions): CreateGroupOptions | CreateArrayOptions {
  if (!("data" in options)) return options;
  const { data, dtype, shape } = options;
  if (data === undefined || data === null) {
    throw new HyperslabError("invalid-request", `data is ${data}`, {
      hint: "Give values, or leave data out and give a shape and a dtype.",
    });
  }
  return { ...describeData(data, dtype, shape), ...options };
}

/** Writes the values into the new array, if there are any. */
export async function writeNewValues(array: NdArray, options: GivenOptions): Promise<void> {
  if ("data" in options) await array.write(undefined, options.data, { signal: options.signal });
}
