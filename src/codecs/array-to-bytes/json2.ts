/** `numcodecs.json2`: the elements as JSON text (object-items.ts), in ASCII, names sorted, as numcodecs writes it. */
import { parseJson } from "../../bytes/json/parse.ts";
import { printJsonBytes } from "../../bytes/json/print.ts";
import type { ArrayToBytesCodec } from "../codec.ts";
import { bindObjects } from "./object-items.ts";

export interface Json2Configuration {
  /** May NaN and infinities be written, as the bare words that Python reads? */
  readonly allowNan: boolean;
}

/** Python's options for the encoder. Those that change nothing but white space or order are read and left alone. */
const OPTIONS = [
  "encoding",
  "skipkeys",
  "ensure_ascii",
  "check_circular",
  "allow_nan",
  "sort_keys",
  "indent",
  "separators",
  "strict",
  "id",
];

export const json2: ArrayToBytesCodec<Json2Configuration> = {
  kind: "array-to-bytes",
  parse: (configuration) => {
    configuration.only(OPTIONS);
    configuration.get("encoding")?.oneOf(["utf-8", "utf8", "UTF-8", "ascii"]);
    return { allowNan: configuration.get("allow_nan")?.boolean() ?? true };
  },
  bind: ({ allowNan }, input) => {
    const nonFinite = allowNan ? "token" : "error";
    return bindObjects(
      input,
      (root) => printJsonBytes(root, "numcodecs", { nonFinite }),
      (bytes) => parseJson(bytes).root,
    );
  },
};
