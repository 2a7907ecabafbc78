/** The kernels as WebAssembly: compiled from kernels/, contained in wasm-binary.ts. */
import { setCopyRows } from "../../model/lattice/lattice.ts";
import { kernelMemory } from "./kernel-memory.ts";
import type { KernelFunctions, Kernels } from "./kernels.ts";
import { MEMORY_FLAGS_AT, WASM_HEX } from "./wasm-binary.ts";
import { compileModule } from "./wasm-module.ts";

type Exports = Omit<KernelFunctions, "crc32c"> & {
  heapBase(): number;
  crc32cTable(table: number): void;
  crc32c(source: number, length: number, initial: number, table: number): number;
};

const PAGE = 64 * 1024;
const CRC32C_TABLE_BYTES = 16 * 1024;

/** A memory for kernels that other threads can read; undefined if the platform has none. */
export function sharedMemory(): WebAssembly.Memory | undefined {
  try {
    return new WebAssembly.Memory({ initial: 16, maximum: 65536, shared: true });
  } catch {
    return undefined;
  }
}

/**
 * An instance over its own memory, or over `memory` (with a maximum of 65536 pages), which may be shared between
 * workers. Each instance hands out regions as if it were alone: callers that share a memory divide it themselves.
 */
export async function loadWasmKernels(memory?: WebAssembly.Memory): Promise<Kernels> {
  const own = memory ?? new WebAssembly.Memory({ initial: 16, maximum: 65536 });
  const module = await compileModule(WASM_HEX, own.buffer instanceof ArrayBuffer ? undefined : MEMORY_FLAGS_AT);
  const instance = await WebAssembly.instantiate(module, { env: { memory: own } });
  // The only place with types from outside: the module is built from kernels/index.ts, and the contract tests call every
  // function.
  const { heapBase, crc32cTable, crc32c, adler32, ...rest } = instance.exports as Exports & WebAssembly.Exports;
  let view = new Uint8Array(0);
  const bytes = () => {
    if (view.buffer === own.buffer) return view;
    setCopyRows(own.buffer, rest.copyRows);
    return (view = new Uint8Array(own.buffer));
  };
  const regions = kernelMemory(
    { bytes, grow: (end) => void own.grow(Math.ceil((end - own.buffer.byteLength) / PAGE)) },
    heapBase(),
  );
  const table = regions.reserve(CRC32C_TABLE_BYTES);
  crc32cTable(table);
  return {
    ...rest,
    variant: "wasm",
    memory: regions,
    wasm: own,
    // WebAssembly has no unsigned results.
    crc32c: (source, length, initial) => crc32c(source, length, initial, table) >>> 0,
    adler32: (source, length, initial) => adler32(source, length, initial) >>> 0,
  };
}
