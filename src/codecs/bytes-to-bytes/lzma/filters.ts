/**
 * Filters before the compressor, as described by xz files, raw streams and Python's `lzma`: at most one delta filter
 * (differences of bytes at a distance), then LZMA. Filters for machine code are refused by name.
 */
import type { JsonView } from "../../../bytes/json/view.ts";
import { HyperslabError } from "../../../errors.ts";
import { inRange } from "../../configuration.ts";
import { DEFAULT_PROPERTIES, type LzmaProperties } from "./model.ts";

export const DELTA_ID = 0x03;
export const LZMA2_ID = 0x21;
/**
 * LZMA without LZMA2's chunks. The number in liblzma and Python, 2^62 + 1, is not a double, so documents that passed
 * through JavaScript contain the nearest one; both are accepted.
 */
const LZMA1_ID = 2 ** 62;

export interface FilterChain {
  /** Distances of delta filters, in the order of encoding. */
  readonly deltas: readonly number[];
  readonly compressor: "lzma1" | "lzma2";
  readonly dictionarySize: number;
  readonly properties: LzmaProperties;
  readonly effort: number;
}

/** Dictionaries of the presets 0 to 9, in bytes. */
const PRESET_DICTIONARIES: readonly number[] = [18, 20, 21, 22, 22, 23, 23, 24, 25, 26].map((bits) => 2 ** bits);
export const DEFAULT_PRESET: number = 6;
const MAX_FILTERS = 4;
/** Python's PRESET_EXTREME, a flag added to the number. */
const EXTREME = 2 ** 31;

/** The chain of a preset. */
export function presetChain(preset: number, compressor: FilterChain["compressor"]): FilterChain {
  const effort = preset % EXTREME;
  const dictionarySize = PRESET_DICTIONARIES[effort]!;
  return { deltas: [], compressor, dictionarySize, properties: DEFAULT_PROPERTIES, effort };
}

/** 0 to 9, optionally with the flag for extreme effort. */
export function parsePreset(view: JsonView): number {
  const preset = inRange(view, 0, EXTREME + 9);
  if (preset % EXTREME <= 9) return preset;
  return view.node.offset >= 0 ? 9 : view.fail("expected a preset from 0 to 9");
}

/** A list of filters as accepted by Python's `lzma`. */
export function parseFilters(view: JsonView): FilterChain {
  const items = view.items();
  const last = items.at(-1);
  if (last === undefined || items.length > MAX_FILTERS) return view.fail(`expected 1 to ${MAX_FILTERS} filters`);
  const deltas = items.slice(0, -1).map((item) => {
    if (filterId(item) !== DELTA_ID) item.required("id").fail("only delta filters may stand before LZMA", UNKNOWN);
    item.only(["id", "dist"]);
    return item.get("dist")?.integer(1, 256) ?? 1;
  });
  const id = filterId(last);
  if (id !== LZMA1_ID && id !== LZMA2_ID) last.required("id").fail("the last filter must be LZMA1 or LZMA2", UNKNOWN);
  return { ...parseCompressor(last), deltas, compressor: id === LZMA1_ID ? "lzma1" : "lzma2" };
}

const UNKNOWN = "Known are 3 (delta), 33 (LZMA2) and 4611686018427387905 (LZMA1).";

function filterId(view: JsonView): number {
  return Number(view.required("id").bigint(0n, 2n ** 63n));
}

/** Members that only affect the search for matches are accepted and ignored. */
function parseCompressor(view: JsonView): FilterChain {
  view.only(["id", "preset", "dict_size", "lc", "lp", "pb", "mode", "nice_len", "mf", "depth"]);
  const preset = view.get("preset");
  const base = presetChain(preset === undefined ? DEFAULT_PRESET : parsePreset(preset), "lzma2");
  const lc = view.get("lc")?.integer(0, 4) ?? base.properties.lc;
  const lp = view.get("lp")?.integer(0, 4) ?? base.properties.lp;
  if (lc + lp > 4) view.fail(`lc ${lc} and lp ${lp} are more than 4 together`);
  return {
    ...base,
    dictionarySize: view.get("dict_size")?.integer(4096, 1.5 * 2 ** 30) ?? base.dictionarySize,
    properties: { lc, lp, pb: view.get("pb")?.integer(0, 4) ?? base.properties.pb },
  };
}

/** Undoes a delta filter in place. */
export function addDelta(bytes: Uint8Array, distance: number): void {
  for (let at = distance; at < bytes.byteLength; at++) bytes[at] = bytes[at]! + bytes[at - distance]!;
}

export function subtractDelta(bytes: Uint8Array, distance: number): Uint8Array {
  return Uint8Array.from(bytes, (byte, at) => (at < distance ? byte : byte - bytes[at - distance]!));
}

const MACHINE_CODE: ReadonlySet<number> = new Set([4, 5, 6, 7, 8, 9, 10, 11]);

export function refuseFilter(id: number): never {
  if (MACHINE_CODE.has(id)) {
    throw new HyperslabError("unsupported", `xz: filter ${id}, which is for machine code`, {
      hint: "Compress the data again without a BCJ filter.",
    });
  }
  throw new HyperslabError("invalid-data", `xz: the unknown filter ${id}`);
}
