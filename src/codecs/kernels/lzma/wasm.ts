/**
 * LZMA as WebAssembly: compiled from kernels/lzma/, contained in binary.ts. A call places input, output and the
 * decoder's state consecutively in the memory of an instance.
 */
import { lazyLimits } from "../../lazy-limits.ts";
import { ALIGNMENT, aligned, compileModule, ensure, newMemory } from "../wasm-module.ts";
import { WASM_HEX } from "./binary.ts";

/** The functions of kernels/lzma/index.ts. All take addresses; negative results are errors. */
export interface LzmaFunctions {
  stateBytes(bits: number): number;
  initialize(state: number, lc: number, lp: number, pb: number): void;
  reset(state: number): void;
  start(state: number, at: number, end: number): number;
  packets(state: number, dictionary: number, at: number, end: number, size: number): number;
  endMark(state: number, position: number): number;
  settle(state: number): number;
}

/** The layout of one call: addresses, and views that are valid until the next. */
export interface LzmaLayout {
  readonly functions: LzmaFunctions;
  readonly source: Uint8Array;
  readonly target: Uint8Array;
  readonly state: number;
  readonly words: DataView;
}

export interface LzmaKernel {
  /** Runs `run` on a copy of `bytes` and room for `length` bytes. */
  use<T>(bytes: Uint8Array, length: number, run: (layout: LzmaLayout) => T): T;
}

/** The largest possible lc + lp. */
const MOST_BITS = 12;

let loading: Promise<LzmaKernel | undefined> | undefined;

/** The kernel of this realm; undefined if WebAssembly is missing or forbidden. */
export function loadLzmaKernel(): Promise<LzmaKernel | undefined> {
  loading ??= makeKernel().catch(() => undefined);
  return loading;
}

interface Instance {
  readonly memory: WebAssembly.Memory;
  readonly functions: LzmaFunctions;
}

async function makeKernel(): Promise<LzmaKernel> {
  const module = await compileModule(WASM_HEX);
  let kept: Instance | undefined;
  const instantiate = (): Instance => {
    const memory = newMemory("LZMA");
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    // The only place with types from outside: the tests call every function.
    return { memory, functions: exports as LzmaFunctions & WebAssembly.Exports };
  };
  kept = instantiate();
  return {
    use: (bytes, length, run) => {
      const instance = (kept ??= instantiate());
      try {
        return run(layOut(instance, bytes, length));
      } finally {
        if (lazyLimits.keptModuleBytes.isExceededBy(instance.memory.buffer.byteLength)) kept = undefined;
      }
    },
  };
}

function layOut({ memory, functions }: Instance, bytes: Uint8Array, length: number): LzmaLayout {
  const source = ALIGNMENT;
  const target = aligned(source + bytes.byteLength);
  const state = aligned(target + length);
  ensure(memory, state + functions.stateBytes(MOST_BITS), "LZMA");
  const { buffer } = memory;
  const staged = new Uint8Array(buffer, source, bytes.byteLength);
  staged.set(bytes);
  return {
    functions,
    source: staged,
    target: new Uint8Array(buffer, target, length),
    state,
    words: new DataView(buffer, state, ALIGNMENT),
  };
}
