/** `vlen-bytes`: byte strings of any length (framing: vlen-items.ts). */
import { HyperslabError } from "../../errors.ts";
import type { Item } from "../../model/values/fill-value.ts";
import type { ArrayToBytesCodec } from "../codec.ts";
import { bindItems, copyBytes, writeBytes } from "./vlen-items.ts";

export const vlenBytes: ArrayToBytesCodec<undefined> = {
  kind: "array-to-bytes",
  parse: (configuration) => {
    configuration.only(["id"]);
    return undefined;
  },
  bind: (_, input) => {
    const { dataType } = input;
    if (dataType.kind !== "bytes") {
      throw new HyperslabError("invalid-data", `elements of type ${dataType.name} are no byte strings`);
    }
    return bindItems(dataType, input, {
      length: (item) => byteString(item).byteLength,
      write: (item, length, out, at) => writeBytes(byteString(item), length, out, at),
      reader: (bytes) => (start, end) => copyBytes(bytes, start, end),
    });
  },
};

function byteString(item: Item): Uint8Array {
  if (item instanceof Uint8Array) return item;
  throw new HyperslabError("invalid-request", "an element that is no byte string");
}
