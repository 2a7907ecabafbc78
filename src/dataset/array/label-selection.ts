/**
 * A selection by the labels of coordinates. What labels mean is known in a room above this one, so the selection brings
 * its own way to turn them into indices.
 */
import type { Selection } from "../../model/selection/selection.ts";
import type { ArrayHandle } from "./array-handle.ts";

/** An array, as far as finding its labels needs it. An `NdArray` is one. */
export type LabelledArray = Pick<ArrayHandle, "hierarchy" | "node">;

/** A selection by labels. Made by `labels`. */
export interface LabelSelection {
  /** Marks the selection as labels. */
  readonly kind: "labels";
  /** The same selection by indices. Reads the coordinates that it names, once. */
  resolve(array: LabelledArray, options?: { readonly signal?: AbortSignal | undefined }): Promise<Selection>;
}

export function isLabelSelection(selection: unknown): selection is LabelSelection {
  return (
    typeof selection === "object" &&
    selection !== null &&
    "kind" in selection &&
    selection.kind === "labels" &&
    "resolve" in selection &&
    typeof selection.resolve === "function"
  );
}

/** The selection by indices; every other kind of selection is given back. */
export async function byIndices<S>(
  selection: S,
  array: LabelledArray,
  options?: { readonly signal?: AbortSignal | undefined },
): Promise<Exclude<S, LabelSelection> | Selection> {
  return isLabelSelection(selection) ? selection.resolve(array, options) : (selection as Exclude<S, LabelSelection>);
}
