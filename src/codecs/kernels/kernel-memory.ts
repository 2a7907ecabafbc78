/**
 * The memory kernels work in: a stack of regions. An operation marks the top, allocates what it needs and releases
 * everything at the end; operations may nest.
 */
import { HyperslabError } from "../../errors.ts";

export interface KernelMemory {
  /** All of it. Growing replaces it, so it must be fetched again after every `allocate`, and after calls to other code. */
  readonly bytes: Uint8Array;
  /** A region of `length` bytes, its contents undefined, at an address that is a multiple of 64. */
  allocate(length: number): number;
  mark(): number;
  /** Frees everything allocated since that mark. */
  release(mark: number): void;
  /**
   * A permanent region, e.g. for buffers that are decoded in place. Not inside an operation. A memory that is not
   * shared loses its views when it grows: reserve scratch room first, or share the memory.
   */
  reserve(length: number): number;
  /** The address of a view of this memory, so that it need not be copied; undefined for others. */
  locate(view: Uint8Array): number | undefined;
}

/** The basis of a memory: its bytes, and how to grow them. */
export interface Growable {
  bytes(): Uint8Array;
  /** Makes room for at least `end` bytes, or throws. */
  grow(end: number): void;
}

const ALIGNMENT = 64;

/** Addresses stay below 4 GiB, with a page to spare so that the end of a region is a valid address too. */
const LIMIT = 2 ** 32 - 2 ** 16;

export function kernelMemory(growable: Growable, heapBase: number): KernelMemory {
  let base = align(heapBase);
  let top = base;
  return {
    get bytes() {
      return growable.bytes();
    },
    allocate: (length) => {
      const pointer = top;
      const end = align(pointer + length);
      if (end > growable.bytes().byteLength) growTo(growable, end, length);
      top = end;
      return pointer;
    },
    mark: () => top,
    release: (mark) => {
      top = mark;
    },
    reserve(length) {
      if (top !== base) throw new Error("memory is reserved inside an operation");
      const pointer = this.allocate(length);
      base = top;
      return pointer;
    },
    locate: (view) => (view.buffer === growable.bytes().buffer ? view.byteOffset : undefined),
  };
}

function align(address: number): number {
  return Math.ceil(address / ALIGNMENT) * ALIGNMENT;
}

function growTo(growable: Growable, end: number, length: number): void {
  try {
    if (end > LIMIT) throw new RangeError("beyond 32-bit addresses");
    growable.grow(end);
  } catch (cause) {
    throw new HyperslabError("unsupported", `${length} bytes do not fit into the memory of the codec kernels`, {
      hint: "The chunks of this array are too large to be decoded or encoded whole on this machine.",
      cause,
    });
  }
}
