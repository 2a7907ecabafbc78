/** `numcodecs.msgpack2`: the elements as MessagePack (object-items.ts). */
import type { ArrayToBytesCodec } from "../codec.ts";
import { decodeMsgpack } from "./msgpack-decode.ts";
import { encodeMsgpack } from "./msgpack-encode.ts";
import { bindObjects } from "./object-items.ts";

export interface Msgpack2Configuration {
  readonly singleFloat: boolean;
}

export const msgpack2: ArrayToBytesCodec<Msgpack2Configuration> = {
  kind: "array-to-bytes",
  parse: (configuration) => {
    configuration.only(["use_single_float", "use_bin_type", "raw", "encoding", "id"]);
    configuration.get("use_bin_type")?.boolean();
    const raw = configuration.get("raw");
    if (raw?.boolean() === true) raw.fail("texts that are to be read as bytes are not supported");
    return { singleFloat: configuration.get("use_single_float")?.boolean() ?? false };
  },
  bind: ({ singleFloat }, input) => bindObjects(input, (root) => encodeMsgpack(root, singleFloat), decodeMsgpack),
};
