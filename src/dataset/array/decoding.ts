/**
 * Decoded reads: stored values as their conventions interpret them. The conventions are implemented in a room above
 * this one, which provides its decoder; the first decoded read loads it.
 */
import { checkChoice, refuseUnknown } from "../../bytes/known-options.ts";
import { HyperslabError } from "../../errors.ts";
import type { DataType } from "../../model/data-types/data-type.ts";
import { isPointSelection } from "../../model/selection/points.ts";
import { isBlockSelection, normalizeSelection } from "../../model/selection/selection.ts";
import type { CfDate } from "../../model/values/calendar.ts";
import type { AnyTypedData } from "../../model/values/typed-data.ts";
import type { ArrayHandle } from "./array-handle.ts";
import { loadDecoder } from "./decoder-slot.ts";
import { byIndices, type LabelSelection } from "./label-selection.ts";
import { type AnySelection, type AsName, type ReadOptions, readSlab } from "./read-slab.ts";
import { Slab } from "./slab.ts";

/** How stored values are decoded. */
export interface DecodeOptions {
  /** If true, flags are returned by name (`flag_values`, `flag_masks`, `flag_meanings`) instead of as numbers. */
  readonly flags?: boolean | undefined;
  /**
   * If true, values outside `valid_min`, `valid_max` and `valid_range` are missing too. By default they are kept, as in
   * xarray.
   */
  readonly valid?: boolean | undefined;
  /**
   * How times are returned. By default `datetime64[ns]`, nanoseconds since 1970 as bigints, if all of them fit, else
   * `CfDate` objects. `dates`: always `CfDate`. `iso`: ISO 8601 strings. `temporal`: `Temporal.PlainDateTime`, where
   * the runtime has it and the calendar is the Gregorian one.
   */
  readonly times?: "dates" | "iso" | "temporal" | undefined;
}

/**
 * The values of a decoded read. Missing values are NaN among numbers, the lowest bigint (NaT) among times, and null in
 * lists.
 */
export type DecodedData = AnyTypedData | readonly (CfDate | null)[] | readonly (object | null)[];

/** The stored values of a read, and which dimension of the array each dimension of the result is. */
export interface StoredSlab {
  readonly slab: Slab<AnyTypedData>;
  /** The bytes of the elements, if `wantsBytes` requires them. */
  readonly bytes: Uint8Array | undefined;
  readonly isLastWhole: boolean;
}

/** The result of decoding. */
export interface DecodedParts {
  readonly data: DecodedData;
  readonly shape: readonly number[];
  readonly dims: readonly (string | undefined)[];
  readonly dataType: DataType;
  readonly notes: readonly string[];
}

/** The part of an array that decoding needs. An `NdArray` qualifies. */
export type MeantArray = Pick<ArrayHandle, "hierarchy" | "node">;

/** Implemented by the room that knows the conventions. */
export interface ValueDecoder {
  /** Returns whether values of this type are decoded from their bytes, which then have to be read. */
  wantsBytes(dataType: DataType): boolean;
  decode(
    array: MeantArray,
    stored: StoredSlab,
    options: DecodeOptions & { readonly as?: AsName | undefined; readonly signal?: AbortSignal | undefined },
  ): Promise<DecodedParts>;
}

type ByIndices = Exclude<AnySelection, LabelSelection>;

const NAMES = { flags: 0, valid: 0, times: 0 } as const;

export async function readDecoded(
  handle: ArrayHandle,
  given: AnySelection | undefined,
  options: ReadOptions,
  decode: DecodeOptions,
  as: AsName | undefined,
): Promise<Slab<DecodedData & { readonly length: number }>> {
  await checkOptions(options, decode);
  const decoder = await loadDecoder();
  if (decoder === undefined) throw new HyperslabError("unsupported", "no value decoder is available");
  const { decode: _, ...read } = options;
  const selection = await byIndices(given, handle, options);
  const wantsBytes = decoder.wantsBytes(handle.node.dataType);
  const slab = await readSlab(handle, selection, read, wantsBytes ? "bytes" : undefined);
  const bytes = wantsBytes && slab.data instanceof Uint8Array ? slab.data : undefined;
  const isLastWhole = endsWithLastAxis(handle, selection);
  const stored = { slab, bytes, isLastWhole };
  return new Slab({ ...(await decoder.decode(handle, stored, { ...decode, as, signal: options.signal })), as });
}

async function checkOptions({ into, shared }: ReadOptions, decode: DecodeOptions): Promise<void> {
  if (typeof decode !== "object" || decode === null) {
    throw new HyperslabError("invalid-request", "decode is true, false, or an object of options");
  }
  if (Object.keys(decode).some((name) => !Object.hasOwn(NAMES, name))) await refuseUnknown("decode", decode, NAMES);
  checkChoice("the form of times (times)", decode.times, ["dates", "iso", "temporal"]);
  if (into === undefined && shared !== true) return;
  const name = into === undefined ? "shared" : "into";
  throw new HyperslabError("invalid-request", `${name} is for stored values, which a decoded read does not give`);
}

/** Returns whether the last dimension of the result is the last dimension of the array. */
function endsWithLastAxis({ node }: ArrayHandle, selection: ByIndices | undefined): boolean {
  if (node.shape.length === 0 || isPointSelection(selection)) return false;
  if (isBlockSelection(selection)) return true;
  const names = node.dimensions.map((dimension) => dimension.name);
  return normalizeSelection(selection, node.shape, names).resultAxes.at(-1) === node.shape.length - 1;
}
