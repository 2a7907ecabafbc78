/** One of a few words, given by a caller whom no type stops: JavaScript, JSON, a command line. */
import { HyperslabError } from "../errors.ts";

/** Refuses what is none of these words; `what` says what they are for. */
export function checkChoice(what: string, given: string | undefined, known: readonly string[]): void {
  if (given === undefined || known.includes(given)) return;
  throw new HyperslabError("invalid-request", `${what} cannot be ${JSON.stringify(given)}`, {
    hint: `Known are ${known.join(", ")}.`,
  });
}
