/** Errors cross from a worker by value: class, code, words, place, hint, and the chain of causes. */
import { ownMember } from "../../bytes/own-member.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import type { ErrorMessage } from "./messages.ts";

/** A chain of causes is cut here; one that leads back to itself has no end. */
const MOST_CAUSES = 8;

/** Classes of the language, which are made again; any other error keeps its name. */
const CLASSES: Readonly<Record<string, new (message: string, options: ErrorOptions) => Error>> = {
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
};

export function toErrorMessage(error: unknown): ErrorMessage {
  return messageOf(error, MOST_CAUSES);
}

function messageOf(error: unknown, left: number): ErrorMessage {
  if (!(error instanceof Error)) return { what: String(error), place: {} };
  const cause = error.cause === undefined || left === 0 ? {} : { cause: messageOf(error.cause, left - 1) };
  if (isHyperslabError(error)) {
    const { code, what, place, hint, request } = error;
    return { code, what, place, ...(hint !== undefined && { hint }), ...(request && { request }), ...cause };
  }
  // Where it happened can be told by the worker alone; of a cause the error before it tells.
  const { name, message, stack } = error;
  return { name, what: message, place: {}, ...(left === MOST_CAUSES && stack && { stack }), ...cause };
}

export function fromErrorMessage(message: ErrorMessage): Error {
  const error = errorOf(message);
  if (message.code === undefined) error.stack = `in a worker: ${message.stack ?? message.what}`;
  return error;
}

function errorOf({ name = "Error", code, what, place, hint, request, cause: inner }: ErrorMessage): Error {
  const cause = inner === undefined ? {} : { cause: errorOf(inner) };
  if (code !== undefined) {
    return new HyperslabError(code, what, {
      ...place,
      ...(hint !== undefined && { hint }),
      ...(request && { request }),
      ...cause,
    });
  }
  const error = new (ownMember(CLASSES, name) ?? Error)(what, cause);
  if (error.name !== name) Object.defineProperty(error, "name", { value: name, configurable: true });
  return error;
}
