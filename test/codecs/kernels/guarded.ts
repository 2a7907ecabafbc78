/**
 * Runs a kernel on regions that lie between guards. A write outside shows in the guards; a read outside shows when the
 * outcome depends on what the guards hold.
 */
import { expect } from "vitest";
import { type Kernels, loadKernels } from "../../../src/codecs/kernels/kernels.ts";

export const variants: readonly (readonly [string, () => Promise<Kernels>])[] = [
  ["wasm", loadKernels],
  ["plain", () => loadKernels({ plain: true })],
];

const GUARD = 128;

export interface Outcome {
  readonly result: number;
  /** The regions afterwards. */
  readonly regions: readonly Uint8Array[];
}

type Run = (...pointers: number[]) => unknown;

/** `regions`: input bytes, or the length of an output or table. They begin `shift` bytes after an aligned address. */
export function runGuarded(kernels: Kernels, regions: readonly (Uint8Array | number)[], run: Run, shift = 0): Outcome {
  const first = runOnce(kernels, regions, run, shift, 0x00);
  const second = runOnce(kernels, regions, run, shift, 0xa5);
  if (first.result !== second.result) expect.fail("what lies outside the regions decides about the outcome");
  return first;
}

function runOnce(
  { memory }: Kernels,
  regions: readonly (Uint8Array | number)[],
  run: Run,
  shift: number,
  guard: number,
): Outcome {
  const mark = memory.mark();
  const lengths = regions.map((region) => (typeof region === "number" ? region : region.byteLength));
  const starts = lengths.map((length) => memory.allocate(GUARD + shift + length + GUARD));
  const pointers = starts.map((start) => start + GUARD + shift);
  for (const [i, start] of starts.entries()) {
    memory.bytes.fill(guard, start, pointers[i]! + lengths[i]! + GUARD);
    const region = regions[i]!;
    if (typeof region !== "number") memory.bytes.set(region, pointers[i]!);
  }
  const returned = run(...pointers);
  const { bytes } = memory;
  const after = pointers.map((pointer, i) => bytes.slice(pointer, pointer + lengths[i]!));
  for (const [i, start] of starts.entries()) {
    if (!isFilled(bytes, guard, start, pointers[i]!)) expect.fail(`region ${i} is written before its start`);
    const end = pointers[i]! + lengths[i]!;
    if (!isFilled(bytes, guard, end, end + GUARD)) expect.fail(`region ${i} is written behind its end`);
    const region = regions[i]!;
    if (typeof region !== "number" && !sameBytes(after[i]!, region)) expect.fail(`input ${i} is changed`);
  }
  memory.release(mark);
  return { result: typeof returned === "number" ? returned : 0, regions: after };
}

function isFilled(bytes: Uint8Array, value: number, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (bytes[i] !== value) return false;
  return true;
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

/** Repeatable noise: xorshift. */
export function random(seed: number): () => number {
  let state = seed * 2654435761 + 88172645;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** Bytes with runs, repetitions near and far, and noise: each encoder finds something in them. */
export function mixedBytes(length: number, seed = 1): Uint8Array {
  const next = random(seed);
  const bytes = new Uint8Array(length);
  let at = 0;
  while (at < length) {
    const count = Math.min(length - at, 1 + (next() % (next() % 8 === 0 ? 3000 : 40)));
    const kind = next() % 3;
    if (kind === 0 || at === 0) for (let i = 0; i < count; i++) bytes[at + i] = next() >>> 7;
    else if (kind === 1) bytes.fill(next(), at, at + count);
    else {
      const distance = 1 + (next() % Math.min(at, next() % 2 === 0 ? 20 : 70_000));
      for (let i = 0; i < count; i++) bytes[at + i] = bytes[at + i - distance]!;
    }
    at += count;
  }
  return bytes;
}

export function noise(length: number, seed = 1): Uint8Array {
  const next = random(seed);
  return Uint8Array.from({ length }, () => next() >>> 9);
}
