/** Packing, unpacking and appending by real workers, on the built package: byte for byte as without, and errors as there. */
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HyperslabError, PackOptions, UnpackReport } from "../../../src/index.ts";
import { some } from "../../thorough.ts";
import { noise, same, sampleBytes } from "./sample-bytes.ts";

const built = (file: string): string => pathToFileURL(resolve("dist/modules", file)).href;
const library: typeof import("../../../src/index.ts") = await import(built("index.js"));
const pool: typeof import("../../../src/workers/pool/node-threads.ts") = await import(
  built("workers/pool/node-threads.js")
);
const { append, pack, packInfo, unpack, memoryTarget } = library;

const folder = mkdtempSync(join(tmpdir(), "hyperslab-pack-workers-"));
const path = (name: string): string => join(folder, name);
const read = (name: string): Uint8Array => readFileSync(path(name));

/** More than workers are started for; waves, noise and zeros. */
const RAW = new Uint8Array(
  Buffer.concat([sampleBytes(14 * 2 ** 20), noise(5 * 2 ** 20), new Uint8Array(2 ** 21), sampleBytes(12_345, 9)]),
);
const MORE = new Uint8Array(Buffer.concat([noise(2 ** 20, 3), sampleBytes(17 * 2 ** 20, 5)]));

beforeAll(() => {
  writeFileSync(path("raw"), RAW);
  writeFileSync(path("more"), MORE);
});
afterAll(() => {
  pool.closePool();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs with workers that were not there before, and shows that they were there then: on one core there are none. */
async function byWorkers<T>(run: () => Promise<T>): Promise<T> {
  pool.closePool();
  expect(pool.sharedPool()?.running ?? false).toBe(false);
  try {
    return await run();
  } finally {
    expect(pool.sharedPool()?.running ?? false).toBe(availableParallelism() > 1);
  }
}

async function failureOf(run: () => Promise<unknown>): Promise<HyperslabError> {
  const error = await run().catch((caught: unknown) => caught);
  if (!library.isHyperslabError(error)) throw new Error(`no error of ours: ${String(error)}`);
  return error;
}

const LAYOUTS: Readonly<Record<string, PackOptions>> = {
  "blpk's defaults": {},
  "lz4, small chunks": { codec: "lz4", typeSize: 4, chunkSize: "10K", checksum: "crc32" },
  lz4hc: { codec: "lz4hc", level: 3, typeSize: 4 },
  snappy: { codec: "snappy", typeSize: 2, shuffle: false },
  "zlib, sha512": { codec: "zlib", level: 1, checksum: "sha512" },
  "zstd, metadata": { codec: "zstd", level: 3, typeSize: 4, metadata: { a: [1, 2, 3] } },
  "no offsets, no checksum": { codec: "lz4", offsets: false, checksum: "None", chunkSize: "3M" },
  "one chunk, in pieces": { codec: "lz4", typeSize: 4, chunkSize: "max", checksum: "md5" },
  "stored as it is": { level: 0, chunkSize: "700K" },
};

describe.each(some(Object.entries(LAYOUTS), 5))("%s", (_, options) => {
  it("is packed, unpacked and appended to as without workers", async () => {
    await pack(path("raw"), path("here.blp"), { ...options, workers: false, overwrite: true });
    const report = await byWorkers(() => pack(path("raw"), path("there.blp"), { ...options, overwrite: true }));
    expect(report.bytesIn).toBe(RAW.length);
    expect(same(read("there.blp"), read("here.blp"))).toBe(true);

    await byWorkers(() => unpack(path("here.blp"), path("out"), { overwrite: true }));
    expect(same(read("out"), RAW)).toBe(true);
    // Into a target of the caller's, which no worker can write to.
    const target = memoryTarget();
    await byWorkers(() => unpack(path("here.blp"), target));
    expect(same(target.bytes(), RAW)).toBe(true);

    if (options.offsets === false) return;
    const { metadata: __, chunkSize: ___, offsets: ____, checksum: _____, ...compression } = options;
    await append(path("here.blp"), path("more"), { ...compression, workers: false });
    await byWorkers(() => append(path("there.blp"), path("more"), compression));
    expect(same(read("there.blp"), read("here.blp"))).toBe(true);
    await byWorkers(() => unpack(path("there.blp"), path("out"), { overwrite: true }));
    expect(same(read("out"), new Uint8Array(Buffer.concat([RAW, MORE])))).toBe(true);
  });
});

describe("a damaged file", () => {
  const damaged = path("damaged.blp");
  /** Chunks whose bytes are changed; the last one of all is read by another way than the rest. */
  const LOST = [3, 4, 11, 21];

  beforeAll(async () => {
    await pack(path("raw"), damaged, { codec: "lz4", typeSize: 4, checksum: "sha1", workers: false });
    const bytes = readFileSync(damaged);
    const { nchunks } = (await packInfo(damaged)).header;
    expect(nchunks).toBe(22);
    for (const chunk of LOST) {
      const offset = Number(bytes.readBigInt64LE(32 + 8 * chunk));
      bytes[offset + 100]! ^= 1;
    }
    writeFileSync(damaged, bytes);
  });

  it("is refused with the same error, and nothing is left behind", async () => {
    const before = readdirSync(folder).sort();
    const here = await failureOf(() => unpack(damaged, path("none"), { workers: false }));
    const there = await byWorkers(() => failureOf(() => unpack(damaged, path("none"))));
    expect(there.code).toBe("invalid-data");
    expect(there.message).toMatch(/chunk 3 at byte \d+: checksum mismatch \(sha1\).*expected [0-9a-f]{40}/);
    expect([there.message, there.place, there.hint]).toEqual([here.message, here.place, here.hint]);
    expect(readdirSync(folder).sort()).toEqual(before);
  });

  it("is salvaged to the same file, with the same list of what is lost", async () => {
    const options = { salvage: true, overwrite: true };
    const here: UnpackReport = await unpack(damaged, path("here"), { ...options, workers: false });
    const there = await byWorkers(() => unpack(damaged, path("there"), options));
    expect(there.lost.map(({ chunk }) => chunk)).toEqual(LOST);
    expect(there).toEqual(here);
    expect(same(read("there"), read("here"))).toBe(true);
  });

  it("that is cut off is refused and salvaged alike", async () => {
    copyFileSync(damaged, path("cut.blp"));
    truncateSync(path("cut.blp"), 9_000_000);
    const here = await failureOf(() => unpack(path("cut.blp"), path("none"), { workers: false }));
    const there = await byWorkers(() => failureOf(() => unpack(path("cut.blp"), path("none"))));
    expect([there.code, there.message]).toEqual([here.code, here.message]);
    const options = { salvage: true, overwrite: true };
    const left = await unpack(path("cut.blp"), path("here"), { ...options, workers: false });
    expect(await byWorkers(() => unpack(path("cut.blp"), path("there"), options))).toEqual(left);
    expect(same(read("there"), read("here"))).toBe(true);
  });

  it("is left alone by an abort, as is the place of the output", async () => {
    const controller = new AbortController();
    const running = pack(path("raw"), path("aborted.blp"), {
      signal: controller.signal,
      onProgress: () => controller.abort(new Error("enough")),
    });
    await expect(running).rejects.toThrow("enough");
    expect(readdirSync(folder).filter((name) => name.includes("aborted"))).toEqual([]);
  });

  it("whose input became shorter meanwhile is refused by the worker that reads it", async () => {
    copyFileSync(path("raw"), path("shrinks"));
    const error = await byWorkers(() =>
      failureOf(() =>
        pack(path("shrinks"), path("shrunk.blp"), { codec: "lz4", onProgress: () => truncateSync(path("shrinks"), 9) }),
      ),
    );
    expect([error.code, error.what]).toEqual(["invalid-data", expect.stringContaining("the file is truncated")]);
    expect(readdirSync(folder).filter((name) => name.includes("shrunk"))).toEqual([]);
  });
});
