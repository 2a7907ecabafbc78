/** Buffers on their way into kernel memory and out of it. */
import type { Kernels } from "./kernels.ts";

/** The address of `bytes`: their own if they lie in kernel memory, else that of a copy. */
export function stage({ memory }: Kernels, bytes: Uint8Array): number {
  const own = memory.locate(bytes);
  if (own !== undefined) return own;
  const pointer = memory.allocate(bytes.byteLength);
  memory.bytes.set(bytes, pointer);
  return pointer;
}

/** Runs an operation; what it allocates is freed in the end. */
export function within<T>({ memory }: Kernels, operation: () => T): T {
  const mark = memory.mark();
  try {
    return operation();
  } finally {
    memory.release(mark);
  }
}
