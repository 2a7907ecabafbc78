/** Options by name. Types find a misspelt option only where TypeScript checks an object literal; this finds it everywhere. */

/** Each option of a call, and nothing else. */
export type OptionNames<T> = { readonly [Name in KeysOf<T>]-?: 0 };
type KeysOf<T> = T extends unknown ? keyof T : never;

/** Does any option have a name that is not known? One that is undefined does nothing and is accepted. */
export function hasUnknown(options: object | undefined, known: Readonly<Record<string, 0>>): boolean {
  return firstUnknown(options, known) !== undefined;
}

/** The first option whose name is not known. */
export function firstUnknown(options: object | undefined, known: Readonly<Record<string, 0>>): string | undefined {
  for (const name in options) if (known[name] !== 0 && given(options, name) !== undefined) return name;
  return undefined;
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
  const { unknownOption } = await import("./unknown-option.ts");
  throw unknownOption(call, firstUnknown(options, known) ?? "", Object.keys(known));
}
