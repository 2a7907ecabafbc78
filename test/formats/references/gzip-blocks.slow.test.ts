/** Sets in gzip files are decompressed block by block: what is not needed yet is not read. */
import { randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { resolveRange } from "../../../src/bytes/source/byte-range.ts";
import type { ByteSource } from "../../../src/bytes/source/byte-source.ts";
import { HyperslabError } from "../../../src/errors.ts";
import { formatLimits } from "../../../src/formats/limits.ts";
import { blocksOf } from "../../../src/formats/references/read-blocks.ts";

const content = new Uint8Array(randomBytes(64 * 2 ** 20));
const file = new Uint8Array(gzipSync(content, { level: 0 }));

interface CountedSource extends ByteSource {
  /** Where the last read ended. */
  end: number;
}

function countedSource(bytes: Uint8Array, failsAt = Number.POSITIVE_INFINITY): CountedSource {
  const source: CountedSource = {
    end: 0,
    read: async (range) => {
      const { start, end } = resolveRange(range, bytes.byteLength);
      if (start >= failsAt) throw new HyperslabError("io", "the server closed the connection");
      source.end = end;
      return bytes.slice(start, end);
    },
  };
  return source;
}

async function readAll(source: ByteSource): Promise<void> {
  for await (const block of blocksOf(source, {})) expect(block.byteLength).toBeGreaterThan(0);
}

it("a slow reader keeps the file from being read ahead", async () => {
  const source = countedSource(file);
  const blocks = blocksOf(source, {});
  let got = 0;
  let ahead = 0;
  for await (const block of blocks) {
    expect(block).toEqual(content.subarray(got, got + block.byteLength));
    got += block.byteLength;
    await setImmediate();
    ahead = Math.max(ahead, source.end - got);
  }
  expect(got).toBe(content.byteLength);
  expect(ahead).toBeLessThan(4 * formatLimits.referenceBlockBytes.value + 2 ** 20);
});

it("a reader that stops ends the reading", async () => {
  const source = countedSource(file);
  for await (const block of blocksOf(source, {})) if (block.byteLength > 0) break;
  const { end } = source;
  for (let turn = 0; turn < 20; turn++) await setImmediate();
  expect(source.end).toBe(end);
  expect(end).toBeLessThan(file.byteLength);
});

it("a file that cannot be read to its end is not taken for a damaged one", async () => {
  const reading = readAll(countedSource(file, 2 * formatLimits.referenceBlockBytes.value));
  await expect(reading).rejects.toMatchObject({ code: "io", message: "the server closed the connection" });
});

it("a damaged file is refused, also if its checksum alone is wrong", async () => {
  const damaged = file.slice();
  damaged[file.byteLength - 5]! ^= 1;
  await expect(readAll(countedSource(damaged))).rejects.toMatchObject({ code: "invalid-data" });
});
