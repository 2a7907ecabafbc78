import { floatFromBytes, floatToBytes } from "../../src/formats/spelling/element-json.ts";
import type { DataType } from "../../src/model/data-types/data-type.ts";
import { chunkShapeOf } from "../../src/model/grid/chunk-grid.ts";
import type { ArrayNode } from "../../src/model/node.ts";
import { sameElement } from "../../src/model/values/fill-value.ts";
import { describeFormat, type FormatSubject } from "../contracts/format-contract.ts";

const subject: FormatSubject = {
  load: async () => (await import("../../src/formats/zarr-v2/zarr-v2.ts")).zarrV2,
  documentKey: (path, kind) => `${path === "" ? "" : `${path}/`}${kind === "array" ? ".zarray" : ".zgroup"}`,
  refuses,
  normal: (node) => ({
    ...node,
    // Unknown ids are names of their own.
    codecs: node.codecs.map((codec) => (codec.name === "numcodecs.example" ? { ...codec, name: "example" } : codec)),
    chunkKeys: node.chunkKeys.kind === "v2" ? node.chunkKeys : { kind: "v2", separator: "." },
  }),
};

const NO_NUMPY_TYPE = /^(uint2|uint4|float8_e4m3|float6_\w+|complex_\w+)$/;

function refuses({ dataType, fillValue, codecs, grid, chunkKeys }: ArrayNode): ReturnType<FormatSubject["refuses"]> {
  if (NO_NUMPY_TYPE.test(dataType.name) || chunkShapeOf(grid) === undefined) return "unsupported";
  if (chunkKeys.prefix !== undefined || chunkKeys.suffix !== undefined) return "unsupported";
  const alien = ["sharding_indexed", "cast_value"];
  if (codecs.some(({ name }) => alien.includes(name))) return "unsupported";
  return fillValue instanceof Uint8Array && isOddFloat(dataType, fillValue) ? "invalid-request" : undefined;
}

/** Bits that no number reads back to. */
function isOddFloat(dataType: DataType, element: Uint8Array): boolean {
  if (dataType.kind !== "float") return false;
  const value = floatFromBytes(dataType.name, element);
  return !sameElement(floatToBytes(dataType.name, value, dataType.itemSize), element);
}

describeFormat("Zarr v2", subject);
