/** The page with the table between its marks regenerated. */
export function withTable(
  page: string,
  filters: ReadonlyMap<number, { readonly title: string; readonly except?: string }>,
  floats: ReadonlyMap<string, string>,
): string;
