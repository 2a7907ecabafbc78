/** Decodes LZMA packets: one model and one piece of input at a time. In TypeScript here, in WebAssembly in kernels/. */
import type { GrowingBuffer } from "../../growing-buffer.ts";
import { decodeEndMark, decodePackets } from "./lzma-decode.ts";
import { type LzmaModel, type LzmaProperties, lzmaModel, resetModel } from "./model.ts";
import { RangeDecoder } from "./range-decoder.ts";

export interface LzmaMachine {
  /** A new model. */
  initialize(properties: LzmaProperties): void;
  /** Resets the model to its initial state. */
  reset(): void;
  /** Input from one index to another. Input with an invalid beginning is `invalid-data`. */
  start(from: number, to: number): void;
  /**
   * Decodes until the buffer holds `end` bytes, or to the end mark, and returns whether that was found. Matches refer
   * to what the buffer holds from `dictionary` on, at most `size` bytes back.
   */
  packets(dictionary: number, size: number, end: number): boolean;
  /** Returns whether only the end mark follows, at this position in the dictionary. */
  endMark(position: number): boolean;
  /** Consumes the byte that the next bit would, so that `offset` is where the data ends. */
  settle(): void;
  /** Index of the next byte of the input. */
  readonly offset: number;
  /** At the end of all data, nothing is left of the number. */
  readonly isFinished: boolean;
}

/** A machine over some input that adds to a buffer. */
export type MachineOver = (bytes: Uint8Array, buffer: GrowingBuffer) => LzmaMachine;

export const plainMachine: MachineOver = (bytes, buffer) => {
  let model: LzmaModel = lzmaModel({ lc: 0, lp: 0, pb: 0 });
  let range: RangeDecoder | undefined;
  // Packets are only requested after the input is known.
  const input = (): RangeDecoder => (range ??= new RangeDecoder(bytes, 0, bytes.byteLength));
  return {
    initialize: (properties) => {
      model = lzmaModel(properties);
    },
    reset: () => resetModel(model),
    start: (from, to) => {
      range = new RangeDecoder(bytes, from, to);
    },
    packets: (dictionary, size, end) => decodePackets(input(), model, { buffer, start: dictionary, size }, end),
    endMark: (position) => decodeEndMark(input(), model, position),
    settle: () => input().settle(),
    get offset() {
      return input().offset;
    },
    get isFinished() {
      return input().isFinished;
    },
  };
};
