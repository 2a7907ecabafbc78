/** Executes a batch of sequences: copies literals and matches to the output. */
import { copyMatchExact, copyWild, repeatWild } from "./copy";
import { BAD_OFFSET, BAD_SEQUENCES } from "./error-codes";
import {
  FAST_END,
  FRAME_START,
  LITERALS_END,
  NEXT_LITERAL,
  OUTPUT,
  REPEAT_1,
  REPEAT_2,
  REPEAT_3,
  SEQUENCE_SIZE,
  SEQUENCES,
} from "./workspace";

/** Returns 0 or an error. */
export function executeSequences(workspace: usize, count: u32, end: usize, tooLong: i32): i32 {
  let sequence = workspace + SEQUENCES;
  const sequencesEnd = sequence + count * SEQUENCE_SIZE;
  while (true) {
    sequence = executeFast(workspace, sequence, sequencesEnd);
    if (sequence == sequencesEnd) return 0;
    const error = executeExactly(workspace, sequence, end, tooLong);
    if (error != 0) return error;
    sequence += SEQUENCE_SIZE;
  }
}

/** Executes sequences by whole vectors, and returns the first that is broken or too near to an end. */
function executeFast(workspace: usize, sequence: usize, sequencesEnd: usize): usize {
  let output = <usize>load<u32>(workspace + OUTPUT);
  let literals = <usize>load<u32>(workspace + NEXT_LITERAL);
  const literalsEnd = <usize>load<u32>(workspace + LITERALS_END);
  const fastEnd = <usize>load<u32>(workspace + FAST_END);
  const frameStart = <usize>load<u32>(workspace + FRAME_START);
  let repeat1 = <usize>load<u32>(workspace + REPEAT_1);
  let repeat2 = <usize>load<u32>(workspace + REPEAT_2);
  let repeat3 = <usize>load<u32>(workspace + REPEAT_3);
  for (; sequence != sequencesEnd; sequence += SEQUENCE_SIZE) {
    let offset = <usize>load<u32>(sequence);
    const matchLength = <usize>load<u32>(sequence, 4);
    const literalsLength = <usize>load<u32>(sequence, 8);
    const matchAt = output + literalsLength;
    if (offset > 3) {
      repeat3 = repeat2;
      repeat2 = repeat1;
      offset -= 3;
      repeat1 = offset;
    } else {
      // Without literals the first of the three would go on with the match before, so the numbers mean one further on.
      const which = offset + (literalsLength == 0 ? 1 : 0);
      if (which == 1) {
        offset = repeat1;
      } else {
        offset = which == 2 ? repeat2 : which == 3 ? repeat3 : repeat1 - 1;
        if (which != 2) repeat3 = repeat2;
        repeat2 = repeat1;
        repeat1 = offset;
      }
    }
    const next = matchAt + matchLength;
    if (next > fastEnd) break;
    if (literals + literalsLength > literalsEnd) break;
    // One comparison also finds offset 0.
    if (offset - 1 >= matchAt - frameStart) break;
    copyWild(output, literals, literalsLength);
    literals += literalsLength;
    output = next;
    if (offset >= 16) copyWild(matchAt, matchAt - offset, matchLength);
    else repeatWild(workspace, matchAt, offset, matchLength);
  }
  store<u32>(workspace + OUTPUT, <u32>output);
  store<u32>(workspace + NEXT_LITERAL, <u32>literals);
  store<u32>(workspace + REPEAT_1, <u32>repeat1);
  store<u32>(workspace + REPEAT_2, <u32>repeat2);
  store<u32>(workspace + REPEAT_3, <u32>repeat3);
  return sequence;
}

/** Executes one sequence, every byte checked. Returns 0 or an error. */
function executeExactly(workspace: usize, sequence: usize, end: usize, tooLong: i32): i32 {
  const output = <usize>load<u32>(workspace + OUTPUT);
  const literals = <usize>load<u32>(workspace + NEXT_LITERAL);
  const offset = <usize>load<u32>(workspace + REPEAT_1);
  const matchLength = <usize>load<u32>(sequence, 4);
  const literalsLength = <usize>load<u32>(sequence, 8);
  if (literalsLength > <usize>load<u32>(workspace + LITERALS_END) - literals) return BAD_SEQUENCES;
  if (literalsLength + matchLength > end - output) return tooLong;
  memory.copy(output, literals, literalsLength);
  const matchAt = output + literalsLength;
  if (offset - 1 >= matchAt - <usize>load<u32>(workspace + FRAME_START)) return BAD_OFFSET;
  copyMatchExact(matchAt, offset, matchLength);
  store<u32>(workspace + OUTPUT, <u32>(matchAt + matchLength));
  store<u32>(workspace + NEXT_LITERAL, <u32>(literals + literalsLength));
  return 0;
}
