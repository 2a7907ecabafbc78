import type { ArrayNode, ChunkKeyEncoding } from "../../src/model/node.ts";
import { describeFormat, type FormatSubject } from "../contracts/format-contract.ts";

const subject: FormatSubject = {
  load: async () => (await import("../../src/formats/zarr-v3-draft/zarr-v3-draft.ts")).zarrV3Draft,
  documentKey: (path, kind) => `${path === "" ? "" : `${path}/`}.${kind}.json`,
  refuses,
  normal: (node) => ({ ...node, chunkKeys: normalKeys(node.chunkKeys) }),
  consolidation: false,
  unicodeNames: false,
};

/** Keys that begin with "c" are the finished Zarr v3's; here they are plain ones with dots. */
function normalKeys(keys: ChunkKeyEncoding): ChunkKeyEncoding {
  return keys.kind === "default" ? { kind: "v2", separator: "." } : keys;
}

/** Codecs that work on elements, not on bytes. */
const ON_ELEMENTS =
  /^(?:cast_value|numcodecs\.(?:bitround|delta|packbits|pcodec|json2|vlen-array)|sharding_indexed|zarrs\.squeeze)$/;

function refuses({ codecs, chunkKeys }: ArrayNode): ReturnType<FormatSubject["refuses"]> {
  const { separator, prefix, suffix } = chunkKeys;
  if (prefix !== undefined && !prefix.endsWith(separator)) return "unsupported";
  if (suffix !== undefined && !suffix.startsWith(separator)) return "unsupported";
  return codecs.some(({ name }) => ON_ELEMENTS.test(name)) ? "unsupported" : undefined;
}

describeFormat("Zarr v3 draft", subject);
