/** Bytes in memory that remember every step of their making, so that a test can stop at any of them. */
import { type MemoryTarget, memoryTarget } from "../../src/bytes/source/byte-target.ts";

export type Step = { readonly offset: number; readonly bytes: Uint8Array } | { readonly truncate: number };

export interface RecordingTarget extends MemoryTarget {
  readonly steps: readonly Step[];
}

export function recordingTarget(initial?: Uint8Array): RecordingTarget {
  const target = memoryTarget(initial);
  const steps: Step[] = [];
  return {
    ...target,
    steps,
    write: async (offset, parts) => {
      let at = offset;
      for (const part of parts) {
        steps.push({ offset: at, bytes: part.slice() });
        at += part.byteLength;
      }
      await target.write(offset, parts);
    },
    truncate: async (size) => {
      steps.push({ truncate: size });
      await target.truncate(size);
    },
  };
}

const BLOCK = 4096;

/**
 * Every state that a crash can leave: after each step, and within each write after each block of the file, as the
 * kernel copies one at a time. Of long writes only the first and last blocks are taken.
 */
export function* crashes(
  initial: Uint8Array | undefined,
  steps: readonly Step[],
): Generator<{ readonly target: MemoryTarget; readonly done: number; readonly whole: boolean }> {
  for (let done = 0; done <= steps.length; done++) {
    yield { target: replay(initial, steps.slice(0, done)), done, whole: true };
    const next = steps[done];
    if (next === undefined || "truncate" in next) continue;
    for (const cut of cuts(next.offset, next.bytes.byteLength)) {
      const torn = { offset: next.offset, bytes: next.bytes.subarray(0, cut) };
      yield { target: replay(initial, [...steps.slice(0, done), torn]), done, whole: false };
    }
  }
}

function cuts(offset: number, length: number): number[] {
  const all: number[] = [];
  const first = BLOCK - (offset % BLOCK);
  for (let cut = first; cut < length; cut += BLOCK) all.push(cut);
  return all.length <= 8 ? all : [...all.slice(0, 4), ...all.slice(-4)];
}

function replay(initial: Uint8Array | undefined, steps: readonly Step[]): MemoryTarget {
  const target = memoryTarget(initial);
  for (const step of steps) {
    // Memory does its work before the promise is made, so that nothing has to be awaited.
    if ("truncate" in step) void target.truncate(step.truncate);
    else void target.write(step.offset, [step.bytes]);
  }
  return target;
}
