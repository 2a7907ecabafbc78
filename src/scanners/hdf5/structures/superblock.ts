/**
 * The superblock, at byte 0, 512, 1024, 2048...: anything before it belongs to the user.
 *
 *     0  8  89 48 44 46 0d 0a 1a 0a
 *     8  1  version
 *     0, 1: sizes of offsets and lengths, B-tree ranks, addresses, the symbol table entry of the root group
 *     2, 3: sizes, flags, addresses of base, extension, end and root group, checksum
 */
import type { BlockReader } from "../../../bytes/source/block-reader.ts";
import { type ErrorPlace, HyperslabError } from "../../../errors.ts";
import type { DecodeBytes } from "../../scanner.ts";
import { Hdf5File, type Hdf5FileFacts } from "./file.ts";

export const SIGNATURE: Uint8Array = Uint8Array.of(0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a);

export interface Superblock {
  readonly file: Hdf5File;
  readonly version: number;
  /** The address of the object header of the root group. */
  readonly root: number;
  /** The object header with what did not fit into the superblock. */
  readonly extension: number | undefined;
}

/** A version 1 superblock with 8-byte offsets has 100 bytes. */
const MOST_BYTES = 128;
/** HDF5 tries every power of two; larger user blocks do not occur in practice. */
const LAST_START = 2 ** 26;
const SIZES = [2, 4, 8];

/** Returns undefined if the file is not HDF5. */
export async function readSuperblock(
  reader: BlockReader,
  place: ErrorPlace,
  decode?: DecodeBytes,
): Promise<Superblock | undefined> {
  for (let start = 0; start <= LAST_START; start = start === 0 ? 512 : start * 2) {
    const bytes = await reader.readUpTo(start, MOST_BYTES);
    if (bytes.byteLength < SIGNATURE.byteLength) return undefined;
    if (SIGNATURE.every((byte, index) => bytes[index] === byte)) return parse({ reader, place, decode }, start, bytes);
  }
  return undefined;
}

function parse(
  given: Pick<Hdf5FileFacts, "reader" | "place" | "decode">,
  start: number,
  bytes: Uint8Array,
): Superblock {
  const { place } = given;
  const version = bytes[8];
  const isOld = version === 0 || version === 1;
  if (version === undefined || version > 3) {
    throw new HyperslabError("unsupported", `superblock version ${version} at byte ${start}; 0 to 3 are known`, place);
  }
  const [offsetSize = 0, lengthSize = 0] = isOld ? [bytes[13], bytes[14]] : [bytes[9], bytes[10]];
  if (!SIZES.includes(offsetSize) || !SIZES.includes(lengthSize)) {
    throw new HyperslabError(
      "invalid-data",
      `the superblock at byte ${start} has offsets of ${offsetSize} and lengths of ${lengthSize} bytes`,
      place,
    );
  }
  const facts = { ...given, base: start, offsetSize, lengthSize, end: Number.MAX_SAFE_INTEGER - start };
  const probe = new Hdf5File(facts);
  const head = isOld ? (version === 1 ? 28 : 24) : 12;
  // Of old files, to the address of the root group. New ones end in a checksum.
  const length = head + (isOld ? 5 * offsetSize + lengthSize : 4 * offsetSize + 4);
  if (bytes.byteLength < length) throw probe.failure("the superblock is cut off", 0);
  if (!isOld) probe.checkSum(bytes.subarray(0, length), "the superblock", 0);
  const cursor = probe.cursorOver(bytes, 0);
  cursor.skip(head);
  // Data put before a file after its creation is not included in the base that it records.
  probe.needAddress(cursor, "the base of the superblock");
  const second = probe.address(cursor);
  // In old files it is the address of free space, which readers do not need.
  const extension = isOld ? undefined : second;
  const end = probe.needAddress(cursor, "the end of the file");
  if (isOld) {
    // The driver information, then the symbol table entry of the root group: its name comes first, as a length.
    probe.address(cursor);
    probe.length(cursor);
  }
  const root = probe.needAddress(cursor, "the root group");
  // Data put before the file after its creation is not included in its own base.
  const file = new Hdf5File({ ...facts, end });
  return { file, version, root, extension };
}
