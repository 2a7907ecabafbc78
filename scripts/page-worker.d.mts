/** Codecs, by their paths from src/codecs, that hold only elements of variable length: pages decode and encode those themselves. */
export const LEFT_OUT: readonly string[];
/** Makes plain imports of lazy ones, by name; undefined if there are none. */
export function withPlainImports(code: string): string | undefined;
