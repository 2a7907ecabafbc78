/** `zarrs.squeeze`: axes of length 1 are dropped; a chunk of nothing else keeps one. */
import type { ArrayToArrayCodec } from "../codec.ts";
import { bindReshape } from "./reshape.ts";

export const squeeze: ArrayToArrayCodec<undefined> = {
  kind: "array-to-array",
  parse: (configuration) => {
    configuration.only([]);
    return undefined;
  },
  bind: (_, input) => {
    const long = input.shape.filter((length) => length !== 1);
    return bindReshape(input, long.length === 0 ? [1] : long);
  },
};
