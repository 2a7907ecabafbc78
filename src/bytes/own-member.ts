/**
 * Looks up a name that comes from outside: a caller, a document, a server. Plain indexing would also find `constructor`,
 * `toString` and `__proto__`, which every object inherits.
 */
export function ownMember<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
