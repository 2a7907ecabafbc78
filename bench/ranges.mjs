// Times the chunks of a directory against the same chunks as byte ranges of a few files, in turn; prints the ratio.
//   node bench/ranges.mjs DIR [--rounds N] [--store NAME]     DIR: made by peers/make.py
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { openArray } from "../dist/lib/index.js";
import { sum, time } from "./rows.mjs";

const [dir, ...rest] = process.argv.slice(2);
const option = (name, usual) => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : usual);
const rounds = Number(option("--rounds", 9));
const stores = rest.includes("--store")
  ? [option("--store")]
  : ["v3-small", "v3-raw", "v2-blosc", "v3-zstd", "v3-shard"];
const FILES = 4;

const folder = mkdtempSync(join(tmpdir(), "hyperslab-ranges-"));
try {
  for (const store of stores) console.log(JSON.stringify(await compare(store)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function compare(store) {
  const array = await openArray(`${dir}/${store}.zarr`);
  const ranges = await asRanges(array, store);
  const seconds = { directory: Number.POSITIVE_INFINITY, ranges: Number.POSITIVE_INFINITY };
  const sums = {};
  for (let round = 0; round < rounds; round++) {
    for (const [kind, subject] of Object.entries({ directory: array, ranges })) {
      const timed = await time(1, () => subject.read());
      seconds[kind] = Math.min(seconds[kind], timed.seconds);
      sums[kind] ??= sum(timed.result.data);
    }
  }
  if (sums.directory !== sums.ranges) throw new Error(`${store}: ${sums.directory} is not ${sums.ranges}`);
  return { store, ...seconds, ratio: Number((seconds.directory / seconds.ranges).toFixed(3)) };
}

/** The array again, of a hierarchy whose chunks are parts of files. */
async function asRanges(array, store) {
  const { node, hierarchy } = array;
  const stored = hierarchy.chunks(node);
  const paths = Array.from({ length: FILES }, (_, i) => join(folder, `${store}-${i}`));
  const files = paths.map((path) => ({ descriptor: openSync(path, "w"), end: 0 }));
  const table = new Map();
  let next = 0;
  for await (const { coords } of stored.stored()) {
    const bytes = await stored.source(coords).read();
    const index = next++ % FILES;
    const file = files[index];
    writeSync(file.descriptor, bytes, 0, bytes.length, file.end);
    const place = { directory: dirname(paths[index]), location: folder, key: basename(paths[index]) };
    table.set(coords.join(), { ...place, part: { offset: file.end, length: bytes.length } });
    file.end += bytes.length;
  }
  for (const { descriptor } of files) closeSync(descriptor);
  // Into the system's memory, where the directory's files are after the first round.
  for (const path of paths) warm(path);
  const access = {
    ...stored,
    source: (coords) => ({ read: (range) => readPart(table.get(coords.join()), range) }),
    files: async () => ({ file: (coords) => table.get(coords.join()), readOnly: true, partial: true }),
  };
  const { format, title, store: origin } = hierarchy;
  const virtual = { format, title, store: origin, notes: [], consolidated: false, chunks: () => access };
  return new array.constructor(virtual, node);
}

function warm(path) {
  const file = openSync(path, "r");
  const bytes = new Uint8Array(1 << 20);
  while (readSync(file, bytes) > 0);
  closeSync(file);
}

async function readPart(file, range) {
  if (file === undefined) return undefined;
  const { offset, length } = file.part;
  const start = range === undefined ? 0 : "suffix" in range ? Math.max(0, length - range.suffix) : range.offset;
  const bytes = new Uint8Array(Math.min(length - start, range?.length ?? length));
  const handle = await open(join(file.directory, file.key));
  await handle.read(bytes, 0, bytes.length, offset + start).finally(() => handle.close());
  return bytes;
}
