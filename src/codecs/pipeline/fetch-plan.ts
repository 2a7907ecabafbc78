/** Fewer reads for the same bytes: ranges that touch (or lie within a gap of each other) are fetched as one. */

import { type Bound, isBeyond } from "../../bytes/limit.ts";
import { type ByteRange, resolveRange } from "../../bytes/source/byte-range.ts";

export interface Coalesce {
  /** Ranges at most this many bytes apart are merged; 0 merges only those that touch. */
  readonly gap: Bound;
  /** No merged read is longer than this. */
  readonly cap: Bound;
}

export type ReadRequest = ByteRange | undefined;

export interface FetchPlan {
  /** What to read. */
  readonly reads: readonly ReadRequest[];
  /** Turns what was read (in the order of `reads`) into the results of the requests. */
  answers(fetched: readonly (Uint8Array | undefined)[]): readonly (Uint8Array | undefined)[];
}

/** Where the result of a request lies: which read, and which part of it. */
interface Part {
  readonly read: number;
  readonly within: ByteRange | undefined;
}

/** Plans the reads of one object that satisfy all requests. */
export function planFetches(requests: readonly ReadRequest[], coalesce: Coalesce): FetchPlan {
  if (requests.length === 1) return { reads: requests, answers: (fetched) => fetched };
  if (requests.includes(undefined)) {
    return fromParts(
      [undefined],
      requests.map((within) => ({ read: 0, within })),
    );
  }
  const reads: ReadRequest[] = [];
  const parts: Part[] = new Array(requests.length);
  const bounded: BoundedRequest[] = [];
  requests.forEach((request, index) => {
    if (request !== undefined && "offset" in request && request.length !== undefined) {
      bounded.push({ index, offset: request.offset, length: request.length });
    } else {
      parts[index] = { read: reads.push(request) - 1, within: undefined };
    }
  });
  for (const group of mergeNeighbours(bounded, coalesce)) {
    const read = reads.push({ offset: group.offset, length: group.length }) - 1;
    for (const { index, offset, length } of group.members) {
      parts[index] = { read, within: { offset: offset - group.offset, length } };
    }
  }
  return fromParts(reads, parts);
}

interface BoundedRequest {
  readonly index: number;
  readonly offset: number;
  readonly length: number;
}

interface MergedRead {
  readonly offset: number;
  length: number;
  readonly members: BoundedRequest[];
}

function mergeNeighbours(requests: BoundedRequest[], { gap, cap }: Coalesce): MergedRead[] {
  const merged: MergedRead[] = [];
  let last: MergedRead | undefined;
  for (const request of requests.sort((a, b) => a.offset - b.offset)) {
    const end = request.offset + request.length;
    if (last !== undefined && !isBeyond(request.offset - last.offset - last.length, gap)) {
      const length = Math.max(last.length, end - last.offset);
      if (length === last.length || !isBeyond(length, cap)) {
        last.length = length;
        last.members.push(request);
        continue;
      }
    }
    last = { offset: request.offset, length: request.length, members: [request] };
    merged.push(last);
  }
  return merged;
}

function fromParts(reads: readonly ReadRequest[], parts: readonly Part[]): FetchPlan {
  return {
    reads,
    answers: (fetched) =>
      parts.map(({ read, within }) => {
        const bytes = fetched[read];
        if (bytes === undefined) return undefined;
        const { start, end } = resolveRange(within, bytes.byteLength);
        return bytes.subarray(start, end);
      }),
  };
}
