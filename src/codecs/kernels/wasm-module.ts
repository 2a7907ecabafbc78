/**
 * A WebAssembly module: compiles it, and divides a memory of its own. Its `binary.ts` contains it in hexadecimal,
 * because gzip makes that a fifth smaller than Base64: equal bytes are equal text wherever they lie.
 */
import { fromHexadecimal } from "../../bytes/text/hexadecimal.ts";
import { HyperslabError } from "../../errors.ts";

/** In the flags of an imported memory: it is shared with other threads. */
const SHARED = 2;

/** For shared memory the module differs in one bit, at `flagsAt`. */
export function compileModule(digits: string, flagsAt?: number): Promise<WebAssembly.Module> {
  const binary = bytesOf(digits);
  if (flagsAt !== undefined) binary[flagsAt]! |= SHARED;
  return WebAssembly.compile(binary);
}

/** Node's own decoder takes a hundredth of the time of code that runs once per worker, before it is optimised. */
function bytesOf(digits: string): Uint8Array<ArrayBuffer> {
  const native = globalThis.Buffer?.from;
  return native === undefined ? fromHexadecimal(digits) : new Uint8Array(native(digits, "hex"));
}

/** The memory of a WebAssembly module with a memory of its own, divided by hand: workspaces first, then the data of a call. */
const PAGE = 64 * 1024;
/** Suits vectors and cache lines. */
export const ALIGNMENT = 64;

/** `kernel` names its owner in errors. */
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

/** All bytes of the memory, grown to at least `end` bytes. */
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
