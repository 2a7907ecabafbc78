/**
 * Zstandard by our own kernel (kernels/zstd, carried in wasm-binary.ts). The kernel decodes and encodes blocks inside
 * its memory; frames, bounds and checksums are handled here.
 */
import { decodeBase64 } from "../../../bytes/base64.ts";
import { HyperslabError } from "../../../errors.ts";
import { allocate } from "../../allocate.ts";
import type { BytesType } from "../../codec.ts";
import { checkDecoded, tooLong } from "../growing-buffer.ts";
import type { ZstdEngine } from "./engine.ts";
import { findFrames, MAX_BLOCK, readBlock, writeFrameHeader, type ZstdFrame } from "./frame.ts";
import { searchParameters } from "./search-parameters.ts";
import { WASM_BASE64 } from "./wasm-binary.ts";

const PAGE = 64 * 1024;
/** What the kernel may touch around input and output. */
const SLACK = 64;
/** Memory of WebAssembly never shrinks; an instance that grew beyond this is thrown away after use. */
const KEPT_BYTES = 64 * 1024 * 1024;
/** Most that a block of 128 KiB can take while it is being encoded, see kernels/zstd/encode-block.ts. */
const ENCODED_ROOM = 16 * MAX_BLOCK + 1024;

const TOO_LONG = -2;

/** The functions of kernels/zstd/index.ts. All arguments are addresses, lengths or small numbers. */
interface Kernel {
  readonly memory: WebAssembly.Memory;
  readonly call: (name: string, ...values: number[]) => number;
}

export async function loadWasmZstd(): Promise<ZstdEngine> {
  const module = await compileKernel();
  let kernel: Kernel | undefined;
  const use = <T>(run: (kernel: Kernel) => T): T => {
    kernel ??= instantiate(module);
    try {
      return run(kernel);
    } finally {
      if (kernel.memory.buffer.byteLength > KEPT_BYTES) kernel = undefined;
    }
  };
  return {
    writesOut: true,
    decompress: (bytes, type, out) => use((own) => decompress(own, bytes, type, out)),
    compress: (bytes, level, checksum) => use((own) => compress(own, bytes, level, checksum)),
  };
}

/** Where WebAssembly is missing, or forbidden by a content security policy, there is no zstd. */
async function compileKernel(): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(new Uint8Array(decodeBase64(WASM_BASE64)));
  } catch (cause) {
    throw new HyperslabError("unsupported", "zstd needs WebAssembly, which this page or runtime does not allow", {
      hint: "Allow it by 'wasm-unsafe-eval' in the content security policy, or use Node 22.15 or later.",
      cause,
    });
  }
}

function instantiate(module: WebAssembly.Module): Kernel {
  const memory = newMemory();
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return {
    memory,
    call: (name, ...values) => {
      const run = exports[name];
      if (typeof run !== "function") throw new Error(`the zstd kernel has no function ${name}`);
      return Number(run(...values));
    },
  };
}

function newMemory(): WebAssembly.Memory {
  try {
    return new WebAssembly.Memory({ initial: 16, maximum: 65536 });
  } catch (cause) {
    throw new HyperslabError("unsupported", "there is no memory left for the zstd kernel", { cause });
  }
}

/** The memory's bytes, at least so many. */
function bytesUpTo(kernel: Kernel, end: number): Uint8Array {
  const missing = end - kernel.memory.buffer.byteLength;
  if (missing > 0) {
    try {
      kernel.memory.grow(Math.ceil(missing / PAGE));
    } catch (cause) {
      throw new HyperslabError("unsupported", `${end} bytes do not fit into the memory of the zstd kernel`, {
        hint: "The chunks of this array are too large to be decoded or encoded whole on this machine.",
        cause,
      });
    }
  }
  return new Uint8Array(kernel.memory.buffer);
}

/** Where things lie while decoding: state, then input, then output, which may grow. */
interface Decoding {
  readonly kernel: Kernel;
  readonly bytes: Uint8Array;
  readonly state: number;
  readonly input: number;
  readonly output: number;
  readonly limit: number;
  length: number;
}

function decompress(kernel: Kernel, bytes: Uint8Array, type: BytesType, out?: Uint8Array): Uint8Array {
  const frames = findFrames(bytes);
  const limit = type.length ?? type.maxLength;
  const stated = frames.reduce((sum, { contentSize }) => sum + (contentSize ?? 0), 0);
  if (stated > limit) throw tooLong(limit);
  const state = aligned(kernel.call("heapBase"));
  const input = aligned(state + kernel.call("decodeStateSize") + SLACK);
  const output = aligned(input + bytes.byteLength + SLACK);
  const decoding: Decoding = { kernel, bytes, state, input, output, limit, length: 0 };
  bytesUpTo(kernel, output + (type.length ?? stated) + SLACK).set(bytes, input);
  for (const frame of frames) decodeFrame(decoding, frame);
  checkDecoded(type, decoding.length);
  const decoded = bytesUpTo(kernel, 0).subarray(output, output + decoding.length);
  if (out === undefined) return decoded.slice();
  out.set(decoded);
  return out;
}

function aligned(address: number): number {
  return Math.ceil(address / SLACK) * SLACK;
}

function decodeFrame(decoding: Decoding, frame: ZstdFrame): void {
  const { kernel, bytes, output } = decoding;
  const start = decoding.length;
  kernel.call("beginFrame", decoding.state);
  let at = frame.blocks;
  for (let last = false; !last; ) {
    const block = readBlock(bytes, at);
    decodeBlock(decoding, frame, output + start, at);
    at = block.end;
    last = block.last;
  }
  const length = decoding.length - start;
  if (frame.contentSize !== undefined && length !== frame.contentSize) {
    const what = `the frame decoded to ${length} bytes, its header says ${frame.contentSize}`;
    throw new HyperslabError("invalid-data", what);
  }
  if (!frame.checksum) return;
  const stored = new DataView(bytes.buffer, bytes.byteOffset + at).getUint32(0, true);
  const computed = kernel.call("contentChecksum", output + start, length) >>> 0;
  if (stored !== computed) {
    const what = `checksum mismatch: stored 0x${stored.toString(16)}, computed 0x${computed.toString(16)}`;
    throw new HyperslabError("invalid-data", what);
  }
}

function decodeBlock(decoding: Decoding, frame: ZstdFrame, frameStart: number, at: number): void {
  const { kernel, state, input, output, limit } = decoding;
  const { type, size, start, end } = readBlock(decoding.bytes, at);
  if (size > frame.maxBlockSize) throw corrupt(`a block of ${size} bytes, ${frame.maxBlockSize} are allowed`);
  const room = limit - decoding.length;
  const target = output + decoding.length;
  if (type === "compressed") {
    bytesUpTo(kernel, target + Math.min(room, MAX_BLOCK) + SLACK);
    // More than a block is as good as any; the kernel's numbers end at 2^32.
    const enough = Math.min(room, 2 * MAX_BLOCK);
    const length = kernel.call("decodeBlock", state, input + start, end - start, frameStart, target, enough);
    if (length === TOO_LONG) throw tooLong(limit);
    if (length < 0 || length > frame.maxBlockSize) throw corrupt(`the block at byte ${at}`);
    decoding.length += length;
    return;
  }
  if (size > room) throw tooLong(limit);
  const memory = bytesUpTo(kernel, target + size + SLACK);
  if (type === "stored") memory.copyWithin(target, input + start, input + end);
  else memory.fill(memory[input + start]!, target, target + size);
  decoding.length += size;
}

function corrupt(what: string): HyperslabError {
  return new HyperslabError("invalid-data", `the compressed data is corrupt: ${what}`);
}

function compress(kernel: Kernel, bytes: Uint8Array, level: number, checksum: boolean): Uint8Array {
  const size = bytes.byteLength;
  const { hashLog, chainLog, depth, lazy, window, step } = searchParameters(level, size);
  const header = writeFrameHeader(size, window, checksum);
  const state = aligned(kernel.call("heapBase"));
  const tables = aligned(state + kernel.call("encodeStateSize"));
  const input = aligned(tables + 4 * 2 ** hashLog + (chainLog === 0 ? 0 : 4 * 2 ** chainLog) + SLACK);
  const output = aligned(input + size + SLACK);
  const memory = bytesUpTo(kernel, output + ENCODED_ROOM + SLACK);
  memory.set(bytes, input);
  kernel.call("beginEncoding", state, input, tables, hashLog, chainLog, depth, lazy, window, step);
  // Blocks that do not get shorter are stored, so this suffices.
  const encoded = allocate(header.byteLength + size + 3 * (Math.ceil(size / MAX_BLOCK) || 1) + 4);
  encoded.set(header);
  let end = header.byteLength;
  let at = 0;
  do {
    const length = Math.min(MAX_BLOCK, size - at);
    const short = length === 0 ? 0 : kernel.call("encodeBlock", state, input + at, length, output);
    const last = at + length === size;
    end = writeBlockHeader(encoded, end, short === 0 ? "stored" : "compressed", short === 0 ? length : short, last);
    encoded.set(short === 0 ? bytes.subarray(at, at + length) : memory.subarray(output, output + short), end);
    end += short === 0 ? length : short;
    at += length;
  } while (at < size);
  if (checksum) {
    new DataView(encoded.buffer).setUint32(end, kernel.call("contentChecksum", input, size) >>> 0, true);
    end += 4;
  }
  return encoded.slice(0, end);
}

function writeBlockHeader(
  target: Uint8Array,
  at: number,
  type: "stored" | "compressed",
  size: number,
  last: boolean,
): number {
  const header = (size << 3) | (type === "stored" ? 0 : 4) | (last ? 1 : 0);
  target.set([header & 255, (header >> 8) & 255, header >> 16], at);
  return at + 3;
}
