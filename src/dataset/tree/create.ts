/** Creates nodes at an address or in a store. */
import { hasUnknown } from "../../bytes/known-options.ts";
import type { DataTypeInput, DataTypeName } from "../../model/data-types/data-type.ts";
import { NdArray } from "../array/nd-array.ts";
import type { DataInput, DataTypeOf } from "../array/write-value.ts";
import type { AddressInput } from "../open/address.ts";
import { consolidateNew, hierarchyFor, type PlaceOptions } from "../open/creation-target.ts";
import * as optionNames from "../option-names.ts";
import type { CheckedType, CreateArrayOptions, CreateGroupOptions } from "./create-node.ts";
import { type Group, openNode } from "./group.ts";
import { isArrayOptions, refuseNew } from "./new-options.ts";
import { type FilledArrayOptions, withDescribedData, writeNewValues } from "./new-values.ts";

/** Options of `create` for a group. */
export type NewGroupOptions = CreateGroupOptions & PlaceOptions;
/** Options of `create` for an array. */
export type NewArrayOptions<D = DataTypeInput> = CreateArrayOptions<D> & PlaceOptions;
/** Options of `create` for an array made from values: shape and data type come from the values unless given. */
export type NewFilledOptions<D = DataTypeInput, T = DataInput> = FilledArrayOptions<D, T> & PlaceOptions;

const NEW_GROUP = { ...optionNames.GROUP, ...optionNames.PLACE };
const NEW_ARRAY = { ...optionNames.ARRAY, ...optionNames.PLACE, data: 0 } as const;

/**
 * Creates an array (given a `shape`, or `data`) or a group; missing ancestor groups are created too.
 *
 * @example
 * const array = await create("out.zarr", { shape: [180, 360], dtype: "float32", dims: ["lat", "lon"] });
 * await array.write("0:90, :", 273.15);
 */
export function create<const D extends DataTypeName>(
  input: AddressInput,
  options: NewArrayOptions<D>,
): Promise<NdArray<D>>;
export function create<const D extends DataTypeName>(
  input: AddressInput,
  options: NewFilledOptions<D> & { readonly dtype: D },
): Promise<NdArray<D>>;
export function create<T extends DataInput>(
  input: AddressInput,
  options: NewFilledOptions<undefined, T>,
): Promise<NdArray<DataTypeOf<T>>>;
export function create<const D extends DataTypeInput>(
  input: AddressInput,
  options: (NewArrayOptions<D> | NewFilledOptions<D>) & { readonly dtype?: CheckedType<D> | undefined },
): Promise<NdArray>;
export function create(input: AddressInput, options?: NewGroupOptions): Promise<Group>;
export async function create(
  input: AddressInput,
  options: NewGroupOptions | NewArrayOptions | NewFilledOptions = {},
): Promise<Group | NdArray> {
  const names = isArrayOptions(options) || "data" in options ? NEW_ARRAY : NEW_GROUP;
  if (hasUnknown(options, names)) return refuseNew("create", options, names);
  const complete = withDescribedData(options);
  const target = await hierarchyFor(input, options);
  const { hierarchy, path, replaced } = target;
  const { createNode } = await import("./create-node.ts");
  const node = openNode(hierarchy, await createNode(hierarchy, path, complete, replaced));
  // A single array without a group has nowhere to store it.
  if (path !== "" || !(node instanceof NdArray)) await consolidateNew(target, { signal: options.signal });
  if (node instanceof NdArray) await writeNewValues(node, options);
  return node;
}
