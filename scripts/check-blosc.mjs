// Checks every bare Blosc frame of an archive of fixtures against its manifest: what it decodes to, and what C's
// `blosc_getitem` gives of it, by the kernels in WebAssembly and by those in plain TypeScript:
//
//   node scripts/check-blosc.mjs ARCHIVE.tar.xz
//
// The archive holds `bloscpack/blosc1/NAME.blosc` and `manifest.json` beside them. Exits with 1 if any differs.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const [archive] = process.argv.slice(2);
if (archive === undefined || !existsSync(archive)) {
  console.error("usage: node scripts/check-blosc.mjs ARCHIVE.tar.xz");
  process.exit(2);
}

const scratch = mkdtempSync(join(tmpdir(), "check-blosc-"));
try {
  process.exitCode = (await main()) ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true });
}

async function main() {
  execFileSync("tar", ["xJf", archive, "-C", scratch, "bloscpack/blosc1"]);
  const folder = join(scratch, "bloscpack", "blosc1");
  const frames = Object.entries(JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")));
  const { decodeBlosc, decodeBloscBytes, loadKernels, loadStreamCodecs } = await importCode();
  let wrong = 0;
  for (const variant of ["wasm", "plain"]) {
    let items = 0;
    const kernels = await loadKernels({ plain: variant === "plain" });
    const { decoders } = await loadStreamCodecs(kernels);
    for (const [name, { raw_size: length, sha256_raw: digest, typesize, getitem }] of frames) {
      const bytes = new Uint8Array(readFileSync(join(folder, `${name}.blosc`)));
      const whole = new Uint8Array(length);
      decodeBlosc(kernels, bytes, whole, decoders);
      check(`${variant} ${name}`, whole, digest);
      for (const { start, nitems, ret, sha256 } of getitem) {
        const out = new Uint8Array(nitems * typesize);
        decodeBloscBytes(kernels, bytes, start * typesize, (start + nitems) * typesize, out, decoders);
        check(`${variant} ${name} ${start}+${nitems}`, out.subarray(0, ret), sha256);
        items += 1;
      }
    }
    console.log(`${variant}: ${frames.length} frames, ${items} parts`);
  }
  console.log(`${wrong} wrong`);
  return wrong === 0;

  function check(what, bytes, digest) {
    if (createHash("sha256").update(bytes).digest("hex") === digest) return;
    wrong += 1;
    console.log(`${what}: other bytes`);
  }
}

async function importCode() {
  const entry = join(scratch, "entry.ts");
  const from = (path) => JSON.stringify(join(root, path));
  writeFileSync(
    entry,
    `export { loadKernels } from ${from("src/codecs/kernels/kernels.ts")};
export { decodeBlosc, decodeBloscBytes } from ${from("src/codecs/kernels/blosc-decode.ts")};
export { loadStreamCodecs } from ${from("src/codecs/bytes-to-bytes/blosc.ts")};`,
  );
  const outdir = join(scratch, "code");
  const settings = { bundle: true, splitting: true, platform: "node", format: "esm", logLevel: "error" };
  await build({ ...settings, entryPoints: [entry], outdir, outExtension: { ".js": ".mjs" } });
  return import(pathToFileURL(join(outdir, "entry.mjs")).href);
}
