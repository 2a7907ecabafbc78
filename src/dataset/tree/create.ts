/** Creates nodes at an address or in a store. */
import type { DataTypeInput, DataTypeName } from "../../model/data-types/data-type.ts";
import { type DataInput, describeData } from "../array/data-input.ts";
import { NdArray } from "../array/nd-array.ts";
import type { AddressInput } from "../open/address.ts";
import { hierarchyFor, type PlaceOptions } from "../open/creation-target.ts";
import { type CreateArrayOptions, type CreateGroupOptions, createNode, isArrayOptions } from "./create-node.ts";
import { type Group, openNode } from "./group.ts";

/** Options of `create` for a group. */
export type NewGroupOptions = CreateGroupOptions & PlaceOptions;
/** Options of `create` for an array. */
export type NewArrayOptions<D = DataTypeInput> = CreateArrayOptions<D> & PlaceOptions;
/** An array made from values: shape and data type are theirs unless given. */
export type NewFilledOptions = Partial<CreateArrayOptions> & PlaceOptions & { readonly data: DataInput };

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
export function create(input: AddressInput, options: NewArrayOptions | NewFilledOptions): Promise<NdArray>;
export function create(input: AddressInput, options?: NewGroupOptions): Promise<Group>;
export async function create(
  input: AddressInput,
  options: NewGroupOptions | NewArrayOptions | NewFilledOptions = {},
): Promise<Group | NdArray> {
  const complete = "data" in options ? { ...describeData(options.data, options.dtype), ...options } : options;
  const { hierarchy, path, replaced } = await hierarchyFor(input, options);
  const node = openNode(hierarchy, await createNode(hierarchy, path, complete, replaced));
  if (!("data" in options) || !(node instanceof NdArray) || !isArrayOptions(complete)) return node;
  await node.write(undefined, options.data, { signal: options.signal });
  return node;
}
