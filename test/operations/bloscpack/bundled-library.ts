/** The library in one file, for processes that a test starts. */
import { join } from "node:path";
import { build } from "esbuild";

export async function bundledLibrary(folder: string): Promise<string> {
  const outfile = join(folder, "library.mjs");
  await build({
    entryPoints: [join(import.meta.dirname, "../../../src/index.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["@aws-sdk/*"],
    logLevel: "error",
  });
  return outfile;
}
