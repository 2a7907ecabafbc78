/**
 * Packed integers as WebAssembly: compiled from kernels/packed/, contained in binary.ts. A call places its input and
 * output consecutively in the memory of an instance.
 */
import { lazyLimits } from "../../lazy-limits.ts";
import { ALIGNMENT, aligned, compileModule, ensure, newMemory } from "../wasm-module.ts";
import { WASM_HEX } from "./binary.ts";
import type { AecParameters, Floats, GroupLayout, PackedKernel, Wanted } from "./packed.ts";

/** The functions of kernels/packed/index.ts. All take addresses. */
interface PackedFunctions {
  /** Where numbers go, as which type, and with which scale: called before `unpackScaled`, `unpackGroups` and `scale`. */
  aim(target: number, isWide: boolean, reference: number, factor: number, divisor: number): void;
  unpack(source: number, end: number, bits: number, count: number, target: number): number;
  unpackScaled(source: number, end: number, bits: number, count: number): number;
  unpackGroups(
    source: number,
    end: number,
    count: number,
    groups: number,
    references: number,
    widths: number,
    lengths: number,
    referenceBits: number,
    widthBase: number,
    lengthBase: number,
    lengthStep: number,
    lastLength: number,
    management: number,
    order: number,
    first: number,
    second: number,
    least: number,
  ): number;
  aec(
    source: number,
    end: number,
    bits: number,
    blockSize: number,
    interval: number,
    isSigned: boolean,
    preprocess: boolean,
    restricted: boolean,
    padded: boolean,
    count: number,
    target: number,
  ): number;
  scale(source: number, count: number): void;
}

/** The kernel loads 64 bits at a time, even if only the first of them count. */
const LOADED_AFTER = 8;

interface Instance {
  readonly memory: WebAssembly.Memory;
  readonly functions: PackedFunctions;
}

let loading: Promise<PackedKernel | undefined> | undefined;

/** The kernel of this realm; undefined if WebAssembly is missing or forbidden. */
export function loadPackedKernel(): Promise<PackedKernel | undefined> {
  loading ??= makeKernel().catch(() => undefined);
  return loading;
}

async function makeKernel(): Promise<PackedKernel> {
  const module = await compileModule(WASM_HEX);
  let kept: Instance | undefined;
  const instantiate = (): Instance => {
    const memory = newMemory("packed integer");
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    // The only place with types from outside: the tests call every function.
    return { memory, functions: exports as PackedFunctions & WebAssembly.Exports };
  };
  kept = instantiate();
  /** Runs `run` on a copy of the bytes, followed by room for parts of these lengths. */
  const use = <T>(bytes: Uint8Array, lengths: readonly number[], run: (call: Call) => T): T => {
    const instance = (kept ??= instantiate());
    try {
      return run(layOut(instance, bytes, lengths));
    } finally {
      if (lazyLimits.keptModuleBytes.isExceededBy(instance.memory.buffer.byteLength)) kept = undefined;
    }
  };
  return {
    simple: (bytes, bits, wanted) =>
      use(bytes, [floatBytes(wanted)], ({ functions, source, end, parts: [target], buffer }) => {
        aim(functions, wanted, target!);
        const result = functions.unpackScaled(source, end, bits, wanted.count);
        return result < 0 ? undefined : taken(buffer, target!, wanted);
      }),
    groups: (bytes, layout, wanted) => {
      const words = 4 * layout.groups;
      return use(bytes, [words, words, words, floatBytes(wanted)], (call) => unpackGroups(call, layout, wanted));
    },
    scaledSamples: (bytes, coding, wanted) =>
      use(bytes, [sampleBytes(coding, wanted.count), floatBytes(wanted)], (call) => {
        const { functions, buffer, parts } = call;
        if (runAec(call, coding, wanted.count) < 0) return undefined;
        aim(functions, wanted, parts[1]!);
        functions.scale(parts[0]!, wanted.count);
        return taken(buffer, parts[1]!, wanted);
      }),
    samples: (bytes, coding, count) =>
      use(bytes, [sampleBytes(coding, count)], (call) =>
        runAec(call, coding, count) < 0 ? undefined : new Uint32Array(call.buffer, call.parts[0]!, count).slice(),
      ),
  };
}

interface Call {
  readonly functions: PackedFunctions;
  readonly buffer: ArrayBuffer;
  readonly source: number;
  readonly end: number;
  readonly parts: readonly number[];
}

function layOut({ memory, functions }: Instance, bytes: Uint8Array, lengths: readonly number[]): Call {
  const source = ALIGNMENT;
  const end = source + bytes.byteLength;
  const parts: number[] = [];
  let top = aligned(end + LOADED_AFTER);
  for (const length of lengths) {
    parts.push(top);
    top = aligned(top + length);
  }
  const { buffer } = ensure(memory, top, "packed integer");
  new Uint8Array(buffer).set(bytes, source);
  return { functions, buffer: memory.buffer, source, end, parts };
}

function unpackGroups(call: Call, layout: GroupLayout, wanted: Wanted): Floats | undefined {
  const { functions, source, end, buffer, parts } = call;
  const [references, widths, lengths, target] = parts;
  const { groups, order, extra } = layout;
  const lists = [
    [layout.referencesAt, layout.referenceBits, references],
    [layout.widthsAt, layout.widthBits, widths],
    [layout.lengthsAt, layout.lengthBits, lengths],
  ] as const;
  for (const [at, bits, list] of lists) {
    if (source + at > end || functions.unpack(source + at, end, bits, groups, list!) < 0) return undefined;
  }
  if (source + layout.valuesAt > end) return undefined;
  aim(functions, wanted, target!);
  const result = functions.unpackGroups(
    source + layout.valuesAt,
    end,
    wanted.count,
    groups,
    references!,
    widths!,
    lengths!,
    layout.referenceBits,
    layout.widthBase,
    layout.lengthBase,
    layout.lengthStep,
    layout.lastLength,
    layout.management,
    order,
    extra[0] ?? 0,
    extra[1] ?? 0,
    extra[order] ?? 0,
  );
  return result < 0 ? undefined : taken(buffer, target!, wanted);
}

function runAec({ functions, source, end, parts }: Call, coding: AecParameters, count: number): number {
  return functions.aec(
    source,
    end,
    coding.bitsPerSample,
    coding.blockSize,
    coding.interval,
    coding.signed,
    coding.preprocess,
    coding.restricted,
    coding.padded,
    count,
    parts[0]!,
  );
}

/** The decoder writes whole blocks, and keeps one more word. */
function sampleBytes({ blockSize }: AecParameters, count: number): number {
  return 4 * (count + blockSize + 1);
}

function floatBytes({ count, isWide }: Wanted): number {
  return count * (isWide ? 8 : 4);
}

function aim(functions: PackedFunctions, { isWide, scale }: Wanted, target: number): void {
  functions.aim(target, isWide, scale.reference, scale.factor, scale.divisor);
}

function taken(buffer: ArrayBuffer, at: number, { count, isWide }: Wanted): Floats {
  return isWide ? new Float64Array(buffer, at, count).slice() : new Float32Array(buffer, at, count).slice();
}
