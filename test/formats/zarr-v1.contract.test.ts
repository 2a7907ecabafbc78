import type { ArrayNode } from "../../src/model/node.ts";
import { describeFormat, type FormatSubject } from "../contracts/format-contract.ts";
import { holdsTimes, isBeyondLegacy, legacyNormal } from "./legacy-rules.ts";
import { codec } from "./sample-nodes.ts";

const COMPRESSORS = ["blosc", "numcodecs.zlib", "numcodecs.bz2", "numcodecs.lzma"];

const subject: FormatSubject = {
  load: async () => (await import("../../src/formats/zarr-v1/zarr-v1.ts")).zarrV1,
  documentKey: (path) => `${path === "" ? "" : `${path}/`}meta`,
  refuses,
  normal: (node) => legacyNormal(node, { kind: "v2", separator: "." }),
  groups: false,
  adapt: (node) => {
    const codecs = node.codecs.map((spec) => (spec.name === "zstd" ? compressorFor(node) : spec));
    return { ...node, codecs };
  },
};

function compressorFor({ dataType }: ArrayNode): ArrayNode["codecs"][number] {
  if (holdsTimes(dataType)) return codec("numcodecs.zlib", { level: 1 });
  const typesize = dataType.itemSize ?? 1;
  return codec("blosc", { typesize, cname: "lz4", clevel: 5, shuffle: "shuffle", blocksize: 0 });
}

function refuses(node: ArrayNode): ReturnType<FormatSubject["refuses"]> {
  if (isBeyondLegacy(node)) return "unsupported";
  const names = node.codecs.map(({ name }) => name);
  const isReversed = names[0] === "transpose";
  const [serializer, compressor, ...others] = names.slice(isReversed ? 1 : 0);
  if (serializer !== "bytes" || others.length > 0) return "unsupported";
  if (compressor !== undefined && !COMPRESSORS.includes(compressor)) return "unsupported";
  // Only Blosc stores columns first.
  return isReversed && compressor !== "blosc" ? "unsupported" : undefined;
}

describeFormat("Zarr v1", subject);
