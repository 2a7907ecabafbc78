/** Sizes of elements. They come from untrusted documents, so they are bounded before anything is allocated. */

/** The largest element in bytes: what a signed 32-bit length holds, as in NumPy. */
export const MAX_ITEM_SIZE: number = 2 ** 31 - 1;

/** `size` if it is a whole number of bytes from 1 to the bound. */
export function boundedItemSize(size: number): number | undefined {
  return Number.isInteger(size) && size >= 1 && size <= MAX_ITEM_SIZE ? size : undefined;
}

/** The count behind a name such as `S5`: decimal, without sign or leading zero. */
export function countInName(digits: string): number | undefined {
  return /^[1-9][0-9]{0,15}$/.test(digits) ? Number(digits) : undefined;
}
