// Runs a kernel in WebAssembly and its twin in TypeScript on the same regions, each between guards, and compares.
import { loadKernels } from "../../dist/modules/codecs/kernels/kernels.js";
import { isHyperslabError } from "../../dist/modules/errors.js";

/** More than any kernel reads or writes in one step. */
const GUARD = 192;

/** Both engines, the plain one first. */
export async function bothEngines() {
  const engines = [await loadKernels({ plain: true }), await loadKernels()];
  if (engines[1].variant !== "wasm") throw new Error("no WebAssembly here: there is nothing to compare");
  return engines;
}

/**
 * Returns what is wrong, or `undefined`. `regions`: bytes that are read (`input`), read and written (`inout`), a number
 * of bytes that are written (`output`) or used along the way (`scratch`). They begin `shift` bytes after an aligned
 * address. Whatever is written must be the same, whatever the kernel returns too. `written` says how much of the
 * outputs counts.
 *
 * The initial content around and in the regions differs from run to run, which exposes any kernel that reads it.
 */
export function compareTwins([plain, wasm], regions, call, { shift = 0, written = () => Infinity } = {}) {
  const runs = [
    ["plain", runGuarded(plain, regions, call, shift, 0x5a)],
    ["WebAssembly", runGuarded(wasm, regions, call, shift, 0x00)],
    ["WebAssembly among other bytes", runGuarded(wasm, regions, call, shift, 0xff)],
  ];
  for (const [who, { wrong }] of runs) if (wrong !== undefined) return `${who} ${wrong}`;
  const [[, first], ...others] = runs;
  for (const [who, other] of others) {
    if (!Object.is(other.result, first.result)) return `plain gives ${first.result}, ${who} ${other.result}`;
    const length = written(first.result);
    for (const [index, bytes] of first.outputs.entries()) {
      const [mine, theirs] = [bytes, other.outputs[index]].map((all) => all.subarray(0, Math.min(length, all.length)));
      if (Buffer.compare(mine, theirs) !== 0) return `plain and ${who} write other bytes to region ${index}`;
    }
  }
  return undefined;
}

/** One run: what it returned, what the written regions hold, and any forbidden access. */
export function runGuarded(kernels, regions, call, shift, filler) {
  const { memory } = kernels;
  const mark = memory.mark();
  try {
    const places = regions.map((region) => {
      const bytes = region.input ?? region.inout;
      const length = bytes?.byteLength ?? region.output ?? region.scratch;
      const start = memory.allocate(2 * GUARD + shift + length);
      return { region, bytes, length, start, pointer: start + GUARD + shift };
    });
    for (const { bytes, start, length, pointer } of places) {
      memory.bytes.fill(filler, start, pointer + length + GUARD);
      if (bytes !== undefined) memory.bytes.set(bytes, pointer);
    }
    const result = call(kernels, ...places.map(({ pointer }) => pointer));
    return { result, ...inspect(memory.bytes, places, filler) };
  } finally {
    memory.release(mark);
  }
}

function inspect(m, places, filler) {
  const outputs = [];
  for (const [index, { region, start, pointer, length }] of places.entries()) {
    const end = pointer + length;
    if (!isFilled(m.subarray(start, pointer), filler)) return { wrong: `writes before region ${index}`, outputs };
    if (!isFilled(m.subarray(end, end + GUARD), filler)) return { wrong: `writes past region ${index}`, outputs };
    if (region.input !== undefined && Buffer.compare(m.subarray(pointer, end), region.input) !== 0) {
      return { wrong: `changes its input, region ${index}`, outputs };
    }
    if (region.inout !== undefined || region.output !== undefined) outputs.push(m.slice(pointer, end));
  }
  return { outputs };
}

function isFilled(bytes, filler) {
  return bytes.every((byte) => byte === filler);
}

/** The outcome: bytes, or a HyperslabError. */
export function outcome(run) {
  try {
    return { bytes: run() };
  } catch (error) {
    if (!isHyperslabError(error)) throw error;
    return { error };
  }
}

/** Two that must accept and refuse the same, and agree on what they accept. */
export function compareOutcomes([firstName, secondName], [first, second]) {
  if (first.bytes !== undefined && second.bytes !== undefined) {
    if (Buffer.compare(first.bytes, second.bytes) === 0) return undefined;
    return `${firstName} and ${secondName} decode to other bytes`;
  }
  if (first.error !== undefined && second.error !== undefined) throw first.error;
  const [accepts, refuses] = first.error === undefined ? [firstName, second.error] : [secondName, first.error];
  return `${accepts} alone accepts: ${refuses.message}`;
}
