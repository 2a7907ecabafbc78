/** Zstandard beyond the contract: frames of every shape, broken ones, bounds, and all levels of our own encoder. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainZstdEngine, wasmZstdEngine } from "../../src/codecs/bytes-to-bytes/zstd/engine.ts";
import { findFrames } from "../../src/codecs/bytes-to-bytes/zstd/frame.ts";
import { nodeZstd } from "../../src/codecs/bytes-to-bytes/zstd/node-zstd.ts";
import type { BytesType } from "../../src/codecs/codec.ts";
import { isHyperslabError } from "../../src/errors.ts";
import { caught } from "../bytes/caught.ts";
import { sha256 } from "./blosc-fixtures.ts";
import { framesV07, frameV07, refusedV07 } from "./kernels/zstd-v07-frames.ts";
import { numbers } from "./samples.ts";
import { writeFrameHeader } from "./zstd-frame-header.ts";

const wasm = await wasmZstdEngine();
const native = nodeZstd(wasm.decompress);
const engines = [
  ["WebAssembly", wasm] as const,
  ["TypeScript", await plainZstdEngine()] as const,
  ...(native === undefined ? [] : [["Node", native] as const]),
];

const known = (length: number): BytesType => ({ length, elementSize: 1, maxLength: 0 });
const unknown: BytesType = { length: undefined, elementSize: 1, maxLength: 2 ** 22 };
const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];
const text = new TextEncoder().encode("the quick brown fox jumps over the lazy dog ".repeat(20));

function joined(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

function sameBytes(found: Uint8Array, expected: Uint8Array): void {
  expect(found.byteLength).toBe(expected.byteLength);
  expect(Buffer.compare(found, expected)).toBe(0);
}

/** Data that makes encoders use all they have: smooth, periodic, skewed, random, sparse, tiny and of many blocks. */
function* samples(): Generator<readonly [string, Uint8Array]> {
  const next = numbers(5);
  const make = (length: number, value: (index: number) => number) =>
    Uint8Array.from({ length }, (_, index) => value(index));
  for (const length of [0, 1, 2, 7, 15, 60, 255, 256, 257, 1023])
    yield [`${length} bytes`, make(length, () => next() % 5)];
  yield ["zeros", make(300_000, () => 0)];
  yield ["period 3", make(200_000, (index) => index % 3)];
  yield ["period 700", make(200_000, (index) => (index % 700) * 7)];
  yield ["noise", make(140_000, next)];
  yield ["skewed", make(150_000, () => Math.min(255, Math.floor(-12 * Math.log((next() + 1) / 65537))))];
  yield ["two values", make(140_000, () => (next() % 10 === 0 ? 200 : 3))];
  yield ["sparse", make(270_000, () => (next() % 500 === 0 ? next() : 0))];
  yield ["records", make(160_000, (index) => (index % 12 < 9 ? (index % 12) * 20 : next() % 40))];
  const text = "lat lon time depth temperature salinity ";
  yield ["words", make(150_000, (index) => text.charCodeAt((index + (next() % 97 === 0 ? next() : 0)) % text.length))];
}

describe("our own encoder", () => {
  for (const [name, data] of samples()) {
    test(`encodes ${name} at every kind of level, and every engine reads it`, () => {
      const levels = data.byteLength > 2000 ? [-50, 1, 3, 5, 9] : [-131072, -1, 0, 1, 2, 3, 4, 6, 9, 12, 15, 18, 22];
      for (const level of levels) {
        const encoded = wasm.compress(data, level, level % 2 === 0);
        expect(findFrames(encoded)[0]?.contentSize).toBe(data.byteLength);
        expect(encoded.byteLength).toBeLessThanOrEqual(data.byteLength + 24);
        for (const [, engine] of engines) {
          sameBytes(engine.decompress(encoded, known(data.byteLength)), data);
          sameBytes(engine.decompress(encoded, unknown), data);
        }
      }
    });
  }

  test("makes what repeats small, and text smaller at higher levels", () => {
    const size = (data: Uint8Array, level: number) => wasm.compress(data, level, false).byteLength;
    const sets = new Map(samples());
    expect(size(sets.get("zeros")!, 1)).toBeLessThan(100);
    expect(size(sets.get("period 700")!, 3)).toBeLessThan(1500);
    expect(size(sets.get("skewed")!, 3)).toBeLessThan(110_000);
    const lines = new Uint8Array(readFileSync(new URL("../../package-lock.json", import.meta.url)));
    expect(size(lines, 1)).toBeLessThan(lines.byteLength / 3);
    expect(size(lines, 9)).toBeLessThan(size(lines, 1));
    expect(size(lines, 19)).toBeLessThan(size(lines, 4));
  });

  test("round-trips whatever it is given", () => {
    const runs = fc.array(fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 30 }), fc.integer({ min: 1, max: 200 })), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(runs, fc.integer({ min: -5, max: 15 }), fc.boolean(), (parts, level, checksum) => {
        const data = Uint8Array.from(
          parts.flatMap(([bytes, times]) => Array.from({ length: times }, () => [...bytes]).flat()),
        );
        sameBytes(wasm.decompress(wasm.compress(data, level, checksum), known(data.byteLength)), data);
      }),
      { numRuns: 80 },
    );
  });
});

for (const [name, engine] of engines) {
  describe(`Zstandard, ${name}`, () => {
    const plain = wasm.compress(text, 3, false);
    const checked = wasm.compress(text, 3, true);
    const skippable = [0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 9, 9, 9];

    test("reads several frames, empty and skippable ones among them", () => {
      const file = joined(skippable, plain, wasm.compress(new Uint8Array(0), 3, true), checked, skippable);
      for (const type of [known(text.byteLength * 2), unknown])
        sameBytes(engine.decompress(file, type), joined(text, text));
      expect(engine.decompress(Uint8Array.from(skippable), unknown)).toHaveLength(0);
    });

    test("reads frames that do not state their size", () => {
      const { blocks } = findFrames(plain)[0]!;
      const silent = joined(MAGIC, [0, 3 << 3], plain.subarray(blocks));
      for (const type of [known(text.byteLength), unknown]) sameBytes(engine.decompress(silent, type), text);
      expect(caught(() => engine.decompress(silent, known(text.byteLength - 1))).message).toMatch(/more than the/);
      expect(caught(() => engine.decompress(silent, known(text.byteLength + 1))).message).toMatch(/expected/);
    });

    test("reads raw and run-length blocks", () => {
      const run = (5 << 3) | 2;
      const raw = (3 << 3) | 1;
      const file = joined(MAGIC, [0x20, 8], [run, 0, 0, 7], [raw, 0, 0, 1, 2, 3]);
      expect(Array.from(engine.decompress(file, known(8)))).toEqual([7, 7, 7, 7, 7, 1, 2, 3]);
    });

    test("refuses what is cut off anywhere", () => {
      const file = joined(checked, plain);
      for (let length = 0; length < file.byteLength; length++) {
        if (length === checked.byteLength) continue;
        expect(caught(() => engine.decompress(file.subarray(0, length), unknown)).code, `${length}`).toBe(
          "invalid-data",
        );
      }
    });

    test("refuses what follows, dictionaries, old formats and reserved bits, each by name", () => {
      const messages: readonly (readonly [Uint8Array, string, RegExp])[] = [
        [joined(plain, [1, 2, 3, 4]), "invalid-data", /from byte \d+ on is not a zstd frame/],
        [joined(plain, [0]), "invalid-data", /truncated/],
        [joined([1, 2, 3, 4], plain), "invalid-data", /no zstd header/],
        [joined([0x26], plain.subarray(1)), "unsupported", /zstd 0\.6/],
        [joined(plain, [0x22], plain.subarray(1)), "unsupported", /zstd 0\.2/],
        [joined([0xfd, 0x2f, 0xb5, 0x1e], plain), "unsupported", /zstd 0\.1/],
        [joined(MAGIC, [0x21, 5, 1], plain.subarray(6)), "unsupported", /dictionary/],
        [joined(MAGIC, [0x28], plain.subarray(5)), "invalid-data", /reserved bit/],
        [joined(MAGIC, [0x20, 1, 7, 0, 0]), "invalid-data", /reserved type/],
      ];
      for (const [file, code, message] of messages) {
        const error = caught(() => engine.decompress(file, unknown));
        expect(error.message).toMatch(message);
        expect(error.code).toBe(code);
      }
    });

    test("reads frames of zstd 0.7, also among others", () => {
      for (const { name, frame, length, sha256: expected } of framesV07) {
        const out = new Uint8Array(length);
        const exact = engine.decompress(frame, known(length), out);
        expect([sha256(exact), sha256(engine.decompress(frame, { ...unknown, maxLength: 2 ** 24 }))], name).toEqual([
          expected,
          expected,
        ]);
        if (engine.writesOut) expect(exact).toBe(out);
      }
      const { frame } = frameV07("0 bytes");
      sameBytes(engine.decompress(joined(plain, frame, skippable, checked), unknown), joined(text, text));
    });

    test("refuses frames of zstd 0.7 that are broken, and what follows them", () => {
      for (const { frame, refused } of refusedV07) {
        expect(caught(() => engine.decompress(frame, unknown)).message).toContain(refused);
      }
      const { frame, length } = frameV07("one stream");
      for (let cut = 0; cut < frame.byteLength; cut++) {
        const error = caught(() => engine.decompress(frame.subarray(0, cut), known(length)));
        expect(error.code, `${cut}`).toBe("invalid-data");
      }
      expect(caught(() => engine.decompress(frame, known(length - 1))).message).toMatch(/more than the/);
      expect(caught(() => engine.decompress(joined(frame, [1, 2, 3, 4]), unknown)).message).toMatch(/not a zstd frame/);
    });

    test("verifies checksums and stated sizes", () => {
      const broken = checked.slice();
      broken[broken.byteLength - 1]! ^= 1;
      expect(caught(() => engine.decompress(broken, unknown)).code).toBe("invalid-data");
      const { blocks } = findFrames(plain)[0]!;
      const header = writeFrameHeader(text.byteLength + 1, 2 ** 20, false);
      const lying = joined(header, plain.subarray(blocks));
      expect(caught(() => engine.decompress(lying, unknown)).code).toBe("invalid-data");
      expect(caught(() => engine.decompress(lying, known(text.byteLength + 1))).code).toBe("invalid-data");
    });

    test("stops a bomb at the length that is known, or at the limit, before memory is taken for it", () => {
      const bomb = wasm.compress(new Uint8Array(5_000_000), 3, false);
      expect(caught(() => engine.decompress(bomb, known(1000))).message).toMatch(/more than the 1000 bytes/);
      expect(caught(() => engine.decompress(bomb, unknown)).message).toMatch(/more than the 4194304 bytes/);
      const huge = joined(MAGIC, [0xe0, 0, 0, 0, 0, 0, 0, 0, 1], [1, 0, 0]);
      expect(caught(() => engine.decompress(huge, unknown)).message).toMatch(/more than|size that its header says/);
    });

    test("turns damage anywhere into a typed error, and with checksums never into other data", () => {
      const next = numbers(11);
      const data = joined(
        text,
        Array.from({ length: 400 }, () => next() % 11),
      );
      const frame = wasm.compress(data, 9, true);
      for (let at = 4; at < frame.byteLength; at++) {
        for (const change of [1 << (next() & 7), 0xff, next() & 255]) {
          const broken = frame.slice();
          broken[at]! ^= change;
          try {
            sameBytes(engine.decompress(broken, known(data.byteLength)), data);
          } catch (error) {
            expect(isHyperslabError(error), String(error)).toBe(true);
          }
        }
      }
    });
  });
}

describe("the WebAssembly engine", () => {
  test("writes into the buffer it is given", () => {
    const out = new Uint8Array(text.byteLength);
    expect(wasm.decompress(wasm.compress(text, 3, true), known(text.byteLength), out)).toBe(out);
    sameBytes(out, text);
  });

  test("survives garbage inside blocks: whatever the kernel is fed, the next frame decodes", () => {
    const good = wasm.compress(text, 3, true);
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 2, maxLength: 80 }), fc.nat(3000), (block, length) => {
        const header = (block.byteLength << 3) | 5;
        const file = joined(writeFrameHeader(length, 2 ** 20, false), [header & 255, header >> 8, 0], block);
        try {
          expect(wasm.decompress(file, known(length))).toHaveLength(length);
        } catch (error) {
          expect(isHyperslabError(error), String(error)).toBe(true);
        }
        sameBytes(wasm.decompress(good, known(text.byteLength)), text);
      }),
      { numRuns: 1500 },
    );
  });
});
