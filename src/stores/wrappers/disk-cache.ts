/**
 * Bytes of objects in files, one per part: for later runs, and shared with programs that run at the same time. A file
 * is written under another name and renamed into place, and a checksum proves that it is complete:
 *
 *   0   "HSCACHE1"
 *   8   CRC-32 of all that follows, little-endian
 *   12  length of the validator, little-endian
 *   16  SHA-256 of identity, key and range, which is also the file's name
 *   48  the validator, UTF-8; then the bytes
 *
 * The modification time of a file says when its bytes were last known to be valid, the access time when they were last
 * used. It contains no name, address or secret.
 */

import { crc32 } from "../../bytes/checksum/crc32.ts";
import type { Bound } from "../../bytes/limit.ts";
import { type ByteRange, formatRange } from "../../bytes/source/byte-range.ts";
import { cacheFolder } from "./cache-folder.ts";

export interface DiskEntry {
  readonly bytes: Uint8Array;
  readonly validator: string;
  /** When it was last known to be valid, in milliseconds. */
  readonly checked: number;
}

export interface DiskCache {
  find(key: string, range: ByteRange | undefined): Promise<DiskEntry | undefined>;
  add(key: string, range: ByteRange | undefined, bytes: Uint8Array, validator: string): Promise<void>;
  /** Records that it is known to be valid now. */
  confirm(key: string, range: ByteRange | undefined): Promise<void>;
}

export interface DiskCacheOptions {
  readonly directory: string;
  /** The most bytes in the directory. */
  readonly budget: Bound;
  /** Distinguishes this store from others in the same directory. */
  readonly identity: string;
}

const MAGIC = "HSCACHE1";
const HEAD_BYTES = 48;

/** `builtin` returns modules of Node. */
export function diskCache(options: DiskCacheOptions, builtin: typeof process.getBuiltinModule): DiskCache {
  const crypto = builtin("node:crypto");
  const fs = builtin("node:fs/promises");
  const folder = cacheFolder(fs, options.directory, options.budget);
  const digest = (key: string, range: ByteRange | undefined): Uint8Array => {
    const name = JSON.stringify([options.identity, key, range === undefined ? "" : formatRange(range)]);
    return crypto.createHash("sha256").update(name).digest();
  };
  return {
    find: async (key, range) => {
      const id = digest(key, range);
      const found = await folder.read(nameOf(id));
      return found === undefined ? undefined : parseEntry(found.bytes, id, found.changed);
    },
    add: (key, range, bytes, validator) => {
      const id = digest(key, range);
      return folder.write(nameOf(id), entryBytes(id, bytes, validator));
    },
    confirm: (key, range) => folder.touch(nameOf(digest(key, range))),
  };
}

function nameOf(id: Uint8Array): string {
  return Array.from(id, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function entryBytes(id: Uint8Array, bytes: Uint8Array, validator: string): Uint8Array {
  const text = new TextEncoder().encode(validator);
  const file = new Uint8Array(HEAD_BYTES + text.byteLength + bytes.byteLength);
  const view = new DataView(file.buffer);
  file.set(new TextEncoder().encode(MAGIC));
  view.setUint32(12, text.byteLength, true);
  file.set(id, 16);
  file.set(text, HEAD_BYTES);
  file.set(bytes, HEAD_BYTES + text.byteLength);
  view.setUint32(8, crc32(file.subarray(12)), true);
  return file;
}

/** Returns undefined if the file is incomplete or not ours. */
function parseEntry(file: Uint8Array, id: Uint8Array, checked: number): DiskEntry | undefined {
  if (file.byteLength < HEAD_BYTES || new TextDecoder("latin1").decode(file.subarray(0, 8)) !== MAGIC) return undefined;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const start = HEAD_BYTES + view.getUint32(12, true);
  if (start > file.byteLength || id.some((byte, i) => file[16 + i] !== byte)) return undefined;
  if (crc32(file.subarray(12)) !== view.getUint32(8, true)) return undefined;
  const validator = new TextDecoder().decode(file.subarray(HEAD_BYTES, start));
  return { bytes: file.subarray(start), validator, checked };
}
