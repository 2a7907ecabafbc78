/** The Parquet sets of the fixtures, and what the array `values` of kerchunk's one holds. */
import { mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { gunzipSync } from "node:zlib";
import { untar } from "../../untar.ts";

/** Unpacks the sets and their targets into a new folder, which the caller removes. */
export function unpackParquetSets(): string {
  const folder = mkdtempSync(join(tmpdir(), "hyperslab-parquet-"));
  untar(gunzipSync(readFileSync("fixtures/references/parquet.tar.gz")), folder);
  return folder;
}

/** 30 x 40 numbers in chunks of 10 x 16, of which the ones numbered `absent` (row of chunks * 10 + column) read as -1. */
export function setValues(absent: readonly number[] = [11]): Float32Array {
  return Float32Array.from({ length: 30 * 40 }, (_, at) => {
    const [y, x] = [Math.floor(at / 40), at % 40];
    return absent.includes(Math.floor(y / 10) * 10 + Math.floor(x / 16)) ? -1 : Math.fround(at / 3);
  });
}

/** Every file below the folder, by key. */
export function filesIn(folder: string): [string, Uint8Array][] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => [relative(folder, path).replaceAll("\\", "/"), new Uint8Array(readFileSync(path))]);
}

/** The key of a request that is noted as `GET key`, or `GET key bytes=0-9`. */
export function keyAsked(request: string): string {
  return request.split(" ")[1]!;
}

/** How many bytes it asks for; 0 if it asks for the whole object. */
export function bytesAsked(request: string): number {
  const [, from, to] = /bytes=(\d+)-(\d+)$/.exec(request) ?? [];
  return from === undefined ? 0 : Number(to) - Number(from) + 1;
}
