/** Making documents: what is wrong with a node is the caller's doing, not that of any data. */
import { HyperslabError, isHyperslabError } from "../../errors.ts";

/** Runs `print`; what it finds broken is reported as `invalid-request`. */
export function asRequest<T>(print: () => T): T {
  try {
    return print();
  } catch (error) {
    if (!isHyperslabError(error, "invalid-data")) throw error;
    const hint = error.hint === undefined ? {} : { hint: error.hint };
    throw new HyperslabError("invalid-request", error.what, { ...error.place, ...hint, cause: error });
  }
}
