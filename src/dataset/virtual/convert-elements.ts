/**
 * Converts the numbers of a source to the type of the array that is assembled from it, as HDF5 does: fractions are dropped,
 * and precision may be lost.
 */
import { loadKernels } from "../../codecs/kernels/kernels.ts";
import { castNumbers } from "../../codecs/numbers/number-cast.ts";
import { HyperslabError } from "../../errors.ts";
import { describeDataType, type FixedDataType } from "../../model/data-types/data-type.ts";

/** Returns a function that converts elements from one type to another. Values that do not fit are refused. */
export async function elementConverter(
  from: FixedDataType,
  to: FixedDataType,
  node: string,
): Promise<(bytes: Uint8Array) => Uint8Array> {
  if (describeDataType(from) === describeDataType(to)) return (bytes) => bytes;
  const areNumbers =
    (from.kind === "integer" || from.kind === "float") && (to.kind === "integer" || to.kind === "float");
  if (!areNumbers) throw new TypeError("only numbers are converted");
  const kernels = await loadKernels();
  return (bytes) =>
    castNumbers(kernels, bytes, from, to, (index) => {
      const what = `element ${index} of a source of ${from.name} does not fit into ${to.name}`;
      throw new HyperslabError("unsupported", what, { node, hint: "HDF5 itself shows the nearest number that fits." });
    });
}
