/** The dialects of NCZarr that can be written, by the version of netCDF-C that reads them, and what each can express. */
import { HyperslabError } from "../../errors.ts";

export interface Spelling {
  /** `4.9.3`, `4.9.3,noxarray` */
  readonly name: string;
  /** Where NCZarr's part is stored: in separate objects, in members of `.zgroup` and `.zarray`, or in attributes. */
  readonly layout: "objects" | "documents" | "attributes" | "v3";
  /** The members are called `dims`, `vars` and `dimrefs`, or, since 4.9.3, `dimensions`, `arrays` and `dimension_references`. */
  readonly members: "old" | "new" | "both";
  /** True for `_NCZARR_GROUP`. */
  readonly capitals?: true;
  readonly charType: "<U1" | ">S1";
  /** False until 4.9.0, which has no variables or attributes of type string. */
  readonly strings: boolean;
  /** True until 4.9.0: NaN and infinity in attributes are bare words. */
  readonly bareNumbers: boolean;
  /** Since 4.9.3. */
  readonly unlimited: boolean;
  /** Versions before 4.9.3 treat all values as little-endian. */
  readonly bigEndian: boolean;
  /** The names that `_ARRAY_DIMENSIONS` of a scalar contains. */
  readonly scalarNames: readonly string[];
  /** The prefix of names for unnamed dimensions. */
  readonly anonymous: string;
  /** Whether `_ARRAY_DIMENSIONS` is written, from which xarray and others take the names of dimensions. */
  readonly xarray: boolean;
}

const V1: Spelling = {
  name: "4.8.0",
  layout: "objects",
  members: "old",
  charType: "<U1",
  strings: false,
  bareNumbers: true,
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
  bareNumbers: false,
  scalarNames: ["_scalar_"],
};
const V2_ATTRIBUTES: Spelling = {
  ...V2_MEMBERS,
  name: "4.9.3",
  layout: "attributes",
  members: "new",
  unlimited: true,
  bigEndian: true,
  anonymous: "_Anonymous_Dim_",
};
const V3: Spelling = { ...V2_ATTRIBUTES, name: "v3", layout: "v3" };

/**
 * The members that netCDF-C 4.9.1 reads, plus those that 4.9.3 and later look for, which 4.9.1 ignores. All three read
 * the same dataset, but 4.9.1 does not see that a dimension is unlimited. (New members among the attributes, where
 * 4.9.3 itself puts them, would appear as user attributes in 4.9.1.)
 */
const ANY: Spelling = { ...V2_MEMBERS, name: "any", members: "both", unlimited: true, anonymous: "_Anonymous_Dim_" };

const SPELLINGS: readonly Spelling[] = [ANY, V2_MEMBERS, V2_ATTRIBUTES, V2_CAPITALS, V1, V3];

/** The dialect that a text names: that of a version, followed by words. Without text, the one that most versions read. */
export function spellingNamed(text: string | undefined): Spelling {
  const [version, ...words] = (text ?? ANY.name).toLowerCase().split(",");
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
