/** How much memory a decoder needs that is not told by its input. */
import { HyperslabError } from "../../../errors.ts";
import type { BytesType } from "../../codec.ts";

/** The length that is known, or the most that these bytes can give, if that is allowed. */
export function boundedLength({ length, maxLength }: BytesType, most: number): number {
  if (length !== undefined) return length;
  if (most <= maxLength) return most;
  throw new HyperslabError("invalid-data", `the bytes may decode to ${most}, and at most ${maxLength} are allowed`);
}
