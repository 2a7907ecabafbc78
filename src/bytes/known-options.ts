/** Options by name. Types find a misspelt option only where TypeScript checks an object literal; this finds it everywhere. */

/** Each option of a call, and nothing else. */
export type OptionNames<T> = { readonly [Name in KeysOf<T>]-?: 0 };
type KeysOf<T> = T extends unknown ? keyof T : never;

/** Does any option have a name that is not known? One that is undefined does nothing and is accepted. */
export function hasUnknown(options: object | undefined, known: Readonly<Record<string, 0>>): boolean {
  for (const name in options) if (known[name] !== 0 && given(options, name) !== undefined) return true;
  return false;
}

function given(options: object | undefined, name: string): unknown {
  return (options as Readonly<Record<string, unknown>> | undefined)?.[name];
}

/** Rejects with the error for the unknown option. What it takes to print it is loaded now. */
export async function refuseUnknown(
  call: string,
  options: object | undefined,
  known: Readonly<Record<string, 0>>,
): Promise<never> {
  const unknown = Object.keys(options ?? {}).filter((name) => known[name] !== 0 && given(options, name) !== undefined);
  throw (await import("./unknown-option.ts")).unknownOption(call, unknown[0] ?? "", Object.keys(known));
}
