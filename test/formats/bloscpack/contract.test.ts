import { isHyperslabError } from "../../../src/errors.ts";
import { BloscpackHierarchy } from "../../../src/formats/bloscpack/bloscpack.ts";
import { planFile } from "../../../src/formats/bloscpack/file-plan.ts";
import type { Format } from "../../../src/formats/format.ts";
import type { ArrayNode, Node } from "../../../src/model/node.ts";
import type { Store } from "../../../src/stores/store.ts";
import { loneObject } from "../../../src/stores/wrappers/lone-object.ts";
import { describeFormat, type FormatSubject } from "../../contracts/format-contract.ts";
import { codec } from "../sample-nodes.ts";

/** Of elements alone: files of objects do not keep how they were to be compressed (test/formats/bloscpack-varlen). */
class ElementsHierarchy extends BloscpackHierarchy {
  override normalize(node: Node): Node {
    if (node.kind === "array") planFile(node);
    return super.normalize(node);
  }
}

/** The format in any store: its file is one value there. */
const inOneFile: Format = {
  open: async ({ store, path }) => {
    const hierarchy = new ElementsHierarchy(oneFile(store));
    const node = await hierarchy.readNode(path);
    return node === undefined ? undefined : { hierarchy, node };
  },
  create: (store) => new ElementsHierarchy(oneFile(store)),
};

function oneFile(store: Store): Store {
  return store.object === undefined ? loneObject(store, "x.blp", "x.blp") : store;
}

const subject: FormatSubject = {
  load: async () => inOneFile,
  documentKey: () => "x.blp",
  refuses,
  normal: (node) => planFile(node).node,
  oneFile: true,
  adapt: (node) => ({ ...node, codecs: withBlosc(node) }),
};

/** Every chunk is compressed with Blosc. */
function withBlosc({ codecs, dataType }: ArrayNode): ArrayNode["codecs"] {
  const typesize = dataType.itemSize ?? 1;
  const blosc = codec("blosc", { typesize, cname: "blosclz", clevel: 7, shuffle: "shuffle", blocksize: 0 });
  if (codecs.length === 1 && codecs[0]!.name === "bytes") return [...codecs, blosc];
  return codecs.map((spec) => (spec.name === "zstd" ? blosc : spec));
}

function refuses(node: ArrayNode): ReturnType<FormatSubject["refuses"]> {
  const { fillValue, codecs, path } = node;
  if (path !== "") return "invalid-request";
  const names = codecs.map(({ name }) => name).join();
  if (fillValue !== undefined && !(fillValue instanceof Uint8Array && fillValue.every((byte) => byte === 0)))
    return "unsupported";
  if (!["bytes,blosc", "transpose,bytes,blosc"].includes(names)) return "unsupported";
  return tried(node);
}

/** What is left is the format's own business; it must be refused before anything is written. */
function tried(node: ArrayNode): ReturnType<FormatSubject["refuses"]> {
  try {
    planFile(node);
    return undefined;
  } catch (error) {
    if (isHyperslabError(error, "unsupported")) return "unsupported";
    throw error;
  }
}

describeFormat("Bloscpack", subject);
