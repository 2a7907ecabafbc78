// Targets: files of foreign formats that peers made, with bytes and fields changed, opened and read.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { copy, create, open } from "../../dist/modules/index.js";
import { damage } from "./random.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Larger files would only slow the fuzzing down. */
const LARGEST_FILE = 64 * 1024;
/** Elements that are read of a damaged array at most. */
const MOST_ELEMENTS = 2 ** 20;
/** Numbers that counts, lengths and offsets are changed to. */
const ODD = [0, 1, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 1 << 20];

export function fileTargets() {
  const sets = { netcdf3: "netcdf3", fits: "fits", numpy: "numpy", tar: "tar" };
  const archived = (folder) => async () => filesIn(join(root, "fixtures", folder));
  return {
    ...Object.fromEntries(Object.entries(sets).map(([name, folder]) => [`file-${name}`, fileTarget(archived(folder))])),
    "file-bloscpack": fileTarget(bloscpackFiles),
  };
}

function fileTarget(load) {
  let files;
  return async (random) => {
    files ??= (await load()).filter(({ bytes, name }) => bytes.length <= LARGEST_FILE && !name.endsWith(".cdl"));
    const { name, bytes } = random.pick(files);
    const other = random.pick(files).bytes;
    const damaged = random.chance(2) ? damage(new Uint8Array(bytes), random, other) : withField(bytes, random);
    return {
      describe: () => ({ file: name, value: Buffer.from(damaged).toString("base64") }),
      run: () => [() => readFile(name, new Uint8Array(damaged))],
    };
  };
}

/** A number of two or four bytes, or in FITS the digits of a card, is another one. */
function withField(bytes, random) {
  const changed = Buffer.from(bytes);
  const at = random.below(Math.max(1, Math.min(changed.length, 8192) - 8)) & ~3;
  const odd = random.pick(ODD);
  if (random.chance(3)) changed.write(String(odd).padStart(8), at, "latin1");
  else if (random.chance(2)) changed.writeUInt32BE(odd >>> 0, at);
  else changed.writeUInt32LE(odd >>> 0, at);
  return changed;
}

async function readFile(name, bytes) {
  const isTar = name.endsWith(".tar");
  const node = isTar ? await tarMember(bytes) : await open(new Map([[name, bytes]]), { path: name });
  if (node === undefined) return undefined;
  const nodes = node.kind === "array" ? [node] : await node.children();
  for (const inner of nodes) {
    if (inner.kind !== "array" || inner.size === 0) continue;
    await inner.read(inner.shape.map(() => 0)).catch(typed);
    if (inner.size > MOST_ELEMENTS) continue;
    const read = await inner.read().catch(typed);
    if (read === undefined) continue;
    const { data } = read;
    if (data.length % Math.max(1, inner.size) !== 0) return `${data.length} elements read, ${inner.size} known`;
  }
  return undefined;
}

async function tarMember(bytes) {
  const { tarStore } = await import("../../dist/modules/stores/tar/tar.js");
  const { memorySource } = await import("../../dist/modules/bytes/source/byte-source.js");
  const store = tarStore(memorySource(bytes));
  for await (const { key } of store.list("")) await store.get(key).catch(typed);
  return undefined;
}

/** A typed error is a valid outcome. */
function typed(error) {
  if (error?.name !== "HyperslabError") throw error;
  return undefined;
}

/** Files of the archive in a folder of fixtures. */
function filesIn(folder) {
  const archive = readdirSync(folder).find((name) => name.endsWith(".tar.gz"));
  const bytes = gunzipSync(readFileSync(join(folder, archive)));
  const files = [];
  for (let at = 0; at + 512 <= bytes.length && bytes[at] !== 0; ) {
    const name = bytes.toString("utf8", at, at + 100).replace(/\0.*$/s, "");
    const length = Number.parseInt(bytes.toString("latin1", at + 124, at + 135), 8);
    files.push({ name, bytes: bytes.subarray(at + 512, at + 512 + length) });
    at += 512 + Math.ceil(length / 512) * 512;
  }
  return files;
}

/** Those of strings are bloscpack's own; those of numbers are written by `copy`. */
async function bloscpackFiles() {
  const folder = join(root, "fixtures", "bloscpack-varlen");
  const names = readdirSync(folder).filter((name) => name.endsWith(".blp"));
  const files = names.map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
  const scratch = mkdtempSync(join(tmpdir(), "hyperslab-fuzz-"));
  for (const [at, dtype] of ["uint8", "int16", "float32", "float64"].entries()) {
    for (const shuffle of ["noshuffle", "shuffle", "bitshuffle"]) {
      const source = new Map();
      const array = await create(source, { shape: [30, 20], chunks: [8, 20], dtype });
      await array.write(
        undefined,
        Float64Array.from({ length: 600 }, (_, index) => (index * (at + 1)) % 97),
      );
      const name = `${dtype}-${shuffle}.blp`;
      await copy(source, join(scratch, name), { codecs: [{ name: "blosc", shuffle }] });
      files.push({ name, bytes: readFileSync(join(scratch, name)) });
    }
  }
  rmSync(scratch, { recursive: true });
  return files;
}
