/** Checks of options by name and value. Types find a misspelt one only where TypeScript checks an object literal. */
import { HyperslabError } from "../errors.ts";

/** Each option of a call, and nothing else. */
export type OptionNames<T> = { readonly [Name in KeysOf<T>]-?: 0 };
type KeysOf<T> = T extends unknown ? keyof T : never;

/** Options that mean the same in every call, and take true or false. */
const SWITCHES = /^(?:workers|overwrite|force|verify|lossy|complete|consolidated|keepEmptyChunks)$/;

/** Returns whether any option has an unknown name or an impossible value. An option that is undefined is accepted. */
export function hasUnknown(options: object | undefined, known: Readonly<Record<string, 0>>): boolean {
  return options === null || firstUnknown(options, known) !== undefined;
}

/** The first option with an unknown name or an invalid value. */
export function firstUnknown(options: object | undefined, known: Readonly<Record<string, 0>>): string | undefined {
  for (const name in options) {
    const value = given(options, name);
    if (value !== undefined && (known[name] !== 0 || isWrong(name, value))) return name;
  }
  return undefined;
}

function isWrong(name: string, value: unknown): boolean {
  // Signals of other realms and polyfills are not instances of this AbortSignal.
  if (name === "signal") return typeof value !== "object" || value === null || !("aborted" in value);
  if (name === "concurrency") return typeof value !== "number" || !(value >= 1);
  if (name === "onProgress") return typeof value !== "function";
  return typeof value !== "boolean" && SWITCHES.test(name);
}

function given(options: object | undefined, name: string): unknown {
  return (options as Readonly<Record<string, unknown>> | undefined)?.[name];
}

/** Rejects with the error for the unknown option or invalid value. The code that prints it is loaded on demand. */
export async function refuseUnknown(
  call: string,
  options: object | undefined,
  known: Readonly<Record<string, 0>>,
): Promise<never> {
  const { refusedOption } = await import("./unknown-option.ts");
  throw refusedOption(call, options, firstUnknown(options, known), known);
}

/** Refuses any other word; `what` names the setting. */
export function checkChoice(what: string, given: string | undefined, known: readonly string[]): void {
  if (given === undefined || known.includes(given)) return;
  throw new HyperslabError("invalid-request", `${what} cannot be ${JSON.stringify(given)}`, {
    hint: `Use one of ${known.join(", ")}.`,
  });
}
