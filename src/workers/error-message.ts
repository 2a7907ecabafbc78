/** Errors cross from a worker by value: code, words, place, hint, and the cause's words. */
import { HyperslabError, isHyperslabError } from "../errors.ts";
import type { ErrorMessage } from "./messages.ts";

export function toErrorMessage(error: unknown): ErrorMessage {
  if (!isHyperslabError(error))
    return { what: error instanceof Error ? (error.stack ?? error.message) : String(error), place: {} };
  const { code, what, place, hint, cause } = error;
  return {
    code,
    what,
    place,
    ...(hint === undefined ? {} : { hint }),
    ...(cause === undefined ? {} : { cause: cause instanceof Error ? cause.message : String(cause) }),
  };
}

export function fromErrorMessage({ code, what, place, hint, cause }: ErrorMessage): Error {
  if (code === undefined) return new Error(`in a worker: ${what}`);
  return new HyperslabError(code, what, {
    ...place,
    ...(hint === undefined ? {} : { hint }),
    ...(cause === undefined ? {} : { cause: new Error(cause) }),
  });
}
