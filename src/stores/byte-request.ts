/** Checks that all stores share: of ranges, values and renames. */
import { type ByteRange, resolveRange } from "../bytes/source/byte-range.ts";
import { type ErrorPlace, HyperslabError } from "../errors.ts";
import { checkPrefix, isBelow } from "./store-key.ts";

/** Fails with `invalid-request` unless offsets, lengths and suffixes are non-negative integers. */
export function checkRange(range: ByteRange | undefined, place: ErrorPlace): void {
  if (range === undefined) return;
  const numbers = "suffix" in range ? [range.suffix] : [range.offset, range.length ?? 0];
  if (numbers.every((value) => Number.isSafeInteger(value) && value >= 0)) return;
  throw new HyperslabError("invalid-request", `the byte range ${JSON.stringify(range)} is not valid`, {
    ...place,
    hint: "Offset, length and suffix are whole numbers of bytes, 0 or more.",
  });
}

/** Fails with `invalid-request` unless `value` is bytes. */
export function checkValue(value: unknown, place: ErrorPlace): void {
  if (value instanceof Uint8Array) return;
  throw new HyperslabError("invalid-request", "the value to store is not a Uint8Array", place);
}

/** A copy of the range that the caller owns. */
export function cutRange(bytes: Uint8Array, range: ByteRange | undefined): Uint8Array {
  const { start, end } = resolveRange(range, bytes.byteLength);
  return new Uint8Array(bytes.subarray(start, end));
}

/** Fails with `invalid-request` for the root, or if one of `from` and `to` lies inside the other. */
export function checkRename(from: string, to: string, location: string): void {
  checkPrefix(from);
  checkPrefix(to);
  if (from === "" || to === "") {
    throw new HyperslabError("invalid-request", "the root of a store cannot be renamed", { location });
  }
  if (isBelow(to, from) || isBelow(from, to)) {
    throw new HyperslabError("invalid-request", `"${from}" and "${to}" contain each other`, { location });
  }
}

export function nothingToRename(from: string, location: string): HyperslabError {
  return new HyperslabError("not-found", "there is nothing to rename", { location, key: from });
}

export function renameTargetExists(to: string, location: string): HyperslabError {
  return new HyperslabError("exists", "the target of a rename already exists", {
    location,
    key: to,
    hint: "Delete it first, or choose another name.",
  });
}
