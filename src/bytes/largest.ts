/**
 * The largest of many numbers, or `least` if none is larger. `Math.max(...numbers)` passes each as an argument and overflows
 * the stack at about 100,000.
 */
export function largest(numbers: Iterable<number>, least: number = Number.NEGATIVE_INFINITY): number {
  let most = least;
  for (const number of numbers) if (number > most) most = number;
  return most;
}
