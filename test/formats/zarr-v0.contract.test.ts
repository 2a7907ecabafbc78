import type { ArrayNode } from "../../src/model/node.ts";
import { describeFormat, type FormatSubject } from "../contracts/format-contract.ts";
import { isBeyondLegacy, legacyNormal } from "./legacy-rules.ts";
import { codec } from "./sample-nodes.ts";

const subject: FormatSubject = {
  load: async () => (await import("../../src/formats/zarr-v0/zarr-v0.ts")).zarrV0,
  documentKey: (path) => `${path === "" ? "" : `${path}/`}__zmeta__`,
  refuses,
  normal: (node) => legacyNormal(node, { kind: "v2", separator: ".", prefix: "__zdata__/", suffix: ".blosc" }),
  groups: false,
  adapt: (node) => ({ ...node, codecs: withBlosc(node) }),
};

/** Every chunk is compressed with Blosc. */
function withBlosc({ codecs, dataType }: ArrayNode): ArrayNode["codecs"] {
  const typesize = dataType.itemSize ?? 1;
  const blosc = codec("blosc", { typesize, cname: "blosclz", clevel: 5, shuffle: "shuffle", blocksize: 0 });
  if (codecs.length === 1 && codecs[0]!.name === "bytes") return [...codecs, blosc];
  return codecs.map((spec) => (spec.name === "zstd" ? blosc : spec));
}

function refuses(node: ArrayNode): ReturnType<FormatSubject["refuses"]> {
  const names = node.codecs.map(({ name }) => name).join();
  return isBeyondLegacy(node) || names !== "bytes,blosc" ? "unsupported" : undefined;
}

describeFormat("Zarr 0.4", subject);
