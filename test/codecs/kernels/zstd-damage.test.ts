/** Zstandard frames that are cut, flipped, or no frames at all: an error of ours or the exact result, never a trap. */
import { describe, expect, it } from "vitest";
import { compileZstd, zstdFunctions } from "../../../src/codecs/kernels/zstd/wasm.ts";
import { random, sameBytes } from "./guarded.ts";
import { cutFrames, decodeByBoth, decodeGuarded, flipBits } from "./zstd-damage.ts";
import { frameNamed, frames, kernels, sha256 } from "./zstd-frames.ts";

const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];

describe("damaged zstd frames", () => {
  it("are refused wherever they are cut", () => {
    cutFrames(300);
  });

  it("are refused, or decode to the length that is expected, whichever bit is flipped", () => {
    // Literals that are stored as they are, for one, cannot be told from others.
    expect(flipBits(300, 11)).toBeGreaterThan(30);
  });

  it("never decode to something else if they have a checksum", () => {
    const checked = frames.find(({ name }) => name === "level 6")!;
    const next = random(3);
    for (let bit = 32; bit < checked.frame.byteLength * 8; bit += 1 + (next() % 80)) {
      const broken = checked.frame.slice();
      broken[bit >> 3]! ^= 1 << (bit & 7);
      const result = decodeByBoth(broken, checked.length);
      if (result !== "refused") expect(sha256(result), `bit ${bit}`).toBe(checked.sha256);
    }
  });

  it("of random blocks are refused alike", () => {
    const next = random(11);
    let decoded = 0;
    for (let round = 0; round < 1000; round++) {
      const block = Uint8Array.from({ length: 2 + (next() % 60) }, () => next() >>> (next() % 24));
      // Types that leave something to decode: few literals, known ones, no reserved bits.
      if (round % 2 === 0) block[0] = ((next() % 4) << 3) | (next() & 1);
      const header = (block.byteLength << 3) | 5;
      const frame = Uint8Array.from([
        ...MAGIC,
        0x60,
        0xff,
        3,
        (5 << 3) | 2,
        0,
        0,
        9,
        header & 255,
        header >> 8,
        0,
        ...block,
      ]);
      if (decodeByBoth(frame, 1279) !== "refused") decoded++;
      decodeGuarded(frame, 1279);
    }
    expect(decoded).toBeLessThan(100);
  });
});

describe("the zstd module", () => {
  it("stays inside its regions, whatever it is fed", () => {
    const next = random(8);
    const seen = new Set<number>();
    for (const { frame, length } of frames.filter((one) => one.frame.byteLength < 2000 && one.length < 70_000)) {
      expect(decodeGuarded(frame, length)).toBe(length);
      for (let round = 0; round < 25; round++) {
        const broken = frame.slice();
        for (let change = 1 + (round % 3); change > 0; change--)
          broken[4 + (next() % (broken.byteLength - 4))] = next();
        const cut = round % 7 === 6 ? broken.subarray(0, next() % broken.byteLength) : broken;
        seen.add(Math.min(0, decodeGuarded(cut, round % 5 === 4 ? next() % (length + 1) : length)));
      }
    }
    // Nearly everything that can be wrong has been.
    expect(seen.size).toBeGreaterThan(12);
  });

  it("encodes between guards, too, and refuses output that is too small", async () => {
    const memory = new WebAssembly.Memory({ initial: 200, maximum: 65536 });
    const functions = zstdFunctions(await compileZstd(), memory);
    const [, kernel] = kernels[0]!;
    const bytes = new Uint8Array(memory.buffer);
    for (const level of [-3, 1, 2, 3, 4, 5, 7, 10, 12]) {
      for (const length of [0, 30, 300, 5000, 20_000, 140_000]) {
        const data = Uint8Array.from({ length }, (_, i) => (i * i * 7) >>> 9);
        bytes.fill(0xa5);
        const workspace = 64;
        const source = workspace + functions.encoderSize(level, length) + 33;
        const capacity = functions.encodeBound(length);
        const target = source + length + 33;
        functions.initializeEncoder(workspace);
        bytes.set(data, source);
        expect(functions.encodeFrame(workspace, source, length, target, capacity - 1, level, true)).toBeLessThan(0);
        const size = functions.encodeFrame(workspace, source, length, target, capacity, level, true);
        expect(sameBytes(bytes.slice(target, target + size), kernel.encodeZstd(data, level, true))).toBe(true);
        const guards = [
          ...bytes.subarray(0, workspace),
          ...bytes.subarray(source - 33, source),
          ...bytes.subarray(source + length, target),
          ...bytes.subarray(target + capacity, target + capacity + 1000),
        ];
        expect(
          guards.every((byte) => byte === 0xa5),
          `level ${level}, ${length} bytes`,
        ).toBe(true);
        expect(sameBytes(bytes.subarray(source, source + length), data)).toBe(true);
      }
    }
  });

  it("runs in a shared memory", async () => {
    const memory = new WebAssembly.Memory({ initial: 16, maximum: 65536, shared: true });
    const functions = zstdFunctions(await compileZstd({ shared: true }), memory);
    const frame = frameNamed("level 3");
    const source = 64 + functions.decoderSize();
    functions.initializeDecoder(64);
    new Uint8Array(memory.buffer).set(frame, source);
    const target = source + frame.byteLength;
    expect(functions.boundFrames(source, frame.byteLength)).toBe(2500);
    expect(functions.boundIsExact()).toBe(1);
    expect(functions.decodeFrames(64, source, frame.byteLength, target, 2500)).toBe(2500);
    const out = new Uint8Array(2500);
    kernels[1]![1].decodeZstd(frame, out);
    expect(sameBytes(new Uint8Array(memory.buffer).slice(target, target + 2500), out)).toBe(true);
  });
});
