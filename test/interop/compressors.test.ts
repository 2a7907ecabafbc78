/** Our compressors against numcodecs, live: what one writes the other reads, over many kinds of data and all levels. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { pythonOf } from "../../scripts/peers/environments.mjs";
import { nodeDeflate } from "../../src/codecs/bytes-to-bytes/deflate/engine.ts";
import { portableDeflate } from "../../src/codecs/bytes-to-bytes/deflate/portable-deflate.ts";
import { wasmZstdEngine } from "../../src/codecs/bytes-to-bytes/zstd/engine.ts";

/** Reads jobs (one JSON line each), answers with what went wrong. It cannot read its own frame of nothing. */
const PEER = `
import json, sys, numcodecs
codecs = {"gzip": numcodecs.GZip, "zlib": numcodecs.Zlib, "zstd": numcodecs.Zstd}
for line in sys.stdin:
    job = json.loads(line)
    codec = codecs[job["codec"]](**job["configuration"])
    data = open(job["plain"], "rb").read()
    if "write" in job:
        open(job["write"], "wb").write(codec.encode(data))
    elif data and bytes(codec.decode(open(job["read"], "rb").read())) != data:
        print("differs:", line)
`;

const base = mkdtempSync(join(tmpdir(), "hyperslab-compressors-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

function runPeer(jobs: readonly object[]): string {
  const input = jobs.map((job) => `${JSON.stringify(job)}\n`).join("");
  const { stdout, stderr, status } = spawnSync(pythonOf("zarr3"), ["-c", PEER], { input, encoding: "utf8" });
  return status === 0 ? stdout : stderr;
}

let state = 1;
function random(below: number): number {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
  return (state >>> 8) % below;
}

/** Random mixtures of runs, repetitions, skewed noise and smooth numbers, of lengths around every limit. */
function sample(): Uint8Array {
  const length = [random(40), random(3000), random(70_000), 131_072 + random(9) - 4, random(600_000)][random(5)]!;
  const data = new Uint8Array(length);
  let at = 0;
  while (at < length) {
    const end = Math.min(length, at + 1 + random(random(3) === 0 ? 20_000 : 300));
    const kind = random(5);
    const seed = random(256);
    const back = 1 + random(Math.min(at, 100_000) || 1);
    for (let i = at; i < end; i++) {
      if (kind === 0) data[i] = seed;
      else if (kind === 1) data[i] = at === 0 ? seed : data[i - back]!;
      else if (kind === 2) data[i] = random(random(200) + 1);
      else if (kind === 3) data[i] = random(256);
      else data[i] = (data[i - 4] ?? seed) + random(3) - 1;
    }
    at = end;
  }
  return data;
}

const wasm = await wasmZstdEngine();
const node = nodeDeflate()!;
const known = (length: number) => ({ length, elementSize: 1, maxLength: 0 });
const levels = { zstd: [-7, -1, 0, 1, 2, 3, 4, 6, 9, 12, 15, 19, 22], deflate: [0, 1, 3, 6, 9] };

test("numcodecs reads what we write", () => {
  const jobs: object[] = [];
  for (let round = 0; round < 120; round++) {
    const data = sample();
    const plain = join(base, `w${round}`);
    writeFileSync(plain, data);
    const level = levels.zstd[round % levels.zstd.length]!;
    const deflateLevel = levels.deflate[round % levels.deflate.length]!;
    const written: readonly (readonly [string, Uint8Array])[] = [
      ["zstd", wasm.compress(data, data.byteLength > 100_000 ? Math.min(level, 6) : level, round % 2 === 0)],
      ["gzip", portableDeflate.gzip(data, deflateLevel)],
      ["zlib", portableDeflate.deflate(data, deflateLevel)],
    ];
    for (const [codec, bytes] of written) {
      writeFileSync(`${plain}.${codec}`, bytes);
      jobs.push({ codec, configuration: {}, plain, read: `${plain}.${codec}` });
    }
  }
  expect(runPeer(jobs)).toBe("");
});

test("we read what numcodecs writes", () => {
  const jobs: object[] = [];
  const samples = Array.from({ length: 120 }, sample);
  samples.forEach((data, round) => {
    const plain = join(base, `r${round}`);
    writeFileSync(plain, data);
    const level = levels.zstd[round % levels.zstd.length]!;
    const configuration = { level, checksum: round % 3 === 0 };
    jobs.push({ codec: "zstd", configuration, plain, write: `${plain}.zstd` });
    for (const codec of ["gzip", "zlib"]) {
      const deflateLevel = levels.deflate[round % levels.deflate.length]!;
      jobs.push({ codec, configuration: { level: deflateLevel }, plain, write: `${plain}.${codec}` });
    }
  });
  expect(runPeer(jobs)).toBe("");
  samples.forEach((data, round) => {
    const read = (codec: string) => new Uint8Array(readFileSync(join(base, `r${round}.${codec}`)));
    const type = known(data.byteLength);
    expect(Buffer.compare(wasm.decompress(read("zstd"), type), data), `zstd ${round}`).toBe(0);
    for (const engine of [portableDeflate, node]) {
      expect(Buffer.compare(engine.gunzip(read("gzip"), type), data), `gzip ${round}`).toBe(0);
      expect(Buffer.compare(engine.inflate(read("zlib"), type), data), `zlib ${round}`).toBe(0);
    }
  });
});
