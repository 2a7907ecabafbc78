/**
 * The member of a table by a name that comes from outside: a caller, a document, a server. Plain indexing would find what every
 * object inherits under `constructor`, `toString` and `__proto__`.
 */
export function ownMember<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
