/** The library in few files, of which a process that a test starts loads what it needs. */
import { join } from "node:path";
import { build } from "esbuild";

export async function bundledLibrary(folder: string): Promise<string> {
  await build({
    entryPoints: { library: join(import.meta.dirname, "../../../src/index.ts") },
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    minify: true,
    platform: "node",
    format: "esm",
    external: ["@aws-sdk/*"],
    logLevel: "error",
  });
  return join(folder, "library.mjs");
}
