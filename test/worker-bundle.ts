/** Before the runs with tiny limits: bundles the entry of Node's workers, so that sources under test have threads. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { build } from "esbuild";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    workerEntry: string;
  }
}

export async function setup(project: TestProject): Promise<() => void> {
  // Below node_modules, where bare imports of the bundle are found.
  const caches = resolve("node_modules", ".cache");
  mkdirSync(caches, { recursive: true });
  const folder = mkdtempSync(resolve(caches, "hyperslab-worker-"));
  await build({
    entryPoints: ["src/workers/pool/node-worker.ts"],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "external",
    outExtension: { ".js": ".mjs" },
    logLevel: "warning",
  });
  project.provide("workerEntry", resolve(folder, "node-worker.mjs"));
  return () => rmSync(folder, { recursive: true, force: true });
}
