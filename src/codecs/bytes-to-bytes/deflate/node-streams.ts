/**
 * zlib streams by Node, into reused memory. `deflateSync` and `inflateSync` allocate buffers per call, which stay until
 * they are garbage-collected: tens of megabytes for thousands of short streams. The synchronous write of the engine
 * that they call internally is undocumented; so it is tested first, and not used unless its results equal those of the
 * documented functions.
 */
import { HyperslabError } from "../../../errors.ts";
import { scratchBuffer } from "../../pipeline/allocate.ts";

export interface ZlibStreams {
  /** One zlib stream at the start of `out`; undefined if it does not fit. */
  deflate(bytes: Uint8Array, level: number, out: Uint8Array): Uint8Array | undefined;
  /** The `length` bytes of a zlib stream, valid until the next call; anything else is an error. */
  inflate(stream: Uint8Array, length: number): Uint8Array;
}

type NodeZlib = typeof import("node:zlib");

interface Handle {
  writeSync(
    flush: number,
    input: Uint8Array,
    inputAt: number,
    inputLength: number,
    output: Uint8Array,
    outputAt: number,
    outputLength: number,
  ): void;
  onerror: (message: string, number: number, code: string) => void;
}

interface Engine {
  readonly handle: Handle;
  /** After a write: the remaining output and input. */
  readonly left: Uint32Array;
  reset(): void;
  close(): void;
}

let tried: { readonly streams: ZlibStreams | undefined } | undefined;

/** Returns undefined if Node's engines cannot be driven this way. */
export function nodeZlibStreams(): ZlibStreams | undefined {
  tried ??= { streams: tryStreams() };
  return tried.streams;
}

function tryStreams(): ZlibStreams | undefined {
  const zlib = globalThis.process?.getBuiltinModule?.("node:zlib");
  if (zlib === undefined) return undefined;
  try {
    const streams = makeStreams(zlib);
    return works(streams, zlib) ? streams : undefined;
  } catch {
    return undefined;
  }
}

/** Runs more than once, because state of one stream must not affect the next. */
function works(streams: ZlibStreams, zlib: NodeZlib): boolean {
  const sample = Uint8Array.from({ length: 1000 }, (_, i) => (i >> 4) ^ (i % 5));
  for (const level of [1, 6, 6]) {
    const expected = zlib.deflateSync(sample, { level });
    const made = streams.deflate(sample, level, new Uint8Array(sample.byteLength));
    if (made === undefined || expected.compare(made) !== 0) return false;
    const back = streams.inflate(made, sample.byteLength);
    if (!back.every((byte, i) => byte === sample[i])) return false;
  }
  return true;
}

/** The engine's own output buffer, which is not used here, is as short as possible. */
const LEAST_CHUNK = 64;

function makeStreams(zlib: NodeZlib): ZlibStreams {
  const { Z_FINISH } = zlib.constants;
  const inflater = engineOf(zlib.createInflate({ chunkSize: LEAST_CHUNK }));
  const scratch = scratchBuffer();
  return {
    deflate: (bytes, level, out) => {
      // A new engine each time: a used one would find matches in what is left in its window.
      const engine = engineOf(zlib.createDeflate({ level, chunkSize: LEAST_CHUNK }));
      try {
        run(engine, Z_FINISH, bytes, out);
        // A stream that just fits is treated as one that does not: Node does not report whether its last byte was written.
        const [free = 0] = engine.left;
        return free === 0 ? undefined : out.subarray(0, out.byteLength - free);
      } finally {
        engine.close();
      }
    },
    inflate: (stream, length) => {
      inflater.reset();
      // Room for one more byte reveals a stream that is too long; a truncated one is an error of the engine.
      const out = scratch.lease(length + 1).bytes;
      run(inflater, Z_FINISH, stream, out);
      const [free = 0, unused = 0] = inflater.left;
      if (free === 0) throw new HyperslabError("invalid-data", `the data is longer than the ${length} bytes expected`);
      if (unused > 0) {
        throw new HyperslabError("invalid-data", `${unused} bytes follow the end of the compressed data`);
      }
      return out.subarray(0, out.byteLength - free);
    },
  };
}

function run({ handle }: Engine, flush: number, input: Uint8Array, output: Uint8Array): void {
  let failure: { readonly message: string; readonly code: string } | undefined;
  handle.onerror = (message, _, code) => {
    failure = { message, code };
  };
  handle.writeSync(flush, input, 0, input.byteLength, output, 0, output.byteLength);
  if (failure !== undefined) throw broken(failure);
}

function broken({ message, code }: { readonly message: string; readonly code: string }): HyperslabError {
  if (code === "Z_BUF_ERROR") return new HyperslabError("invalid-data", "the compressed data is truncated");
  return new HyperslabError("invalid-data", `the compressed data is corrupt: ${message}`);
}

function engineOf(stream: { reset(): void; close(): void }): Engine {
  if (!isDriven(stream)) throw new HyperslabError("unsupported", "this runtime's zlib cannot be driven");
  return {
    handle: stream._handle,
    left: stream._writeState,
    reset: () => stream.reset(),
    close: () => stream.close(),
  };
}

function isDriven(stream: object): stream is { readonly _handle: Handle; readonly _writeState: Uint32Array } {
  if (!("_handle" in stream) || !("_writeState" in stream)) return false;
  const { _handle: handle, _writeState: left } = stream;
  const writes = typeof handle === "object" && handle !== null && "writeSync" in handle;
  return writes && typeof handle.writeSync === "function" && left instanceof Uint32Array;
}
