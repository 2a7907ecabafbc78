/**
 * Buffers with a faster way to copy rows within them: the memory of the codec kernels. A call of the engine's memmove from
 * JavaScript takes as long as copying 2 KiB.
 */

/** Copies `count` rows of `length` bytes within one buffer. Rows lie a step apart and do not overlap. */
export type CopyRows = (
  source: number,
  sourceStep: number,
  target: number,
  targetStep: number,
  length: number,
  count: number,
) => void;

const within = new WeakMap<ArrayBufferLike, CopyRows>();

/** Registers the way to copy rows within this buffer. */
export function setCopyRows(buffer: ArrayBufferLike, copy: CopyRows): void {
  within.set(buffer, copy);
}

/** The fast way to copy rows between these buffers, if there is one. */
export function copyRowsBetween(source: ArrayBufferLike, target: ArrayBufferLike): CopyRows | undefined {
  return source === target ? within.get(source) : undefined;
}
