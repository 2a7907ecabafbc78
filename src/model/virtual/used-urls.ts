/** The URLs that references of a table lead to, without those of references that were replaced. */
import type { ReferenceTable } from "./reference-table.ts";

/** Each once, in the order of the references. */
export function usedUrls(table: ReferenceTable): readonly string[] {
  const urls = new Set<string>();
  for (const [, reference] of table.named()) if (reference.kind !== "inline") urls.add(reference.url);
  const numbers = new Set<number>();
  for (const { length, row } of table.patterns()) {
    for (let index = 0; index < length; index++) {
      const found = row(index);
      if (found !== undefined && found.kind !== "inline") numbers.add(found.url);
    }
  }
  for (const number of numbers) urls.add(table.urls[number]!);
  return [...urls];
}
