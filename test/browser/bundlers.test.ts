/** Pages made by bundlers: workers decode in them, or the page does where they are forbidden; the values are the same. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build as esbuild } from "esbuild";
import { build as vite } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { create } from "../../src/index.ts";
import { openPage, type PageFiles, type TestPage } from "./page.ts";
import { readWithWorkers } from "./read-with-workers.ts";

/** An application that has the package in its node_modules, as npm would put it there. */
const project = mkdtempSync(join(tmpdir(), "hyperslab-bundlers-"));
const entry = join(project, "start.js");
const data = join(project, "data");
const SIDE = 1024;

const LAYOUTS = {
  zstd: { chunks: [256, 256], codecs: ["zstd"] },
  gzip: { chunks: [512, 512], codecs: ["gzip"] },
  shards: { chunks: [128, 128], shards: [512, 512], codecs: ["blosc"] },
} as const;

beforeAll(async () => {
  mkdirSync(join(project, "node_modules"));
  symlinkSync(process.cwd(), join(project, "node_modules/hyperslab"));
  writeFileSync(entry, `import * as hyperslab from "hyperslab"; Object.assign(window, { hyperslab });`);
  const values = Float32Array.from({ length: SIDE * SIDE }, (_, i) => Math.round(1000 * Math.sin(i / 1000)) / 8);
  for (const [name, layout] of Object.entries(LAYOUTS)) {
    const array = await create(join(data, `${name}.zarr`), { shape: [SIDE, SIDE], dtype: "float32", ...layout });
    await array.write(undefined, values);
  }
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

async function byEsbuild(splitting: boolean): Promise<PageFiles> {
  const { outputFiles } = await esbuild({
    entryPoints: [entry],
    bundle: true,
    splitting,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false,
    outdir: "/bundle",
  });
  return new Map(outputFiles.map(({ path, contents }) => [path.slice(path.lastIndexOf("/") + 1), contents]));
}

async function byVite(): Promise<PageFiles> {
  const made = await vite({
    root: project,
    configFile: false,
    base: "/bundle/",
    logLevel: "silent",
    build: {
      write: false,
      rolldownOptions: { input: entry, output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" } },
    },
  });
  const [output] = Array.isArray(made) ? made : [made];
  if (output === undefined || !("output" in output)) throw new Error("Vite made nothing");
  const bytes = (text: string | Uint8Array): Uint8Array => (typeof text === "string" ? Buffer.from(text) : text);
  return new Map(output.output.map((file) => [file.fileName, bytes(file.type === "chunk" ? file.code : file.source)]));
}

const STRICT = "default-src 'none'; script-src 'self'; connect-src 'self'; worker-src 'none'";

describe.each([
  ["esbuild, in parts", () => byEsbuild(true)],
  ["esbuild, in one file", () => byEsbuild(false)],
  ["Vite", byVite],
] as const)("a page by %s", (_, bundle) => {
  let files: PageFiles;
  beforeAll(async () => {
    files = await bundle();
  });

  it.each([
    ["with workers", {}, true],
    ["without them or WebAssembly, by its policy", { policy: STRICT }, false],
  ] as const)("reads %s", async (_, options, hasWorkers) => {
    const page: TestPage = await openPage(data, { ...options, files });
    try {
      for (const name of Object.keys(LAYOUTS)) {
        const { same, tasks } = await readWithWorkers(page, name, [":, :", "1020:9:-1, 5:900"], hasWorkers);
        expect(same, name).toEqual([true, true]);
        expect(tasks > 0, name).toBe(hasWorkers);
      }
    } finally {
      await page.close();
    }
  });
});
