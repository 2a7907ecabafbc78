/** Options by name. Types find a misspelt option only where TypeScript checks an object literal; this finds it everywhere. */

/** Each option of a call, and nothing else. */
export type OptionNames<T> = { readonly [Name in KeysOf<T>]-?: 0 };
type KeysOf<T> = T extends unknown ? keyof T : never;

/** Options that mean the same in every call, by the kind of value that they take. */
const KINDS: ReadonlyMap<string, "boolean" | "count" | "function" | "signal"> = new Map([
  ["signal", "signal"],
  ["concurrency", "count"],
  ["onProgress", "function"],
  ["workers", "boolean"],
  ["overwrite", "boolean"],
  ["force", "boolean"],
  ["verify", "boolean"],
  ["lossy", "boolean"],
  ["complete", "boolean"],
  ["consolidated", "boolean"],
  ["keepEmptyChunks", "boolean"],
]);

/** Does any option have a name that is not known, or a value that it cannot have? One that is undefined is accepted. */
export function hasUnknown(options: object | undefined, known: Readonly<Record<string, 0>>): boolean {
  return options === null || firstUnknown(options, known) !== undefined;
}

/** The first option whose name is not known, or whose value is wrong. */
export function firstUnknown(options: object | undefined, known: Readonly<Record<string, 0>>): string | undefined {
  for (const name in options) {
    const value = given(options, name);
    if (value !== undefined && (known[name] !== 0 || wantedKind(name, value) !== undefined)) return name;
  }
  return undefined;
}

/** What the option takes, if not this value. */
function wantedKind(name: string, value: unknown): string | undefined {
  const kind = KINDS.get(name);
  if (kind === undefined) return undefined;
  if (kind === "count") return typeof value === "number" && value >= 1 ? undefined : "a number of 1 or more";
  if (kind !== "signal")
    return typeof value === kind ? undefined : kind === "function" ? "a function" : "true or false";
  // Signals of other realms and polyfills are not instances of this AbortSignal.
  return typeof value === "object" && value !== null && "aborted" in value ? undefined : "an AbortSignal";
}

function given(options: object | undefined, name: string): unknown {
  return (options as Readonly<Record<string, unknown>> | undefined)?.[name];
}

/** Rejects with the error for the unknown option, or the wrong value. What it takes to print it is loaded now. */
export async function refuseUnknown(
  call: string,
  options: object | undefined,
  known: Readonly<Record<string, 0>>,
): Promise<never> {
  const { unknownOption, wrongOption } = await import("./unknown-option.ts");
  const name = options === null ? undefined : firstUnknown(options, known);
  if (name === undefined) throw wrongOption(call, "its options", "an object", options);
  const value = given(options, name);
  const wanted = known[name] === 0 ? wantedKind(name, value) : undefined;
  throw wanted === undefined ? unknownOption(call, name, Object.keys(known)) : wrongOption(call, name, wanted, value);
}
