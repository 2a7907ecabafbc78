// Targets: files of Parquet reference sets as peers wrote them, damaged.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { decompress } from "../../dist/modules/dataset/open/byte-codecs.js";
import { readParquet } from "../../dist/modules/parquet/read.js";
import { damage } from "./random.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const CODECS = new Map([
  ["ZSTD", "zstd"],
  ["GZIP", "gzip"],
  ["SNAPPY", "snappy"],
]);

export function parquetTargets() {
  let files;
  return {
    parquet: async (random) => {
      files ??= parquetFiles();
      const damaged = new Uint8Array(damage(random.pick(files), random, random.pick(files)));
      return {
        describe: () => ({ base64: Buffer.from(damaged).toString("base64") }),
        run: () => [() => read(damaged)],
      };
    },
  };
}

async function read(file) {
  const { rowCount, columns } = await readParquet(file, {
    columns: ["path", "offset", "size", "raw"],
    maxRows: 100,
    place: {},
    decompress: (codec, bytes, length) => decompress(CODECS.get(codec) ?? "gzip", bytes, length),
  });
  // Rows are decoded on demand: the first one by one, the others from a table. Both must agree.
  for (const column of columns.values()) {
    const last = valueIn(column, rowCount - 1, rowCount);
    for (let row = 0; row < rowCount; row++) valueIn(column, row, rowCount);
    const again = valueIn(column, rowCount - 1, rowCount);
    if (!Object.is(last, again)) throw new Error(`row ${rowCount - 1} is ${last}, then ${again}`);
  }
}

/** The value of a row as something to compare; of one that is refused, why. */
function valueIn(column, row, rowCount) {
  if (row < 0 || row >= rowCount) return undefined;
  try {
    const index = column.index(row);
    if (index < 0) return undefined;
    return column.isBytes ? Buffer.from(column.bytes(index)).toString("base64") : column.integer(index);
  } catch (error) {
    if (error.name !== "HyperslabError") throw error;
    return error.message;
  }
}

/** Those in the archive of fixtures. */
function parquetFiles() {
  return archivedFiles().flatMap(([name, bytes]) => (name.endsWith(".parq") ? [bytes] : []));
}

/** Every file in the archive of fixtures, with its name. */
export function archivedFiles() {
  const archive = gunzipSync(readFileSync(join(root, "fixtures/references/parquet.tar.gz")));
  const files = [];
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0; ) {
    const name = archive.toString("latin1", at, archive.indexOf(0, at));
    const length = Number.parseInt(archive.toString("latin1", at + 124, at + 135), 8);
    files.push([name, new Uint8Array(archive.subarray(at + 512, at + 512 + length))]);
    at += 512 + Math.ceil(length / 512) * 512;
  }
  return files;
}
