/** The machine in WebAssembly, for data of known length; other data uses the one in TypeScript. */
import { HyperslabError } from "../../../errors.ts";
import type { BytesType } from "../../codec.ts";
import { type GrowingBuffer, tooLong } from "../../growing-buffer.ts";
import type { LzmaKernel, LzmaLayout } from "../../kernels/lzma/wasm.ts";
import { allocate } from "../../pipeline/allocate.ts";
import { type LzmaMachine, type MachineOver, plainMachine } from "./machine.ts";

/** A container's decoder: returns the final content of the buffer. */
export type DecodeWith = (bytes: Uint8Array, buffer: GrowingBuffer, machine: MachineOver) => Uint8Array;

/** Runs a decoder, in WebAssembly if there is a kernel and the length is known. */
export function decodeByMachine(
  kernel: LzmaKernel | undefined,
  bytes: Uint8Array,
  type: BytesType,
  buffer: GrowingBuffer,
  decode: DecodeWith,
): Uint8Array {
  if (kernel === undefined || type.length === undefined) return decode(bytes, buffer, plainMachine);
  return kernel.use(bytes, type.length, (layout) => {
    const inside: GrowingBuffer = { bytes: layout.target, length: 0, limit: buffer.limit };
    const decoded = decode(layout.source, inside, (_, target) => kernelMachine(layout, target));
    const out = buffer.bytes.byteLength === decoded.byteLength ? buffer.bytes : allocate(decoded.byteLength);
    out.set(decoded);
    return out;
  });
}

// Fields of the state, see kernels/lzma/index.ts.
const CODE = 4;
const AT = 8;
const DONE = 48;
const FAR = 52;
const TOO_FAR = -2;
const TOO_LONG = -3;
const NO_START = -4;

function kernelMachine({ functions, source, target, state, words }: LzmaLayout, buffer: GrowingBuffer): LzmaMachine {
  const base = target.byteOffset;
  const checked = (result: number, dictionary = 0, end = 0): number => {
    if (result >= 0) return result;
    if (result === TOO_LONG) throw tooLong(end);
    throw new HyperslabError("invalid-data", why(result, buffer.length - dictionary));
  };
  const why = (result: number, known: number): string => {
    if (result === NO_START) return "LZMA data that does not start with a zero byte";
    if (result !== TOO_FAR) return "LZMA data ends early";
    return `LZMA: a match ${words.getUint32(FAR, true) + 1} bytes back, where about ${known} are known`;
  };
  return {
    initialize: ({ lc, lp, pb }) => functions.initialize(state, lc, lp, pb),
    reset: () => functions.reset(state),
    start: (from, to) => {
      const end = Math.min(to, source.byteLength);
      checked(functions.start(state, source.byteOffset + from, source.byteOffset + end));
    },
    packets: (dictionary, size, end) => {
      // The output has exactly the known length, so nothing beyond it is ever requested.
      const last = Math.min(end, target.byteLength);
      const result = functions.packets(state, base + dictionary, base + buffer.length, base + last, size);
      checked(result, dictionary, end);
      buffer.length = words.getUint32(DONE, true) - base;
      return result === 1;
    },
    endMark: (position) => checked(functions.endMark(state, position)) === 1,
    settle: () => void checked(functions.settle(state)),
    get offset() {
      return words.getUint32(AT, true) - source.byteOffset;
    },
    get isFinished() {
      return words.getUint32(CODE, true) === 0;
    },
  };
}
