/**
 * A selection by coordinate labels. Labels are interpreted in a room above this one, so the selection carries
 * its own function that turns them into indices.
 */
import type { Selection } from "../../model/selection/selection.ts";
import type { ArrayHandle } from "./array-handle.ts";

/** The part of an array that resolving labels needs. An `NdArray` qualifies. */
export type LabelledArray = Pick<ArrayHandle, "hierarchy" | "node">;

/** A selection by labels. Made by `labels`. */
export interface LabelSelection {
  /** Identifies a label selection. */
  readonly kind: "labels";
  /** Returns the same selection by indices. Reads the coordinates it names, once. */
  resolve(
    array: LabelledArray,
    options?: {
      /** Aborts the operation; it then rejects with the signal's reason. */
      readonly signal?: AbortSignal | undefined;
    },
  ): Promise<Selection>;
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

/** Returns a label selection by indices; any other kind of selection is returned unchanged. */
export async function byIndices<S>(
  selection: S,
  array: LabelledArray,
  options?: {
    /** Aborts the operation; it then rejects with the signal's reason. */
    readonly signal?: AbortSignal | undefined;
  },
): Promise<Exclude<S, LabelSelection> | Selection> {
  return isLabelSelection(selection) ? selection.resolve(array, options) : (selection as Exclude<S, LabelSelection>);
}
