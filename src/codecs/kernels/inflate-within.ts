/** DEFLATE's decoder over the memory of the codec kernels: what lies there is decoded where it is needed. */
import type { Inflater } from "./inflate-wasm.ts";
import type { Kernels } from "./kernels.ts";

const made = new WeakMap<Kernels, Promise<Inflater | undefined>>();

/** The decoder for these kernels, made once; undefined where they are no WebAssembly. Not inside an operation. */
export function inflateWithin(kernels: Kernels): Promise<Inflater | undefined> {
  const known = made.get(kernels);
  if (known !== undefined) return known;
  const making = instantiate(kernels).catch(() => undefined);
  made.set(kernels, making);
  return making;
}

async function instantiate({ memory, wasm }: Kernels): Promise<Inflater | undefined> {
  if (wasm === undefined) return undefined;
  const { compileInflate, inflateFunctions, inflaterSize, makeInflater } = await import("./inflate-wasm.ts");
  const module = await compileInflate({ shared: !(wasm.buffer instanceof ArrayBuffer) });
  const functions = inflateFunctions(module, wasm);
  return makeInflater(functions, memory.reserve(inflaterSize(functions)));
}
