// Compiles kernels/zstd/*.ts (AssemblyScript) to one WebAssembly module and writes it, as hexadecimal in a TypeScript file,
// to src/codecs/kernels/zstd/binary.ts, which is committed:
//
//   node scripts/build-zstd.mjs
import { carriedModule, writeIfStarted } from "./assembly.mjs";

const made = carriedModule({
  folder: "kernels/zstd",
  name: "zstd/binary.ts",
  script: "build-zstd.mjs",
  options: ["--use", "abort="],
});
export const { generatedFile, hashSources, generate, refresh } = made;
await writeIfStarted(import.meta.url, made);
