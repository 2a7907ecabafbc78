/** Zstandard against libzstd, live: it reads all that we write, and refuses what we refuse. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import zlib from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { pythonOf } from "../../scripts/peers/environments.mjs";
import { isHyperslabError } from "../../src/errors.ts";
import { mixedBytes, noise, random } from "../codecs/kernels/guarded.ts";
import { frames, kernels, manyMatches, words } from "../codecs/kernels/zstd-frames.ts";

const [, wasm] = kernels[0]!;
const base = mkdtempSync(join(tmpdir(), "hyperslab-zstd-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** Frames in a file: u32 length and bytes of each. Answers are lines: a SHA-256, or "refused". */
const PYTHON = `
import hashlib, struct, sys
from numcodecs.zstd import decompress
data = open(sys.argv[1], "rb").read()
at = 0
while at < len(data):
    (length,) = struct.unpack_from("<I", data, at)
    at += 4 + length
    try:
        print(hashlib.sha256(decompress(data[at - length:at])).hexdigest())
    except RuntimeError:
        print("refused")
`;
const NODE = `
const zlib = require("node:zlib"), fs = require("node:fs"), crypto = require("node:crypto");
const data = fs.readFileSync(process.argv[1]);
for (let at = 0; at < data.length; ) {
  const length = data.readUInt32LE(at);
  at += 4 + length;
  try {
    const out = zlib.zstdDecompressSync(data.subarray(at - length, at));
    console.log(crypto.createHash("sha256").update(out).digest("hex"));
  } catch {
    console.log("refused");
  }
}
`;

function ask(command: string, arguments_: readonly string[], asked: readonly Uint8Array[]): string[] {
  const file = join(base, "frames");
  writeFileSync(
    file,
    Buffer.concat(asked.flatMap((frame) => [Buffer.from(Uint32Array.of(frame.byteLength).buffer), frame])),
  );
  const { stdout, stderr, status } = spawnSync(command, [...arguments_, file], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim().split("\n");
}

const askLibrary = (asked: readonly Uint8Array[]) => ask(pythonOf("zarr3"), ["-c", PYTHON], asked);
/** Node has zstd since 22.15. */
const [node, ...first] = "zstdDecompressSync" in zlib ? [process.execPath] : ["npx", "-y", "node@24"];
const askNode = (asked: readonly Uint8Array[]) => ask(node!, [...first, "-e", NODE, "--"], asked);

const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Data of all kinds, around the limits of blocks and codes. numcodecs cannot read frames of nothing. */
function* samples(): Generator<Uint8Array> {
  for (const length of [1, 2, 20, 63, 64, 255, 256, 257, 1023, 1024, 5000, 16_383, 16_385, 65_792, 131_072, 131_073]) {
    yield mixedBytes(length, length);
  }
  yield new Uint8Array(700_000);
  yield noise(300_000, 1);
  yield noise(300_000, 1).map((byte) => byte & 31);
  yield words(400_000);
  yield manyMatches(400_000);
  yield mixedBytes(2_500_000, 3);
  const far = noise(5000, 8);
  const gap = mixedBytes(600_000, 4);
  yield Uint8Array.from([...far, ...gap, ...far, ...far.toReversed()]);
}

test("libzstd and Node read what we write, at every level", () => {
  const written: Uint8Array[] = [];
  const expected: string[] = [];
  for (const data of samples()) {
    const levels =
      data.byteLength > 100_000
        ? [-7, 1, 2, 3, 4, 5, 6, 9, 12]
        : [-131_072, -1, ...Array.from({ length: 23 }, (_, i) => i)];
    for (const [i, level] of levels.entries()) {
      for (const [variant, kernel] of kernels) {
        if (variant === "plain" && i > 0) continue;
        written.push(kernel.encodeZstd(data, level, i % 2 === 0));
        expected.push(digest(data));
      }
    }
  }
  expect(askLibrary(written)).toEqual(expected);
  expect(askNode(written)).toEqual(expected);
});

/** Flips bits of frames, most of which have no checksum. */
function* brokenFrames(): Generator<Uint8Array> {
  const next = random(6);
  for (const { frame, length } of frames) {
    if (frame.byteLength > 4000 || length === 0 || length > 70_000) continue;
    for (let round = 0; round < 60; round++) {
      const broken = frame.slice();
      for (let change = 1 + (next() % 2); change > 0; change--) {
        broken[6 + (next() % (frame.byteLength - 6))]! ^= 1 << (next() & 7);
      }
      yield broken;
    }
  }
}

test("we refuse whatever libzstd refuses, and what both accept is the same", () => {
  const asked = [...brokenFrames()];
  const theirs = askLibrary(asked);
  let refused = 0;
  for (const [i, frame] of asked.entries()) {
    const their = theirs[i]!;
    try {
      expect(digest(wasm.decodeZstdUnknown(frame, 2 ** 24)), `frame ${i}`).toBe(their);
    } catch (error) {
      if (!isHyperslabError(error)) throw error;
      refused++;
      // libzstd does not verify that Huffman streams end where they should (RFC 8878, 4.2.2), and returns noise then.
      if (their !== "refused") expect(error.message).toMatch(/Huffman codes/);
    }
  }
  expect(refused).toBeGreaterThan(2000);
  expect(asked.length - refused).toBeGreaterThan(1000);
});
