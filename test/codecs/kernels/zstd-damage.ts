/** Damaged frames: both variants must agree on them, and the module must stay inside the regions it is given. */
import { expect } from "vitest";
import { compileZstd, type ZstdFunctions, zstdFunctions } from "../../../src/codecs/kernels/zstd/wasm.ts";
import { sameBytes } from "./guarded.ts";
import { frames, kernels, outcome } from "./zstd-frames.ts";

/** Decodes by both variants, with a known length and without; fails unless all agree. */
export function decodeByBoth(frame: Uint8Array, length: number): Uint8Array | "refused" {
  const results = kernels.flatMap(([, kernel]) => {
    const out = new Uint8Array(length);
    const exact = outcome(() => out.subarray(0, kernel.decodeZstd(frame, out)));
    const unknown = outcome(() => kernel.decodeZstdUnknown(frame, 2 * length + 1000));
    // Without a known length, another one is no error.
    return [exact, unknown !== "refused" && unknown.byteLength !== length ? "refused" : unknown] as const;
  });
  const [first] = results;
  for (const other of results) {
    const same = first === "refused" || other === "refused" ? first === other : sameBytes(first!, other);
    if (!same)
      expect.fail(`variants differ: ${results.map((one) => (one === "refused" ? one : "decoded")).join(", ")}`);
  }
  return first!;
}

/** Cuts frames below this size everywhere: nothing of it decodes. */
export function cutFrames(below: number): void {
  for (const { name, frame, length } of frames) {
    // The first of several frames is a whole one.
    if (frame.byteLength >= below || /frames/.test(name)) continue;
    for (let cut = 0; cut < frame.byteLength; cut++) {
      expect(decodeByBoth(frame.subarray(0, cut), length), `${name} at ${cut}`).toBe("refused");
    }
  }
}

/** Flips every `step`-th bit of frames below this size. Returns how many of these decode nevertheless. */
export function flipBits(below: number, step: number): number {
  let decoded = 0;
  for (const [i, { frame, length }] of frames.entries()) {
    if (frame.byteLength >= below || length > 3000) continue;
    for (let bit = i % step; bit < frame.byteLength * 8; bit += step) {
      const broken = frame.slice();
      broken[bit >> 3]! ^= 1 << (bit & 7);
      if (decodeByBoth(broken, length) !== "refused") decoded++;
    }
  }
  return decoded;
}

const GUARD = 64;
const memory = new WebAssembly.Memory({ initial: 64, maximum: 65536 });
const functions: ZstdFunctions = zstdFunctions(await compileZstd(), memory);
const workspace = GUARD;
functions.initializeDecoder(workspace);
const free = workspace + functions.decoderSize();

/**
 * Decodes between guards of two different values: writes outside show in the guards, reads outside in the outcome. The
 * regions lie at odd addresses.
 */
export function decodeGuarded(frame: Uint8Array, capacity: number): number {
  const source = free + GUARD + 1;
  const target = source + frame.byteLength + GUARD;
  const end = target + capacity + GUARD;
  const bytes = new Uint8Array(memory.buffer);
  const runs = [0x00, 0xa5].map((guard) => {
    bytes.fill(guard, free, end);
    bytes.fill(guard, 0, workspace);
    bytes.set(frame, source);
    const result = functions.decodeFrames(workspace, source, frame.byteLength, target, capacity);
    const clean = (from: number, to: number) => bytes.subarray(from, to).every((byte) => byte === guard);
    expect(clean(0, workspace) && clean(free, source), "before the input").toBe(true);
    expect(clean(source + frame.byteLength, target), "before the output").toBe(true);
    expect(clean(target + capacity, end), "behind the output").toBe(true);
    expect(sameBytes(bytes.subarray(source, source + frame.byteLength), frame), "the input").toBe(true);
    return { result, output: bytes.slice(target, target + Math.max(0, result)) };
  });
  expect(runs[1]!.result, "what lies outside decides").toBe(runs[0]!.result);
  expect(sameBytes(runs[1]!.output, runs[0]!.output), "what lies outside is copied").toBe(true);
  return runs[0]!.result;
}
