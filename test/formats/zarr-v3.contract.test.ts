import type { ArrayNode } from "../../src/model/node.ts";
import { zeroElement } from "../../src/model/values/fill-value.ts";
import { describeFormat, type FormatSubject } from "../contracts/format-contract.ts";
import { paddedStruct } from "./sample-nodes.ts";

const subject: FormatSubject = {
  load: async () => (await import("../../src/formats/zarr-v3/zarr-v3.ts")).zarrV3,
  documentKey: (path) => (path === "" ? "zarr.json" : `${path}/zarr.json`),
  refuses: (node) => (isRefused(node) ? "unsupported" : undefined),
  normal: (node) => ({ ...node, fillValue: node.fillValue ?? zeroElement(node.dataType) }),
};

function isRefused({ dataType, codecs }: ArrayNode): boolean {
  const endian = codecs.map(({ configuration }) => configuration.members.get("endian"));
  return (
    dataType.kind === "object" ||
    dataType.kind === "ragged" ||
    dataType === paddedStruct ||
    endian.some((node) => node?.type === "array")
  );
}

describeFormat("Zarr v3", subject);
