/**
 * The messages of a file, one after another. Bytes between them are skipped: files are cut out of streams, padded and
 * joined. A message that begins but does not end as it says is damaged, and is never skipped silently.
 */
import { END_WORD, GRIB_WORD, u24, viewOf } from "../../bytes/grib/message.ts";
import type { BlockReader } from "../../bytes/source/block-reader.ts";
import type { HyperslabError } from "../../errors.ts";
import { scannerLimits } from "../limits.ts";

export interface GribMessage {
  readonly offset: number;
  readonly length: number;
  readonly edition: 1 | 2;
  /** Of edition 2. */
  readonly discipline: number;
}

export interface Gap {
  readonly from: number;
  readonly to: number;
}

const HEAD_BYTES = 16;

/** `onGap` is called with what is skipped. */
export async function* messagesOf(
  reader: BlockReader,
  size: number,
  fail: (what: string) => HyperslabError,
  onGap: (gap: Gap) => void,
): AsyncGenerator<GribMessage> {
  let end = 0;
  for (let at = 0; at + HEAD_BYTES <= size; ) {
    const message = await messageAt(reader, at, size, fail);
    if (message !== undefined) {
      if (at > end) onGap({ from: end, to: at });
      yield message;
      at += message.length;
      end = at;
    } else at = await nextWord(reader, at + 1, size);
  }
  if (size > end) {
    // The truncated head of a message is not padding.
    const tail = await reader.read(Math.max(end, size - HEAD_BYTES + 1), size - Math.max(end, size - HEAD_BYTES + 1));
    if (indexOfWord(tail) >= 0)
      throw fail(
        `a message begins ${tail.byteLength - indexOfWord(tail)} bytes before the end of the file, and is cut off`,
      );
    onGap({ from: end, to: size });
  }
}

async function messageAt(
  reader: BlockReader,
  offset: number,
  size: number,
  fail: (what: string) => HyperslabError,
): Promise<GribMessage | undefined> {
  const head = await reader.read(offset, HEAD_BYTES);
  const view = viewOf(head);
  if (view.getUint32(0) !== GRIB_WORD) return undefined;
  const edition = head[7];
  if (edition !== 1 && edition !== 2) return undefined;
  const length = edition === 2 ? Number(view.getBigUint64(8)) : await lengthOf1(reader, offset, u24(view, 4), size);
  if (length < 20) return undefined;
  if (offset + length > size) {
    throw fail(
      `the message at byte ${offset} has ${length} bytes, but the file ends ${size - offset} bytes after its start`,
    );
  }
  const last = await reader.read(offset + length - 4, 4);
  // The word may occur in foreign bytes by chance: then nothing ends where it says.
  if (viewOf(last).getUint32(0) !== END_WORD) {
    throw fail(`the message at byte ${offset} does not end with 7777 at byte ${offset + length - 4}`);
  }
  return { offset, length, edition, discipline: edition === 2 ? head[6]! : 0 };
}

/** Messages beyond 8 MiB count in units of 120 bytes, minus the number in their last section. */
async function lengthOf1(reader: BlockReader, offset: number, coded: number, size: number): Promise<number> {
  if ((coded & 0x800000) === 0) return coded;
  let at = offset + 8;
  const take = async (): Promise<number> => {
    const length = at + 3 <= size ? u24(viewOf(await reader.read(at, 3)), 0) : 0;
    at += length;
    return length;
  };
  const flags = at + 8 <= size ? (await reader.read(at + 7, 1))[0]! : 0;
  await take();
  if ((flags & 128) !== 0) await take();
  if ((flags & 64) !== 0) await take();
  const data = at + 3 <= size ? u24(viewOf(await reader.read(at, 3)), 0) : 0;
  return data < 120 ? (coded & 0x7fffff) * 120 - data + 4 : coded;
}

async function nextWord(reader: BlockReader, from: number, size: number): Promise<number> {
  const { searchedBytes } = scannerLimits;
  for (let at = from; at + 4 <= size; at += searchedBytes.value - 3) {
    const found = indexOfWord(await reader.readUpTo(at, searchedBytes.cap(size - at)));
    if (found >= 0) return at + found;
  }
  return size;
}

function indexOfWord(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(0x47); at >= 0; at = bytes.indexOf(0x47, at + 1)) {
    if (bytes[at + 1] === 0x52 && bytes[at + 2] === 0x49 && bytes[at + 3] === 0x42) return at;
  }
  return -1;
}
