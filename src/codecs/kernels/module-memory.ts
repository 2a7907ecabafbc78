/** The memory of a WebAssembly module that has one to itself, divided by hand: workspaces first, then what a call needs. */
import { HyperslabError } from "../../errors.ts";

const PAGE = 64 * 1024;
/** Vectors, and lines of the processor's cache. */
export const ALIGNMENT = 64;

/** `kernel`: whose it is, for the error. */
export function newMemory(kernel: string): WebAssembly.Memory {
  try {
    return new WebAssembly.Memory({ initial: 32, maximum: 65536 });
  } catch (cause) {
    throw new HyperslabError("unsupported", `there is no memory left for the ${kernel} kernel`, { cause });
  }
}

export function aligned(address: number): number {
  return Math.ceil(address / ALIGNMENT) * ALIGNMENT;
}

/** All bytes of a memory that has at least so many. */
export function ensure(memory: WebAssembly.Memory, end: number, kernel: string): Uint8Array {
  const missing = end - memory.buffer.byteLength;
  if (missing > 0) {
    try {
      memory.grow(Math.ceil(missing / PAGE));
    } catch (cause) {
      throw new HyperslabError("unsupported", `${end} bytes do not fit into the memory of the ${kernel} kernel`, {
        hint: "The chunks of this array are too large to be decoded or encoded whole on this machine.",
        cause,
      });
    }
  }
  return new Uint8Array(memory.buffer);
}
