/**
 * Buffers inside of which somebody copies rows faster than a loop here can: the memory of the codec kernels. A call of the
 * engine's memmove from JavaScript takes as long as copying 2 KiB.
 */

/** Copies `count` rows of `length` bytes from place to place of one buffer; rows lie a step apart. They do not overlap. */
export type CopyRows = (
  source: number,
  sourceStep: number,
  target: number,
  targetStep: number,
  length: number,
  count: number,
) => void;

const within = new WeakMap<ArrayBufferLike, CopyRows>();

/** Says who copies rows inside this buffer. */
export function setCopyRows(buffer: ArrayBufferLike, copy: CopyRows): void {
  within.set(buffer, copy);
}

/** Who copies rows from one of these buffers to the other. */
export function copyRowsBetween(source: ArrayBufferLike, target: ArrayBufferLike): CopyRows | undefined {
  return source === target ? within.get(source) : undefined;
}
