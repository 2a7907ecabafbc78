// The error of a scenario that observed something that must not happen.

/** Wrong values, lost data, a failure without a type: the run stops here. */
export class Wrong extends Error {
  name = "Wrong";
}

export function isTyped(error) {
  return error instanceof Error && error.name === "HyperslabError";
}

/** Runs `action`; returns its result, or the typed error it threw. Any other error is wrong. */
export async function orTyped(action) {
  try {
    return { value: await action() };
  } catch (error) {
    if (isTyped(error)) return { error };
    throw new Wrong(`an error without a type: ${error?.stack ?? error}`);
  }
}
