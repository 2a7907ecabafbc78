/**
 * Scratch memory inside the memory of the kernels, once they are loaded: data read or decoded into it need not be
 * copied into a kernel and out again.
 */

import { codecLimits } from "../limits.ts";
import { leaseStarter, type Scratch, scratchBuffer } from "../pipeline/allocate.ts";
import { loadedKernels } from "./kernels.ts";

/** Areas begin at page boundaries, as other large buffers almost do (see bytes/source/copy-distance.ts). */
const PAGE_BYTES = 4096;

/**
 * An area for one user. Views of it are valid until kernel memory grows, which any kernel may cause, so all uses must
 * run inside `settled`. The contents of a lease survive that; whether it lies here or outside is decided when it
 * starts.
 */
export function kernelArea(): Scratch {
  const outside = scratchBuffer();
  const start = leaseStarter();
  let pointer = 0;
  let capacity = 0;
  return {
    lease: (length) => {
      const kernels = codecLimits.kernelAreaBytes.isExceededBy(length) ? undefined : loadedKernels();
      if (kernels === undefined) {
        const { bytes } = outside.lease(length);
        return start(() => bytes);
      }
      if (length > capacity) {
        capacity = 2 ** Math.ceil(Math.log2(Math.max(length, PAGE_BYTES)));
        pointer = Math.ceil(kernels.memory.reserve(capacity + PAGE_BYTES) / PAGE_BYTES) * PAGE_BYTES;
      }
      const begin = pointer;
      return start(() => kernels.memory.bytes.subarray(begin, begin + length));
    },
    holds: (bytes) => loadedKernels()?.memory.locate(bytes) !== undefined || outside.holds(bytes),
  };
}

/** Runs code that works in areas, and runs it again if kernel memory grew meanwhile, because the areas were then detached. */
export function settled<T>(run: () => T): T {
  for (;;) {
    const before = loadedKernels()?.memory.bytes.buffer;
    const isSettled = (): boolean => loadedKernels()?.memory.bytes.buffer === before;
    try {
      const result = run();
      if (isSettled()) return result;
    } catch (error) {
      if (isSettled()) throw error;
    }
  }
}
