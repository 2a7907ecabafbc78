import { type HyperslabError, isHyperslabError } from "../../src/errors.ts";

/** The error of ours that `run` throws; anything else fails the test. */
export function caught(run: () => unknown): HyperslabError {
  try {
    run();
  } catch (error) {
    if (isHyperslabError(error)) return error;
    throw error;
  }
  throw new Error("expected a HyperslabError, nothing was thrown");
}
