/** The contract of formats for dialects of NCZarr: how each is loaded, and what it cannot express. */
import { parseJson } from "../../../src/bytes/json/parse.ts";
import { printJson } from "../../../src/bytes/json/print.ts";
import { floatFromBytes, floatToBytes } from "../../../src/formats/spelling/element-json.ts";
import type { DataType } from "../../../src/model/data-types/data-type.ts";
import { chunkShapeOf } from "../../../src/model/grid/chunk-grid.ts";
import type { ArrayNode } from "../../../src/model/node.ts";
import { sameElement } from "../../../src/model/values/fill-value.ts";
import { describeFormat, type FormatSubject } from "../../contracts/format-contract.ts";

export function describeDialect(dialect: string): void {
  const isV3 = dialect === "v3";
  const own = isV3 ? "zarr.json" : undefined;
  describeFormat(`NCZarr ${dialect}`, {
    load: async () => {
      const { nczarr } = await import("../../../src/formats/nczarr/nczarr.ts");
      return { ...nczarr, create: (store) => nczarr.create!(store, { dialect }) };
    },
    documentKey: (path, kind) => {
      return `${path === "" ? "" : `${path}/`}${own ?? (kind === "array" ? ".zarray" : ".zgroup")}`;
    },
    dimensionName: (length) => `${["4.9.2", "4.9.0"].includes(dialect) ? "_zdim_" : "_Anonymous_Dim_"}${length}`,
    references: isV3 ? ["attributes", "dimension_names"] : ["_nczarr_array", "_NCZARR_ARRAY"].filter(isMember(dialect)),
    nanAttributes: true,
    ...(isV3 && { openingRequests: 5 }),
    ...(dialect === "4.9.0" && { plainAttributes: false as const }),
    // The root is a group.
    adapt: (node) => (node.path === "" ? { ...node, path: "n" } : node),
    refuses: (node) => refuses(dialect, node),
    normal: (node) => withTypes(isV3 ? node : normalV2(node)),
  });
}

const NETCDF = /^(u?int(8|16|32|64)|float(32|64)|S[0-9]+)$/;

function refuses(dialect: string, node: ArrayNode): ReturnType<FormatSubject["refuses"]> {
  const { dataType, fillValue, codecs, grid } = node;
  if (!NETCDF.test(dataType.name)) return "unsupported";
  if (dialect === "4.9.0" && dataType.name === "S5") return "unsupported";
  if (["4.9.2", "4.9.0"].includes(dialect) && node.shape.includes(0)) return "unsupported";
  if (!["4.9.3", "v3"].includes(dialect) && isBigEndian(node)) return "unsupported";
  if (chunkShapeOf(grid) === undefined) return "unsupported";
  if (dialect !== "v3") {
    if (node.chunkKeys.prefix !== undefined || node.chunkKeys.suffix !== undefined) return "unsupported";
    if (codecs.some(({ name }) => ["sharding_indexed", "cast_value", "transpose"].includes(name))) return "unsupported";
  }
  return dialect !== "v3" && fillValue instanceof Uint8Array && isOddFloat(dataType, fillValue)
    ? "invalid-request"
    : undefined;
}

function normalV2(node: ArrayNode): ArrayNode {
  return {
    ...node,
    // Unknown ids are names of their own.
    codecs: node.codecs.map((codec) => (codec.name === "numcodecs.example" ? { ...codec, name: "example" } : codec)),
    chunkKeys: node.chunkKeys.kind === "v2" ? node.chunkKeys : { kind: "v2", separator: "." },
  };
}

/** A list of numbers of several types gets that of all. */
function withTypes(node: ArrayNode): ArrayNode {
  if (!node.attributes.has("nested")) return node;
  const attributes = new Map([...node.attributes, ["valid", { value: parseJson("[1.0, 2.5]").root }] as const]);
  return { ...node, attributes };
}

function isBigEndian({ codecs }: ArrayNode): boolean {
  return codecs.some(({ configuration }) => /"(big|>i4)"/.test(printJson(configuration, "compact")));
}

/** Bits that no number reads back to. */
function isOddFloat(dataType: DataType, element: Uint8Array): boolean {
  if (dataType.kind !== "float") return false;
  const value = floatFromBytes(dataType.name, element);
  return !sameElement(floatToBytes(dataType.name, value, dataType.itemSize), element);
}

/** Is this a member of `.zarray` in the dialect? */
function isMember(dialect: string): (name: string) => boolean {
  const own = dialect === "4.9.0" ? "_NCZARR_ARRAY" : "_nczarr_array";
  return (name) => dialect !== "4.9.3" && name === own;
}
