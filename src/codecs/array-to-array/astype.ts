/** `numcodecs.astype`: stored as `encode_dtype`, presented as `decode_dtype`; cast as in NumPy. */
import type { DataType } from "../../model/data-types/data-type.ts";
import type { ArrayToArrayCodec } from "../codec.ts";
import { dtypeMember, parseNumpyDtype, viewedAs } from "../configuration.ts";
import { loadKernels } from "../kernels/kernels.ts";
import { refuseUnfit } from "../numbers/element-fit.ts";
import { neverFits } from "../numbers/float-cast.ts";
import { castNumbers } from "../numbers/number-cast.ts";
import { realType } from "../numbers/real-type.ts";
import { bindElementwise } from "./elementwise.ts";

export interface AsTypeConfiguration {
  readonly encoded: DataType;
  readonly decoded: DataType | undefined;
}

export const asType: ArrayToArrayCodec<AsTypeConfiguration> = {
  kind: "array-to-array",
  parse: (configuration) => {
    configuration.only(["encode_dtype", "decode_dtype", "id"]);
    return {
      encoded: parseNumpyDtype(configuration.required("encode_dtype")).dataType,
      decoded: dtypeMember(configuration, "decode_dtype"),
    };
  },
  bind: async (configuration, input) => {
    const decoded = realType(viewedAs(input.dataType, configuration.decoded));
    const encoded = realType(configuration.encoded);
    const kernels = await loadKernels();
    const outside = neverFits(`of ${encoded.name} does not fit ${decoded.name}`);
    return bindElementwise(input, {
      output: encoded,
      encode: (bytes) => {
        const onUnfit = refuseUnfit(bytes, decoded, input.fillValue, encoded.name);
        return castNumbers(kernels, bytes, decoded, encoded, onUnfit);
      },
      decode: (bytes, out) => castNumbers(kernels, bytes, encoded, decoded, outside, out),
    });
  },
};
