/**
 * Counts the changes this program has made in any store. Data derived from stored values, such as the sorted
 * labels of a coordinate, stays valid as long as the count stays the same.
 */
let changes = 0;

/** Records a write or deletion. */
export function noteChange(): void {
  changes += 1;
}

/** The number of changes so far. */
export function changeCount(): number {
  return changes;
}
