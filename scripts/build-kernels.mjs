// Compiles kernels/*.ts (AssemblyScript) to one WebAssembly module and writes it, as hexadecimal in
// a TypeScript file, to src/codecs/kernels/wasm-binary.ts, which is committed:
//
//   node scripts/build-kernels.mjs
import { carriedModule, writeIfStarted } from "./assembly.mjs";

const made = carriedModule({
  folder: "kernels",
  name: "wasm-binary.ts",
  script: "build-kernels.mjs",
  // Address 0 stays unused.
  options: ["--memoryBase", "64"],
});
export const { generatedFile, hashSources, generate, refresh } = made;
await writeIfStarted(import.meta.url, made);
