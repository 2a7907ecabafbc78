/**
 * `tiff.ccitt`: bilevel images of fax machines (compressions 2, 3 and 4). `scheme` is `rle`, `g3` or `g4`; `columns` is
 * the number of pixels of a row, which begins at a byte; `twoDimensional` is the first bit of T4Options. White is 0.
 * Decoding only.
 */
import { HyperslabError } from "../../../errors.ts";
import type { BytesToBytesCodec, BytesType } from "../../codec.ts";
import { allocate } from "../../pipeline/allocate.ts";
import { type CcittForm, CcittRows, type CcittScheme } from "./ccitt-rows.ts";

const SCHEMES: readonly CcittScheme[] = ["rle", "g3", "g4"];

export const ccitt: BytesToBytesCodec<CcittForm> = {
  kind: "bytes-to-bytes",
  parse: (configuration) => {
    configuration.only(["scheme", "columns", "twoDimensional"]);
    const view = configuration.required("scheme");
    const text = view.string();
    return {
      scheme: SCHEMES.find((one) => one === text) ?? view.fail(`expected one of ${SCHEMES.join(", ")}`),
      columns: configuration.required("columns").integer(1, 2 ** 31),
      twoDimensional: configuration.get("twoDimensional")?.boolean() ?? false,
    };
  },
  bind: (form, type) => ({
    encodedLength: undefined,
    writesOut: true,
    encode: () => {
      throw new HyperslabError("unsupported", "CCITT's compressions are read, not written");
    },
    decode: (bytes, out) => decode(bytes, form, type, out),
  }),
};

function decode(bytes: Uint8Array, form: CcittForm, { length }: BytesType, out: Uint8Array | undefined): Uint8Array {
  const rowBytes = Math.ceil(form.columns / 8);
  if (length === undefined || length % rowBytes !== 0) {
    throw new HyperslabError(
      "invalid-data",
      `rows of ${form.columns} pixels do not fill ${length ?? "an unknown number of"} bytes`,
    );
  }
  const decoded = out?.byteLength === length ? out : allocate(length);
  decoded.fill(0);
  const rows = new CcittRows(bytes, form);
  for (let at = 0; at < length; at += rowBytes) rows.next(decoded.subarray(at, at + rowBytes));
  return decoded;
}
