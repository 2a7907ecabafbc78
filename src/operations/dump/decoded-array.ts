/** An array whose values a dump shows as its attributes interpret them: their type, and which attributes are used up by that. */
import { withTimeUnits } from "../../cf/values/bounds.ts";
import { type NumberPlan, planNumbers, settledResult } from "../../cf/values/plan.ts";
import type { DecodedData, DecodeOptions } from "../../dataset/array/decoding.ts";
import type { NdArray } from "../../dataset/array/nd-array.ts";
import type { Slab } from "../../dataset/array/slab.ts";
import { atPlace } from "../../errors.ts";
import type { Selection } from "../../model/selection/selection.ts";
import { formatTime } from "../../model/values/time-value.ts";

/** The decoding options of a dump. */
export type DumpDecoding = Pick<DecodeOptions, "flags" | "valid">;

export interface DecodedArray {
  /** The name of the data type of the values: text for times, durations and flags. */
  readonly dtype: string;
  /** Whether NaN stands for missing values. */
  readonly masks: boolean;
  /** Names of attributes that do not apply to the decoded values. */
  readonly applied: ReadonlySet<string>;
  readonly notes: readonly string[];
  /** Times and durations are text, and missing ones null. */
  read(part: Selection, signal: AbortSignal | undefined): Promise<ArrayLike<number | bigint | string | null>>;
}

const PACKING = ["scale_factor", "add_offset"];
const MASKS = ["_FillValue", "missing_value"];
const RANGES = ["valid_min", "valid_max", "valid_range"];

/** Returns undefined if nothing changes the meaning of the stored values. */
export async function decodedArray(
  array: NdArray,
  decode: DumpDecoding,
  signal: AbortSignal | undefined,
): Promise<DecodedArray | undefined> {
  const { kind } = array.dataType;
  if (kind !== "integer" && kind !== "float") return undefined;
  const plan = await planOf(array, decode, signal);
  const { meaning, fills, valid, masksNaN } = plan;
  const isPacked = plan.scale !== undefined || plan.offset !== undefined;
  const masks = fills.length > 0 || masksNaN || valid !== undefined;
  const isSame = plan.result === "stored" && plan.dataType === array.dataType && meaning.kind === "numbers" && !masks;
  if (isSame) return undefined;
  const applied = new Set([...PACKING, ...MASKS, "_Unsigned", ...(isPacked || valid !== undefined ? RANGES : [])]);
  if (meaning.kind === "times") for (const name of ["units", "calendar"]) applied.add(name);
  if (meaning.kind === "durations") for (const name of ["units", "dtype"]) applied.add(name);
  if (meaning.kind === "booleans") applied.add("dtype");
  return {
    dtype: typeOf(plan),
    masks,
    applied,
    notes: plan.notes,
    read: async (part, own) =>
      plainValues(await array.read(part, { signal: own, decode: { ...decode, times: "iso" } })),
  };
}

async function planOf(array: NdArray, decode: DumpDecoding, signal: AbortSignal | undefined): Promise<NumberPlan> {
  try {
    return planNumbers(await withTimeUnits(array, signal), decode);
  } catch (error) {
    throw atPlace(error, { location: array.hierarchy.store.location, node: array.path });
  }
}

function typeOf(plan: NumberPlan): string {
  const { kind } = plan.meaning;
  if (kind === "booleans") return "bool";
  if (kind !== "numbers") return "string";
  const result = settledResult(plan);
  if (result === "integers") return "int64";
  return result === "stored" ? plan.dataType.name : result;
}

function plainValues({ data, dataType }: Slab<DecodedData>): ArrayLike<number | bigint | string | null> {
  if (dataType.kind === "timedelta" && data instanceof BigInt64Array) {
    return Array.from(data, (steps) => textOrNull(formatTime(steps, dataType)));
  }
  if (dataType.kind === "string") return Array.from<unknown, string | null>(data, textOrNull);
  return data as ArrayLike<number | bigint>;
}

const textOrNull = (text: unknown): string | null => (text === null || text === "NaT" ? null : String(text));
