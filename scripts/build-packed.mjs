// Compiles kernels/packed/*.ts (AssemblyScript) to one WebAssembly module and writes it, as hexadecimal in a TypeScript file,
// to src/codecs/kernels/packed/binary.ts, which is committed:
//
//   node scripts/build-packed.mjs
import { carriedModule, writeIfStarted } from "./assembly.mjs";

const made = carriedModule({
  folder: "kernels/packed",
  name: "packed/binary.ts",
  script: "build-packed.mjs",
  options: ["--use", "abort="],
});
export const { generatedFile, hashSources, generate, refresh } = made;
await writeIfStarted(import.meta.url, made);
