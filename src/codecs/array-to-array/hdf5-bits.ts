/** `hdf5.bits`: integers that use `precision` bits of their bytes, from `offset` on; the other bits are padding. */
import { HyperslabError } from "../../errors.ts";
import type { ArrayToArrayCodec } from "../codec.ts";
import { allocate } from "../pipeline/allocate.ts";
import { fixedInput } from "../pipeline/chunk-elements.ts";
import { bindElementwise } from "./elementwise.ts";

export interface Hdf5BitsConfiguration {
  readonly offset: number;
  readonly precision: number;
}

export const hdf5Bits: ArrayToArrayCodec<Hdf5BitsConfiguration> = {
  kind: "array-to-array",
  parse: (configuration) => {
    configuration.only(["offset", "precision"]);
    const offset = configuration.required("offset").integer(0, 63);
    return { offset, precision: configuration.required("precision").integer(1, 64 - offset) };
  },
  bind: ({ offset, precision }, input) => {
    const output = fixedInput(input);
    if (output.kind !== "integer") throw new HyperslabError("invalid-data", `${output.name} is not an integer type`);
    const { itemSize, signed } = output;
    const each = (bytes: Uint8Array, out: Uint8Array, change: (bits: bigint) => bigint): Uint8Array => {
      for (let at = 0; at < bytes.byteLength; at += itemSize) {
        let value = 0n;
        for (let index = itemSize - 1; index >= 0; index--) value = (value << 8n) | BigInt(bytes[at + index]!);
        let rest = BigInt.asUintN(8 * itemSize, change(value));
        for (let index = 0; index < itemSize; index++, rest >>= 8n) out[at + index] = Number(rest & 255n);
      }
      return out;
    };
    const extract = (bits: bigint): bigint =>
      signed ? BigInt.asIntN(precision, bits >> BigInt(offset)) : BigInt.asUintN(precision, bits >> BigInt(offset));
    const place = (value: bigint): bigint => BigInt.asUintN(precision, value) << BigInt(offset);
    return bindElementwise(input, {
      output,
      encode: (bytes) => each(bytes, allocate(bytes.byteLength), place),
      decode: (bytes, out) => each(bytes, out ?? allocate(bytes.byteLength), extract),
    });
  },
};
