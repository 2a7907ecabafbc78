// Compiles kernels/inflate/*.ts (AssemblyScript) to one WebAssembly module and writes it, as hexadecimal in a TypeScript file,
// to src/codecs/kernels/inflate/binary.ts, which is committed:
//
//   node scripts/build-inflate.mjs
import { carriedModule, writeIfStarted } from "./assembly.mjs";

const made = carriedModule({
  folder: "kernels/inflate",
  name: "inflate/binary.ts",
  script: "build-inflate.mjs",
  options: ["--use", "abort="],
  shared: ["adler32.ts", "crc-fold.ts"],
});
export const { generatedFile, hashSources, generate, refresh } = made;
await writeIfStarted(import.meta.url, made);
