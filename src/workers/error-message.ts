/** Errors cross from a worker by value: code, words, place, hint, and the chain of causes with their names. */
import { HyperslabError, isHyperslabError } from "../errors.ts";
import type { ErrorMessage } from "./messages.ts";

/** A chain of causes is cut here; one that leads back to itself has no end. */
const MOST_CAUSES = 8;

export function toErrorMessage(error: unknown): ErrorMessage {
  if (isHyperslabError(error)) return messageOf(error, MOST_CAUSES);
  return { what: error instanceof Error ? (error.stack ?? error.message) : String(error), place: {} };
}

function messageOf(error: unknown, left: number): ErrorMessage {
  if (!(error instanceof Error)) return { what: String(error), place: {} };
  const cause = error.cause === undefined || left === 0 ? {} : { cause: messageOf(error.cause, left - 1) };
  if (!isHyperslabError(error)) return { name: error.name, what: error.message, place: {}, ...cause };
  const { code, what, place, hint } = error;
  return { code, what, place, ...(hint === undefined ? {} : { hint }), ...cause };
}

export function fromErrorMessage(message: ErrorMessage): Error {
  return message.code === undefined ? new Error(`in a worker: ${message.what}`) : errorOf(message);
}

function errorOf({ name, code, what, place, hint, cause: inner }: ErrorMessage): Error {
  const cause = inner === undefined ? {} : { cause: errorOf(inner) };
  if (code !== undefined)
    return new HyperslabError(code, what, { ...place, ...(hint === undefined ? {} : { hint }), ...cause });
  const error = new Error(what, cause);
  if (name !== undefined) Object.defineProperty(error, "name", { value: name });
  return error;
}
