// Compiles kernels/lzma/*.ts (AssemblyScript) to one WebAssembly module and writes it, as hexadecimal in a TypeScript file,
// to src/codecs/kernels/lzma/binary.ts, which is committed:
//
//   node scripts/build-lzma.mjs
import { carriedModule, writeIfStarted } from "./assembly.mjs";

const made = carriedModule({
  folder: "kernels/lzma",
  name: "lzma/binary.ts",
  script: "build-lzma.mjs",
  options: ["--use", "abort="],
});
export const { generatedFile, hashSources, generate, refresh } = made;
await writeIfStarted(import.meta.url, made);
