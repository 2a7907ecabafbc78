/** How much memory a decoder needs if its input does not say. */
import { HyperslabError } from "../../../errors.ts";
import type { BytesType } from "../../codec.ts";

/** The known length, or the most that these bytes can decode to, if that is allowed. */
export function boundedLength({ length, maxLength }: BytesType, most: number): number {
  if (length !== undefined) return length;
  if (most <= maxLength) return most;
  throw new HyperslabError("invalid-data", `the bytes may decode to ${most}, and at most ${maxLength} are allowed`);
}
