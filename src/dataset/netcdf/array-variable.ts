/** A variable of a netCDF view, made from an array. */
import { describeDataType } from "../../model/data-types/data-type.ts";
import type { DimensionReference, NetcdfAttribute, NetcdfType, NetcdfVariable } from "../../model/netcdf/dataset.ts";
import type { NetcdfUserType } from "../../model/netcdf/user-types.ts";
import type { NdArray } from "../array/nd-array.ts";
import { variableSpecial } from "./special.ts";

/** A class, because a getter of its own in each of a thousand objects would take longer than all else here. */
export class ArrayVariable implements NetcdfVariable {
  readonly name: string;
  readonly path: string;
  readonly type: NetcdfType | undefined;
  declare readonly userType?: NetcdfUserType;
  readonly typeName: string;
  readonly dimensions: readonly DimensionReference[];
  readonly attributes: NetcdfVariable["attributes"];
  readonly #array: NdArray;
  #special: readonly NetcdfAttribute[] | undefined;

  constructor(
    array: NdArray,
    path: string,
    type: NetcdfType | undefined,
    userType: NetcdfUserType | undefined,
    dimensions: readonly DimensionReference[],
    attributes: NetcdfVariable["attributes"],
  ) {
    this.name = array.name || "data";
    this.path = path;
    this.type = type;
    if (userType !== undefined) this.userType = userType;
    this.typeName = type ?? userType?.name ?? describeDataType(array.node.dataType);
    this.dimensions = dimensions;
    this.attributes = attributes;
    this.#array = array;
  }

  /** Seldom asked for, and a large part of the work. */
  get special(): readonly NetcdfAttribute[] {
    const { hierarchy, node, path } = this.#array;
    this.#special ??= hierarchy.virtual?.special?.get(path) ?? variableSpecial(node, hierarchy.netcdfKind);
    return this.#special;
  }
}
