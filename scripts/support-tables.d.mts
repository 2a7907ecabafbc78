/**
 * The pages of docs/formats/ that have tables: their text now, and as it should be. `load` returns a module of src/ by
 * its path.
 */
export function supportPages(
  load: (path: string) => Promise<object>,
): Promise<readonly { readonly name: string; readonly text: string; readonly wanted: string }[]>;
