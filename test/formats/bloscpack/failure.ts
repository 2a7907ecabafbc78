import { type HyperslabError, isHyperslabError } from "../../../src/errors.ts";

/** The error of ours that `run` ends in; anything else fails the test. */
export async function failure(run: () => unknown): Promise<HyperslabError> {
  try {
    await run();
  } catch (error) {
    if (isHyperslabError(error)) return error;
    throw error;
  }
  throw new Error("expected a HyperslabError, nothing was thrown");
}
