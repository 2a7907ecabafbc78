// Compiles kernels/cdl/*.ts (AssemblyScript) to one WebAssembly module and writes it, as hexadecimal in a TypeScript file,
// to src/cdl/print/kernel/binary.ts, which is committed:
//
//   node scripts/build-cdl.mjs
import { carriedModule, writeIfStarted } from "./assembly.mjs";

const made = carriedModule({
  folder: "kernels/cdl",
  target: "cdl/print/kernel",
  name: "binary.ts",
  script: "build-cdl.mjs",
  options: ["--use", "abort="],
});
export const { generatedFile, hashSources, generate, refresh } = made;
await writeIfStarted(import.meta.url, made);
