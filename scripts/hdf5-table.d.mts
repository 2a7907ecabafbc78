/** The page with the table between its marks made anew. */
export function withTable(
  page: string,
  filters: ReadonlyMap<number, { readonly title: string; readonly except?: string }>,
  floats: ReadonlyMap<string, string>,
): string;
