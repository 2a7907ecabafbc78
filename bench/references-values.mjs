// Reads values through references, and the same chunks as a Zarr directory, in turn: from the disk and from nginx.
//   npm run build && node bench/references-values.mjs [--rounds 5] [--mib 128]
// The references point to one file that holds all chunks, as those of a netCDF file do. Requests are counted by nginx.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create, openArray } from "../dist/lib/index.js";
import { startServer } from "../scripts/web-servers.mjs";

const option = (name, usual) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : usual);
const rounds = Number(option("--rounds", 5));
const chunks = Number(option("--mib", 128));
/** Float32 elements of a chunk of 1 MiB. */
const LENGTH = 2 ** 18;

const folder = mkdtempSync(join(tmpdir(), "hyperslab-references-values-"));
chmodSync(folder, 0o755);

/** A Zarr v2 array, its chunks again, one after the other in a file, and a set that refers to them there. */
async function make(name, codecs) {
  const directory = join(folder, `${name}.zarr`);
  const array = await create(directory, {
    format: "zarr2",
    shape: [chunks * LENGTH],
    chunks: [LENGTH],
    dtype: "float32",
    codecs,
  });
  await array.write(
    undefined,
    Float32Array.from({ length: chunks * LENGTH }, (_, i) => Math.sin(i / 1000)),
  );
  const refs = { ".zarray": readFileSync(join(directory, ".zarray"), "utf8") };
  const parts = [];
  let offset = 0;
  for (let chunk = 0; chunk < chunks; chunk++) {
    const bytes = readFileSync(join(directory, String(chunk)));
    refs[chunk] = [`${name}.bin`, offset, bytes.byteLength];
    parts.push(bytes);
    offset += bytes.byteLength;
  }
  writeFileSync(join(folder, `${name}.bin`), Buffer.concat(parts));
  writeFileSync(join(folder, `${name}.json`), JSON.stringify({ version: 1, refs }));
}

/** Seconds to read all, opened before, so that only values count. */
async function timed(address) {
  const array = await openArray(address, { cacheBytes: 0 });
  const [start, used] = [performance.now(), process.cpuUsage()];
  const { data } = await array.read();
  const { user, system } = process.cpuUsage(used);
  if (data[12_345] !== Math.fround(Math.sin(12.345))) throw new Error(`${address}: wrong values`);
  return { seconds: (performance.now() - start) / 1000, cpu: (user + system) / 1e6 };
}

const linesOf = (path) => readFileSync(path, "utf8").split("\n").length - 1;

let server;
try {
  await make("plain", ["bytes"]);
  await make("zstd", ["bytes", "zstd"]);
  server = await startServer("nginx", { root: folder, settings: "" });
  for (const [place, root] of [
    ["disk", folder],
    ["nginx", server.origin],
  ]) {
    for (const name of ["plain", "zstd"]) {
      const best = {};
      for (let round = 0; round <= rounds; round++) {
        for (const kind of ["zarr", "json"]) {
          const before = linesOf(server.log);
          const found = await timed(`${root}/${name}.${kind}`);
          const requests = linesOf(server.log) - before;
          // The first round loads code and fills caches.
          if (round > 0 && !(best[kind]?.seconds <= found.seconds)) best[kind] = { ...found, requests };
        }
      }
      const { zarr, json } = best;
      const ratio = Number((zarr.seconds / json.seconds).toFixed(2));
      const cpuRatio = Number((zarr.cpu / json.cpu).toFixed(2));
      console.log(JSON.stringify({ place, name, mib: chunks, zarr, references: json, ratio, cpuRatio }));
    }
  }
} finally {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}
