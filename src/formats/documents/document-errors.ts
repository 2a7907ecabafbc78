/** Errors about documents: where in them, and whose mistake it is. */
import { positionOf } from "../../bytes/json/position.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { type ErrorPlace, HyperslabError, isHyperslabError } from "../../errors.ts";

/** The place of a JSON value, for errors that its view does not raise. */
export function placeOf({ node, field, source }: JsonView): ErrorPlace {
  return {
    ...(source === undefined || source.key === "" ? {} : { key: source.key }),
    ...(source === undefined || node.offset < 0 ? {} : positionOf(source.text, node.offset)),
    ...(field === "" ? {} : { field }),
  };
}

/** Runs a function of the value. An error gets the value's place. */
export function atView<T>(view: JsonView, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!isHyperslabError(error)) throw error;
    const hint = error.hint === undefined ? {} : { hint: error.hint };
    throw new HyperslabError(error.code, error.what, { ...error.place, ...placeOf(view), ...hint, cause: error });
  }
}

/** Makes a document. What is wrong with it is the caller's mistake, not damaged data: `invalid-data` becomes `invalid-request`. */
export function asRequest<T>(print: () => T): T {
  try {
    return print();
  } catch (error) {
    if (!isHyperslabError(error, "invalid-data")) throw error;
    const hint = error.hint === undefined ? {} : { hint: error.hint };
    throw new HyperslabError("invalid-request", error.what, { ...error.place, ...hint, cause: error });
  }
}
