/**
 * gzip, zlib and raw DEFLATE by the WebAssembly inflate: in place, if the bytes lie in the memory of the codec kernels,
 * else through a memory of its own.
 */

import { type Bound, boundValue, isBeyond } from "../../../bytes/limit.ts";
import type { BytesType } from "../../codec.ts";
import { checkDecoded } from "../../growing-buffer.ts";
import {
  compileInflate,
  INFLATE_ERRORS,
  type Inflater,
  inflateError,
  inflateFunctions,
  inflaterSize,
  makeInflater,
} from "../../kernels/inflate/wasm.ts";
import type { KernelMemory } from "../../kernels/kernel-memory.ts";
import { ALIGNMENT, aligned, ensure, newMemory } from "../../kernels/wasm-module.ts";
import { lazyLimits } from "../../lazy-limits.ts";
import { type InflateRun, readGzip, readRaw, readZlib } from "./framing.ts";

export interface KernelOptions {
  /** The limit for input and output together; if more is needed, the result is undefined. */
  readonly largest: Bound;
  /** Tried first. */
  readonly within?: Within | undefined;
}

export interface KernelInflate {
  gunzip(bytes: Uint8Array, type: BytesType, out: Uint8Array | undefined, options: KernelOptions): Decoded;
  inflate(bytes: Uint8Array, type: BytesType, out: Uint8Array | undefined, options: KernelOptions): Decoded;
  inflateRaw(bytes: Uint8Array, type: BytesType, out: Uint8Array | undefined, options: KernelOptions): Decoded;
}

type Decoded = Uint8Array | undefined;
type Read = (bytes: Uint8Array, run: InflateRun) => void;

/** An inflater in the memory of the codec kernels. */
export interface Within {
  readonly memory: Pick<KernelMemory, "locate">;
  readonly inflater: Inflater;
}

interface Instance {
  readonly memory: WebAssembly.Memory;
  readonly inflater: Inflater;
  /** Where a call may put its data. */
  readonly free: number;
}

const KERNEL = "inflate";
/** If nothing is known about the output, it is first assumed to be this many times the input, or a few bytes. */
const FIRST_RATIO = 8;

let loading: Promise<KernelInflate> | undefined;

/**
 * The kernel of this realm, created once, because it has one memory. Fails if WebAssembly or its SIMD is missing or
 * forbidden.
 */
export function loadKernelInflate(): Promise<KernelInflate> {
  loading ??= load();
  return loading;
}

async function load(): Promise<KernelInflate> {
  const module = await compileInflate();
  let kept: Instance | undefined = instantiate(module);
  const decode = (bytes: Uint8Array, type: BytesType, out: Decoded, options: KernelOptions, read: Read): Decoded => {
    const { largest, within } = options;
    if (decodeWithin(within, bytes, type, out, read)) return out;
    if (isBeyond(bytes.byteLength + (type.length ?? 0), largest)) return undefined;
    const instance = (kept ??= instantiate(module));
    try {
      return decodeOutside(instance, bytes, type, out, boundValue(largest), read);
    } finally {
      if (lazyLimits.keptModuleBytes.isExceededBy(instance.memory.buffer.byteLength)) kept = undefined;
    }
  };
  return {
    gunzip: (bytes, type, out, options) => decode(bytes, type, out, options, readGzip),
    inflate: (bytes, type, out, options) => decode(bytes, type, out, options, readZlib),
    inflateRaw: (bytes, type, out, options) => decode(bytes, type, out, options, readRaw),
  };
}

/** Decodes in place, and returns whether it did. */
function decodeWithin(
  within: Within | undefined,
  bytes: Uint8Array,
  type: BytesType,
  out: Decoded,
  read: Read,
): boolean {
  if (within === undefined || out === undefined || out.byteLength !== type.length) return false;
  const { memory, inflater } = within;
  const [source, target] = [memory.locate(bytes), memory.locate(out)];
  if (source === undefined || target === undefined) return false;
  const run = runOver(inflater, { source, length: bytes.byteLength, target, capacity: () => out.byteLength });
  read(bytes, run);
  checkDecoded(type, run.length());
  return true;
}

function decodeOutside(
  { memory, inflater, free }: Instance,
  bytes: Uint8Array,
  type: BytesType,
  out: Decoded,
  largest: number,
  read: Read,
): Decoded {
  const { byteLength: length } = bytes;
  const target = aligned(free + length);
  const limit = type.length ?? Math.min(type.maxLength, largest);
  let capacity = type.length ?? Math.min(limit, lazyLimits.unknownOutputBytes.atLeast(FIRST_RATIO * length));
  let tooLarge = false;
  ensure(memory, target + capacity, KERNEL).set(bytes, free);
  const run = runOver(inflater, {
    source: free,
    length,
    target,
    capacity: () => capacity,
    grow: () => {
      tooLarge = type.length === undefined && capacity === largest && largest < type.maxLength;
      if (capacity === limit) return false;
      capacity = Math.min(limit, 2 * capacity);
      ensure(memory, target + capacity, KERNEL);
      return true;
    },
  });
  try {
    read(bytes, run);
  } catch (error) {
    if (tooLarge) return undefined;
    throw error;
  }
  checkDecoded(type, run.length());
  const decoded = new Uint8Array(memory.buffer, target, run.length());
  if (out?.byteLength !== decoded.byteLength) return decoded.slice();
  out.set(decoded);
  return out;
}

interface Regions {
  readonly source: number;
  readonly length: number;
  readonly target: number;
  /** The current limit of the output in bytes. */
  capacity(): number;
  /** Raises the limit, and returns whether it did. */
  grow?(): boolean;
}

function runOver(inflater: Inflater, { source, length, target, capacity, grow }: Regions): InflateRun {
  let done = 0;
  return {
    stream: (start) => {
      for (;;) {
        const found = inflater.inflate(source + start, length - start, target + done, capacity() - done);
        if (found >= 0) {
          done += found;
          return start + inflater.used();
        }
        if (found !== INFLATE_ERRORS.outputTooLong || grow?.() !== true) throw inflateError(found, capacity());
      }
    },
    length: () => done,
    crc32: (from) => inflater.crc32(target + from, done - from),
    adler32: (from) => inflater.adler32(target + from, done - from),
  };
}

function instantiate(module: WebAssembly.Module): Instance {
  const memory = newMemory(KERNEL);
  const functions = inflateFunctions(module, memory);
  const free = aligned(ALIGNMENT + inflaterSize(functions));
  ensure(memory, free, KERNEL);
  return { memory, inflater: makeInflater(functions, ALIGNMENT), free };
}
