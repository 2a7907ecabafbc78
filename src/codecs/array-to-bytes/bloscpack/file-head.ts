/**
 * The first 32 bytes of a file of variable-length objects, as far as reading and writing objects needs them;
 * little-endian:
 *
 *   0 "blpk" | 4 version | 5 options | 6 checksum | 7 type size | 8 chunk size i32 | 12 last chunk i32
 *   16 number of objects i64 | 24 bytes of metadata u32 | 28 zero u32
 */

import { CHECKSUM_NAMES, type ChecksumName } from "../../../bytes/checksum/named-checksum.ts";
import { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import { ByteWriter } from "../../../bytes/source/byte-writer.ts";
import { HyperslabError } from "../../../errors.ts";

export const FILE_HEAD_BYTES = 32;
export const OFFSET_BYTES = 8;
/** The version of the format that is written: 3 means something else by the last eight bytes. */
export const OBJECTS_VERSION = 4;

const MAGIC = [0x62, 0x6c, 0x70, 0x6b];
const OPTION_OFFSETS = 1;
const OPTION_METADATA = 2;
const OPTION_VARIABLE_LENGTH = 4;
const UNKNOWN = -1;

export interface FileHead {
  readonly checksum: ChecksumName;
  readonly count: number;
  readonly metadataSize: number;
  /** What the header says about the lengths of all objects but the last, and of the last; undefined: nothing. */
  readonly objectLength: number | undefined;
  readonly lastLength: number | undefined;
}

/** Where the offsets begin. */
export function tableAt({ metadataSize }: FileHead): number {
  return FILE_HEAD_BYTES + metadataSize;
}

/** Where the first object may begin. */
export function dataStart(head: FileHead): number {
  return tableAt(head) + OFFSET_BYTES * head.count;
}

export function parseFileHead(bytes: Uint8Array): FileHead {
  if (bytes.byteLength < FILE_HEAD_BYTES) {
    const what = `the file is truncated: it ends at byte ${bytes.byteLength}, in its header of ${FILE_HEAD_BYTES} bytes`;
    throw new HyperslabError("invalid-data", what);
  }
  const cursor = new ByteCursor(bytes);
  if (!MAGIC.every((byte) => byte === cursor.u8())) cursor.at(0).fail('the magic "blpk" is missing');
  cursor.skip(1);
  const options = cursor.u8();
  if ((options & ~OPTION_METADATA) !== (OPTION_OFFSETS | OPTION_VARIABLE_LENGTH)) {
    cursor.fail(`options ${options.toString(2).padStart(8, "0")} are not those of a file of objects`, 1);
  }
  const code = cursor.u8();
  const checksum = CHECKSUM_NAMES[code] ?? cursor.fail(`the unknown checksum code ${code}`, 1);
  cursor.skip(1);
  const objectLength = known(cursor.i32());
  const lastLength = known(cursor.i32());
  const count = cursor.i64Number();
  if (count < 0) cursor.fail(`${count} objects`, 8);
  const metadataSize = cursor.u32();
  if (metadataSize >= 2 ** 31) cursor.fail(`metadata of ${metadataSize} bytes`, 4);
  return { checksum, count, metadataSize, objectLength, lastLength };
}

function known(size: number): number | undefined {
  return size < 0 ? undefined : size;
}

/** Objects differ in length, and so the header says nothing about that. */
export function printFileHead(head: Pick<FileHead, "checksum" | "count" | "metadataSize">): Uint8Array {
  const writer = new ByteWriter({ capacity: FILE_HEAD_BYTES });
  for (const byte of MAGIC) writer.u8(byte);
  writer.u8(OBJECTS_VERSION);
  writer.u8(OPTION_OFFSETS | OPTION_VARIABLE_LENGTH | (head.metadataSize > 0 ? OPTION_METADATA : 0));
  writer.u8(CHECKSUM_NAMES.indexOf(head.checksum));
  writer.u8(1);
  writer.i32(UNKNOWN);
  writer.i32(UNKNOWN);
  writer.i64(head.count);
  writer.u32(head.metadataSize);
  writer.u32(0);
  return writer.finish();
}
