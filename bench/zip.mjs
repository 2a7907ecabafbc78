// Times zip archives: 70 000 stored values of 4 KiB written, opened and read back, by Hyperslab and, where they are
// installed, by other packages.
//
//   node bench/zip.mjs [folder with node_modules of unzipit, fflate, client-zip, yazl]
//
// Each contestant runs in a process of its own, three times, interleaved; the best time counts. Time of the processor
// is shown too: it depends less on what else the machine does. Archives go to the folder for temporary files.
import { execFileSync } from "node:child_process";
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const COUNT = 70_000;
const LENGTH = 4096;
const ROUNDS = 3;

const keys = Array.from({ length: COUNT }, (_, i) => `temperature/c/${Math.floor(i / 250)}/${i % 250}`);

/** Distinct values, so that no contestant benefits from equal ones. */
function values() {
  const seed = new Uint8Array(LENGTH + COUNT);
  for (let i = 0; i < seed.length; i++) seed[i] = (i * 2654435761) >>> 24;
  return keys.map((_, i) => seed.subarray(i, i + LENGTH));
}

async function timed(run) {
  const before = process.cpuUsage();
  const start = performance.now();
  await run();
  const milliseconds = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  return { milliseconds, cpu: (user + system) / 1000 };
}

const contestants = {
  "hyperslab write": async ({ path, hyperslab }) => {
    const { fileBytes, zipStore } = await import(hyperslab);
    const all = values();
    return timed(async () => {
      const store = zipStore(fileBytes(path));
      for (let i = 0; i < COUNT; i++) await store.set(keys[i], all[i]);
      await store.close();
    });
  },
  "hyperslab open": async ({ path, hyperslab }) => {
    const { fileBytes, zipStore } = await import(hyperslab);
    return timed(async () => {
      const store = zipStore(fileBytes(path));
      if ((await store.head(keys[12_345]))?.size !== LENGTH) throw new Error("not there");
    });
  },
  "hyperslab get": async ({ path, hyperslab }) => {
    const { fileBytes, zipStore } = await import(hyperslab);
    const store = zipStore(fileBytes(path));
    await store.head(keys[0]);
    return timed(async () => {
      for (let i = 0; i < COUNT; i += 7) {
        if ((await store.get(keys[i])).byteLength !== LENGTH) throw new Error("short");
      }
    });
  },
  "hyperslab list": async ({ path, hyperslab }) => {
    const { fileBytes, zipStore } = await import(hyperslab);
    const store = zipStore(fileBytes(path));
    await store.head(keys[0]);
    return timed(async () => {
      let count = 0;
      for await (const _ of store.list("")) count++;
      if (count !== COUNT) throw new Error("not all");
    });
  },
  "unzipit open": async ({ path, require }) => {
    const { unzipRaw } = await import(require("unzipit"));
    return timed(async () => {
      const { entries } = await unzipRaw(rangeReader(path));
      if (entries.length !== COUNT) throw new Error("not all");
    });
  },
  "unzipit get": async ({ path, require }) => {
    const { unzip } = await import(require("unzipit"));
    const { entries } = await unzip(rangeReader(path));
    return timed(async () => {
      for (let i = 0; i < COUNT; i += 7) {
        if ((await entries[keys[i]].arrayBuffer()).byteLength !== LENGTH) throw new Error("short");
      }
    });
  },
  "fflate write": async ({ path, require }) => {
    const { zipSync } = await import(require("fflate"));
    const all = values();
    return timed(async () => {
      const files = Object.fromEntries(keys.map((key, i) => [key, all[i]]));
      writeFileSync(path, zipSync(files, { level: 0 }));
    });
  },
  "client-zip write": async ({ path, require }) => {
    const { makeZip } = await import(require("client-zip"));
    const all = values();
    const { createWriteStream } = await import("node:fs");
    const { Readable } = await import("node:stream");
    const { pipeline } = await import("node:stream/promises");
    return timed(async () => {
      function* files() {
        for (let i = 0; i < COUNT; i++) yield { name: keys[i], input: all[i] };
      }
      await pipeline(Readable.fromWeb(makeZip(files())), createWriteStream(path));
    });
  },
  "yazl write": async ({ path, require }) => {
    const { ZipFile } = (await import(require("yazl"))).default;
    const all = values();
    const { createWriteStream } = await import("node:fs");
    const { pipeline } = await import("node:stream/promises");
    return timed(async () => {
      const archive = new ZipFile();
      for (let i = 0; i < COUNT; i++) {
        archive.addBuffer(Buffer.from(all[i].buffer, all[i].byteOffset, LENGTH), keys[i], { compress: false });
      }
      archive.end();
      await pipeline(archive.outputStream, createWriteStream(path));
    });
  },
};

/** unzipit's own interface for something that can be read in ranges. */
function rangeReader(path) {
  const file = openSync(path, "r");
  return {
    getLength: async () => fstatSync(file).size,
    read: async (offset, size) => {
      const bytes = new Uint8Array(size);
      readSync(file, bytes, 0, size, offset);
      return bytes;
    },
    close: () => closeSync(file),
  };
}

function requireFrom(folder) {
  const require = createRequire(join(folder, "package.json"));
  return (name) => pathToFileURL(require.resolve(name)).href;
}

if (process.argv[2] === "--one") {
  const [, , , name, path, hyperslab, folder] = process.argv;
  const require = folder ? requireFrom(folder) : undefined;
  const times = await contestants[name]({ path, hyperslab, require });
  console.log(JSON.stringify({ ...times, rss: process.resourceUsage().maxRSS / 1024 }));
} else {
  const folder = process.argv[2];
  const scratch = mkdtempSync(join(tmpdir(), "hyperslab-bench-zip-"));
  const { buildSync } = await import("esbuild");
  const source = (name) => JSON.stringify(fileURLToPath(new URL(`../src/stores/${name}`, import.meta.url)));
  const hyperslab = join(scratch, "hyperslab.mjs");
  buildSync({
    stdin: {
      contents: `export { fileBytes } from ${source("file/bytes.ts")}; export { zipStore } from ${source("zip/zip.ts")};`,
      resolveDir: scratch,
    },
    outfile: hyperslab,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
  });
  const names = Object.keys(contestants).filter((name) => name.startsWith("hyperslab") || folder !== undefined);
  const best = new Map();
  const archive = join(scratch, "archive.zip");
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of names) {
      const reads = !name.endsWith("write");
      const path = reads || name.startsWith("hyperslab") ? archive : join(scratch, `${name}.zip`);
      if (!reads) rmSync(path, { force: true });
      const args = [fileURLToPath(import.meta.url), "--one", name, path, hyperslab, folder ?? ""];
      const outcome = JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
      const known = best.get(name) ?? outcome;
      for (const part of ["milliseconds", "cpu", "rss"]) known[part] = Math.min(known[part], outcome[part]);
      best.set(name, known);
    }
  }
  rmSync(scratch, { recursive: true });
  for (const [name, { milliseconds, cpu, rss }] of best) {
    const [wall, busy, memory] = [milliseconds, cpu, rss].map((value) => value.toFixed(0).padStart(6));
    console.log(`${name.padEnd(18)} ${wall} ms ${busy} ms of processor ${memory} MB`);
  }
}
