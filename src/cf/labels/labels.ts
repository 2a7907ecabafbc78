/** Selections by label, as created by callers. The code that turns them into indices is loaded on first use. */
import type { LabelSelection } from "../../dataset/array/label-selection.ts";
import type { LabelItem } from "./label-item.ts";

export { between, type Label, type LabelItem, type LabelsBetween, type NearestLabel, nearest } from "./label-item.ts";

/** Labels by the name of the dimension, or as text. Dimensions that are not mentioned are selected whole. */
export type LabelsInput = string | Readonly<Record<string, LabelItem>>;

/**
 * A selection by the labels of coordinates. It is accepted wherever a selection is: by `read`, `item`, `write`,
 * `exportArray`, `importArray`, `dump` and `copy`. Each coordinate is read once. In text, index entries keep their
 * meaning.
 *
 * @example
 * await array.read(labels({ time: "2014-10", lat: nearest(48.1), lon: between(5, 15) }));
 * await array.read(labels("time=2014-10, lat~48.1, lon=5..15"));
 */
export function labels(input: LabelsInput): LabelSelection {
  return {
    kind: "labels",
    resolve: async (array, options = {}) => (await import("./resolve.ts")).resolveLabels(array, input, options),
  };
}
