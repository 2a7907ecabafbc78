/** Where objects lie in a file, as its offsets say. Only the offsets of the objects that are asked for are read. */

import { HEADER_BYTES } from "../../../bytes/blosc/frame-header.ts";
import { checksumSize } from "../../../bytes/checksum/named-checksum.ts";
import { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import { HyperslabError } from "../../../errors.ts";
import type { ObjectMemo, Reads } from "../../codec.ts";
import { dataStart, FILE_HEAD_BYTES, type FileHead, OFFSET_BYTES, parseFileHead, tableAt } from "./file-head.ts";

/** Objects one after another. */
export interface ObjectRun {
  readonly first: number;
  readonly count: number;
}

export interface ObjectPlace {
  readonly index: number;
  /** Where its frame begins. */
  readonly offset: number;
  /** Most bytes that frame and checksum can take; undefined: up to the end of the file. */
  readonly room: number | undefined;
}

/** The memo's name for the header. */
const HEAD = "bloscpack-varlen-head";

/** The header; `undefined` if there is no file. */
export function* readFileHead(memo: ObjectMemo | undefined): Reads<FileHead | undefined> {
  const known = memo?.get(HEAD);
  if (known !== undefined) return parseFileHead(known);
  const [bytes] = yield [{ offset: 0, length: FILE_HEAD_BYTES }];
  if (bytes === undefined) return undefined;
  const head = parseFileHead(bytes);
  memo?.set(HEAD, bytes.slice());
  return head;
}

/**
 * The places of the objects of each run. The offset behind a run tells how much room its last object has, the one before
 * it that its first object is in order.
 */
export function* locateObjects(head: FileHead, runs: readonly ObjectRun[]): Reads<readonly ObjectPlace[][]> {
  const requests = runs.map(({ first, count }) => {
    const from = Math.max(0, first - 1);
    const end = Math.min(first + count + 1, head.count);
    return { offset: tableAt(head) + OFFSET_BYTES * from, length: OFFSET_BYTES * (end - from) };
  });
  const answers = yield requests;
  return runs.map((run, i) => placesOf(head, run, answers[i], requests[i]!));
}

function placesOf(
  head: FileHead,
  { first, count }: ObjectRun,
  bytes: Uint8Array | undefined,
  { offset: at, length }: { readonly offset: number; readonly length: number },
): ObjectPlace[] {
  if (bytes?.byteLength !== length) {
    const end = at + (bytes?.byteLength ?? 0);
    const what = `the file is truncated: it ends at byte ${end}, in the offsets of its ${head.count} objects`;
    throw new HyperslabError("invalid-data", what, { hint: `Object ${first} is not there.` });
  }
  const cursor = new ByteCursor(bytes, { base: at });
  const offsets = Float64Array.from({ length: length / OFFSET_BYTES }, () => cursor.i64Number());
  const skipped = Math.min(1, first);
  return Array.from({ length: count }, (_, i) => {
    const [before, offset, next] = [offsets[skipped + i - 1], offsets[skipped + i]!, offsets[skipped + i + 1]];
    return placeOf(head, first + i, before, offset, next);
  });
}

function placeOf(
  head: FileHead,
  index: number,
  before: number | undefined,
  offset: number,
  next: number | undefined,
): ObjectPlace {
  const least = HEADER_BYTES + checksumSize(head.checksum);
  const fail = (why: string): never => {
    const what = `the offset ${offset} of object ${index} ${why}, at byte ${tableAt(head) + OFFSET_BYTES * index}`;
    throw new HyperslabError("invalid-data", what);
  };
  if (offset === -1) fail("is unknown: the file was not finished");
  if (offset < dataStart(head)) fail(`lies before the objects, which begin at ${dataStart(head)}`);
  if (before !== undefined && before !== -1 && offset < before + least) {
    fail(`is out of order: the one before it is ${before}`);
  }
  if (next !== undefined && next !== -1 && next < offset + least) fail(`is out of order or overlaps the next, ${next}`);
  return { index, offset, room: next === undefined || next === -1 ? undefined : next - offset };
}
