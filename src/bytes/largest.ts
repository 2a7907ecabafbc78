/** The largest of many numbers. `Math.max(...numbers)` passes each as an argument and overflows the stack at some 100,000. */

/** `least` if there are none, or none is larger. */
export function largest(numbers: Iterable<number>, least: number = Number.NEGATIVE_INFINITY): number {
  let most = least;
  for (const number of numbers) if (number > most) most = number;
  return most;
}
