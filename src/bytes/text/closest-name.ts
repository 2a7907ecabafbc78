/**
 * "Did you mean": the known name with the fewest edits from `text`, if these are at most a third of its letters. Letter
 * case does not count.
 */
export function closestName(text: string, names: Iterable<string>): string | undefined {
  const given = text.toLowerCase();
  let best: string | undefined;
  let fewest = Math.max(1, Math.floor(text.length / 3)) + 1;
  for (const name of names) {
    const edits = editDistance(given, name.toLowerCase(), fewest);
    if (edits < fewest) [best, fewest] = [name, edits];
  }
  return best;
}

/** Insertions, deletions, replacements and swaps of neighbours; `limit` if there are that many or more. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = previous[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      let edits = Math.min(replaced, previous[column]! + 1, current[column - 1]! + 1);
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) edits = Math.min(edits, before[column - 2]! + 1);
      current.push(edits);
    }
    [before, previous] = [previous, current];
  }
  return Math.min(previous[b.length]!, limit);
}
