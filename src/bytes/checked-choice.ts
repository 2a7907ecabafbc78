/** One of a few words, from callers that types do not check: JavaScript, JSON, a command line. */
import { HyperslabError } from "../errors.ts";

/** Refuses any other word; `what` names the setting. */
export function checkChoice(what: string, given: string | undefined, known: readonly string[]): void {
  if (given === undefined || known.includes(given)) return;
  throw new HyperslabError("invalid-request", `${what} cannot be ${JSON.stringify(given)}`, {
    hint: `Use one of ${known.join(", ")}.`,
  });
}
