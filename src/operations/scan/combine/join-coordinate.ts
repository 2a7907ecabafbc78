/** The values of a joined dimension, and the order of files that follows from them. */
import type { AxisValue } from "../../../cf/coordinates/axis.ts";
import type { ArrayNode } from "../../../model/node.ts";
import type { JoinedDimension } from "./array-role.ts";
import type { InlineArray } from "./inline-coordinate.ts";
import type { OpenPart } from "./part.ts";

/** What is kept of the values of one file. */
export interface KeptCoordinate {
  /** In their written form. */
  readonly values: readonly (number | bigint | string)[];
  /** In their comparable form: the first and the last. Undefined if there are none. */
  readonly span: readonly [AxisValue, AxisValue] | undefined;
  /** The spans of coordinates of the same name in other groups. */
  readonly others?: readonly KeptCoordinate["span"][];
}

export interface KeptFile {
  readonly file: string;
  readonly coordinate: KeptCoordinate | undefined;
}

export interface JoinCoordinate {
  readonly how: JoinedDimension;
  /** The values of one file. */
  read(part: OpenPart, index: number): Promise<KeptCoordinate | undefined>;
  /** Attributes of the coordinate that may differ between two files, because its values are rewritten. */
  except(first: ArrayNode, other: ArrayNode): readonly string[];
  /** What to do about coordinates that do not fit. */
  hint?(node: ArrayNode): string | undefined;
  /** A value in its comparable form, for display. */
  text?(value: AxisValue): string;
  /** Files in the order of their values; overlapping ones are refused. */
  inOrder<F extends KeptFile>(files: readonly F[]): readonly F[];
  /** The coordinate of the combined dataset; undefined if the dimension has none. */
  array(values: readonly (KeptCoordinate | undefined)[]): InlineArray | undefined;
}

/** A dimension without values: files keep their order. */
export function noCoordinate(how: JoinedDimension): JoinCoordinate {
  return {
    how,
    read: async () => undefined,
    except: () => [],
    inOrder: (files) => files,
    array: () => undefined,
  };
}
