/** The types of a view, with paths from its root. Types of groups above the root become the root's own. */
import type { NetcdfType } from "../../model/netcdf/dataset.ts";
import type { NetcdfUserType } from "../../model/netcdf/user-types.ts";

export class ViewTypes {
  /** Types that are used and defined above the root. */
  readonly fromAbove: NetcdfUserType[] = [];
  readonly #base: string;
  readonly #made = new Map<NetcdfUserType, NetcdfUserType>();

  constructor(base: string) {
    this.#base = base;
  }

  of(type: NetcdfUserType): NetcdfUserType {
    if (this.#base === "") return type;
    const known = this.#made.get(type);
    if (known !== undefined) return known;
    const made = this.#moved(type);
    this.#made.set(type, made);
    if (!this.#isInside(type.group)) this.fromAbove.push(made);
    return made;
  }

  #isInside(group: string): boolean {
    return group === this.#base || group.startsWith(`${this.#base}/`);
  }

  #moved(type: NetcdfUserType): NetcdfUserType {
    const group = this.#isInside(type.group) ? type.group.slice(this.#base.length + 1) : "";
    if (type.class === "vlen") return { ...type, group, base: this.#part(type.base) };
    if (type.class !== "compound") return { ...type, group };
    return { ...type, group, members: type.members.map((member) => ({ ...member, type: this.#part(member.type) })) };
  }

  #part(type: NetcdfType | NetcdfUserType): NetcdfType | NetcdfUserType {
    return typeof type === "string" ? type : this.of(type);
  }
}
