/** How netCDF-C spells the parameters of codecs, in NCZarr and in the plain Zarr that it writes. */
import { jsonInteger, withMember } from "../../bytes/json/make.ts";
import type { JsonNode, JsonObject } from "../../bytes/json/node.ts";
import type { JsonView } from "../../bytes/json/view.ts";

/** A filter or compressor of Zarr v2 in the usual spelling. `size` is that of an element. */
export function netcdfCodec({ node }: JsonView, size: number): JsonNode {
  if (node.type !== "object") return node;
  const codec = withNumbers(node);
  const id = codec.members.get("id");
  const isShuffle = id?.type === "string" && id.value === "shuffle";
  return isShuffle && codec.members.has("elementsize") ? withElementSize(codec, size) : codec;
}

/** Versions 4.9.1 to 4.9.3 wrote numbers as strings: `{"id": "zlib", "level": "1"}`. */
export function withNumbers(object: JsonObject): JsonObject {
  const members = Array.from(object.members, ([name, node]): readonly [string, JsonNode] => {
    const isNumber = node.type === "string" && /^-?[0-9]{1,10}$/.test(node.value);
    return [name, isNumber ? { type: "number", text: String(Number(node.value)), offset: node.offset } : node];
  });
  return { ...object, members: new Map(members) };
}

/** For netCDF-C, `elementsize` 0 of the filter shuffle means the size of an element. */
export function withElementSize(configuration: JsonObject, size: number): JsonObject {
  const said = configuration.members.get("elementsize");
  const isOpen = said === undefined || (said.type === "number" && said.text === "0");
  return isOpen ? withMember(configuration, "elementsize", jsonInteger(size)) : configuration;
}
