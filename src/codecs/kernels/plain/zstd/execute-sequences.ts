/** Executes the sequences of a block: copies literals and matches to the output. */
import { ZSTD_ERRORS, zstdError } from "../../zstd-errors.ts";
import type { BlockState } from "./decode-block.ts";
import { SEQUENCE_NUMBERS } from "./decode-sequences.ts";
import type { Output } from "./output.ts";

/** Writes behind what `output` has; it has room for the block. */
export function executeSequences(
  sequences: Uint32Array,
  literals: Uint8Array,
  state: BlockState,
  output: Output,
  blockLimit: number,
): void {
  const { bytes, limit } = output;
  const { frameStart } = state;
  const stop = Math.min(output.length + blockLimit, limit);
  const tooLong = output.length + blockLimit <= limit ? ZSTD_ERRORS.blockTooLong : ZSTD_ERRORS.outputTooLong;
  let [first, second, third] = state.repeats;
  let target = output.length;
  let literal = 0;
  for (let i = 0; i < sequences.length; i += SEQUENCE_NUMBERS) {
    const value = sequences[i]!;
    const matchLength = sequences[i + 1]!;
    const literalsLength = sequences[i + 2]!;
    // Values 1 to 3 repeat one of the last offsets. Without literals the first of them would go on with the match
    // before, so the numbers mean one further on. In blocks of zstd 0.7 it may: 0.
    const which = value > 3 ? 4 : literalsLength === 0 ? value : value - 1;
    if (which !== 0) {
      const distance = value > 3 ? value - 3 : which === 1 ? second : which === 2 ? third : first - 1;
      if (which !== 1) third = second;
      second = first;
      first = distance;
    }
    if (literalsLength > literals.byteLength - literal) throw zstdError(ZSTD_ERRORS.badSequences);
    if (literalsLength + matchLength > stop - target) throw zstdError(tooLong, limit);
    for (let k = 0; k < literalsLength; k++) bytes[target + k] = literals[literal + k]!;
    target += literalsLength;
    literal += literalsLength;
    if (first === 0 || first > target - frameStart) throw zstdError(ZSTD_ERRORS.badOffset);
    copyMatch(bytes, target, first, matchLength);
    target += matchLength;
  }
  state.repeats = [first, second, third];
  const rest = literals.byteLength - literal;
  if (rest > stop - target) throw zstdError(tooLong, limit);
  bytes.set(literals.subarray(literal), target);
  output.length = target + rest;
}

/** From this length on the engine's own copy is worth its call. */
const BULK = 64;

function copyMatch(bytes: Uint8Array, target: number, distance: number, length: number): void {
  if (length < BULK) {
    const end = target + length;
    for (let at = target; at < end; at++) bytes[at] = bytes[at - distance]!;
    return;
  }
  // One period, and then what is done is copied behind itself, twice as much each time.
  let done = Math.min(distance, length);
  bytes.copyWithin(target, target - distance, target - distance + done);
  while (done < length) {
    const count = Math.min(done, length - done);
    bytes.copyWithin(target + done, target, target + count);
    done += count;
  }
}
