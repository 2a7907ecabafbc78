/** The dialects of NCZarr that can be written, by the version of netCDF-C that reads them, and what each can say. */
import { HyperslabError } from "../../errors.ts";

export interface Spelling {
  /** `4.9.3`, `4.9.3,noxarray` */
  readonly name: string;
  /** Where NCZarr's part stands: in objects of its own, in members of `.zgroup` and `.zarray`, or in attributes. */
  readonly layout: "objects" | "documents" | "attributes" | "v3";
  /** True: `_NCZARR_GROUP`. */
  readonly capitals?: true;
  readonly charType: "<U1" | ">S1";
  /** False until 4.9.0, which has no variables and attributes of strings. */
  readonly strings: boolean;
  /** Since 4.9.3. */
  readonly unlimited: boolean;
  /** Versions before 4.9.3 take all values for little-endian. */
  readonly bigEndian: boolean;
  /** What `_ARRAY_DIMENSIONS` of a scalar names. */
  readonly scalarNames: readonly string[];
  /** Begins the name of a dimension that has none. */
  readonly anonymous: string;
  /** Is `_ARRAY_DIMENSIONS` written, by which xarray and others know the names of dimensions? */
  readonly xarray: boolean;
}

const V1: Spelling = {
  name: "4.8.0",
  layout: "objects",
  charType: "<U1",
  strings: false,
  unlimited: false,
  bigEndian: false,
  scalarNames: [],
  anonymous: "_zdim_",
  xarray: true,
};
const V2_CAPITALS: Spelling = { ...V1, name: "4.9.0", layout: "documents", capitals: true };
const V2_MEMBERS: Spelling = {
  ...V1,
  name: "4.9.2",
  layout: "documents",
  charType: ">S1",
  strings: true,
  scalarNames: ["_scalar_"],
};
const V2_ATTRIBUTES: Spelling = {
  ...V2_MEMBERS,
  name: "4.9.3",
  layout: "attributes",
  unlimited: true,
  bigEndian: true,
  anonymous: "_Anonymous_Dim_",
};
const V3: Spelling = { ...V2_ATTRIBUTES, name: "v3", layout: "v3" };

const SPELLINGS: readonly Spelling[] = [V2_MEMBERS, V2_ATTRIBUTES, V2_CAPITALS, V1, V3];

/** The dialect that text names: that of a version, and words after it. Without text, the one that the specification describes. */
export function spellingNamed(text: string | undefined): Spelling {
  const [version, ...words] = (text ?? V2_MEMBERS.name).toLowerCase().split(",");
  const found = SPELLINGS.find(({ name }) => name === version);
  const other = words.find((word) => word !== "xarray" && word !== "noxarray");
  if (found === undefined || other !== undefined) {
    const what =
      found === undefined ? `dialect ${JSON.stringify(version)}` : `word ${JSON.stringify(other)} of a dialect`;
    throw new HyperslabError("invalid-request", `NCZarr has no ${what}`, {
      hint: `Dialects: ${SPELLINGS.map(({ name }) => name).join(", ")}, each alone or followed by ",noxarray".`,
    });
  }
  return words.includes("noxarray") ? { ...found, name: `${found.name},noxarray`, xarray: false } : found;
}
