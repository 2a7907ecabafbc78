/** Sizes as `blpk` takes them: a number with a letter for powers of 1024, or `max`. */

import { LARGEST_CHUNK } from "../../bytes/blosc/file-header.ts";
import { HyperslabError } from "../../errors.ts";

const LETTERS = "BKMGT";

/** `64K`, `1.5M`, `1048576`, `max` (the largest that Blosc takes): a size of chunks in bytes. */
export function parseChunkSize(text: string): number {
  if (text === "max") return LARGEST_CHUNK;
  const match = /^(\d+(?:\.\d+)?)([BKMGT])?$/.exec(text);
  const power = LETTERS.indexOf(match?.[2] ?? "B");
  const bytes = Math.floor(Number(match?.[1] ?? "0") * 1024 ** power);
  if (match === null || bytes < 1) {
    throw new HyperslabError("invalid-request", `${JSON.stringify(text)} is no size of chunks`, {
      hint: "Write a number of bytes, or one with K, M, G or T behind it, or max.",
    });
  }
  if (bytes > LARGEST_CHUNK) {
    throw new HyperslabError("invalid-request", `chunks of ${bytes} bytes; Blosc takes at most ${LARGEST_CHUNK}`);
  }
  return bytes;
}
