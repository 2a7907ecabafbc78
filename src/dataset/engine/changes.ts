/**
 * How often this program has changed anything, in any store. What was derived from stored values, such as the sorted
 * labels of a coordinate, stays true as long as this count stays the same.
 */
let changes = 0;

/** Something was written or deleted. */
export function noteChange(): void {
  changes += 1;
}

/** Changes up to now. */
export function changeCount(): number {
  return changes;
}
