// Opens a JSON reference set of N references (10 000 URLs), and looks up one; with --peers, fsspec and zarrita do the same.
//   node bench/references.mjs [--count 1000000] [--rounds 3]
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const option = (name, usual) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : usual);
const count = Number(option("--count", 1_000_000));
const rounds = Number(option("--rounds", 3));

/** One array of count chunks, 100 per file, URLs of 116 characters. */
async function make(path) {
  const out = createWriteStream(path);
  const zarray = {
    zarr_format: 2,
    shape: [count],
    chunks: [1],
    dtype: "<f4",
    compressor: null,
    fill_value: null,
    order: "C",
    filters: null,
  };
  let text = `{"version":1,"refs":{".zgroup":"{\\"zarr_format\\":2}","data/.zarray":${JSON.stringify(JSON.stringify(zarray))}`;
  for (let i = 0; i < count; i++) {
    const url = `s3://bucket/a/long/path/${"x".repeat(72)}/file-${String(Math.floor(i / 100)).padStart(9, "0")}.nc`;
    text += `,"data/${i}":["${url}",${20_000 + (i % 100) * 4096},${4000 + (i % 96)}]`;
    if (text.length > 1 << 20) {
      if (!out.write(text)) await once(out, "drain");
      text = "";
    }
  }
  out.end(`${text}}}`);
  await once(out, "finish");
}

const ours = `
import { openArray } from ${JSON.stringify(new URL("../dist/node/index.js", import.meta.url).href)};
const start = performance.now();
const array = await openArray(process.argv[1] + "::data");
const opened = performance.now();
const size = (await array.hierarchy.store.head("data/${count - 1}")).size;
console.log(JSON.stringify({ open: (opened - start) / 1000, lookup: (performance.now() - opened) / 1000, size, peak: process.resourceUsage().maxRSS / 1024 }));`;

const folder = mkdtempSync(join(tmpdir(), "hyperslab-references-"));
try {
  const path = join(folder, "refs.json");
  await make(path);
  const megabytes = statSync(path).size / 1e6;
  const runs = [];
  for (let round = 0; round < rounds; round++) {
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", ours, path], {
      encoding: "utf8",
      cwd: fileURLToPath(new URL("..", import.meta.url)),
    });
    if (stdout === "") throw new Error(stderr);
    runs.push(JSON.parse(stdout));
  }
  const best = runs.reduce((a, b) => (b.open < a.open ? b : a));
  console.log(JSON.stringify({ name: "hyperslab", count, fileMB: Math.round(megabytes), ...best }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
